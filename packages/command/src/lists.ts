import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Site } from '@webfilter/appliance-names'
import {
  type Answer,
  type LeftOut,
  ListLines,
  NotRegular,
  type ReadList,
  readList,
  readListText,
  refuseNoList,
  TooLarge,
  tooLarge,
  UnreadableList,
} from '@webfilter/site-lists'
import { numberText } from '@webfilter/text'
import { fileError } from './files'
import { Name, type Phrase, say } from './report/phrase'
import type { Place } from './report/report'

// Files of lists: which a folder has, what they contain, and what stands on their lines.

/** Finds the lists below a folder. @throws {Error} as `foundLists`, and if none of the files is a list */
export async function listsInFolder(folder: string) {
  const found = await foundLists(folder)
  if (found.paths.length > 0) return found
  throw fileError(
    folder,
    'is a folder without a list',
    `Lists end in ${endings.join(', ')}, or are called domains or hosts (also with a number, such as domains.0), each also with .gz at the end.`,
  )
}

/**
 * Finds lists below a folder by the names of their files, as they are published. Skips what is no list: other files, links, hidden files
 * and folders, and packages of npm.
 *
 * @returns their paths, which begin with that of the folder, in alphabetical order; and how many files and folders are no lists, without
 *   those in a skipped folder
 * @throws {Error} if a folder cannot be read, or has too many files
 */
export async function foundLists(folder: string) {
  const paths: string[] = []
  const folders = [folder]
  let seen = 0
  let skipped = 0
  // The list grows during the loop.
  for (const each of folders) {
    const entries = await readdir(each, { withFileTypes: true }).catch((cause: unknown) => {
      throw fileError(each, 'cannot be read', 'Specify a folder that you may read.', cause)
    })
    for (const entry of entries) {
      seen += 1
      if (entry.isDirectory() && !isHidden(entry)) folders.push(join(each, entry.name))
      else if (entry.isFile() && isList(entry)) paths.push(join(each, entry.name))
      else skipped += 1
    }
    if (seen > mostEntries) {
      const what = `has more than ${numberText(mostEntries)} files and folders`
      throw fileError(folder, what, 'Specify the folder with the lists.')
    }
  }
  return { paths: paths.sort(), skipped }
}

/** A limit, so that a folder with unexpected contents takes no long time. */
const mostEntries = 100_000

function isHidden({ name }: Dirent): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

const endings = ['.txt', '.list', '.lst', '.hosts', '.domains', '.conf', '.rpz', '.zone']

/** Names of files without an ending, which mirrors split into `domains.0`, `domains.1` and so on. */
const named = /^(?:domains|hosts)(?:\.\d{1,3})?$/u

/** Texts that repositories have beside lists. */
const aboutLists = /^(?:readme|licen[cs]e|copying|notice|changelog|requirements|robots)\b/iu

function isList(entry: Dirent): boolean {
  const name = entry.name.toLowerCase().replace(/\.gz$/u, '')
  if (isHidden(entry) || aboutLists.test(name)) return false
  return named.test(name) || endings.some((ending) => name.endsWith(ending))
}

/**
 * The text of the file of a list, also of one that is compressed or in an archive.
 *
 * @param advice a sentence for the user if it cannot be read
 * @returns the text; the reason if the file can be read and is no list
 * @throws {Error} if it cannot be read
 */
export async function listContent(
  path: string,
  advice: string,
  signal = new AbortController().signal,
): Promise<Uint8Array | UnreadableList> {
  try {
    return (await readListText(path, signal)).text
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof TooLarge) return tooLarge()
    if (error instanceof UnreadableList) return error
    if (error instanceof NotRegular) throw fileError(path, `is ${error.what}`, advice)
    throw fileError(path, 'cannot be read', advice, error)
  }
}

/** A list that was read. */
export interface ReadFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly list: ReadList
}

/** Reads a list as the provider does, or says why it is none, or longer than a list may be. @param content as `listContent` returns it */
export function readOrRefused(path: string, content: Uint8Array | UnreadableList): ReadFile | UnreadableList {
  if (content instanceof UnreadableList) return content
  try {
    refuseNoList(content)
    return { path, bytes: content, list: readList(content) }
  } catch (error) {
    if (error instanceof UnreadableList) return error
    throw error
  }
}

/** Files of a list, one behind the other. */
export interface ListTexts {
  readonly bytes: Uint8Array
  /** Where each of them begins. */
  readonly begins: readonly number[]
  /** As they are shown. */
  readonly files: readonly string[]
}

export class SoughtNames {
  readonly #names: ReadonlySet<string>
  readonly #lengths: ReadonlySet<number>

  constructor(names: Iterable<string>) {
    this.#names = new Set(names)
    this.#lengths = new Set([...this.#names].map(({ length }) => length))
  }

  has(site: Site): boolean {
    return this.#names.has(site)
  }

  /** The sought site that stands in a buffer; undefined for any other. Makes no string of most. */
  at(bytes: Buffer, from: number, to: number): Site | undefined {
    if (!this.#lengths.has(to - from)) return undefined
    const site = bytes.toString('latin1', from, to)
    // Whether the name is a site is decided by the reader of lists, as for each line.
    return this.#names.has(site) ? (site as Site) : undefined
  }
}

type LinePlace = Required<Pick<Place, 'file' | 'line'>>

/** What hears of the lines of a list. */
interface EntryReader {
  /** The first line of a file that has a sought site. */
  readonly site: (site: Site, place: LinePlace) => void
  /** A line that names no site. */
  readonly leftOut: (entry: LeftOut, place: LinePlace) => void
  /** The address with which a line answers. */
  readonly answer?: (answer: Answer, place: LinePlace) => void
}

/**
 * Goes through the lines of files as the provider reads them, and names the first line of each file that has a sought site, and all entries that
 * are no sites.
 */
export function eachEntry(
  { bytes, begins, files }: ListTexts,
  sought: SoughtNames,
  heard: EntryReader,
): void {
  const lines = new ListLines(bytes, begins)
  let seen = new Set<Site>()
  let [part, before] = [0, 0]
  const place = () => ({ file: files[part] ?? '', line: lines.number - before })
  const take = (site: Site | undefined) => {
    if (site === undefined || seen.has(site)) return
    seen.add(site)
    heard.site(site, place())
  }
  while (lines.next()) {
    while (lines.from >= (begins[part + 1] ?? Number.POSITIVE_INFINITY)) {
      part += 1
      before = lines.number - 1
      seen = new Set()
      lines.beginFile(begins[part + 1])
    }
    const plain = lines.plainSite()
    if (plain === 'nothing') continue
    if (plain !== 'unclear') {
      take(sought.at(lines.bytes, plain.from, plain.to))
      continue
    }
    const { names, leftOut, answer } = lines.names()
    for (const { site } of names) if (sought.has(site)) take(site)
    for (const entry of leftOut) heard.leftOut(entry, place())
    if (answer !== undefined) heard.answer?.(answer, place())
  }
}

/**
 * A reason of `parseSite` and of the readers of lists, which begins with the text that it quotes, if it quotes one.
 * @param before what stands in front of another one
 */
export function reasonPhrase(reason: string, before = ''): Phrase {
  const [, quoted, why = ''] = /^("(?:[^"\\]|\\.)*") (.*)$/su.exec(reason) ?? []
  return quoted === undefined ? [before, reason] : say`${new Name(JSON.parse(quoted))} ${[why]}`
}
