import type { Site } from '@webfilter/appliance-names'
import {
  asTable,
  countCommon,
  emptyTable,
  gathered,
  minus,
  type SiteSet,
  SiteTable,
  tableOf,
  union,
  unionOf,
} from './site-table'

/** A set of sites that people typed, in their order. */
export class FewSites implements SiteSet {
  readonly list: readonly Site[]
  #set: ReadonlySet<Site> | undefined

  /** @param sites those given more than once are taken once */
  constructor(sites: Iterable<Site> = []) {
    this.list = [...(sites instanceof Set ? sites : new Set(sites))]
  }

  get size(): number {
    return this.list.length
  }

  /** The first time, this makes a set of all. */
  has(site: Site): boolean {
    this.#set ??= new Set(this.list)
    return this.#set.has(site)
  }

  at(index: number): Site | undefined {
    return this.list[index]
  }

  slice(from: number, to?: number): FewSites {
    return new FewSites(this.list.slice(from, to))
  }

  [Symbol.iterator](): Iterator<Site> {
    return this.list[Symbol.iterator]()
  }
}

/** The sites of one set that the other does not have, in the order of the first; of a table a table, without strings of its sites. */
export function sitesWithout(sites: SiteSet, others: SiteSet): SiteSet {
  if (sites.size === 0 || others.size === 0) return sites
  if (sites instanceof SiteTable) return minus(sites, asTable(others))
  return new FewSites([...sites].filter((site) => !others.has(site)))
}

/** The sites of both sets, those of the first in front; a table if either is one. */
export function sitesInEither(sites: SiteSet, others: SiteSet): SiteSet {
  if (sites.size === 0) return others
  if (others.size === 0) return sites
  const areFew = !(sites instanceof SiteTable || others instanceof SiteTable)
  return areFew ? new FewSites([...sites, ...others]) : union(asTable(sites), asTable(others))
}

/** The part of some sites that others have too, in the order of the first; of a table a table. */
export function sitesInBoth(sites: SiteSet, others: SiteSet): SiteSet {
  if (sites.size === 0 || others.size === 0) return emptyTable
  if (!(sites instanceof SiteTable)) return new FewSites([...sites].filter((site) => others.has(site)))
  if (others.size < sites.size / manyTimes) return tableOf([...others].filter((site) => sites.has(site)))
  return minus(sites, minus(sites, asTable(others)))
}

/** A search in a table takes as long as passing so many of its sites. */
const manyTimes = 20

/** The sites of a set with a text in them. Makes no strings of the other sites of a table. */
export function sitesWith(text: string, sites: SiteSet): SiteSet {
  if (!(sites instanceof SiteTable)) return new FewSites([...sites].filter((site) => site.includes(text)))
  const bytes = Buffer.from(sites.bytes.buffer, sites.bytes.byteOffset, sites.bytes.byteLength)
  const indexes: number[] = []
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at)) {
    const index = indexAt(sites, at)
    indexes.push(index)
    at = sites.starts[index + 1] ?? bytes.length
  }
  return gathered(sites, Uint32Array.from(indexes))
}

/** The index of the site whose text stands at a place in the bytes of a table. */
function indexAt({ starts }: SiteTable, place: number): number {
  let [low, high] = [0, starts.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle
  }
  return low
}

/** The sites of a set whose index is chosen. */
export function chosenFrom(sites: SiteSet, isChosen: (index: number) => boolean): SiteSet {
  let count = 0
  for (let index = 0; index < sites.size; index += 1) if (isChosen(index)) count += 1
  if (count === sites.size) return sites
  if (count === 0) return emptyTable
  const indexes = new Uint32Array(count)
  let end = 0
  for (let index = 0; index < sites.size; index += 1) {
    if (!isChosen(index)) continue
    indexes[end] = index
    end += 1
  }
  if (sites instanceof SiteTable) return gathered(sites, indexes)
  return new FewSites([...indexes].flatMap((index) => sites.at(index) ?? []))
}

/** The first sites of a set in alphabetical order, at most so many: few, as each is moved to its place. */
export function firstOfAlphabet(sites: SiteSet, count: number): readonly Site[] {
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

/** The first site of a set that another set does not have; undefined if it has all. */
export function firstBeside(others: SiteSet, sites: SiteSet): Site | undefined {
  if (others instanceof SiteTable && sites instanceof SiteTable && others.size > few) {
    return minus(sites, others).at(0)
  }
  for (const site of sites) if (!others.has(site)) return site
  return undefined
}

const few = 10_000

/** The first sites of a set, at most so many. */
export function firstOf(sites: SiteSet, count: number): readonly Site[] {
  const first: Site[] = []
  for (const site of sites) {
    if (first.length === count) break
    first.push(site)
  }
  return first
}

/** How many sites some sets have together, each counted once. Makes no strings of the sites of tables. */
export function countDistinct(sets: readonly SiteSet[]): number {
  const [last = emptyTable, ...tables] = sets.filter((set) => set instanceof SiteTable)
  const others = new Set(sets.filter((set) => !(set instanceof SiteTable)).flatMap((set) => [...set]))
  const table = unionOf(tables)
  let count = table.size + last.size - countCommon(table, last)
  for (const site of others) if (!table.has(site) && !last.has(site)) count += 1
  return count
}
