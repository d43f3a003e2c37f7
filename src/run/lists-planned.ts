import type { Condition } from '@webfilter/concurrency'
import {
  emptyTable,
  type ListCount,
  type ListFiles,
  type SiteSet,
  sitesInBoth,
  sitesInEither,
  sitesWithout,
} from '@webfilter/site-lists'
import type { ManagedObject, Unknown } from '@webfilter/terraform-plugin'
import { type Contest, ContestedSites, type DeclaredSites } from './contested-sites'
import type { ListsRead, StoredContent } from './lists-read'
import {
  haveCommon,
  keyOf,
  type ListOwner,
  type ListPlace,
  type NamedCategory,
  type OfList,
  Rows,
} from './place'
import type { Waits } from './waits'

/** What stays of lists in a category and what leaves it: as plans say, and as changes do (`ListInChange.leave`). */
export class ListsPlanned {
  readonly rows = new Rows<PlannedRow>()
  readonly read: ListsRead
  /** The plans of new lists, whose category is not known, as long as they have not arrived. */
  readonly awaitedNew = new Set<ListInPlan>()
  readonly contested = new ContestedSites()
  /** What the state has of lists whose destroy is planned, by their keys. A list that was read has what it holds. */
  readonly destroyed = new Map<string, StoredContent>()
  /** Whether a new list was planned. It may take the place of a tainted one, which Terraform does not show to its plan. */
  hasNew = false
  /** Lists that are to be created where the state may have one, by their keys, until they are compared with it. */
  readonly successors = new Map<string, Successor>()
  readonly #arrived: Condition
  readonly #waits: Waits
  /** When the first removal of a whole list was planned, on the clock of `performance.now()`. */
  #firstRemoval: number | undefined

  constructor(read: ListsRead, arrived: Condition, waits: Waits) {
    this.read = read
    this.#arrived = arrived
    this.#waits = waits
  }

  /** Waits for those of some lists that are awaited, for a limited time after their refresh: a list that is forgotten is read and never planned. */
  async arePlanned(
    lists: readonly { readonly isAwaited: boolean; readonly refreshed?: number | undefined }[],
    signal: AbortSignal,
  ): Promise<void> {
    const now = performance.now()
    const isPlanned = () => !lists.some(({ isAwaited }) => isAwaited)
    const last = lists.reduce((latest, { refreshed = now }) => Math.max(latest, refreshed), 0)
    await this.#arrived.wait(isPlanned, signal, () => last + this.#waits.untilPlanned)
  }

  /** Some engines plan the destroy of what has left the configuration before they read anything, so the first call waits for the others to begin. */
  async allArePlanned(signal: AbortSignal): Promise<void> {
    this.#firstRemoval ??= performance.now()
    const begin = this.#firstRemoval + this.#waits.untilBegun
    await this.#arrived.wait(
      () => false,
      signal,
      () => begin,
    )
    await this.arePlanned([...this.awaitedNew, ...this.read.awaited.all()], signal)
  }

  async kept(category: NamedCategory, sites: SiteSet, except?: ManagedObject): Promise<SiteSet> {
    const rows = this.#plansOfOthers(category, except)
    if (sites.size === 0) return emptyTable
    let left = sites
    for (const { stays } of rows) if (stays) left = sitesWithout(left, await stays())
    return left.size === sites.size ? emptyTable : sitesWithout(sites, left)
  }

  /** @param unlessKept whether what the leaving list itself may keep does not count */
  async lost(
    category: NamedCategory,
    sites: () => SiteSet | Promise<SiteSet>,
    except: ManagedObject | undefined,
    unlessKept = false,
  ): Promise<SiteSet> {
    const rows = this.#plansOfOthers(category, except).filter(({ leaves }) => leaves && leaves.size > 0)
    if (rows.length === 0) return emptyTable
    const own = await sites()
    if (own.size === 0) return emptyTable
    let lost: SiteSet = emptyTable
    for (const { leaves = emptyTable, surelyStays = emptyTable, stays } of rows) {
      const leaving = sitesInBoth(own, sitesWithout(leaves, await surelyStays))
      const shared = unlessKept && stays && leaving.size > 0 ? sitesWithout(leaving, await stays()) : leaving
      if (shared.size > 0) lost = sitesInEither(lost, shared)
    }
    return lost
  }

  /** The two plans of a replacement are of one resource. */
  #plansOfOthers(category: NamedCategory, own: ManagedObject | undefined): readonly PlannedRow[] {
    return this.rows.of(category, own && [own, own.earlier])
  }
}

/** A list that is to be created where the state may have one. */
export interface Successor {
  /** Name of the category. */
  readonly category: string
  readonly compile: boolean | Unknown
  readonly removal_limit: string | Unknown | null
  readonly list: {
    readonly attributes: ListFiles
    readonly planned: () => Promise<SiteSet>
    readonly isUncertain: boolean
    readonly count?: ListCount | undefined
  }
}

/** What the plan of a list says to others of one category: the list is there before the apply, after it, or both. */
export interface PlannedRow extends OfList {
  /** What the list has there now and later; undefined if it leaves. Read only if another list gives up something. */
  readonly stays?: (() => Promise<SiteSet>) | undefined
  /** What leaves the category with the apply, unless another list keeps it. */
  readonly leaves?: SiteSet
  /** The part of that which the apply is sure to leave in the category. */
  readonly surelyStays?: SiteSet | Promise<SiteSet>
  /** What the list declares; undefined where that is not compared with other lists of the category. */
  readonly declares?: DeclaredSites | undefined
}

/**
 * A list that is being planned. Where one list of a category removes sites and another one keeps them (a list that is shortened, replaced or
 * destroyed beside one that stays), what one declares the other must not remove. The two are planned side by side, and neither knows whether
 * the other is still to come. A list that was read is planned within moments. So lists that share sites with it wait for it, and so do new lists,
 * which may take its place: all of them know each other. This holds for a plan, and also for its apply, which is another process: no list is read
 * there, sites leave when they are removed, and each list that is applied is planned once more.
 */
export class ListInPlan {
  readonly #object: ManagedObject
  readonly #all: ListsPlanned
  /** Where the state has the list, or where it is planned as a creation: that of a tainted object is read, too. */
  #place: OfList | undefined
  #rows: readonly PlannedRow[] = []
  /** Whether others wait for it. */
  isAwaited = true

  constructor(stored: ListPlace | null, object: ManagedObject, all: ListsPlanned) {
    this.#place = stored ?? undefined
    this.#object = object
    this.#all = all
    if (stored) all.read.begin(stored)
    else all.awaitedNew.add(this)
    all.hasNew ||= !stored && object.role !== 'successor'
  }

  /** Says what the list keeps in categories and gives up there, all at once. Others need not wait for it any more. */
  announce(...rows: readonly PlannedRow[]): void {
    for (const row of rows) this.#all.rows.add(row, this.#object)
    this.#rows = rows
    this.#place ??= rows[0]
    this.arrives()
  }

  /** Says that nothing more is said of the list, or that its plan has failed: others need not wait for it any more. */
  arrives(): void {
    if (!this.isAwaited) return
    this.isAwaited = false
    this.#all.awaitedNew.delete(this)
    this.#all.read.arrive(this.#place)
  }

  /** The part of some sites that other lists keep in a category, as far as they have said so by now. */
  async kept(category: NamedCategory, sites: SiteSet): Promise<SiteSet> {
    return await this.#all.kept(category, sites, this.#object)
  }

  /**
   * The part of some sites that other lists of the category give up, or have removed by now.
   * @param sites read only if another list gives up something
   */
  async lost(category: NamedCategory, sites: () => Promise<SiteSet>): Promise<SiteSet> {
    return await this.#all.lost(category, sites, this.#object)
  }

  /** The part of some sites that other lists of the category give up for certain, unless they know of one that keeps them. */
  async surelyLost(category: NamedCategory, sites: SiteSet): Promise<SiteSet> {
    return await this.#all.lost(category, () => sites, this.#object, true)
  }

  /**
   * Waits until every list of a category is planned that was read by now and has one of the sites. To be called once this one has arrived.
   * Throws why the caller stops waiting, if the signal is triggered.
   *
   * @returns what leaves with those for which it waits in vain: such a list may be tainted, and be created again elsewhere. It may also only leave
   *   the state (a `removed` block, with engines that refresh what they forget)
   */
  async othersArePlanned(
    category: NamedCategory,
    sites: () => Promise<SiteSet>,
    signal: AbortSignal,
  ): Promise<SiteSet> {
    const others = this.#all.read.awaited.of(category)
    if (others.length === 0) return emptyTable
    const own = await sites()
    const awaited = others.filter(({ managed }) => haveCommon(own, managed))
    await this.#all.arePlanned(awaited, signal)
    if (!this.#all.hasNew) return emptyTable
    return awaited.reduce<SiteSet>((all, read) => sitesInEither(all, read.removedUnplanned), emptyTable)
  }

  /**
   * The same for new lists, and for every list of every category, because any of them may be replaced by one in the category of this one: so it
   * is if the index of each category changes by one.
   */
  async allArePlanned(signal: AbortSignal): Promise<void> {
    await this.#all.allArePlanned(signal)
  }

  /**
   * Of lists that were read and are not planned in time, the sites that other lists keep, by the number of their category. This list may be
   * created in place of one of them, if it is tainted, anywhere and by any name. To be called once this one has arrived.
   */
  async keptOfUnplanned(signal: AbortSignal): Promise<ReadonlyMap<string, SiteSet>> {
    const awaited = [...this.#all.read.awaited.all()]
    await this.#all.arePlanned(awaited, signal)
    const kept = new Map<string, SiteSet>()
    for (const { category, removedUnplanned } of awaited) {
      const sites = await this.kept(category, removedUnplanned)
      if (sites.size > 0) kept.set(category.id, sitesInEither(kept.get(category.id) ?? emptyTable, sites))
    }
    return kept
  }

  /** What the list declares, beside what each other list of its category declares that was announced before. */
  *beside(): Generator<readonly [own: DeclaredSites, other: DeclaredSites]> {
    const own = this.#rows.find(({ declares }) => declares)
    if (!own?.declares) return
    for (const row of this.#all.rows.of({ name: own.category.name })) {
      if (row === own) return
      if (row.declares && row.list !== own.list) yield [own.declares, row.declares]
    }
  }

  /** Says what the list declares. Returns what lists of other categories declare too that were announced before, a contest for each list. */
  async contests(declared: DeclaredSites): Promise<readonly Contest[]> {
    return await this.#all.contested.declare(declared, this.#object)
  }

  /**
   * Says that the list is to be created, although the state may have it. Terraform does not report that a resource is tainted, and its plan is
   * that of a creation: only the refresh knows the old list. A block that is renamed without `moved` looks the same, except that the old list
   * is planned too, before or after the new one: the one that comes second gets the other one, and compares both.
   *
   * @returns the old list; undefined if none is known by now
   */
  succeeds(owner: ListOwner, successor: Successor): StoredContent | undefined {
    const place = { category: { name: owner.category }, list: owner.list }
    const [read] = this.#all.read.rows.ofList(place).filter((row) => row.stored)
    const stored = read?.stored ?? this.#all.destroyed.get(keyOf(owner))
    if (!stored) this.#all.successors.set(keyOf(owner), successor)
    return stored
  }

  /** Says that the list leaves the state. Returns the one that takes its place, if both were not compared yet. */
  givesWay(owner: ListOwner, stored: StoredContent): Successor | undefined {
    const key = keyOf(owner)
    const successor = this.#all.successors.get(key)
    this.#all.destroyed.set(key, stored)
    this.#all.successors.delete(key)
    return successor
  }
}
