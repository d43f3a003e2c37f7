import type { SiteTable } from '@webfilter/site-lists'

/** Names that belong to a line: counted, and the first of them in alphabetical order, as many as there is room for. */
export interface Names {
  readonly count: number
  /** Fewer than asked for, or none, where the others are sensitive. */
  first(most: number): readonly string[]
}

/** The names of sites; only their number where they are sensitive. */
export function namesOfSites(sites: SiteTable, sensitive: boolean): Names {
  const { size } = sites
  return sensitive ? hiddenNames(size) : { count: size, first: (most) => firstSites(sites, most) }
}

/** A table has its sites in another order, and may have a million of them. */
function firstSites(sites: SiteTable, most: number): readonly string[] {
  // Sites have no capital letters, so the order of characters is the alphabetical one.
  if (most > mostPicked) return [...sites.list()].sort().slice(0, most)
  const counter = new NameCounter(most)
  for (const site of sites.list()) counter.add(site)
  return counter.first(most)
}

/** From so many on, to sort them all is less work than to pick the first. */
const mostPicked = 20_000

/** Names that are there as texts. */
export function shownNames(texts: readonly string[]): Names {
  const inOrder = [...texts].sort(alphabetically)
  return { count: texts.length, first: (most) => inOrder.slice(0, most) }
}

export function joinedNames(all: readonly Names[]): Names {
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    first: (most) =>
      [...new Set(all.flatMap((names) => names.first(most)))].sort(alphabetically).slice(0, most),
  }
}

/** Names that the plan marks as sensitive: only how many there are. */
export function hiddenNames(count: number): Names {
  return { count, first: () => [] }
}

/** Counts names as they are found, and keeps the first of them in alphabetical order. */
export class NameCounter implements Names {
  readonly #most: number
  readonly #kept: string[] = []
  #count = 0

  /** @param most how many are kept */
  constructor(most = 1_000) {
    this.#most = most
  }

  get count(): number {
    return this.#count
  }

  /** @param name undefined if it is sensitive */
  add(name: string | undefined): void {
    this.#count += 1
    if (name === undefined) return
    const last = this.#kept.at(-1)
    const isFull = this.#kept.length >= this.#most
    if (isFull && (last === undefined || alphabetically(name, last) >= 0)) return
    this.#kept.splice(this.#placeOf(name), 0, name)
    if (isFull) this.#kept.pop()
  }

  first(most: number): readonly string[] {
    return this.#kept.slice(0, most)
  }

  /** Behind all that come before it. */
  #placeOf(text: string): number {
    let [low, high] = [0, this.#kept.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (alphabetically(this.#kept[middle] ?? '', text) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The order in which people look for names: capital letters beside small ones. For `sort`; equal names only where they are the same. */
export function alphabetically(one: string, other: string): number {
  return compared(one.toLowerCase(), other.toLowerCase()) || compared(one, other)
}

/** Each of some texts once, in that order. */
export function inOrder(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort(alphabetically)
}

/** The order of characters, for `sort`. */
export function compared(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}
