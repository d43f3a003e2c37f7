import { type Site, simplifyName } from '@webfilter/appliance-names'
import { Condition, plainReason } from '@webfilter/concurrency'
import {
  countDistinct,
  emptyTable,
  FewSites,
  firstOf,
  type SiteSet,
  type SiteTable,
  sitesInBoth,
  sitesInEither,
  sitesWithout,
  type VerificationMode,
} from '@webfilter/site-lists'
import type { Diagnostics, ManagedObject } from '@webfilter/terraform-plugin'
import type { Growth } from './category-counts'
import { type Contest, ContestedSites, type DeclaredSites } from './contested-sites'
import { keyOf, type ListOwner, type ListPlace, type NamedCategory } from './place'
import { usualWaits, type Waits } from './waits'

/**
 * What the lists of a run have said of themselves, in three stages: what they manage, as they were read; what they keep and give up, as they
 * are planned; what they declare and have done, as they are changed. Terraform calls a provider for each list separately and side by side, and
 * does not say how many are still to come. So each list first says what it has to say, and then asks what others have said: of two lists, the
 * second one knows both.
 *
 * What the plan or the change of an object has said goes when that object is planned or changed again (`ManagedObject.whenWithdrawn`).
 */
export class ListsOfRun {
  readonly #said: Said

  /** @param errors the errors for a caller that stops waiting; the reason of the signal by default */
  constructor(errors = plainReason, waits = usualWaits) {
    this.#said = new Said(new Condition(errors), waits)
  }

  /**
   * Says that a list was read, before the appliance is asked for its category.
   *
   * @param managed the sites that the state has
   * @param isToBePlanned whether a plan of it follows, which others wait for
   */
  read(place: ListPlace, managed: SiteSet, isToBePlanned: boolean): ListRead {
    const read = new ListRead(place, managed, isToBePlanned, this.#said)
    this.#said.read.replace(place.category, read)
    if (isToBePlanned) this.#said.awaited.add(place.category, read)
    return read
  }

  /**
   * Begins the plan of a list.
   * @param stored where the state has it; null if it is to be created
   */
  plan(stored: ListPlace | null, object: ManagedObject): ListInPlan {
    return new ListInPlan(stored, object, this.#said)
  }

  /**
   * Begins the change of a list. To be called before anything is sent, and before the turn of the change.
   *
   * @param declared the sites that it is to have when its apply is done; undefined if it leaves the state
   * @param object the one that is changed, which may not be created, or be deleted in the same run
   */
  change(owner: ListOwner, declared: SiteSet | undefined, object?: ManagedObject): ListInChange {
    return new ListInChange(owner, declared, object, this.#said)
  }

  /** Says what a change has added to a category and removed from it, as the appliance confirmed. */
  confirm(category: NamedCategory, { added, removed }: Confirmed): void {
    const before = this.#said.goneFrom(category)
    this.#said.gone.set(keyOfCategory(category), sitesInEither(removed, sitesWithout(before, added)))
  }

  /** Says that a category is to be created. Returns the name of another one of this run that is to be created with the same table. */
  createTable(table: string, name: string): string | undefined {
    const first = this.#said.tables.get(table) ?? name
    this.#said.tables.set(table, first)
    return simplifyName(first) === simplifyName(name) ? undefined : first
  }

  /** Whether a list was read in this run and not changed since, as in a plan with a refresh. */
  wasRead({ category, list }: ListPlace): boolean {
    return this.#said.read.of(category).some((read) => read.list === list)
  }

  /** Whether a list of the category that was read so far manages one of the sites. */
  manages(category: NamedCategory, sites: SiteSet): boolean {
    return this.#said.read.of(category).some(({ managed }) => haveCommon(sites, managed))
  }

  /** A few sites of every list that was read so far, of all categories: they should be there, if anything is. */
  witnesses(): Iterable<Site> {
    return this.#said.witnesses()
  }

  /** A few sites of every list that was applied in this run, of all categories. */
  *settledSites(): Generator<Site> {
    for (const { sites } of this.#said.settled.all()) yield* firstOf(sites, fewWitnesses)
  }

  /**
   * The part of some sites that lists which stay, and have said so by now, keep in the category.
   * @param object whose own announcements do not count
   */
  async kept(category: NamedCategory, sites: SiteSet, object?: ManagedObject): Promise<SiteSet> {
    return await this.#said.kept(category, sites, object)
  }

  /**
   * The part of some sites that changes of this run have released in a category, so that no state may have them if the list that declares them
   * is not created. Undefined if there is none.
   *
   * @param wanted read only if something was released
   * @param isIn whether a category is the one in which the list is declared
   */
  async released(
    isIn: (category: NamedCategory) => boolean,
    list: string | null,
    wanted: () => Promise<SiteSet>,
  ): Promise<{ readonly category: NamedCategory; readonly sites: SiteSet } | undefined> {
    const all = [...this.#said.released.all()].filter(
      (each) => isIn(each.category) && (each.list === list || !each.isKept),
    )
    const [first] = all
    if (!first) return undefined
    const { category } = first
    const own = await wanted()
    let sites: SiteSet = emptyTable
    for (const each of all) sites = sitesInEither(sites, sitesInBoth(own, await each.sites()))
    const there = sitesWithout(sites, this.#said.goneFrom(category))
    return there.size > 0 ? { category, sites: there } : undefined
  }

  /** Says that a list was not created, so that no state has what it declares. @param isIn see `released` */
  notCreated(isIn: (category: NamedCategory) => boolean, wanted: () => Promise<SiteSet>): void {
    this.#said.notCreated.push({ isIn, wanted })
  }

  /**
   * Whether a list that was applied, is being applied, or was read in this run declares a site in a category.
   * @param given the category that has just given up the site: what its lists had when they were read says nothing of it any more
   */
  declares({ id, name }: Category, site: Site, given: Category): boolean {
    if (this.isDeclared(name, site)) return true
    return id !== given.id && this.manages({ id: String(id), name }, new FewSites([site]))
  }

  /** Whether a resource that was applied, or is being applied, declares a site in the category. */
  isDeclared(category: string, site: Site): boolean {
    return this.#said.declared.of(category).some(({ sites }) => sites.has(site))
  }
}

/** A category as the appliance reports it. */
interface Category {
  readonly id: number
  readonly name: string
}

/** What a change has done to a category. */
interface Confirmed {
  readonly added: SiteSet
  readonly removed: SiteSet
}

/** A list that was read. */
export class ListRead {
  readonly list: string | null
  readonly managed: SiteSet
  /** How its sites are queried; undefined while that can still depend on what others manage. */
  mode: VerificationMode | undefined
  /** The sites that were queried and do not exist. */
  missing: SiteSet = emptyTable
  /** How its last applies have changed the number of sites of the category; undefined if that is not remembered. */
  growth: Growth | undefined
  /** Whether the appliance has reported of single sites whether the category contains them. */
  isAnswered = false
  /** Whether others wait for the plan of it. */
  isAwaited: boolean
  readonly #category: NamedCategory
  readonly #said: Said

  constructor({ category, list }: ListPlace, managed: SiteSet, isAwaited: boolean, said: Said) {
    this.list = list
    this.managed = managed
    this.isAwaited = isAwaited
    this.#category = category
    this.#said = said
  }

  /** Says what the state has of it now. Its plan follows. */
  holds(stored: StoredContent): void {
    const { name } = this.#category
    this.#said.stored.replace(name, { list: this.list, ...stored })
  }

  /** Says that it is gone, or cannot be read: no plan follows. */
  ends(): void {
    this.#said.arrive(this.#category, this.list)
  }

  /** The other lists of the category, as far as they were read by now and manage anything. */
  others(): readonly ListRead[] {
    return this.#said.read.of(this.#category).filter((other) => other !== this && other.managed.size > 0)
  }

  /**
   * How many sites all lists manage that were read by now, if the category holds fewer. The appliance counts the sites of a category regardless
   * of their list. Lists that are read side by side know each other; of lists that are read one after the other, only the last one knows all.
   *
   * @param items how many sites the category contains; undefined if the appliance does not report it
   */
  shortage(items: number | undefined): Shortage | undefined {
    if (items === undefined || this.managed.size === 0) return undefined
    const others = this.others()
    const sets = [this, ...others].map(({ managed }) => managed)
    // Lists may overlap, but what is enough for all of them one by one is enough for all together.
    if (sets.reduce((sum, { size }) => sum + size, 0) <= items) return undefined
    const managed = others.length === 0 ? this.managed.size : countDistinct(sets)
    return managed > items ? { managed, others } : undefined
  }

  /** A few sites of every other list that was read so far, of all categories: they should be there, if anything is. */
  witnesses(): Iterable<Site> {
    return this.#said.witnesses(this)
  }
}

/** A category that holds fewer sites than its lists manage. */
export interface Shortage {
  /** How many sites all lists manage that are known so far. */
  readonly managed: number
  /** The other lists, as far as they manage anything. */
  readonly others: readonly ListRead[]
}

/**
 * A list that is being planned. Where one list of a category removes sites and another one keeps them (a list that is shortened, replaced or
 * destroyed beside one that stays), what one declares the other must not remove. The two are planned side by side, and neither knows whether
 * the other is still to come. A list that was read is planned within moments, so lists that share sites with it wait for it: all of them know
 * each other. This holds for a plan, and also for its apply, which is another process: no list is read there, sites leave when they are
 * removed, and each list that is applied is planned once more.
 */
export class ListInPlan {
  readonly #object: ManagedObject
  readonly #said: Said
  /** Where the state has the list; null if it has none. */
  #place: ListPlace | null
  /** Whether others wait for it. */
  isAwaited = true

  constructor(stored: ListPlace | null, object: ManagedObject, said: Said) {
    this.#place = stored
    this.#object = object
    this.#said = said
    if (!stored) said.awaitedNew.add(this)
  }

  /** Says that the list has said what it keeps and gives up, or that its plan has failed: others need not wait for it any more. */
  arrives(): void {
    if (!this.isAwaited) return
    this.isAwaited = false
    if (this.#place) this.#said.arrive(this.#place.category, this.#place.list)
    this.#said.arriveNew(this)
  }

  /** Says where a list is planned as a creation that may have been read: that of a tainted object is. */
  comesTo(place: ListPlace): void {
    this.#place = place
  }

  /**
   * Says that the list stays in a category.
   * @param sites what it has there now and later; read only if another list gives up something
   */
  keeps(category: NamedCategory, sites: () => Promise<SiteSet>): void {
    this.#said.keeping.add(category, { by: this.#object, sites }, this.#object)
  }

  /**
   * Says that the list gives up sites of a category: they leave it, unless another list keeps them.
   *
   * @param left the part that the apply is sure to leave there
   */
  gives(category: NamedCategory, sites: SiteSet, left: SiteSet): void {
    if (sites.size === 0) return
    const giving = { by: this.#object, sites, left: Promise.resolve(left) }
    this.#said.giving.add(category, giving, this.#object)
  }

  /** The part of some sites that other lists keep in a category, as far as they have said so by now. */
  async kept(category: NamedCategory, sites: SiteSet): Promise<SiteSet> {
    return await this.#said.kept(category, sites, this.#object)
  }

  /**
   * The part of some sites that other lists of the category give up, or have removed by now.
   * @param sites read only if another list gives up something
   */
  async lost(category: NamedCategory, sites: () => Promise<SiteSet>): Promise<SiteSet> {
    return await this.#said.lost(category, sites, this.#object)
  }

  /**
   * Waits until every list of a category is planned that was read by now and has one of the sites. To be called once this one has arrived.
   * Throws why the caller stops waiting, if the signal is triggered.
   */
  async othersArePlanned(
    category: NamedCategory,
    sites: () => Promise<SiteSet>,
    signal: AbortSignal,
  ): Promise<void> {
    const others = [...this.#said.awaited.of(category)]
    if (others.length === 0) return
    const own = await sites()
    await this.#said.arePlanned(
      others.filter(({ managed }) => haveCommon(own, managed)),
      signal,
    )
  }

  /**
   * The same for new lists, and for every list of every category, because any of them may be replaced by one in the category of this one: so it
   * is if the index of each category changes by one.
   */
  async allArePlanned(signal: AbortSignal): Promise<void> {
    await this.#said.allArePlanned(signal)
  }

  /** Says which sites the list is planned to have. Returns what was said before of other lists in its category. */
  beside(planned: PlannedSites): readonly PlannedSites[] {
    const { category, list } = planned.owner
    this.#said.planned.replace(category, { ...planned, list }, this.#object)
    return this.#said.planned.of(category).filter((other) => other.list !== list)
  }

  /** Says what the list declares. Returns what lists of other categories declare too that were announced before, a contest for each list. */
  async contests(declared: DeclaredSites): Promise<readonly Contest[]> {
    return await this.#said.contested.declare(declared, this.#object)
  }

  /**
   * Says that the list is to be created, although the state may have it. Terraform does not report that a resource is tainted, and its plan is
   * that of a creation: only the refresh knows the old list. A block that is renamed without `moved` looks the same, except that the old list
   * is planned too, before or after the new one.
   *
   * @param compare compares both, and throws if the new list is not to take the place of the old one
   * @returns the old list; undefined if none is known by now
   */
  async succeeds(owner: ListOwner, call: PlanCall, compare: Comparison): Promise<StoredContent | undefined> {
    const stored = this.#said.stored.find(owner)
    if (stored) await compare(stored, call)
    else this.#said.successors.replace(owner.category, { list: owner.list, compare })
    return stored
  }

  /** Says that the list leaves the state. Compares it with the one that takes its place, if that was not done. */
  async givesWay(owner: ListOwner, call: PlanCall, stored: StoredContent): Promise<void> {
    const successor = this.#said.successors.take(owner)
    this.#said.stored.replace(owner.category, { list: owner.list, ...stored })
    await successor?.compare(stored, call)
  }
}

/** What the state has of a list, as a destroy would remove it. */
export interface StoredContent {
  /** The names of its files; null if it comes from none. */
  readonly files: string | readonly string[] | null
  /** Empty if `on_destroy` is `keep`. */
  readonly removed: SiteSet
  /** What names its object; undefined if nothing does. */
  readonly token: string | undefined
}

/** The plan that compares: its warnings are those of the call that is answered. */
interface PlanCall {
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
}

type Comparison = (stored: StoredContent, call: PlanCall) => Promise<void>

/** What a list is planned to have; read only if another resource needs it. */
export interface PlannedSites {
  readonly owner: ListOwner
  readonly sites: () => Promise<SiteSet>
  /** What is left out of the list; undefined for nothing. */
  readonly exceptions?: (() => Promise<SiteTable>) | undefined
}

/**
 * A list that is being changed. One that is replaced or renamed in the configuration is briefly two resources that change one category: what
 * one of them declares, the other must not remove.
 *
 * What it declares is said when it begins, before its turn. In its turn it asks what others have taken out of the category (`lost`), says what
 * leaves (`leave`), and drops of that what others declare by now (`declaredByNone`). `Changes.mayGiveUp` and `Changes.giveUp` say to changes of
 * other categories what will leave, and that nothing holds it up any more. What stays there for others, it `releases`. In the end a list that has
 * its sites `settles`. One that is deleted `ends`. A deletion that fails `fails`, because a new list must not be filled beside it; an update that fails has nothing to say, because its
 * state keeps the list.
 */
export class ListInChange {
  readonly #owner: ListOwner
  readonly #declared: SiteSet | undefined
  readonly #object: ManagedObject | undefined
  readonly #said: Said

  constructor(
    owner: ListOwner,
    declared: SiteSet | undefined,
    object: ManagedObject | undefined,
    said: Said,
  ) {
    this.#owner = owner
    this.#declared = declared
    this.#object = object
    this.#said = said
    if (declared) said.declared.replace(owner.category, { list: owner.list, sites: declared }, object)
  }

  /** The part of some sites that no resource that was changed, or is being changed, declares in the category. */
  declaredByNone(sites: SiteSet): SiteSet {
    return this.#said.declared
      .of(this.#owner.category)
      .reduce((left, other) => sitesWithout(left, other.sites), sites)
  }

  /** Says that sites leave the category now, unless other lists keep them. Returns those that do leave. */
  async leave(category: NamedCategory, sites: SiteSet): Promise<SiteSet> {
    const left = this.#said.kept(category, sites)
    if (sites.size > 0) this.#said.giving.add(category, { by: undefined, sites, left })
    const kept = await left
    return sitesWithout(sites, kept)
  }

  /** The part of some sites that other lists of the category remove, or have removed by now. @param sites see `ListInPlan.lost` */
  async lost(category: NamedCategory, sites: () => SiteSet): Promise<SiteSet> {
    return await this.#said.lost(category, sites, undefined)
  }

  /** The part of some sites that changes of this run have removed from the category, and that none has added again. */
  gone(category: NamedCategory, sites: SiteSet): SiteSet {
    return sitesInBoth(sites, this.#said.goneFrom(category))
  }

  /** The part of some sites that lists declare which were not created in this run, and that no change of it declares. */
  async declaredByFailed(category: NamedCategory, sites: SiteSet): Promise<SiteSet> {
    let failed: SiteSet = emptyTable
    for (const { isIn, wanted } of this.#said.notCreated)
      if (isIn(category)) failed = sitesInEither(failed, sitesInBoth(sites, await wanted()))
    return this.declaredByNone(failed)
  }

  /** A site that another list of this run has added to the category and keeps there; undefined if none is known. */
  siteOfOthers(isKept: (site: Site) => boolean): Site | undefined {
    for (const { list, sites } of this.#said.settled.of(this.#owner.category)) {
      if (list === this.#owner.list) continue
      for (const site of firstOf(sites, mostLookedAt)) if (isKept(site)) return site
    }
    return undefined
  }

  /** Says that the list has its sites in the category now. @param read what was read of it, which holds no more; undefined if it is new */
  settles(read?: NamedCategory): void {
    const { category, list } = this.#owner
    this.#said.settled.replace(category, { list, sites: this.#declared ?? emptyTable }, this.#object)
    if (read) this.#said.read.drop(read, list)
  }

  /** Says that the list is in no state any more. */
  ends(read: NamedCategory): void {
    const { category, list } = this.#owner
    this.#said.stored.drop(category, list)
    this.#said.read.drop(read, list)
  }

  /**
   * Says which sites leave the state of the list and stay in the category: others declare them, and may not come to have them in a state.
   * @param isKept whether they stay because `on_destroy` is `keep`, which no other list is to undo
   */
  releases(category: NamedCategory, sites: () => SiteSet | Promise<SiteSet>, isKept = false): void {
    this.#said.released.add(category, { category, list: this.#owner.list, sites, isKept })
  }

  /** Says that a resource that was to be destroyed in this run still has the list in its state. */
  fails(): void {
    this.#said.failedRemovals.add(keyOf(this.#owner))
  }

  /**
   * Whether such a resource still has the list. Two states would then hold it, and the next destroy of one would remove what the other
   * declares.
   */
  isStillHeld(): boolean {
    return this.#said.failedRemovals.has(keyOf(this.#owner))
  }
}

/** What lists have said by now. Questions that one stage alone asks are with that stage. */
class Said {
  readonly read = new ByCategory<ListRead>()
  /** What a destroy would remove of lists of the state. */
  readonly stored = new ByCategory<StoredContent & OfList>()
  /** Those that were read and are not planned yet. A state may have one list under two addresses, which are both awaited. */
  readonly awaited = new ByCategory<ListRead>()
  /** The plans of new lists, whose category is not known, as long as they have not arrived. */
  readonly awaitedNew = new Set<ListInPlan>()

  /** The categories that are to be created, by their tables. */
  readonly tables = new Map<string, string>()
  readonly keeping = new ByCategory<Keeping>()
  readonly giving = new ByCategory<Giving>()
  readonly planned = new ByCategory<PlannedSites & OfList>()
  readonly contested = new ContestedSites()
  readonly successors = new ByCategory<OfList & { readonly compare: Comparison }>()

  readonly declared = new ByCategory<OfList & { readonly sites: SiteSet }>()
  readonly settled = new ByCategory<OfList & { readonly sites: SiteSet }>()
  readonly released = new ByCategory<ReleasedSites>()
  readonly notCreated: { isIn: (category: NamedCategory) => boolean; wanted: () => Promise<SiteSet> }[] = []
  /** What changes have removed, by category. */
  readonly gone = new Map<string, SiteSet>()
  readonly failedRemovals = new Set<string>()

  readonly #arrived: Condition
  readonly #waits: Waits
  /** When the first removal of a whole list was planned, on the clock of `performance.now()`. */
  #firstRemoval: number | undefined

  constructor(arrived: Condition, waits: Waits) {
    this.#arrived = arrived
    this.#waits = waits
  }

  arrive(category: NamedCategory, list: string | null): void {
    const one = this.awaited.of(category).find((each) => each.list === list)
    if (one) {
      one.isAwaited = false
      this.awaited.remove(category, one)
    }
    this.#arrived.changed()
  }

  arriveNew(list: ListInPlan): void {
    this.awaitedNew.delete(list)
    this.#arrived.changed()
  }

  /** Waits for those of some lists that are awaited, for a limited time: a list that is forgotten is read and never planned. */
  async arePlanned(lists: readonly Awaited[], signal: AbortSignal): Promise<void> {
    const begun = performance.now()
    const isPlanned = () => !lists.some(({ isAwaited }) => isAwaited)
    await this.#arrived.wait(isPlanned, signal, () => begun + this.#waits.untilPlanned)
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
    await this.arePlanned([...this.awaitedNew, ...this.awaited.all()], signal)
  }

  *witnesses(except?: ListRead): Generator<Site> {
    for (const read of this.read.all()) if (read !== except) yield* firstOf(read.managed, fewWitnesses)
  }

  async kept(category: NamedCategory, sites: SiteSet, except?: ManagedObject): Promise<SiteSet> {
    // The two plans of a replacement are of one resource.
    const others = (by: ManagedObject) => except === undefined || (by !== except && by !== except.earlier)
    const keeping = this.keeping.of(category).filter(({ by }) => others(by))
    if (keeping.length === 0 || sites.size === 0) return emptyTable
    let left = sites
    for (const list of keeping) left = sitesWithout(left, await list.sites())
    return left.size === sites.size ? emptyTable : sitesWithout(sites, left)
  }

  givingBeside(category: NamedCategory, except: ManagedObject | undefined): readonly Giving[] {
    return this.giving.of(category).filter(({ by }) => except === undefined || by !== except)
  }

  async lost(
    category: NamedCategory,
    sites: () => SiteSet | Promise<SiteSet>,
    except: ManagedObject | undefined,
  ): Promise<SiteSet> {
    const giving = this.givingBeside(category, except)
    if (giving.length === 0) return emptyTable
    const own = await sites()
    let lost: SiteSet = emptyTable
    for (const { sites: given, left } of giving) {
      const taken = sitesWithout(given, await left)
      const shared = sitesInBoth(own, taken)
      if (shared.size > 0) lost = sitesInEither(lost, shared)
    }
    return lost
  }

  goneFrom(category: NamedCategory): SiteSet {
    return this.gone.get(keyOfCategory(category)) ?? emptyTable
  }
}

/** A list whose plan others may wait for. */
type Awaited = Pick<ListRead | ListInPlan, 'isAwaited'>

/** A list that stays in its category. */
interface Keeping {
  readonly by: ManagedObject
  readonly sites: () => Promise<SiteSet>
}

/** Sites that the change of a list has released: see `ListInChange.releases`. */
interface ReleasedSites extends OfList {
  readonly category: NamedCategory
  readonly sites: () => SiteSet | Promise<SiteSet>
  readonly isKept: boolean
}

/** Sites that a list gives up. */
interface Giving {
  /** The object whose plan says so; undefined for a change. */
  readonly by: ManagedObject | undefined
  readonly sites: SiteSet
  /** The part that surely stays in the category for other lists. */
  readonly left: Promise<SiteSet>
}

interface OfList {
  /** Its name; null for the list of the category itself. */
  readonly list: string | null
}

/** Facts by category: by number and name, or by the name alone of one that may not exist yet. */
class ByCategory<Fact extends object> {
  readonly #facts = new Map<string, Fact[]>()

  of(category: NamedCategory | string): readonly Fact[] {
    return this.#facts.get(keyOfCategory(category)) ?? []
  }

  *all(): Generator<Fact> {
    for (const facts of this.#facts.values()) yield* facts
  }

  /** @param by the object whose plan or change it is, with which it goes */
  add(category: NamedCategory | string, fact: Fact, by?: ManagedObject): void {
    const key = keyOfCategory(category)
    this.#facts.set(key, [...(this.#facts.get(key) ?? []), fact])
    by?.whenWithdrawn(() => this.remove(category, fact))
  }

  remove(category: NamedCategory | string, fact: Fact): void {
    const key = keyOfCategory(category)
    this.#facts.set(
      key,
      this.of(category).filter((each) => each !== fact),
    )
  }

  find({ category, list }: ListOwner): Fact | undefined {
    return this.of(category).find((fact) => isOf(fact, list))
  }

  /** Adds the only fact of its list. */
  replace(category: NamedCategory | string, fact: Fact & OfList, by?: ManagedObject): void {
    this.drop(category, fact.list)
    this.add(category, fact, by)
  }

  take(owner: ListOwner): Fact | undefined {
    const fact = this.find(owner)
    this.drop(owner.category, owner.list)
    return fact
  }

  drop(category: NamedCategory | string, list: string | null): void {
    for (const fact of this.of(category)) if (isOf(fact, list)) this.remove(category, fact)
  }
}

function isOf(fact: object, list: string | null): boolean {
  return 'list' in fact && fact.list === list
}

function keyOfCategory(category: NamedCategory | string): string {
  return typeof category === 'string'
    ? simplifyName(category)
    : JSON.stringify([category.id, simplifyName(category.name)])
}

function haveCommon(one: SiteSet, other: SiteSet): boolean {
  return one.size > 0 && other.size > 0 && sitesWithout(one, other).size < one.size
}

/** If the first sites of a list are all about to leave, the others most likely are too. */
const mostLookedAt = 100

/** So many sites of each list are witnesses. */
const fewWitnesses = 2
