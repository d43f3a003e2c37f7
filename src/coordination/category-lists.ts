import { type Site, simplifyName } from '@webfilter/appliance-names'
import type { Diagnostics, ManagedObject } from '@webfilter/terraform-plugin'
import {
  countDistinct,
  emptyTable,
  firstOf,
  type SiteSet,
  type SiteTable,
  sitesWithout,
} from '../sites/table/site-table'

import type { VerificationMode } from '../sites/verification'
import type { NamedCategory } from './shared-sites'

/** Whose list of sites it is: a category's own, or another one that is kept in it. */
export interface ListOwner {
  /** Name of the category. */
  readonly category: string
  /** Name of the list; null for that of the category itself. */
  readonly list: string | null
}

/**
 * What the owners of lists of sites declare. Terraform applies resources side by side, and one that is replaced or renamed in the
 * configuration is briefly two resources that change one category: what one of them declares, the other must not remove.
 */
export class CategoryLists {
  readonly #tables = new Map<string, string>()
  readonly #planned = new Map<string, Map<string, PlannedSites>>()
  readonly #declared = new SitesOfLists()
  readonly #settled = new SitesOfLists()
  readonly #failedRemovals = new Set<string>()
  readonly #stored = new Map<string, ListToDestroy>()
  readonly #successors = new Map<string, Comparison>()

  /** Says that a category is to be created. Returns the name of another one of this run that is to be created with the same table. */
  createTable(table: string, name: string): string | undefined {
    const first = this.#tables.get(table) ?? name
    this.#tables.set(table, first)
    return simplifyName(first) === simplifyName(name) ? undefined : first
  }

  /** Says in a refresh that the state has a list. */
  store(owner: ListOwner, list: ListToDestroy): void {
    this.#stored.set(keyOf(owner), list)
  }

  /**
   * Says in the plan of a creation that a list is to be created where the state may have it already. Terraform does not report that a
   * resource is tainted, and its plan is that of a creation: only the refresh knows the old list. A block that is renamed without
   * `moved` looks the same, except that the old list is planned too, before or after the new one.
   *
   * @param compare compares both, and throws if the new list is not to take the place of the old one
   */
  async succeed(owner: ListOwner, call: PlanCall, compare: Comparison): Promise<void> {
    const key = keyOf(owner)
    const stored = this.#stored.get(key)
    if (stored) await compare(stored, call)
    else this.#successors.set(key, compare)
  }

  /** Says in the plan of a destroy that a list leaves the state. Compares it with the one that takes its place, if that was not done. */
  async giveWay(owner: ListOwner, call: PlanCall, list: ListToDestroy): Promise<void> {
    const key = keyOf(owner)
    const compare = this.#successors.get(key)
    this.#successors.delete(key)
    this.#stored.set(key, list)
    await compare?.(list, call)
  }

  /** Says which sites a list is planned to have. Returns what was said before of other lists in its category. */
  plan(planned: PlannedSites, by?: ManagedObject): readonly PlannedSites[] {
    const category = simplifyName(planned.owner.category)
    const key = keyOf(planned.owner)
    const lists = this.#planned.get(category) ?? new Map<string, PlannedSites>()
    lists.delete(key)
    const others = [...lists.values()]
    this.#planned.set(category, lists.set(key, planned))
    by?.whenWithdrawn(() => {
      if (lists.get(key) === planned) lists.delete(key)
    })
    return others
  }

  /** Says that a list is in no state any more. What a later creation would be compared with is gone. */
  forget(owner: ListOwner): void {
    this.#stored.delete(keyOf(owner))
  }

  /** Says, before anything is sent, which sites a list is to hold when the apply of its resource is done. */
  declare(owner: ListOwner, sites: SiteSet, by?: ManagedObject): void {
    this.#declared.set(owner, sites, by)
  }

  /** The part of some sites that no resource that was applied, or is being applied, declares in the category. */
  notDeclared(category: string, sites: SiteSet): SiteSet {
    return [...this.#declared.of(category).values()].reduce(sitesWithout, sites)
  }

  /** Whether a resource that was applied, or is being applied, declares a site in the category. */
  isDeclared(category: string, site: Site): boolean {
    return [...this.#declared.of(category).values()].some((sites) => sites.has(site))
  }

  /** Says that a list has its sites in the category now. */
  settle(owner: ListOwner, sites: SiteSet, by?: ManagedObject): void {
    this.#settled.set(owner, sites, by)
  }

  /** A site that another list of this run has added to a category and keeps there; undefined if none is known. */
  keptByOthers(owner: ListOwner, isKept: (site: Site) => boolean): Site | undefined {
    for (const [key, sites] of this.#settled.of(owner.category)) {
      if (key === keyOf(owner)) continue
      for (const site of firstOf(sites, mostLookedAt)) if (isKept(site)) return site
    }
    return undefined
  }

  /** A few sites of every list that was applied in this run, of all categories. */
  *settledSites(): Generator<Site> {
    for (const sites of this.#settled.all()) yield* firstOf(sites, witnessesOfList)
  }

  /** Says that a resource that was to be destroyed in this run still has the list in its state. */
  failRemoval(owner: ListOwner): void {
    this.#failedRemovals.add(keyOf(owner))
  }

  /**
   * Whether such a resource still has the list. Two states would then hold it, and the next destroy of one would remove what the other
   * declares.
   */
  hasFailedRemoval(owner: ListOwner): boolean {
    return this.#failedRemovals.has(keyOf(owner))
  }
}

/** A list of the state that a destroy would remove. */
export interface ListToDestroy {
  /** The names of its files; null if it comes from none. */
  readonly files: string | readonly string[] | null
  /** Empty if `on_destroy` is `keep`. */
  readonly removed: SiteSet
}

/** The plan that compares: its warnings are those of the call that is answered. */
interface PlanCall {
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
}

type Comparison = (stored: ListToDestroy, call: PlanCall) => Promise<void>

/** What a list is planned to have; read only if another resource needs it. */
export interface PlannedSites {
  readonly owner: ListOwner
  readonly sites: () => Promise<SiteSet>
  /** What is left out of the list; undefined for nothing. */
  readonly exceptions?: (() => Promise<SiteTable>) | undefined
}

/** Sites by list, and lists by category. */
class SitesOfLists {
  readonly #lists = new Map<string, Map<string, SiteSet>>()

  /** @param by the object that is changed, which may be deleted in the same run */
  set(owner: ListOwner, sites: SiteSet, by: ManagedObject | undefined): void {
    const category = simplifyName(owner.category)
    const lists = this.#lists.get(category) ?? new Map<string, SiteSet>()
    const key = keyOf(owner)
    this.#lists.set(category, lists.set(key, sites))
    by?.whenWithdrawn(() => {
      if (lists.get(key) === sites) lists.delete(key)
    })
  }

  *all(): Generator<SiteSet> {
    for (const lists of this.#lists.values()) yield* lists.values()
  }

  /** By the keys of their owners. */
  of(category: string): ReadonlyMap<string, SiteSet> {
    return this.#lists.get(simplifyName(category)) ?? new Map<string, SiteSet>()
  }
}

/** If the first sites of a list are all about to leave, the others most likely are too. */
const mostLookedAt = 100

const witnessesOfList = 2

/** What distinguishes one list from another. */
export function keyOf({ category, list }: ListOwner): string {
  return JSON.stringify([simplifyName(category), list])
}

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
    const key = keyOfCategory(category)
    const refreshes = this.#refreshes.get(key) ?? new Map<string | null, ListRefresh>()
    this.#refreshes.set(key, refreshes)
    const refresh: ListRefresh = new ListRefresh(list, managed, () =>
      [...refreshes.values()].filter((other) => other !== refresh),
    )
    refreshes.set(list, refresh)
    return refresh
  }

  /** Says that a list has changed, or is gone: what was read of it holds no more. */
  forget(category: NamedCategory, list: string | null): void {
    this.#refreshes.get(keyOfCategory(category))?.delete(list)
  }

  /** Whether a list was read in this run, as in a plan with a refresh. @param list name of the list; null for that of the category itself */
  wasRead(category: NamedCategory, list: string | null): boolean {
    return this.#refreshes.get(keyOfCategory(category))?.has(list) ?? false
  }

  /** Whether a list of the category that was read so far manages one of the sites. */
  manages(category: NamedCategory, sites: SiteSet): boolean {
    const refreshes = this.#refreshes.get(keyOfCategory(category))?.values() ?? []
    return [...refreshes].some(({ managed }) => sitesWithout(sites, managed).size < sites.size)
  }

  /** A few sites of every other list that was read so far, of all categories: they should be there, if anything is. */
  *witnesses(except?: ListRefresh): Generator<Site> {
    const all = [...this.#refreshes.values()].flatMap((refreshes) => [...refreshes.values()])
    for (const list of all) if (list !== except) yield* firstOf(list.managed, witnessesOfRefresh)
  }
}

const witnessesOfRefresh = 2

function keyOfCategory({ id, name }: NamedCategory): string {
  return JSON.stringify([id, simplifyName(name)])
}

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
  /** Whether the appliance has reported of single sites whether the category contains them. */
  isAnswered = false
  readonly #others: () => readonly ListRefresh[]

  constructor(list: string | null, managed: SiteSet, others: () => readonly ListRefresh[]) {
    this.list = list
    this.managed = managed
    this.#others = others
  }

  /** The other lists of the category, as far as they were read by now and manage anything. */
  others(): readonly ListRefresh[] {
    return this.#others().filter(({ managed }) => managed.size > 0)
  }

  /** @param items how many sites the category contains; undefined if the appliance does not report it */
  shortage(items: number | undefined): Shortage | undefined {
    if (items === undefined || this.managed.size === 0) return undefined
    const others = this.others()
    const sets = [this, ...others].map(({ managed }) => managed)
    // Lists may overlap, but what is enough for all of them one by one is enough for all together.
    if (sets.reduce((sum, { size }) => sum + size, 0) <= items) return undefined
    const managed = others.length === 0 ? this.managed.size : countDistinct(sets)
    return managed > items ? { managed, others } : undefined
  }
}
