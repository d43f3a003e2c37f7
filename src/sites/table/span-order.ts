import { compareBackwards } from './order'
import { rankOf, ranks } from './site-characters'
import type { SiteSpans } from './spans'

/**
 * Sorts spans in place by the characters of their sites from the last to the first; equal sites become neighbours. Up to
 * 16,777,216 of them; throws `RangeError` beyond.
 *
 * A comparison per pair would take seconds for a million sites. Here the engine sorts 64-bit numbers, each made of seven
 * characters and a position, and what is still equal is sorted by the next seven. The spans are moved each time, so that
 * each look at them goes straight through memory.
 */
export function sortSpans(spans: SiteSpans): void {
  const size = spans.starts.length
  if (size > mostSites) throw new RangeError(`a list of ${size} sites is longer than ${mostSites}`)
  const unsorted = {
    keys: new BigUint64Array(size),
    starts: new Uint32Array(size),
    ends: new Uint32Array(size),
  }
  const ranges: Range[] = [{ from: 0, to: size, skipped: 0 }]
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    if (range.to - range.from <= few) sortByInsertion(spans, range)
    else for (const equal of sortByKeys(spans, unsorted, range)) ranges.push(equal)
  }
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

export const mostSites = 2 ** 24
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
  const halves = new Uint32Array(unsorted.keys.buffer, 0, 2 * size)
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
