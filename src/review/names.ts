import { firstOf } from '../sites/first-sites'
import type { SiteTable } from '../sites/table/site-table'

/** Names that belong to a line: counted, and the first of them as many as there is room for. */
export interface Names {
  readonly count: number
  /** Fewer than asked for, or none, where the others are sensitive. */
  first(most: number): readonly string[]
}

/** The names of sites; only their number where they are sensitive. */
export function namesOfSites(sites: SiteTable, sensitive: boolean): Names {
  const { size } = sites
  return sensitive ? hiddenNames(size) : { count: size, first: (most) => firstOf(sites, most) }
}

/** Names that are there as texts. */
export function shownNames(texts: readonly string[]): Names {
  return { count: texts.length, first: (most) => texts.slice(0, most) }
}

/** Names that the plan marks as sensitive: only how many there are. */
export function hiddenNames(count: number): Names {
  return { count, first: () => [] }
}

/** Counts names as they are found, and keeps the first of them. */
export class NameCounter implements Names {
  #count = 0
  readonly #kept: string[] = []

  get count(): number {
    return this.#count
  }

  add(name: () => string | undefined): void {
    this.#count += 1
    if (this.#kept.length >= mostKept) return
    const text = name()
    if (text !== undefined) this.#kept.push(text)
  }

  first(most: number): readonly string[] {
    return this.#kept.slice(0, most)
  }
}

const mostKept = 1_000
