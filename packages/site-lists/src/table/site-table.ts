import type { Site } from '@webfilter/appliance-names'
import {
  bytesToSort,
  compareFromEnd,
  type SiteBytes,
  type SiteSpans,
  SpanCollector,
  sortSpans,
} from './spans'

/**
 * Sites, each once, in an order: a `FewSites` for what people type, in their order, or a `SiteTable` for what files hold. Those of a table stay
 * in it while they are sent: five million strings take several times the memory of the table, so each is made when it is asked for.
 */
export interface SiteSet extends Iterable<Site> {
  readonly size: number
  has(site: Site): boolean
  /** Undefined if the set has no site of that index. */
  at(index: number): Site | undefined
  /** The sites from one index to before another, or to the end. */
  slice(from: number, to?: number): SiteSet
}

/**
 * A set of sites in two typed arrays: a million of them take thirty megabytes, and no string exists before it is asked
 * for. The sites are ordered by their characters from the last to the first, so that those of one domain are neighbors.
 */
export class SiteTable implements SiteBytes, SiteSet {
  /** All sites in order, each followed by a line feed. */
  readonly bytes: Uint8Array
  /** Where each site begins in `bytes`; behind the last one stands the length of the whole. */
  readonly starts: Uint32Array

  /** The arrays must hold what is said of them: `tableOf` and `mergedTable` make such. */
  constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.bytes = bytes
    this.starts = starts
  }

  get size(): number {
    return this.starts.length - 1
  }

  at(index: number): Site | undefined {
    return index >= 0 && index < this.size ? this.siteAt(index) : undefined
  }

  /** @param index from 0 to below `size` */
  siteAt(index: number): Site {
    return this.text(index, index + 1) as Site
  }

  /** The sites from one index to before another, or to the end. Their bytes are those of this table. */
  slice(from: number, to = this.size): SiteTable {
    const [begin, end] = [Math.min(from, this.size), Math.min(to, this.size)]
    if (begin >= end) return emptyTable
    if (end - begin === this.size) return this
    const [first = 0, behind = 0] = [this.starts[begin], this.starts[end]]
    const starts = this.starts.slice(begin, end + 1)
    for (let index = 0; index < starts.length; index += 1) starts[index] = (starts[index] ?? 0) - first
    return new SiteTable(this.bytes.subarray(first, behind), starts)
  }

  /** Looks it up in some twenty steps for a million sites. */
  has(site: Site): boolean {
    return holds(this, single(site), 0)
  }

  /** All sites in order. Strings of many sites take a tenth of the time that they take one by one. */
  list(): readonly Site[] {
    const list: Site[] = []
    for (let from = 0; from < this.size; from += madeAtOnce) {
      for (const site of this.text(from, Math.min(from + madeAtOnce, this.size)).split('\n'))
        list.push(site as Site)
    }
    return list
  }

  /** The sites from one index to before another, at least one, with a line feed between each two. */
  text(from: number, to: number): string {
    const { bytes, starts } = this
    const begin = starts[from] ?? 0
    const length = (starts[to] ?? 1) - 1 - begin
    // Only canonical sites are put into tables, and those are ASCII.
    return Buffer.from(bytes.buffer, bytes.byteOffset + begin, length).toString('latin1')
  }

  *[Symbol.iterator](): Generator<Site> {
    for (let from = 0; from < this.size; from += madeAtOnce) {
      yield* this.text(from, Math.min(from + madeAtOnce, this.size)).split('\n') as Site[]
    }
  }
}

/** Strings of so many sites are made at once. */
const madeAtOnce = 4_096

/** The table without a site. */
export const emptyTable = new SiteTable(new Uint8Array(), new Uint32Array(1))

/** The table of sites given in any order, those given more than once taken once. */
export function tableOf(sites: Iterable<Site>): SiteTable {
  const collector = new SpanCollector()
  for (const site of sites) collector.add(site)
  return mergedTable(collector.collected())
}

/** The sites as a table: themselves, where they are one. */
export function asTable(sites: Iterable<Site>): SiteTable {
  return sites instanceof SiteTable ? sites : tableOf(sites)
}

/** Whether a table has a site of another one, given by its index there. */
export function holds(table: SiteTable, sites: SiteBytes, index: number): boolean {
  let [low, high] = [0, table.size]
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = compareFromEnd(table, middle, sites, index)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}

function single(site: Site): SiteBytes {
  return { bytes: Buffer.from(`${site}\n`, 'latin1'), starts: Uint32Array.of(0, site.length + 1) }
}

/** The table of the sites of spans, which are sorted for it: in order, and each site once. */
export function mergedTable(spans: SiteSpans): SiteTable {
  const length = lengthOf(spans)
  // The spans are sorted in the memory of the table, which is written only then: both together are the most that reading a list takes.
  const memory = new ArrayBuffer(Math.max(length, bytesToSort(spans.starts.length)))
  sortSpans(spans, memory)
  return tableOfSorted(spans, new Uint8Array(memory, 0, length))
}

/** The table of some sites of another one, given by their indexes in its order. */
export function gathered({ bytes, starts }: SiteTable, indexes: Uint32Array): SiteTable {
  const spans = {
    bytes,
    starts: indexes.map((index) => starts[index] ?? 0),
    ends: indexes.map((index) => (starts[index + 1] ?? 1) - 1),
  }
  return tableOfSorted(spans, new Uint8Array(lengthOf(spans)))
}

/**
 * Equal neighbors are taken once.
 * @param target where the sites are written
 */
function tableOfSorted({ bytes, starts, ends }: SiteSpans, target: Uint8Array): SiteTable {
  const begins = new Uint32Array(starts.length + 1)
  let count = 0
  let end = 0
  for (let index = 0; index < starts.length; index += 1) {
    const begin = end
    const stop = ends[index] ?? 0
    for (let from = starts[index] ?? 0; from < stop; from += 1) {
      target[end] = bytes[from] ?? 0
      end += 1
    }
    target[end] = lineFeed
    end += 1
    if (count > 0 && sameText(target, begins[count - 1] ?? 0, begin, end)) {
      end = begin
    } else {
      count += 1
      begins[count] = end
    }
  }
  // Where few stand twice, a copy would take more memory than what is left over.
  const isCut = end < target.length - (target.length >>> 3)
  return isCut
    ? new SiteTable(target.slice(0, end), begins.slice(0, count + 1))
    : new SiteTable(target.subarray(0, end), begins.subarray(0, count + 1))
}

/** Bytes of all sites, with a line feed behind each. */
function lengthOf({ starts, ends }: SiteSpans): number {
  let length = starts.length
  for (let index = 0; index < starts.length; index += 1) length += (ends[index] ?? 0) - (starts[index] ?? 0)
  return length
}

/** Whether the text from `one` to before `other` is that from `other` to before `end`. */
function sameText(bytes: Uint8Array, one: number, other: number, end: number): boolean {
  if (other - one !== end - other) return false
  for (let offset = 0; other + offset < end; offset += 1) {
    if (bytes[one + offset] !== bytes[other + offset]) return false
  }
  return true
}

const lineFeed = 0x0a

/** The sites of one table that the other does not have. */
export function minus(table: SiteTable, other: SiteTable): SiteTable {
  if (table === other) return emptyTable
  if (table.size === 0 || other.size === 0) return table
  const left = other.size > fewBeside * table.size ? placesOutside(table, other) : placesBeside(table, other)
  return left.length === table.size ? table : gathered(table, left)
}

/** A table with so many times fewer sites than another one is looked up there site by site. */
const fewBeside = 16

/** The indexes of the sites that the other table does not have: each is looked up there. */
function placesOutside(table: SiteTable, other: SiteTable): Uint32Array {
  return Uint32Array.from({ length: table.size }, (_, index) => index).filter(
    (index) => !holds(other, table, index),
  )
}

/** The same by going through both tables at once. */
function placesBeside(table: SiteTable, other: SiteTable): Uint32Array {
  const left = new Uint32Array(table.size)
  let count = 0
  let position = 0
  for (let index = 0; index < table.size; index += 1) {
    let order = -1
    while (position < other.size) {
      order = compareFromEnd(table, index, other, position)
      if (order <= 0) break
      position += 1
    }
    if (position < other.size && order === 0) continue
    left[count] = index
    count += 1
  }
  return left.subarray(0, count)
}

/** The sites that two tables have in common. */
export function common(table: SiteTable, other: SiteTable): SiteTable {
  return minus(table, minus(table, other))
}

/** The sites of both tables; the first one itself if the other adds nothing. */
export function union(table: SiteTable, other: SiteTable): SiteTable {
  const added = minus(other, table)
  if (added.size === 0) return table
  if (table.size === 0) return added
  const bytes = new Uint8Array(table.bytes.length + added.bytes.length)
  const starts = new Uint32Array(table.size + added.size + 1)
  let [index, position, end] = [0, 0, 0]
  for (let count = 1; count < starts.length; count += 1) {
    const first =
      position >= added.size || (index < table.size && compareFromEnd(table, index, added, position) < 0)
    const source = first ? table : added
    const at = first ? index : position
    const site = source.bytes.subarray(source.starts[at], source.starts[at + 1])
    bytes.set(site, end)
    end += site.length
    starts[count] = end
    if (first) index += 1
    else position += 1
  }
  return new SiteTable(bytes, starts)
}

/** The sites of all tables. Two halves at a time, so that a table is not copied for each of the others. */
export function unionOf(tables: readonly SiteTable[]): SiteTable {
  const [first = emptyTable] = tables
  if (tables.length < 2) return first
  const middle = tables.length >>> 1
  return union(unionOf(tables.slice(0, middle)), unionOf(tables.slice(middle)))
}

/** How many sites both tables have. */
export function countCommon(table: SiteTable, other: SiteTable): number {
  let [index, position, count] = [0, 0, 0]
  while (index < table.size && position < other.size) {
    const order = compareFromEnd(table, index, other, position)
    if (order === 0) count += 1
    if (order <= 0) index += 1
    if (order >= 0) position += 1
  }
  return count
}
