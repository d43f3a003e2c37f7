import type { Site } from '@webfilter/appliance-names'
import {
  emptyTable,
  firstOf,
  type SiteSet,
  sitesInBoth,
  sitesInEither,
  sitesWithout,
} from '@webfilter/site-lists'
import type { ListsPlanned } from './lists-planned'
import { areSame, keyOf, keyOfCategory, type ListOwner, type NamedCategory, Rows, turnOf } from './place'

/** What the changes of a run declare and have done. */
export class ListsChanged {
  readonly rows = new Rows<ListInChange>()
  readonly planned: ListsPlanned
  /** What no state has although a list declares it, by the category in which it does. */
  readonly notTaken: {
    readonly category: Partial<NamedCategory>
    readonly wanted: () => Promise<SiteSet>
  }[] = []
  /** What changes have removed, by category. */
  readonly gone = new Map<string, SiteSet>()

  constructor(planned: ListsPlanned) {
    this.planned = planned
  }

  goneFrom(category: NamedCategory): SiteSet {
    return this.gone.get(keyOfCategory(category)) ?? emptyTable
  }

  /**
   * The part of some sites that changes of this run have released in a category, so that no state may have them if the list that declares them
   * is not created. Undefined if there is none.
   *
   * @param declared the category in which the list is declared, by its number or its name
   * @param wanted read only if something was released
   */
  async released(
    declared: Partial<NamedCategory>,
    list: string | null,
    wanted: () => Promise<SiteSet>,
  ): Promise<{ readonly category: NamedCategory; readonly sites: SiteSet } | undefined> {
    const all = [...this.rows.all()].flatMap((change) =>
      change.released.filter(
        ({ category, isKept }) => areSame(category, declared) && (change.list === list || !isKept),
      ),
    )
    const [first] = all
    if (!first) return undefined
    const { category } = first
    const own = await wanted()
    let sites: SiteSet = emptyTable
    for (const each of all) sites = sitesInEither(sites, sitesInBoth(own, await each.sites()))
    const there = sitesWithout(sites, this.goneFrom(category))
    return there.size > 0 ? { category, sites: there } : undefined
  }
}

/**
 * The row of a list that is being changed. One that is replaced or renamed in the configuration is briefly two resources that change one
 * category: what one of them declares, the other must not remove.
 *
 * What it declares is said when it begins, before its turn. In its turn it asks what others have taken out of the category (`lost`), says what
 * leaves (`leave`), and drops of that what others declare by now (`declaredByNone`). `Changes.mayGiveUp` and `Changes.giveUp` say to changes of
 * other categories what will leave, and that nothing holds it up any more. What stays there for others, it `releases`. In the end a list that has
 * its sites `settles`. One that is deleted `ends`. A deletion that fails `fails`, because a new list must not be filled beside it. An update that
 * fails declares what its state keeps.
 */
export class ListInChange {
  readonly category: Pick<NamedCategory, 'name'>
  /** That of the category and of others that have its table. */
  readonly turn: string
  readonly list: string | null
  /** The sites that it is to have when its change is done; none if it leaves the state. */
  readonly wanted: SiteSet
  /** The sites that it declares; undefined if it leaves the state, or is withdrawn. */
  declared: SiteSet | undefined
  /** The sites that it has in the category when its change is done. */
  settled: SiteSet | undefined
  /** Sites that leave its state and stay in the category: see `releases`. */
  readonly released: {
    readonly category: NamedCategory
    readonly sites: () => SiteSet | Promise<SiteSet>
    readonly isKept: boolean
  }[] = []
  /** Whether its change compiles what it stores. */
  compiles = false
  /** Its object was to be destroyed in this run, and still has the list in its state. */
  hasFailed = false
  readonly #all: ListsChanged

  constructor({ category: name, list }: ListOwner, declared: SiteSet | undefined, all: ListsChanged) {
    this.category = { name }
    this.turn = turnOf(name)
    this.list = list
    this.declared = declared
    this.wanted = declared ?? emptyTable
    this.#all = all
  }

  /** Its object was not created, or is planned or changed again: it declares nothing any more. */
  withdraw(): void {
    this.declared = undefined
    this.settled = undefined
  }

  /** Whether another resource has the list by now, and compiles: then what leaves with this one is to become active, too. */
  get isSucceededWithCompile(): boolean {
    return this.#all.rows.ofList(this).some(({ declared, compiles }) => declared && compiles)
  }

  /** Says what the state keeps of an update or a creation that has failed. */
  keeps(sites: SiteSet): void {
    this.declared = sites
  }

  /** The part of some sites that no resource that was changed, or is being changed, declares in the category, or in another one of its table. */
  declaredByNone(sites: SiteSet): SiteSet {
    let left = sites
    for (const { turn, declared } of this.#all.rows.all())
      if (declared && turn === this.turn) left = sitesWithout(left, declared)
    return left
  }

  /** Says that sites leave the category now, unless other lists keep them. Returns those that do leave. */
  async leave(category: NamedCategory, leaves: SiteSet): Promise<SiteSet> {
    const surelyStays = this.#all.planned.kept(category, leaves)
    if (leaves.size > 0) this.#all.planned.rows.add({ category, list: this.list, leaves, surelyStays })
    return sitesWithout(leaves, await surelyStays)
  }

  /** The part of some sites that other lists of the category remove, or have removed by now. @param sites see `ListInPlan.lost` */
  async lost(category: NamedCategory, sites: () => SiteSet): Promise<SiteSet> {
    return await this.#all.planned.lost(category, sites, undefined)
  }

  /** The part of some sites that changes of this run have removed from the category, and that none has added again. */
  gone(category: NamedCategory, sites: SiteSet): SiteSet {
    return sitesInBoth(sites, this.#all.goneFrom(category))
  }

  /** The part of some sites that lists declare whose creation or update has failed, and that no change of this run declares. */
  async declaredByFailed(category: NamedCategory, sites: SiteSet): Promise<SiteSet> {
    let failed: SiteSet = emptyTable
    for (const { category: declared, wanted } of this.#all.notTaken)
      if (areSame(category, declared)) failed = sitesInEither(failed, sitesInBoth(sites, await wanted()))
    return this.declaredByNone(failed)
  }

  /** A site that another list of this run has added to the category and keeps there; undefined if none is known. */
  siteOfOthers(isKept: (site: Site) => boolean): Site | undefined {
    for (const { list, settled } of this.#all.rows.of(this.category)) {
      if (list === this.list || !settled) continue
      for (const site of firstOf(settled, mostLookedAt)) if (isKept(site)) return site
    }
    return undefined
  }

  /** Says that the list has its sites in the category now. @param read what was read of it, which holds no more; undefined if it is new */
  settles(read?: NamedCategory): void {
    this.settled = this.wanted
    if (read) this.#all.planned.read.rows.dropList({ category: read, list: this.list })
  }

  /** Says that the list is in no state any more. */
  ends(read: NamedCategory): void {
    const key = keyOf({ category: this.category.name, list: this.list })
    this.#all.planned.destroyed.delete(key)
    this.#all.planned.successors.delete(key)
    this.#all.planned.read.rows.dropList({ category: read, list: this.list })
  }

  /**
   * Says which sites leave the state of the list and stay in the category: others declare them, and may not come to have them in a state.
   * @param isKept whether they stay because `on_destroy` is `keep`, which no other list is to undo
   */
  releases(category: NamedCategory, sites: () => SiteSet | Promise<SiteSet>, isKept = false): void {
    this.released.push({ category, sites, isKept })
  }

  /** Says that a resource that was to be destroyed in this run still has the list in its state. */
  fails(): void {
    this.hasFailed = true
  }

  /**
   * Whether such a resource still has the list. Two states would then hold it, and the next destroy of one would remove what the other
   * declares.
   */
  isStillHeld(): boolean {
    return this.#all.rows.ofList(this).some(({ hasFailed }) => hasFailed)
  }
}

/** If the first sites of a list are all about to leave, the others most likely are too. */
const mostLookedAt = 100
