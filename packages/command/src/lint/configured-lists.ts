import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSite } from '@webfilter/appliance-names'
import { repositoryAbove } from '../base/places'
import { type DeclaredList as ConfiguredContent, listsBelow } from '../lists/declared-lists'
import type { Place } from '../report/report'
import type { DeclaredList, PlacedException } from './declared-list'

/** A file that is checked. */
export interface CheckedFile {
  /** As it is shown. */
  readonly path: string
  /** Its full path without links. */
  readonly place: string
}

/** What is known of files of exceptions. */
export interface ExceptionsFiles {
  /** The full path of a file without links; undefined if it does not exist. */
  placeOf(path: string): Promise<string | undefined>
  /** @returns none for a file that cannot be read */
  exceptionsIn(path: string): Promise<readonly PlacedException[]>
  /** A path of the repository, as it is shown. */
  shown(path: string): string
}

/** What configurations declare of the files that are checked. */
interface ConfiguredLists {
  /** Those with several files or with exceptions. */
  readonly lists: readonly DeclaredList[]
  /** The full paths of all files of exceptions. */
  readonly exceptionsFiles: ReadonlySet<string>
}

/**
 * The lists of several files or with exceptions that the configurations of the repository write down, and that have one of some files. Outside
 * of a repository there are none.
 */
export async function configuredLists(
  files: readonly CheckedFile[],
  reading: ExceptionsFiles,
): Promise<ConfiguredLists> {
  const root = await repositoryAbove('.')
  if (root === undefined) return { lists: [], exceptionsFiles: new Set() }
  const byList = new Map<string, ConfiguredContent[]>()
  for (const list of await listsBelow(await realpath(root))) {
    const key = JSON.stringify([list.rootFolder, list.address])
    byList.set(key, [...(byList.get(key) ?? []), list])
  }
  const lists: DeclaredList[] = []
  const exceptionsFiles = new Set<string>()
  for (const contents of byList.values()) {
    const file = contents[0]?.exceptions?.file
    const place = file && (await reading.placeOf(file.path))
    if (place !== undefined) exceptionsFiles.add(place)
    const list = await listOf(contents, files, root, reading)
    if (list) lists.push(list)
  }
  return { lists, exceptionsFiles }
}

/** Undefined for a list without one of the files, and for one that is a file alone. */
async function listOf(
  contents: readonly ConfiguredContent[],
  files: readonly CheckedFile[],
  root: string,
  reading: ExceptionsFiles,
): Promise<DeclaredList | undefined> {
  const paths: string[] = []
  let isWhole = true
  for (const { content } of contents) {
    const place = content.kind === 'file' ? await reading.placeOf(content.path) : undefined
    const path = files.find((file) => file.place === place)?.path
    if (path === undefined) isWhole = false
    else if (!paths.includes(path)) paths.push(path)
  }
  const [first] = contents
  if (first === undefined || paths.length === 0) return undefined
  const { address, exceptions } = first
  if (exceptions === undefined && contents.length === 1) return undefined
  const inline = (exceptions?.entries ?? []).flatMap(({ text, place }) => {
    const parsed = parseSite(text)
    return parsed.ok ? [{ site: parsed.site, place: shownPlace(place, root, reading) }] : []
  })
  const inFile = exceptions?.file ? await reading.exceptionsIn(exceptions.file.path) : []
  return {
    address,
    paths,
    isWhole,
    exceptions: [...inline, ...inFile],
    takesExceptions: (exceptions?.listFiles.length ?? 0) > 0,
  }
}

/** @param place relative to the root of the repository */
function shownPlace({ file, ...place }: Place, root: string, { shown }: ExceptionsFiles): Place {
  return { ...place, file: shown(join(root, file)) }
}
