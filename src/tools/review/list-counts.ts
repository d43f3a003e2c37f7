import { realpath } from 'node:fs/promises'
import { readSites } from '@webfilter/appliance-names'
import { ProviderError } from '@webfilter/terraform-plugin'
import type { FileNames } from '../../diagnostics/wording'
import { openExceptions } from '../../resources/category/exceptions'
import { pathOfList, placeOfList } from '../../sites/files/list-text'
import { namesOfFiles, openList } from '../../sites/files/several-files'
import { SiteFiles } from '../../sites/files/site-files'
import { countText, hasFewerSites, type ListCount } from '../../sites/published/list-count'
import { emptyTable, minus, type SiteTable, tableOf } from '../../sites/table/site-table'
import { pathWithin } from '../files'
import { type Names, namesOfSites } from '../report/names'
import { counted, joined, Name, type Phrase, say } from '../report/phrase'
import type { Line } from '../report/report'
import type { Places } from './places'
import type { Attributes } from './plan/planned-resource'
import type { CategoryExchange } from './sites/category-exchange'
import type { ListChange } from './sites/list-change'

/** A list that a plan changes: how the lines of its files come to its sites, and what its exceptions keep out. */
export interface ReviewedList {
  /** Name of the category. */
  readonly category: string
  readonly addresses: readonly string[]
  /** As the plan names them; none of an inline list. */
  readonly files: readonly string[]
  /** Undefined for an inline list. */
  readonly count?: ListCount
  /** Undefined if the exceptions keep out nothing. */
  readonly excepted?: Names
}

/**
 * What is to be said of the lists that a plan changes. Files are read where the repository has them as the plan found them; of any other
 * list from files nothing is said.
 */
export async function reviewedLists(
  { categories }: CategoryExchange,
  repository: Pick<Places, 'root' | 'folder'> | undefined,
): Promise<readonly ReviewedList[]> {
  const found: ReviewedList[] = []
  for (const { name, lists } of categories)
    for (const list of lists) found.push(...(await reviewedList(name, list, repository)))
  return found
}

async function reviewedList(
  category: string,
  list: ListChange,
  repository: Pick<Places, 'root' | 'folder'> | undefined,
): Promise<readonly ReviewedList[]> {
  const { after, address, action } = list.resource
  if (after === undefined || action === 'none' || !list.isChanged || list.isUncertain) return []
  const names = filesOf(after)
  const read = names === null ? exceptedInline(after) : await readFiles(list, names, after, repository)
  if (read === undefined) return []
  const { count, excepted } = read
  if (excepted.size === 0 && !(count && hasFewerSites(count))) return []
  const isHidden = list.isSensitive || after.isSensitive('exceptions') || after.isSensitive('exceptions_file')
  return [
    {
      category,
      addresses: [address],
      files: names === null ? [] : [names].flat(),
      ...(count && { count }),
      ...(excepted.size > 0 && { excepted: namesOfSites(excepted, isHidden) }),
    },
  ]
}

/** Lines on lists, for the section about them. */
export function reviewedListLines(lists: readonly ReviewedList[]): readonly Line[] {
  return lists.flatMap(({ category, addresses, files, count, excepted }): Line[] => [
    ...(count && hasFewerSites(count)
      ? [
          {
            says: say`category ${new Name(category)}, ${filesPhrase(files)}: ${[countText(count)]}`,
            names: undefined,
            addresses,
          },
        ]
      : []),
    ...(excepted
      ? [
          {
            says: say`category ${new Name(category)}: exceptions keep out ${counted(excepted.count, 'site')}`,
            names: excepted,
            addresses,
          },
        ]
      : []),
  ])
}

function filesPhrase(files: readonly string[]): Phrase {
  const shown = files.length > mostFiles + 1 ? files.slice(0, mostFiles) : files
  const more = files.length - shown.length
  const names = joined(
    shown.map((file) => [new Name(file)]),
    ', ',
  )
  return more > 0 ? say`${names} and ${counted(more, 'other file')}` : names
}

const mostFiles = 3

/** What was read of a list. */
interface ReadList {
  readonly count?: ListCount
  readonly excepted: SiteTable
}

/** Null for a list that comes from no file, or whose files are sensitive or not known. */
function filesOf(after: Attributes): FileNames | null {
  const isHidden = after.isSensitive('sites_file') || after.isSensitive('sites_files')
  if (isHidden) return null
  const several = after.texts('sites_files')
  return namesOfFiles({
    sites_file: after.text('sites_file') ?? null,
    sites_files: several.length > 0 ? several : null,
  })
}

function exceptedInline(after: Attributes): ReadList {
  return { excepted: tableOf(readSites(after.texts('excepted_sites')).sites) }
}

/** Undefined if the files are not there, or not those of the plan. */
async function readFiles(
  list: ListChange,
  names: FileNames,
  after: Attributes,
  repository: Pick<Places, 'root' | 'folder'> | undefined,
): Promise<ReadList | undefined> {
  if (repository === undefined) return undefined
  const { signal } = new AbortController()
  const exceptionsFile = after.text('exceptions_file')
  const paths = [names, exceptionsFile ?? []].flat()
  if (!(await areWithin(paths, repository))) return undefined
  const at = (path: string) => pathOfList(repository.folder, path)
  const places = typeof names === 'string' ? at(names) : names.map(at)
  const files = new SiteFiles()
  try {
    const opened = await openList(places, files, signal)
    if (opened.digest !== after.text('file_digest')) return undefined
    const exceptions = await openExceptions(
      {
        exceptions: after.texts('exceptions'),
        exceptions_file: exceptionsFile === undefined ? null : at(exceptionsFile),
      },
      { files, signal },
    )
    const isTaken = after.text('list_exceptions') === 'apply'
    const content = await opened.read(after.text('sites_digest'), signal, {
      exceptions: await exceptions?.table(),
      exceptionLines: isTaken ? 'take' : 'skip',
    })
    // The file of exceptions has another content than the plan found.
    if (minus(list.after, content.table).size > 0) return undefined
    const sites = list.after.size
    const skipped = content.table.size - sites
    const count = { ...content.entries, excepted: content.excepted.leftOut, skipped, sites }
    if (content.excepted.leftOut === 0) return { count, excepted: emptyTable }
    // Without any exceptions.
    const whole = await (await openList(places, files, signal)).read(undefined, signal)
    return { count, excepted: minus(whole.table, content.table) }
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

/** Whether all files are in the repository, behind all links. */
async function areWithin(
  paths: readonly string[],
  { root, folder }: Pick<Places, 'root' | 'folder'>,
): Promise<boolean> {
  const realRoot = await realpath(root)
  for (const path of paths) {
    const { file } = await placeOfList(pathOfList(folder, path), new AbortController().signal)
    const real = await realpath(file).catch(() => undefined)
    if (real === undefined || pathWithin(realRoot, real) === undefined) return false
  }
  return true
}
