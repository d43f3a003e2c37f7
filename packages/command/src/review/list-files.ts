import { realpath } from 'node:fs/promises'
import { readSites } from '@webfilter/appliance-names'
import {
  type FileContent,
  type FileNames,
  ListError,
  namesOfFiles,
  openList,
  pathOfList,
  placeOfList,
  SiteFiles,
  type SiteTable,
  tableOf,
  union,
} from '@webfilter/site-lists'
import type { Places } from '../base/places'
import { pathWithin } from '../files'
import type { Attributes } from '../plan/planned-resource'
import { counted, joined, Name, type Phrase, say } from '../report/phrase'

/** The files of a list as a repository has them now, which may not be as the plan found them. */
export interface ListFilesNow {
  /** As the provider computes the attribute `file_sites.file_digest`. */
  readonly digest: string
  /** @throws {ListError} if they are no list of sites */
  read(): Promise<FileContent>
  /** The same without any exceptions. */
  readWithoutExceptions(): Promise<FileContent>
}

/** The names of a list's files; null for a list that comes from no file, or whose files are sensitive or not known. */
export function filesOf(after: Attributes): FileNames | null {
  const isHidden = after.isSensitive('sites_file') || after.isSensitive('sites_files')
  if (isHidden) return null
  const several = after.texts('sites_files')
  return namesOfFiles({
    sites_file: after.text('sites_file') ?? null,
    sites_files: several.length > 0 ? several : null,
  })
}

/** Opens the files of a list. Undefined if one of them cannot be read, or is not in the repository. */
export async function openListFiles(
  names: FileNames,
  after: Attributes,
  repository: Pick<Places, 'root' | 'folder'>,
): Promise<ListFilesNow | undefined> {
  const { signal } = new AbortController()
  const exceptionsFile = after.text('exceptions_file')
  if (!(await areWithin([names, exceptionsFile ?? []].flat(), repository))) return undefined
  const at = (path: string) => pathOfList(repository.folder, path)
  const places = typeof names === 'string' ? at(names) : names.map(at)
  const files = new SiteFiles()
  const opened = await unlessRefused(openList(places, files, signal))
  return (
    opened && {
      digest: opened.digest,
      async read() {
        const file = exceptionsFile === undefined ? undefined : at(exceptionsFile)
        return await opened.read(after.within('file_sites').text('digest'), signal, {
          exceptions: await exceptionsOf(after.texts('exceptions'), file, files, signal),
          exceptionLines: after.text('list_exceptions') === 'apply' ? 'take' : 'skip',
        })
      },
      async readWithoutExceptions() {
        return await (await openList(places, files, signal)).read(undefined, signal)
      },
    }
  )
}

/** The exceptions of a list. That they are sites, the plan has checked. */
async function exceptionsOf(
  entries: readonly string[],
  file: string | undefined,
  files: SiteFiles,
  signal: AbortSignal,
): Promise<SiteTable> {
  const inline = tableOf(readSites(entries).sites)
  if (file === undefined) return inline
  const opened = await files.open(file, signal, 'exceptions_file')
  return union(inline, (await opened.read(undefined, signal, { exceptionLines: 'sites' })).table)
}

/** The result of a reading; undefined if the provider would refuse the file, about which a review says nothing. */
export async function unlessRefused<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  return await reading.catch((error: unknown) => {
    if (error instanceof ListError) return undefined
    throw error
  })
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

/** Names files, the first few of many. */
export function filesPhrase(names: FileNames): Phrase {
  const files = [names].flat()
  const shown = files.length > mostFiles + 1 ? files.slice(0, mostFiles) : files
  const more = files.length - shown.length
  const first = joined(
    shown.map((file) => [new Name(file)]),
    ', ',
  )
  return more > 0 ? say`${first} and ${counted(more, 'other file')}` : first
}

const mostFiles = 3
