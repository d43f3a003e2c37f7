import {
  type Answer,
  AnswerCounter,
  droppedFrom,
  type EntryCount,
  EntryCounter,
  type LeftOut,
  ListLines,
  mergedTable,
  type NamesOfLine,
  refuseManyEntries,
  refuseManyLeftOut,
  refuseNoList,
  type SiteSpans,
  type SiteTable,
  SpanCollector,
  sameAsBefore,
} from '@webfilter/site-lists'

/**
 * The sites of a file, in typed arrays: a list may have millions of lines, and an object for each would take gigabytes. A place is a
 * position in the file, at or behind the begin of its line.
 */
export interface ListedSites {
  readonly path: string
  readonly bytes: Buffer
  readonly table: SiteTable
  /** For each site of the table, the place that names it first. */
  readonly firsts: Uint32Array
  /** What names a site that is named before. */
  readonly repeats: Marked
  readonly entries: EntryCount
  readonly linesWithSites: number
  readonly linesLeftOut: number
  /** How many lines answer with each address: of sinkholes, and public ones. */
  readonly answers: AnswerCounter
}

/** Places, each with the index of its site in the table. */
export interface Marked {
  readonly places: Uint32Array
  readonly sites: Uint32Array
}

/** What hears of a file while it is read. */
export interface Reader {
  /** An entry of a line that is no site. @param line from 1 */
  leftOut(line: number, leftOut: LeftOut): void
  /** A line that answers with an address which no other line before it has. @param line from 1 */
  answer(line: number, answer: Answer): void
  /** @param share of the file that is read, from 0 to 1 */
  progress(share: number): void
}

/**
 * Reads a list in the formats that `readList` knows.
 * @throws {UnreadableList} for what is no text in UTF-8 or looks like something else, and for what is longer than a list may be
 */
export function listedSites(path: string, content: Uint8Array, reader: Reader): ListedSites {
  refuseNoList(content)
  const lines = new ListLines(content)
  const { bytes } = lines
  const found = new SpanCollector(bytes)
  const added = new Places()
  const counter = new EntryCounter()
  const answers = new AnswerCounter()
  let linesWithSites = 0
  let linesLeftOut = 0
  let shown = 0
  while (lines.next()) {
    if (lines.from - shown > progressEach) {
      shown = lines.from
      reader.progress(shown / bytes.length)
    }
    const plain = lines.plainSite()
    if (plain === 'nothing') continue
    if (plain !== 'unclear') {
      found.take(plain.from, plain.to)
      linesWithSites += 1
    } else {
      takeUnclear(lines.names())
    }
    refuseManyEntries(found.size)
  }
  reader.progress(1)
  const spans = found.collected()
  const places = new PlacesOfSpans(spans.starts, bytes.length, added.all())
  // It sorts the spans, too.
  const table = mergedTable(spans)
  const entries = counter.counted(lines.number, spans, table.size)
  return {
    path,
    bytes,
    table,
    ...firstsAndRepeats(spans, table.size, places),
    entries,
    linesWithSites,
    linesLeftOut,
    answers,
  }

  function takeUnclear(line: NamesOfLine): void {
    const { names, leftOut } = line
    for (const name of names) {
      found.add(name.site, droppedFrom(name))
      added.push(lines.from)
    }
    counter.addLine(names.length, leftOut.length, 0)
    for (const each of leftOut) reader.leftOut(lines.number, each)
    if (line.answer !== undefined && answers.add(line.answer)) reader.answer(lines.number, line.answer)
    if (names.length > 0) linesWithSites += 1
    if (leftOut.length > 0) linesLeftOut += 1
    refuseManyLeftOut(counter.leftOut)
  }
}

/** Bytes. */
const progressEach = 8 * 2 ** 20

/** Finds the place of a span: its begin, or that of the line of a site that does not stand in the file as it is. */
class PlacesOfSpans {
  readonly #length: number
  readonly #starts: Uint32Array
  readonly #places: Uint32Array

  /**
   * @param starts of the spans in the order of the file
   * @param length of the file: spans of other texts begin behind it
   * @param places of those spans, in the same order
   */
  constructor(starts: Uint32Array, length: number, places: Uint32Array) {
    this.#length = length
    this.#starts = starts.filter((start) => start >= length)
    this.#places = places
  }

  of(start: number): number {
    if (start < this.#length) return start
    let [low, high] = [0, this.#starts.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#starts[middle] ?? 0) < start) low = middle + 1
      else high = middle
    }
    return this.#places[low] ?? 0
  }
}

/** Equal sites are neighbors in sorted spans: the place that comes first in the file names it first, and all others again. */
function firstsAndRepeats(
  spans: SiteSpans,
  size: number,
  placeOf: PlacesOfSpans,
): { readonly firsts: Uint32Array; readonly repeats: Marked } {
  const { starts } = spans
  const firsts = new Uint32Array(size)
  const repeats = {
    places: new Uint32Array(starts.length - size),
    sites: new Uint32Array(starts.length - size),
  }
  let site = -1
  let count = 0
  for (let index = 0; index < starts.length; index += 1) {
    const place = placeOf.of(starts[index] ?? 0)
    if (index === 0 || !sameAsBefore(spans, index)) {
      site += 1
      firsts[site] = place
      continue
    }
    const first = firsts[site] ?? 0
    firsts[site] = Math.min(first, place)
    repeats.places[count] = Math.max(first, place)
    repeats.sites[count] = site
    count += 1
  }
  return { firsts, repeats }
}

/** A list of numbers that grows. */
class Places {
  #numbers = new Uint32Array(1 << 8)
  #size = 0

  push(place: number): void {
    if (this.#size === this.#numbers.length) {
      const larger = new Uint32Array(2 * this.#size)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#size] = place
    this.#size += 1
  }

  all(): Uint32Array {
    return this.#numbers.subarray(0, this.#size)
  }
}

/** No site of the table is above it. */
export const noParent = 2 ** 32 - 1

/**
 * For each site of a table, the index of the nearest domain above it that is in the table; `noParent` if there is none. In the order of
 * tables, a name stands before all names that end with it: so the names above one are among those with which it ends, and these are on the
 * stack.
 */
export function parentsIn({ bytes, starts, size }: SiteTable): Uint32Array {
  const parents = new Uint32Array(size).fill(noParent)
  // A site has 253 characters at most, and the names on the stack have different lengths.
  const stack = new Uint32Array(256)
  let depth = 0
  const isEnding = (above: number, index: number): boolean => {
    let at = (starts[above + 1] ?? 1) - 2
    let end = (starts[index + 1] ?? 1) - 2
    const begin = starts[above] ?? 0
    for (; at >= begin; at -= 1, end -= 1) if (bytes[at] !== bytes[end]) return false
    return true
  }
  for (let index = 0; index < size; index += 1) {
    while (depth > 0 && !isEnding(stack[depth - 1] ?? 0, index)) depth -= 1
    const end = starts[index + 1] ?? 0
    for (let at = depth - 1; at >= 0; at -= 1) {
      const above = stack[at] ?? 0
      const length = (starts[above + 1] ?? 0) - (starts[above] ?? 0)
      if (bytes[end - length - 1] !== dot) continue
      parents[index] = above
      break
    }
    stack[depth] = index
    depth += 1
  }
  return parents
}

const dot = 0x2e

/** The lines of places, which are counted in one way through the file. */
export function linesOf(bytes: Buffer, places: readonly number[]): ReadonlyMap<number, number> {
  const lines = new Map<number, number>()
  let line = 1
  let feed = bytes.indexOf(lineFeed)
  for (const place of [...new Set(places)].sort((one, other) => one - other)) {
    while (feed !== -1 && feed < place) {
      line += 1
      feed = bytes.indexOf(lineFeed, feed + 1)
    }
    lines.set(place, line)
  }
  return lines
}

const lineFeed = 0x0a
