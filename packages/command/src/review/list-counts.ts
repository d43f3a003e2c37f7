import {
  countText,
  emptyTable,
  type FileNames,
  hasFewerSites,
  type ListCount,
  minus,
  type SiteTable,
} from '@webfilter/site-lists'
import type { Places } from '../base/places'
import type { Attributes } from '../plan/planned-resource'
import type { CategoryExchange, PlannedCategory } from '../plan/sites/category-exchange'
import type { ListChange } from '../plan/sites/list-change'
import { categoryPhrase } from '../plan/sites/site-changes'
import { type Names, namesOfSites } from '../report/names'
import { counted, say } from '../report/phrase'
import type { Line } from '../report/report'
import { filesOf, filesPhrase, openListFiles, unlessRefused } from './list-files'

/** A list that a plan changes: how the lines of its files come to its sites, and what its exceptions keep out. */
export interface ReviewedList {
  readonly category: PlannedCategory
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
  for (const category of categories)
    for (const list of category.lists) found.push(...(await reviewedList(category, list, repository)))
  return found
}

async function reviewedList(
  category: PlannedCategory,
  list: ListChange,
  repository: Pick<Places, 'root' | 'folder'> | undefined,
): Promise<readonly ReviewedList[]> {
  const { after, address, action } = list.resource
  if (after === undefined || action === 'none' || !list.isChanged || list.isUncertain) return []
  const names = filesOf(after)
  const read = names && (await readFiles(list, names, after, repository))
  if (!names || !read) return []
  const { count, excepted } = read
  if (excepted.size === 0 && !(count && hasFewerSites(count))) return []
  const isHidden = list.isSensitive || after.isSensitive('exceptions') || after.isSensitive('exceptions_file')
  return [
    {
      category,
      addresses: [address],
      files: [names].flat(),
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
            says: say`${categoryPhrase(category)}, ${filesPhrase(files)}: ${[countText(count)]}`,
            names: undefined,
            addresses,
          },
        ]
      : []),
    ...(excepted
      ? [
          {
            says: say`${categoryPhrase(category)}: exceptions keep out ${counted(excepted.count, 'site')}`,
            names: excepted,
            addresses,
          },
        ]
      : []),
  ])
}

/** What was read of a list. */
interface ReadList {
  readonly count: ListCount
  readonly excepted: SiteTable
}

/** Undefined if the files are not there, or not those of the plan. */
async function readFiles(
  list: ListChange,
  names: FileNames,
  after: Attributes,
  repository: Pick<Places, 'root' | 'folder'> | undefined,
): Promise<ReadList | undefined> {
  if (repository === undefined) return undefined
  const now = await openListFiles(names, after, repository)
  if (now === undefined || now.digest !== after.within('file_sites').text('file_digest')) return undefined
  const content = await unlessRefused(now.read())
  // The file of exceptions has another content than the plan found.
  if (content === undefined || minus(list.after, content.table).size > 0) return undefined
  const sites = list.after.size
  const skipped = content.table.size - sites
  const count = { ...content.entries, excepted: content.excepted.leftOut, skipped, sites }
  if (content.excepted.leftOut === 0) return { count, excepted: emptyTable }
  const whole = await unlessRefused(now.readWithoutExceptions())
  return whole && { count, excepted: minus(whole.table, content.table) }
}
