import type { Site } from '@webfilter/appliance-names'
import type { Condition } from '@webfilter/concurrency'
import {
  countDistinct,
  emptyTable,
  firstOf,
  type SiteSet,
  type VerificationMode,
} from '@webfilter/site-lists'
import type { Growth } from './category-counts'
import { type NamedCategory, type OfList, Rows } from './place'

/** The lists that were read in a run, with what they manage. */
export class ListsRead {
  readonly rows = new Rows<ListRead>()
  /** Those that are not planned yet. A state may have one list under two addresses, which are both awaited. */
  readonly awaited = new Rows<ListRead>()
  readonly #arrived: Condition

  /** @param arrived changes whenever a list is planned, or is not to be planned any more */
  constructor(arrived: Condition) {
    this.#arrived = arrived
  }

  /** One that is read again holds what it held, until that is known anew: a state may have it at two addresses. */
  add(read: ListRead): void {
    read.stored = this.rows.ofList(read).find(({ stored }) => stored)?.stored
    this.rows.dropList(read)
    this.rows.add(read)
    if (read.isAwaited) this.awaited.add(read)
  }

  /** The plan of a list begins. */
  begin(place: OfList): void {
    for (const read of this.awaited.ofList(place)) read.isPlanBegun = true
  }

  arrive(place: OfList | undefined): void {
    const [one] = place ? this.awaited.ofList(place) : []
    if (one) {
      one.isAwaited = false
      this.awaited.drop(one)
    }
    this.#arrived.changed()
  }

  *witnesses(except?: ListRead): Generator<Site> {
    for (const read of this.rows.all()) if (read !== except) yield* firstOf(read.managed, fewWitnesses)
  }
}

/** The row of a list that was read. */
export class ListRead {
  readonly category: NamedCategory
  readonly list: string | null
  /** The sites of the state, but those that an earlier change has left in doubt and that are not there, once that is known. */
  managed: SiteSet
  /** How its sites are queried; undefined while that can still depend on what others manage. */
  mode: VerificationMode | undefined
  /** The sites that were queried and do not exist. */
  missing: SiteSet = emptyTable
  /** How its last applies have changed the number of sites of the category; undefined if that is not remembered. */
  growth: Growth | undefined
  /** Whether others wait for the plan of it. */
  isAwaited: boolean
  /** What the state has of it now; undefined until that is known. */
  stored: StoredContent | undefined
  /** When its refresh was done, on the clock of `performance.now()`. */
  refreshed: number | undefined
  /** Its plan may take long. */
  isPlanBegun = false
  readonly #all: ListsRead

  constructor(
    category: NamedCategory,
    list: string | null,
    managed: SiteSet,
    isAwaited: boolean,
    all: ListsRead,
  ) {
    this.category = category
    this.list = list
    this.managed = managed
    this.isAwaited = isAwaited
    this.#all = all
  }

  /** Says what the state has of it now: its refresh is done. */
  holds(stored: StoredContent): void {
    this.stored = stored
    this.refreshed = performance.now()
  }

  /** Says that it is gone, or cannot be read: no plan follows. */
  ends(): void {
    this.#all.arrive(this)
  }

  /** What its destroy removes if no plan has begun: Terraform plans no tainted list that it has read. */
  get removedUnplanned(): SiteSet {
    return this.isAwaited && !this.isPlanBegun && this.stored ? this.stored.removed : emptyTable
  }

  /** The other lists of the category, as far as they were read by now and manage anything. */
  others(): readonly ListRead[] {
    return this.#all.rows.of(this.category).filter((other) => other !== this && other.managed.size > 0)
  }

  /**
   * How many sites all lists manage that were read by now, if the category holds fewer. The appliance counts the sites of a category regardless
   * of their list. Lists that are read side by side know each other; of lists that are read one after the other, only the last one knows all.
   *
   * @param items how many sites the category contains; undefined if the appliance does not report it
   */
  managedBeyond(items: number | undefined): number | undefined {
    if (items === undefined || this.managed.size === 0) return undefined
    const others = this.others()
    const sets = [this, ...others].map(({ managed }) => managed)
    // Lists may overlap, but what is enough for all of them one by one is enough for all together.
    if (sets.reduce((sum, { size }) => sum + size, 0) <= items) return undefined
    const managed = others.length === 0 ? this.managed.size : countDistinct(sets)
    return managed > items ? managed : undefined
  }

  /** A few sites of every other list that was read so far, of all categories: they should be there, if anything is. */
  witnesses(): Iterable<Site> {
    return this.#all.witnesses(this)
  }
}

/** So many sites of each list are witnesses. */
export const fewWitnesses = 2

/** What the state has of a list, as a destroy would remove it. */
export interface StoredContent {
  /** The names of its files; null if it comes from none. */
  readonly files: string | readonly string[] | null
  /** Empty if `on_destroy` is `keep`. */
  readonly removed: SiteSet
  /** What names its object; undefined if nothing does. */
  readonly token: string | undefined
}
