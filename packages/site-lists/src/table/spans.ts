import type { Site } from '@webfilter/appliance-names'

/** Canonical sites that stand somewhere in a buffer, in any order, and perhaps more than once. */
export interface SiteSpans {
  readonly bytes: Uint8Array
  /** Where each site begins. */
  readonly starts: Uint32Array
  /** Behind the last byte of each. */
  readonly ends: Uint32Array
}

/** Collects sites in the order in which they are found: where they stand in a source, or as texts of their own. */
export class SpanCollector {
  readonly #source: Uint8Array
  /** Texts of their own, one behind the other: as strings they would take several times as much memory. */
  readonly #pieces: Buffer[] = []
  /** Where the last piece begins, behind the source and the other pieces, and how much of it is taken. */
  #begin: number
  #taken = 0
  #starts: Uint32Array
  #ends: Uint32Array
  #size = 0
  #length = 0

  constructor(source: Uint8Array = new Uint8Array()) {
    this.#source = source
    this.#begin = source.length
    const expected = Math.max(fewest, likelyLines(source))
    this.#starts = new Uint32Array(expected)
    this.#ends = new Uint32Array(expected)
  }

  get size(): number {
    return this.#size
  }

  /** Bytes of all sites, with a line feed behind each. */
  get length(): number {
    return this.#length
  }

  /** Takes the site that stands in the source from one place to before another. */
  take(from: number, to: number): void {
    if (this.#size === this.#starts.length) this.#grow()
    this.#starts[this.#size] = from
    this.#ends[this.#size] = to
    this.#size += 1
    this.#length += to - from + 1
  }

  /** @param dropped what stood in front of the site, which goes in front of its span */
  add(site: Site, dropped: '' | 'www.' = ''): void {
    const length = dropped.length + site.length
    let piece = this.#pieces.at(-1)
    if (piece === undefined || this.#taken + length > piece.length) {
      this.#begin += piece?.length ?? 0
      piece = Buffer.allocUnsafe(Math.min(2 * (piece?.length ?? shortestPiece), longestPiece))
      this.#pieces.push(piece)
      // Nothing is in front of the first site.
      piece[0] = 0
      this.#taken = 1
    }
    // Only canonical sites are added, and those are ASCII.
    piece.write(dropped + site, this.#taken, 'latin1')
    const at = this.#begin + this.#taken + dropped.length
    this.take(at, at + site.length)
    this.#taken += length
  }

  collected(): SiteSpans {
    return {
      bytes: this.#pieces.length === 0 ? this.#source : Buffer.concat([this.#source, ...this.#pieces]),
      starts: this.#starts.subarray(0, this.#size),
      ends: this.#ends.subarray(0, this.#size),
    }
  }

  #grow(): void {
    this.#starts = enlarged(this.#starts)
    this.#ends = enlarged(this.#ends)
  }
}

/** So many spans have room at the beginning. Most lists of a plan are short, and a plan may have thousands. */
const fewest = 1 << 6

/** How many lines a text has if it goes on as it begins, and a few more: arrays that grow take their memory twice. */
function likelyLines(text: Uint8Array): number {
  const beginning = text.subarray(0, 1 << 16)
  let lines = 0
  for (const byte of beginning) if (byte === lineFeed) lines += 1
  const all = (1.05 * lines * text.length) / Math.max(1, beginning.length)
  return Math.min(Math.ceil(all), mostSites)
}

const lineFeed = 0x0a

/** Bytes, more than those of the longest site. */
const [shortestPiece, longestPiece] = [1 << 9, 1 << 20]

function enlarged(array: Uint32Array): Uint32Array {
  const larger = new Uint32Array(Math.ceil(1.5 * array.length))
  larger.set(array)
  return larger
}

/**
 * Sorts spans in place by the characters of their sites from the last to the first; equal sites become neighbors. Up to
 * 16,777,216 of them; throws `RangeError` beyond.
 *
 * A comparison per pair would take seconds for a million sites. Here the engine sorts 64-bit numbers, each made of seven
 * characters and a position, and what is still equal is sorted by the next seven. The spans are moved each time, so that
 * each look at them goes straight through memory.
 *
 * @param memory what the sorting may use, as many bytes as `bytesToSort` says; nothing of use is in it then
 */
export function sortSpans(spans: SiteSpans, memory?: ArrayBuffer): void {
  const size = spans.starts.length
  if (size > mostSites) throw new RangeError(`a list of ${size} sites is longer than ${mostSites}`)
  const room = memory ?? new ArrayBuffer(bytesToSort(size))
  const unsorted = {
    keys: new BigUint64Array(room, 0, size),
    starts: new Uint32Array(room, 8 * size, size),
    ends: new Uint32Array(room, 12 * size, size),
  }
  const ranges: Range[] = [{ from: 0, to: size, skipped: 0 }]
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    if (range.to - range.from <= few) sortByInsertion(spans, range)
    else for (const equal of sortByKeys(spans, unsorted, range)) ranges.push(equal)
  }
}

/** How much memory the sorting of so many spans takes. */
export function bytesToSort(size: number): number {
  return 16 * size
}

/** A part of the spans, from one position to before another, in which all sites end with the same characters. */
interface Range {
  readonly from: number
  readonly to: number
  /** How many characters these are. */
  readonly skipped: number
}

/** Room for the keys of a range, and for its spans as they were. */
interface Unsorted {
  readonly keys: BigUint64Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

const mostSites = 2 ** 24
/** So many are sorted sooner by comparing pairs. */
const few = 12
const charactersOfKey = 7

/**
 * Sorts a range by seven characters of each site, and returns the ranges within it that are equal in these.
 *
 * A key is two halves, the lower one first as processors keep it: six characters make up the upper one, the seventh and
 * the position within the range the lower one.
 */
function sortByKeys(
  { bytes, starts, ends }: SiteSpans,
  unsorted: Unsorted,
  { from, to, skipped }: Range,
): readonly Range[] {
  const size = to - from
  const halves = new Uint32Array(unsorted.keys.buffer, unsorted.keys.byteOffset, 2 * size)
  for (let position = 0, half = 0; position < size; position += 1, half += 2) {
    const first = starts[from + position] ?? 0
    const end = ends[from + position] ?? 0
    unsorted.starts[position] = first
    unsorted.ends[position] = end
    const last = end - 1 - skipped
    let upper = 0
    for (let at = last; at > last - 6; at -= 1) upper = upper * ranks + rankAt(bytes, at, first)
    halves[half] = (rankAt(bytes, last - 6, first) << 24) | position
    halves[half + 1] = upper
  }
  unsorted.keys.subarray(0, size).sort()

  const equal: Range[] = []
  let begin = 0
  for (let position = 0, half = 0; position < size; position += 1, half += 2) {
    const lower = halves[half] ?? 0
    starts[from + position] = unsorted.starts[lower % mostSites] ?? 0
    ends[from + position] = unsorted.ends[lower % mostSites] ?? 0
    const goesOn =
      position + 1 < size &&
      halves[half + 3] === halves[half + 1] &&
      (halves[half + 2] ?? 0) >>> 24 === lower >>> 24
    if (goesOn) continue
    // Where the seventh character is none, the sites have ended, so they are the same.
    if (position > begin && lower >>> 24 !== 0) {
      equal.push({ from: from + begin, to: from + position + 1, skipped: skipped + charactersOfKey })
    }
    begin = position + 1
  }
  return equal
}

function sortByInsertion({ bytes, starts, ends }: SiteSpans, { from, to }: Range): void {
  for (let position = from + 1; position < to; position += 1) {
    const start = starts[position] ?? 0
    const end = ends[position] ?? 0
    let free = position
    for (; free > from; free -= 1) {
      const [before, beforeEnd] = [starts[free - 1] ?? 0, ends[free - 1] ?? 0]
      if (compareBackwards(bytes, before, beforeEnd, bytes, start, end) <= 0) break
      starts[free] = before
      ends[free] = beforeEnd
    }
    starts[free] = start
    ends[free] = end
  }
}

/** Six of them make a number below 2 to the 32. */
function rankAt(bytes: Uint8Array, at: number, first: number): number {
  return at < first ? 0 : (rankOf[bytes[at] ?? 0] ?? 0)
}

/** Sites as they lie in a table. */
export interface SiteBytes {
  /** One site after another, with one byte behind each that belongs to none. */
  readonly bytes: Uint8Array
  /** Where each site begins; behind the last one stands the length of the whole. */
  readonly starts: Uint32Array
}

/**
 * Compares two sites by their characters from the last to the first, a shorter one before a longer one that ends with
 * it: below 0, 0 or above 0.
 */
export function compareFromEnd(one: SiteBytes, index: number, other: SiteBytes, otherIndex: number): number {
  return compareBackwards(
    one.bytes,
    one.starts[index] ?? 0,
    (one.starts[index + 1] ?? 1) - 1,
    other.bytes,
    other.starts[otherIndex] ?? 0,
    (other.starts[otherIndex + 1] ?? 1) - 1,
  )
}

/** How many of their last characters two sites share. */
export function sharedEnding(one: SiteBytes, index: number, other: SiteBytes, otherIndex: number): number {
  const [begin, otherBegin] = [one.starts[index] ?? 0, other.starts[otherIndex] ?? 0]
  const [last, otherLast] = [(one.starts[index + 1] ?? 1) - 2, (other.starts[otherIndex + 1] ?? 1) - 2]
  const most = Math.min(last - begin, otherLast - otherBegin) + 1
  let shared = 0
  while (shared < most && one.bytes[last - shared] === other.bytes[otherLast - shared]) shared += 1
  return shared
}

/** Compares sites from the end that stand in buffers, each from its begin to before its end. */
function compareBackwards(
  bytes: Uint8Array,
  begin: number,
  end: number,
  otherBytes: Uint8Array,
  otherBegin: number,
  otherEnd: number,
): number {
  let at = end - 1
  let otherAt = otherEnd - 1
  while (at >= begin && otherAt >= otherBegin) {
    const difference = (bytes[at] ?? 0) - (otherBytes[otherAt] ?? 0)
    if (difference !== 0) return difference
    at -= 1
    otherAt -= 1
  }
  return at - begin - (otherAt - otherBegin)
}

/** Whether a span has the same site as the one before it. */
export function sameAsBefore({ bytes, starts, ends }: SiteSpans, index: number): boolean {
  const [one, other] = [starts[index - 1] ?? 0, starts[index] ?? 0]
  const length = (ends[index] ?? 0) - other
  if ((ends[index - 1] ?? 0) - one !== length) return false
  for (let offset = 0; offset < length; offset += 1) {
    if (bytes[one + offset] !== bytes[other + offset]) return false
  }
  return true
}

/** The characters of canonical sites, in the order of their codes. */
const characters = '-.0123456789_abcdefghijklmnopqrstuvwxyz'

/** The place of a byte among them, from 1; 0 for all that stands in no site. */
export const rankOf = new Uint8Array(256)
for (const [position, character] of [...characters].entries()) rankOf[character.charCodeAt(0)] = position + 1

/** How many ranks there are, with 0. */
const ranks = characters.length + 1
