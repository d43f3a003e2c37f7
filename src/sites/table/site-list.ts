import type { Site } from '@webfilter/appliance-names'
import {
  emptyTable,
  gathered,
  madeAtOnce,
  minus,
  type SiteSet,
  SiteTable,
  sitesWithout,
  tableOf,
  unionOf,
} from './site-table'

/**
 * Sites in an order, each once, that are sent one after the other. Those that people typed are an array. Those of a table stay in it: five
 * million strings take several times the memory of the table, so each is made when it is sent.
 */
export interface SiteList extends Iterable<Site> {
  readonly length: number
  at(index: number): Site | undefined
  /** The sites from one index to before another, or to the end. */
  slice(from: number, to?: number): SiteList
}

/** The sites of a table, or some of those that follow each other in it. */
export class TableList implements SiteList {
  readonly table: SiteTable
  readonly #from: number
  readonly #to: number

  /** @param to index behind the last site */
  constructor(table: SiteTable, from = 0, to = table.size) {
    this.table = table
    this.#from = from
    this.#to = to
  }

  get length(): number {
    return this.#to - this.#from
  }

  at(index: number): Site | undefined {
    return index < 0 || index >= this.length ? undefined : this.table.at(this.#from + index)
  }

  slice(from: number, to = this.length): TableList {
    const [begin, end] = [Math.min(from, this.length), Math.min(to, this.length)]
    return new TableList(this.table, this.#from + begin, this.#from + Math.max(begin, end))
  }

  /** Where in the bytes of the table a site begins, or behind the last one what follows it. */
  offset(index: number): number {
    return this.table.starts[this.#from + index] ?? 0
  }

  /** The sites as one text, with a line feed between each two. */
  text(): string {
    return this.length === 0 ? '' : this.table.text(this.#from, this.#to)
  }

  /** A table of these sites. Those of a part have the bytes of the whole. */
  asTable(): SiteTable {
    if (this.length === this.table.size) return this.table
    const begin = this.offset(0)
    const starts = this.table.starts.slice(this.#from, this.#to + 1).map((start) => start - begin)
    return new SiteTable(this.table.bytes.subarray(begin, this.offset(this.length)), starts)
  }

  *[Symbol.iterator](): Generator<Site> {
    for (let from = 0; from < this.length; from += madeAtOnce) {
      yield* this.slice(from, from + madeAtOnce)
        .text()
        .split('\n') as Site[]
    }
  }
}

/** The sites of a set in its order. */
export function inOrder(sites: SiteSet): SiteList {
  return sites instanceof SiteTable ? new TableList(sites) : [...sites]
}

/** The sites of a list as a set; a table stays one. */
export function asSet(sites: SiteList): SiteSet {
  return sites instanceof TableList ? sites.asTable() : new Set(sites)
}

/** The sites of several lists, no two of which have a site in common. */
export function joined(...lists: readonly SiteList[]): SiteList {
  const [first = [], ...others] = lists.filter(({ length }) => length > 0)
  if (others.length === 0) return first
  const all = [first, ...others]
  if (!all.some((list) => list instanceof TableList)) return all.flatMap((list) => [...list])
  return new TableList(unionOf(all.map(tableOfList)))
}

/** A list without some sites. */
export function listWithout(sites: SiteList, others: SiteSet): SiteList {
  return others.size === 0 || sites.length === 0 ? sites : inOrder(sitesWithout(asSet(sites), others))
}

/** The sites of a list whose index is chosen. */
export function chosenFrom(sites: SiteList, isChosen: (index: number) => boolean): SiteList {
  let count = 0
  for (let index = 0; index < sites.length; index += 1) if (isChosen(index)) count += 1
  if (count === sites.length) return sites
  if (count === 0) return []
  const indexes = new Uint32Array(count)
  let end = 0
  for (let index = 0; index < sites.length; index += 1) {
    if (!isChosen(index)) continue
    indexes[end] = index
    end += 1
  }
  if (sites instanceof TableList) return new TableList(gathered(sites.asTable(), indexes))
  return [...indexes].flatMap((index) => sites.at(index) ?? [])
}

/** The first sites of a list in alphabetical order, at most so many: few, as each is moved to its place. */
export function firstOfAlphabet(sites: SiteList, count: number): readonly Site[] {
  const first: Site[] = []
  for (const site of sites) {
    if (first.length === count) {
      if ((first.at(-1) ?? '') <= site) continue
      first.pop()
    }
    let place = first.length
    while (place > 0 && (first[place - 1] ?? '') > site) place -= 1
    first.splice(place, 0, site)
  }
  return first
}

/** A site of a set that a list of sites of this set does not have; undefined if it has all. */
export function firstBeside(list: SiteList, sites: SiteSet): Site | undefined {
  if (list.length === sites.size) return undefined
  if (list instanceof TableList && sites instanceof SiteTable && list.length > few) {
    const left = minus(sites, list.asTable())
    return left.size === 0 ? undefined : left.at(0)
  }
  const listed = new Set(list)
  for (const site of sites) if (!listed.has(site)) return site
  return undefined
}

const few = 10_000

/** The part of some sites that others have too. */
export function sitesInBoth(sites: SiteSet, others: SiteSet): SiteSet {
  if (sites.size === 0 || others.size === 0) return emptyTable
  const [fewer, more] = sites.size < others.size ? [sites, others] : [others, sites]
  if (fewer instanceof SiteTable && more instanceof SiteTable && fewer.size > more.size / manyTimes) {
    return minus(fewer, minus(fewer, more))
  }
  return new Set([...fewer].filter((site) => more.has(site)))
}

/** A search in a table takes as long as passing so many of its sites. */
const manyTimes = 20

function tableOfList(sites: SiteList): SiteTable {
  return sites instanceof TableList ? sites.asTable() : tableOf(sites)
}
