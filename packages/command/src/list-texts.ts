import type { Site } from '@webfilter/appliance-names'
import {
  type Answer,
  type LeftOut,
  ListLines,
  NotRegular,
  readListText,
  TooLarge,
  tooLarge,
  UnreadableList,
} from '@webfilter/site-lists'
import { fileError } from './files'
import { Name, type Phrase, say } from './report/phrase'
import type { Place } from './report/report'

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
    if (error instanceof NotRegular) throw fileError(path, `is ${error.what}`, advice, undefined)
    throw fileError(path, 'cannot be read', advice, error)
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

/** Names that are looked for in lists. */
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
