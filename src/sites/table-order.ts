/** Sites as they lie in memory. */
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
  const { bytes, starts } = one
  const { bytes: otherBytes, starts: otherStarts } = other
  const begin = starts[index] ?? 0
  const otherBegin = otherStarts[otherIndex] ?? 0
  let at = (starts[index + 1] ?? 1) - 2
  let otherAt = (otherStarts[otherIndex + 1] ?? 1) - 2
  while (at >= begin && otherAt >= otherBegin) {
    const difference = (bytes[at] ?? 0) - (otherBytes[otherAt] ?? 0)
    if (difference !== 0) return difference
    at -= 1
    otherAt -= 1
  }
  return at - begin - (otherAt - otherBegin)
}

/**
 * The indexes of all sites in order; equal ones are neighbours. Up to 16,777,216 sites; throws `RangeError` beyond.
 *
 * A comparison per pair would take seconds for a million sites. Here the engine sorts 64-bit numbers, each made of seven
 * characters and an index, and what is still equal is sorted by the next seven.
 */
export function sortedFromEnd(sites: SiteBytes): Uint32Array {
  const size = sites.starts.length - 1
  if (size > mostSites) throw new RangeError(`a list of ${size} sites is longer than ${mostSites}`)
  const order = new Uint32Array(size)
  for (let index = 0; index < size; index += 1) order[index] = index
  const keys = new BigUint64Array(size)
  const ranges: Range[] = [{ from: 0, to: size, skipped: 0 }]
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    if (range.to - range.from <= few) sortByInsertion(sites, order, range)
    else for (const equal of sortByKeys(sites, order, keys, range)) ranges.push(equal)
  }
  return order
}

/** A part of the order, from one position to before another, in which all sites end with the same characters. */
interface Range {
  readonly from: number
  readonly to: number
  /** How many characters these are. */
  readonly skipped: number
}

const mostSites = 2 ** 24
/** So many are sorted sooner by comparing pairs. */
const few = 12
const charactersOfKey = 7

/**
 * Sorts a range by seven characters of each site, and returns the ranges within it that are equal in these.
 *
 * A key is two halves, the lower one first as processors keep it: six characters make up the upper one, the seventh and
 * the index the lower one.
 */
function sortByKeys(
  sites: SiteBytes,
  order: Uint32Array,
  keys: BigUint64Array,
  { from, to, skipped }: Range,
): readonly Range[] {
  const { starts } = sites
  const halves = new Uint32Array(keys.buffer, 0, 2 * (to - from))
  for (let position = from, half = 0; position < to; position += 1, half += 2) {
    const index = order[position] ?? 0
    const last = (starts[index + 1] ?? 0) - 2 - skipped
    const first = starts[index] ?? 0
    let upper = 0
    for (let at = last; at > last - 6; at -= 1) upper = upper * ranks + rankAt(sites, at, first)
    halves[half] = (rankAt(sites, last - 6, first) << 24) | index
    halves[half + 1] = upper
  }
  keys.subarray(0, to - from).sort()

  const equal: Range[] = []
  let begin = from
  for (let position = from, half = 0; position < to; position += 1, half += 2) {
    const lower = halves[half] ?? 0
    order[position] = lower % mostSites
    const goesOn =
      position + 1 < to &&
      halves[half + 3] === halves[half + 1] &&
      (halves[half + 2] ?? 0) >>> 24 === lower >>> 24
    if (goesOn) continue
    // Where the seventh character is none, the sites have ended, so they are the same.
    if (position > begin && lower >>> 24 !== 0) {
      equal.push({ from: begin, to: position + 1, skipped: skipped + charactersOfKey })
    }
    begin = position + 1
  }
  return equal
}

function sortByInsertion(sites: SiteBytes, order: Uint32Array, { from, to }: Range): void {
  for (let position = from + 1; position < to; position += 1) {
    const index = order[position] ?? 0
    let free = position
    while (free > from && compareFromEnd(sites, order[free - 1] ?? 0, sites, index) > 0) {
      order[free] = order[free - 1] ?? 0
      free -= 1
    }
    order[free] = index
  }
}

function rankAt({ bytes }: SiteBytes, at: number, first: number): number {
  return at < first ? 0 : (rankOf[bytes[at] ?? 0] ?? 0)
}

/** The characters of canonical sites, in the order of their codes. Six of them make a number below 2 to the 32. */
const characters = '-.0123456789_abcdefghijklmnopqrstuvwxyz'
const ranks = characters.length + 1
/** From 1; 0 is for what stands before a site's first character. */
const rankOf = new Uint8Array(128)
for (const [position, character] of [...characters].entries()) rankOf[character.charCodeAt(0)] = position + 1
