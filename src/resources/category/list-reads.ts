import { simplifyName } from '../../appliance/categories/category-name'
import { countDistinct } from '../../sites/distinct-sites'
import type { SiteSet } from '../../sites/site-set'
import { emptyTable } from '../../sites/site-table'
import type { Identity } from './category-identity'
import type { Questions } from './verification'

/**
 * What the lists of each category manage, as far as the resources of a run were read. The appliance counts the sites of a category,
 * whichever list they are of, so only all lists together can be held against the count. Each read says what its list manages before
 * it asks for the categories, and compares after the answer: of those that are read side by side each knows the others, and of those
 * that are read one after the other the last one does.
 */
export class ListReads {
  readonly #reads = new Map<string, Map<string | null, ListRead>>()

  /** @param list name of the list; null for that of the category itself */
  begin(category: Identity, list: string | null, managed: SiteSet): ListRead {
    const key = JSON.stringify([category.id, simplifyName(category.name)])
    const reads = this.#reads.get(key) ?? new Map<string | null, ListRead>()
    this.#reads.set(key, reads)
    const read: ListRead = new ListRead(list, managed, () =>
      [...reads.values()].filter((other) => other !== read),
    )
    reads.set(list, read)
    return read
  }
}

/** A category that holds fewer sites than its lists manage. */
export interface Shortage {
  /** How many sites all lists manage that are known so far. */
  readonly managed: number
  /** The other lists, as far as they manage anything. */
  readonly others: readonly ListRead[]
}

/** The read of one list. */
export class ListRead {
  readonly list: string | null
  readonly managed: SiteSet
  /** How its sites are asked for; undefined while that is not decided, and what others manage can still decide it. */
  mode: Questions['mode'] | undefined
  /** Those that were asked for and are not there. */
  missing: SiteSet = emptyTable
  readonly #others: () => readonly ListRead[]

  constructor(list: string | null, managed: SiteSet, others: () => readonly ListRead[]) {
    this.list = list
    this.managed = managed
    this.#others = others
  }

  /** @param items how many sites the category holds; undefined where the appliance does not tell */
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
