import { firstOfAlphabet, type SiteTable } from '@webfilter/site-lists'

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
  return most > mostPicked ? [...sites.list()].sort().slice(0, most) : firstOfAlphabet(sites, most)
}

/** From so many on, to sort them all is less work than to pick the first. */
const mostPicked = 1_000

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
