import type { SiteTable } from '../../sites/table/site-table'
import { alphabetically, FirstTexts } from './alphabetical'

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
  const first = new FirstTexts(most)
  for (const site of sites.list()) first.add(site)
  return first.texts
}

/** From so many on, to sort them all is less work than to pick the first. */
const mostPicked = 20_000

/** Names that are there as texts. */
export function shownNames(texts: readonly string[]): Names {
  const inOrder = [...texts].sort(alphabetically)
  return { count: texts.length, first: (most) => inOrder.slice(0, most) }
}

/** Names that the plan marks as sensitive: only how many there are. */
export function hiddenNames(count: number): Names {
  return { count, first: () => [] }
}

/** Counts names as they are found, and keeps the first of them in alphabetical order. */
export class NameCounter implements Names {
  #count = 0
  readonly #first = new FirstTexts(1_000)

  get count(): number {
    return this.#count
  }

  /** @param name undefined where it is sensitive */
  add(name: string | undefined): void {
    this.#count += 1
    if (name !== undefined) this.#first.add(name)
  }

  first(most: number): readonly string[] {
    return this.#first.texts.slice(0, most)
  }
}
