import { type Site, simplifyName } from '@webfilter/appliance-names'
import { firstOf } from '../sites/first-sites'

import { countDistinct } from '../sites/table/distinct-sites'
import type { SiteSet } from '../sites/table/site-set'
import { emptyTable } from '../sites/table/site-table'
import type { VerificationMode } from '../sites/verification'
import type { NamedCategory } from './shared-sites'

/**
 * What the lists of each category manage, as far as the resources of a run were read. The appliance counts the sites of a category
 * regardless of their list, so only all lists together can be compared with the count. Each refresh announces what its list manages
 * before it requests the categories, and compares after the answer. Lists that are refreshed side by side know each other; of lists
 * that are read one after the other, only the last one knows all.
 */
export class ListRefreshes {
  readonly #refreshes = new Map<string, Map<string | null, ListRefresh>>()

  /** @param list name of the list; null for that of the category itself */
  begin(category: NamedCategory, list: string | null, managed: SiteSet): ListRefresh {
    const key = JSON.stringify([category.id, simplifyName(category.name)])
    const refreshes = this.#refreshes.get(key) ?? new Map<string | null, ListRefresh>()
    this.#refreshes.set(key, refreshes)
    const refresh: ListRefresh = new ListRefresh(list, managed, () =>
      [...refreshes.values()].filter((other) => other !== refresh),
    )
    refreshes.set(list, refresh)
    return refresh
  }

  /** A few sites of every other list that was read so far, of all categories: they should be there, if anything is. */
  *witnesses(except?: ListRefresh): Generator<Site> {
    const all = [...this.#refreshes.values()].flatMap((refreshes) => [...refreshes.values()])
    for (const list of all) if (list !== except) yield* firstOf(list.managed, witnessesOfList)
  }
}

const witnessesOfList = 2

/** A category that holds fewer sites than its lists manage. */
export interface Shortage {
  /** How many sites all lists manage that are known so far. */
  readonly managed: number
  /** The other lists, as far as they manage anything. */
  readonly others: readonly ListRefresh[]
}

/** The refresh of one list. */
export class ListRefresh {
  readonly list: string | null
  readonly managed: SiteSet
  /** How its sites are queried; undefined while that can still depend on what others manage. */
  mode: VerificationMode | undefined
  /** The sites that were queried and do not exist. */
  missing: SiteSet = emptyTable
  readonly #others: () => readonly ListRefresh[]

  constructor(list: string | null, managed: SiteSet, others: () => readonly ListRefresh[]) {
    this.list = list
    this.managed = managed
    this.#others = others
  }

  /** @param items how many sites the category contains; undefined if the appliance does not report it */
  shortage(items: number | undefined): Shortage | undefined {
    if (items === undefined || this.managed.size === 0) return undefined
    const others = this.#others().filter(({ managed }) => managed.size > 0)
    const sets = [this, ...others].map(({ managed }) => managed)
    // Lists may overlap, but what is enough for all of them one by one is enough for all together.
    if (sets.reduce((sum, { size }) => sum + size, 0) <= items) return undefined
    const managed = others.length === 0 ? this.managed.size : countDistinct(sets)
    return managed > items ? { managed, others } : undefined
  }
}
