import { type Site, simplifyName } from '@webfilter/appliance-names'
import { Condition, plainReason } from '@webfilter/concurrency'
import {
  countDistinct,
  emptyTable,
  FewSites,
  firstOf,
  type ListCount,
  type ListFiles,
  type SiteSet,
  type SiteTable,
  sitesInBoth,
  sitesInEither,
  sitesWithout,
  type VerificationMode,
} from '@webfilter/site-lists'
import type { ManagedObject, Unknown } from '@webfilter/terraform-plugin'
import type { Growth } from './category-counts'
import { type Contest, ContestedSites, type DeclaredSites } from './contested-sites'
import type { CategoryName, ListOwner, ListPlace, NamedCategory } from './place'
import { usualWaits, type Waits } from './waits'

/**
 * The lists of a run, as tables of rows by category. Three of them matter most: the lists that were read, with what they manage; the plans, with
 * what stays in a category and what leaves it; the changes, with what they declare and have done. Terraform calls a provider for each list separately and
 * side by side, and does not say how many are still to come. So each list first adds its row, and then asks the rows of others: of two lists,
 * the second one knows both. What a list keeps, gives up, shares or lacks stands in no table. It is asked for.
 *
 * The row of a plan or of a change goes when its object is planned or changed again (`ManagedObject.whenWithdrawn`).
 */
export class ListsOfRun {
  readonly #tables: Tables

  /** @param errors the errors for a caller that stops waiting; the reason of the signal by default */
  constructor(errors = plainReason, waits = usualWaits) {
    this.#tables = new Tables(new Condition(errors), waits)
  }

  /**
   * Says that a list was read, before the appliance is asked for its category.
   *
   * @param managed the sites that the state has
   * @param isToBePlanned whether a plan of it follows, which others wait for
   */
  read({ category, list }: ListPlace, managed: SiteSet, isToBePlanned: boolean): ListRead {
    const read = new ListRead(category, list, managed, isToBePlanned, this.#tables)
    this.#tables.read.dropList(read)
    this.#tables.read.add(read)
    if (isToBePlanned) this.#tables.awaited.add(read)
    return read
  }

  /**
   * Begins the plan of a list.
   * @param stored where the state has it; null if it is to be created
   */
  plan(stored: ListPlace | null, object: ManagedObject): ListInPlan {
    return new ListInPlan(stored, object, this.#tables)
  }

  /**
   * Begins the change of a list. To be called before anything is sent, and before the turn of the change.
   *
   * @param declared the sites that it is to have when its apply is done; undefined if it leaves the state
   * @param object the one that is changed, which may not be created, or be deleted in the same run
   */
  change(owner: ListOwner, declared: SiteSet | undefined, object?: ManagedObject): ListInChange {
    const change = new ListInChange(owner, declared, this.#tables)
    if (declared) for (const other of this.#tables.changes.ofList(change)) other.declared = undefined
    this.#tables.changes.add(change)
    object?.whenWithdrawn(() => change.withdraw())
    return change
  }

  /** Says what a change has added to a category and removed from it, as the appliance confirmed. */
  confirm(category: NamedCategory, { added, removed }: Confirmed): void {
    const before = this.#tables.goneFrom(category)
    this.#tables.gone.set(keyOfCategory(category), sitesInEither(removed, sitesWithout(before, added)))
  }

  /** Says that a category is to be created. Returns the name of another one of this run that is to be created with the same table. */
  createTable(table: string, name: string): string | undefined {
    const first = this.#tables.ofNewCategories.get(table) ?? name
    this.#tables.ofNewCategories.set(table, first)
    return simplifyName(first) === simplifyName(name) ? undefined : first
  }

  /** Whether a list was read in this run and not changed since, as in a plan with a refresh. */
  wasRead(place: ListPlace): boolean {
    return this.#tables.read.ofList(place).length > 0
  }

  /** Whether a list of the category that was read so far manages one of the sites. */
  manages(category: NamedCategory, sites: SiteSet): boolean {
    return this.#tables.read.of(category).some(({ managed }) => haveCommon(sites, managed))
  }

  /** A few sites of every list that was read so far, of all categories: they should be there, if anything is. */
  witnesses(): Iterable<Site> {
    return this.#tables.witnesses()
  }

  /** A few sites of every list that was applied in this run, of all categories. */
  *settledSites(): Generator<Site> {
    for (const { settled } of this.#tables.changes.all()) yield* firstOf(settled ?? emptyTable, fewWitnesses)
  }

  /**
   * The part of some sites that lists which stay, and have said so by now, keep in the category.
   * @param object whose own announcements do not count
   */
  async kept(category: NamedCategory, sites: SiteSet, object?: ManagedObject): Promise<SiteSet> {
    return await this.#tables.kept(category, sites, object)
  }

  /**
   * The part of some sites that changes of this run have released in a category, so that no state may have them if the list that declares them
   * is not created. Undefined if there is none.
   *
   * @param declared where the list is declared
   * @param wanted read only if something was released
   */
  async released(
    { category: declared, list }: DeclaredPlace,
    wanted: () => Promise<SiteSet>,
  ): Promise<{ readonly category: NamedCategory; readonly sites: SiteSet } | undefined> {
    const all = [...this.#tables.changes.all()].flatMap((change) =>
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
    const there = sitesWithout(sites, this.#tables.goneFrom(category))
    return there.size > 0 ? { category, sites: there } : undefined
  }

  /** Says that a list was not created, so that no state has what it declares. */
  notCreated({ category }: DeclaredPlace, wanted: () => Promise<SiteSet>): void {
    this.#tables.notCreated.push({ category, wanted })
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
    return this.#tables.changes.of({ name: category }).some(({ declared }) => declared?.has(site))
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

/** Where a list is declared that is to be created: in the category of a number or of a name. */
interface DeclaredPlace {
  readonly category: Partial<NamedCategory>
  readonly list: string | null
}

/** The row of a list that was read. */
export class ListRead {
  readonly category: NamedCategory
  readonly list: string | null
  /** The sites of the state, but those that an earlier change has never added, once that is known. */
  managed: SiteSet
  /** How its sites are queried; undefined while that can still depend on what others manage. */
  mode: VerificationMode | undefined
  /** The sites that were queried and do not exist. */
  missing: SiteSet = emptyTable
  /** Sites of which it is still not known whether an earlier change has added them. */
  doubtful: SiteSet = emptyTable
  /** How its last applies have changed the number of sites of the category; undefined if that is not remembered. */
  growth: Growth | undefined
  /** Whether the appliance has reported of single sites whether the category contains them. */
  isAnswered = false
  /** Whether others wait for the plan of it. */
  isAwaited: boolean
  readonly #tables: Tables

  constructor(
    category: NamedCategory,
    list: string | null,
    managed: SiteSet,
    isAwaited: boolean,
    tables: Tables,
  ) {
    this.category = category
    this.list = list
    this.managed = managed
    this.isAwaited = isAwaited
    this.#tables = tables
  }

  /** Says what the state has of it now. Its plan follows. */
  holds(stored: StoredContent): void {
    this.#tables.replacementOf({ category: { name: this.category.name }, list: this.list }).stored = stored
  }

  /** Says that it is gone, or cannot be read: no plan follows. */
  ends(): void {
    this.#tables.arrive(this)
  }

  /** The other lists of the category, as far as they were read by now and manage anything. */
  others(): readonly ListRead[] {
    return this.#tables.read.of(this.category).filter((other) => other !== this && other.managed.size > 0)
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
    return this.#tables.witnesses(this)
  }
}

/** A category that holds fewer sites than its lists manage. */
export interface Shortage {
  /** How many sites all lists manage that are known so far. */
  readonly managed: number
  /** The other lists, as far as they manage anything. */
  readonly others: readonly ListRead[]
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
  /** The part of that which the apply is sure to leave there. */
  readonly surelyLeft?: SiteSet | Promise<SiteSet>
  /** What the list declares; undefined where that is not compared with other lists of the category. */
  readonly declares?: PlannedSites | undefined
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
  readonly #tables: Tables
  /** Where the state has the list, or where it is planned as a creation: that of a tainted object is read, too. */
  #place: OfList | undefined
  #rows: readonly PlannedRow[] = []
  /** Whether others wait for it. */
  isAwaited = true

  constructor(stored: ListPlace | null, object: ManagedObject, tables: Tables) {
    this.#place = stored ?? undefined
    this.#object = object
    this.#tables = tables
    if (!stored) tables.awaitedNew.add(this)
  }

  /** Says what the list keeps in categories and gives up there, all at once. Others need not wait for it any more. */
  announce(...rows: readonly PlannedRow[]): void {
    for (const row of rows) this.#tables.plans.add(row, this.#object)
    this.#rows = rows
    this.#place ??= rows[0]
    this.arrives()
  }

  /** Says that nothing more is said of the list, or that its plan has failed: others need not wait for it any more. */
  arrives(): void {
    if (!this.isAwaited) return
    this.isAwaited = false
    this.#tables.awaitedNew.delete(this)
    this.#tables.arrive(this.#place)
  }

  /** The part of some sites that other lists keep in a category, as far as they have said so by now. */
  async kept(category: NamedCategory, sites: SiteSet): Promise<SiteSet> {
    return await this.#tables.kept(category, sites, this.#object)
  }

  /**
   * The part of some sites that other lists of the category give up, or have removed by now.
   * @param sites read only if another list gives up something
   */
  async lost(category: NamedCategory, sites: () => Promise<SiteSet>): Promise<SiteSet> {
    return await this.#tables.lost(category, sites, this.#object)
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
    const others = this.#tables.awaited.of(category)
    if (others.length === 0) return
    const own = await sites()
    await this.#tables.arePlanned(
      others.filter(({ managed }) => haveCommon(own, managed)),
      signal,
    )
  }

  /**
   * The same for new lists, and for every list of every category, because any of them may be replaced by one in the category of this one: so it
   * is if the index of each category changes by one.
   */
  async allArePlanned(signal: AbortSignal): Promise<void> {
    await this.#tables.allArePlanned(signal)
  }

  /** What the list declares, beside what each other list of its category declares that was announced before. */
  *beside(): Generator<readonly [own: PlannedSites, other: PlannedSites]> {
    const own = this.#rows.find(({ declares }) => declares)
    if (!own?.declares) return
    for (const row of this.#tables.plans.of({ name: own.category.name })) {
      if (row === own) return
      if (row.declares && row.list !== own.list) yield [own.declares, row.declares]
    }
  }

  /** Says what the list declares. Returns what lists of other categories declare too that were announced before, a contest for each list. */
  async contests(declared: DeclaredSites): Promise<readonly Contest[]> {
    return await this.#tables.contested.declare(declared, this.#object)
  }

  /**
   * Says that the list is to be created, although the state may have it. Terraform does not report that a resource is tainted, and its plan is
   * that of a creation: only the refresh knows the old list. A block that is renamed without `moved` looks the same, except that the old list
   * is planned too, before or after the new one: the one that comes second gets the other one, and compares both.
   *
   * @returns the old list; undefined if none is known by now
   */
  succeeds({ category: name, list }: ListOwner, successor: Successor): StoredContent | undefined {
    const replacement = this.#tables.replacementOf({ category: { name }, list })
    if (!replacement.stored) replacement.successor = successor
    return replacement.stored
  }

  /** Says that the list leaves the state. Returns the one that takes its place, if both were not compared yet. */
  givesWay({ category: name, list }: ListOwner, stored: StoredContent): Successor | undefined {
    const replacement = this.#tables.replacementOf({ category: { name }, list })
    const { successor } = replacement
    replacement.stored = stored
    replacement.successor = undefined
    return successor
  }
}

/** What a list is planned to have; read only if another resource needs it. */
export interface PlannedSites {
  readonly owner: ListOwner
  readonly sites: () => Promise<SiteSet>
  /** What is left out of the list; undefined for nothing. */
  readonly exceptions?: (() => Promise<SiteTable>) | undefined
}

/**
 * The row of a list that is being changed. One that is replaced or renamed in the configuration is briefly two resources that change one
 * category: what one of them declares, the other must not remove.
 *
 * What it declares is said when it begins, before its turn. In its turn it asks what others have taken out of the category (`lost`), says what
 * leaves (`leave`), and drops of that what others declare by now (`declaredByNone`). `Changes.mayGiveUp` and `Changes.giveUp` say to changes of
 * other categories what will leave, and that nothing holds it up any more. What stays there for others, it `releases`. In the end a list that has
 * its sites `settles`. One that is deleted `ends`. A deletion that fails `fails`, because a new list must not be filled beside it. An update that
 * fails has nothing to say, because its state keeps the list.
 */
export class ListInChange {
  readonly category: Pick<NamedCategory, 'name'>
  readonly list: string | null
  /** The sites that it is to have; undefined if it leaves the state, or if another change of the list has begun. */
  declared: SiteSet | undefined
  /** The sites that it has in the category when its change is done. */
  settled: SiteSet | undefined
  /** Sites that leave its state and stay in the category. */
  readonly released: ReleasedSites[] = []
  /** Its object was to be destroyed in this run, and still has the list in its state. */
  hasFailed = false
  readonly #wanted: SiteSet
  readonly #tables: Tables

  constructor({ category: name, list }: ListOwner, declared: SiteSet | undefined, tables: Tables) {
    this.category = { name }
    this.list = list
    this.declared = declared
    this.#wanted = declared ?? emptyTable
    this.#tables = tables
  }

  /** Its object was not created, or is planned or changed again: it declares nothing any more. */
  withdraw(): void {
    this.declared = undefined
    this.settled = undefined
  }

  /** The part of some sites that no resource that was changed, or is being changed, declares in the category. */
  declaredByNone(sites: SiteSet): SiteSet {
    return this.#tables.changes
      .of(this.category)
      .reduce((left, { declared }) => (declared ? sitesWithout(left, declared) : left), sites)
  }

  /** Says that sites leave the category now, unless other lists keep them. Returns those that do leave. */
  async leave(category: NamedCategory, leaves: SiteSet): Promise<SiteSet> {
    const surelyLeft = this.#tables.kept(category, leaves)
    if (leaves.size > 0) this.#tables.plans.add({ category, list: this.list, leaves, surelyLeft })
    return sitesWithout(leaves, await surelyLeft)
  }

  /** The part of some sites that other lists of the category remove, or have removed by now. @param sites see `ListInPlan.lost` */
  async lost(category: NamedCategory, sites: () => SiteSet): Promise<SiteSet> {
    return await this.#tables.lost(category, sites, undefined)
  }

  /** The part of some sites that changes of this run have removed from the category, and that none has added again. */
  gone(category: NamedCategory, sites: SiteSet): SiteSet {
    return sitesInBoth(sites, this.#tables.goneFrom(category))
  }

  /** The part of some sites that lists declare which were not created in this run, and that no change of it declares. */
  async declaredByFailed(category: NamedCategory, sites: SiteSet): Promise<SiteSet> {
    let failed: SiteSet = emptyTable
    for (const { category: declared, wanted } of this.#tables.notCreated)
      if (areSame(category, declared)) failed = sitesInEither(failed, sitesInBoth(sites, await wanted()))
    return this.declaredByNone(failed)
  }

  /** A site that another list of this run has added to the category and keeps there; undefined if none is known. */
  siteOfOthers(isKept: (site: Site) => boolean): Site | undefined {
    for (const { list, settled } of this.#tables.changes.of(this.category)) {
      if (list === this.list || !settled) continue
      for (const site of firstOf(settled, mostLookedAt)) if (isKept(site)) return site
    }
    return undefined
  }

  /** Says that the list has its sites in the category now. @param read what was read of it, which holds no more; undefined if it is new */
  settles(read?: NamedCategory): void {
    for (const other of this.#tables.changes.ofList(this)) other.settled = undefined
    this.settled = this.#wanted
    if (read) this.#tables.read.dropList({ category: read, list: this.list })
  }

  /** Says that the list is in no state any more. */
  ends(read: NamedCategory): void {
    this.#tables.replacements.dropList(this)
    this.#tables.read.dropList({ category: read, list: this.list })
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
    return this.#tables.changes.ofList(this).some(({ hasFailed }) => hasFailed)
  }
}

/** Sites that a change has released: see `ListInChange.releases`. */
interface ReleasedSites {
  readonly category: NamedCategory
  readonly sites: () => SiteSet | Promise<SiteSet>
  readonly isKept: boolean
}

/** A list of the state, and the one that is to be created in its place, whichever of the two is known by now. */
interface Replacement extends OfList {
  stored?: StoredContent
  /** Undefined if both were compared. */
  successor?: Successor | undefined
}

/** What lists have said by now. Questions that one stage alone asks are with that stage. */
class Tables {
  readonly read = new Rows<ListRead>()
  readonly plans = new Rows<PlannedRow>()
  readonly replacements = new Rows<Replacement>()
  readonly changes = new Rows<ListInChange>()
  /** Those that were read and are not planned yet. A state may have one list under two addresses, which are both awaited. */
  readonly awaited = new Rows<ListRead>()
  /** The plans of new lists, whose category is not known, as long as they have not arrived. */
  readonly awaitedNew = new Set<ListInPlan>()
  readonly contested = new ContestedSites()
  /** The categories that are to be created, by their tables on the appliance. */
  readonly ofNewCategories = new Map<string, string>()
  readonly notCreated: (Pick<DeclaredPlace, 'category'> & { readonly wanted: () => Promise<SiteSet> })[] = []
  /** What changes have removed, by category. */
  readonly gone = new Map<string, SiteSet>()

  readonly #arrived: Condition
  readonly #waits: Waits
  /** When the first removal of a whole list was planned, on the clock of `performance.now()`. */
  #firstRemoval: number | undefined

  constructor(arrived: Condition, waits: Waits) {
    this.#arrived = arrived
    this.#waits = waits
  }

  replacementOf(owner: OfList): Replacement {
    const [known] = this.replacements.ofList(owner)
    if (known) return known
    const replacement = { ...owner }
    this.replacements.add(replacement)
    return replacement
  }

  arrive(place: OfList | undefined): void {
    const [one] = place ? this.awaited.ofList(place) : []
    if (one) {
      one.isAwaited = false
      this.awaited.drop(one)
    }
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
    const rows = this.#plansOfOthers(category, except)
    if (sites.size === 0) return emptyTable
    let left = sites
    for (const { stays } of rows) if (stays) left = sitesWithout(left, await stays())
    return left.size === sites.size ? emptyTable : sitesWithout(sites, left)
  }

  async lost(
    category: NamedCategory,
    sites: () => SiteSet | Promise<SiteSet>,
    except: ManagedObject | undefined,
  ): Promise<SiteSet> {
    const rows = this.#plansOfOthers(category, except).filter(({ leaves }) => leaves && leaves.size > 0)
    if (rows.length === 0) return emptyTable
    const own = await sites()
    let lost: SiteSet = emptyTable
    for (const { leaves = emptyTable, surelyLeft = emptyTable } of rows) {
      const shared = sitesInBoth(own, sitesWithout(leaves, await surelyLeft))
      if (shared.size > 0) lost = sitesInEither(lost, shared)
    }
    return lost
  }

  /** The two plans of a replacement are of one resource. */
  #plansOfOthers(category: NamedCategory, own: ManagedObject | undefined): readonly PlannedRow[] {
    return this.plans.of(category, own && [own, own.earlier])
  }

  goneFrom(category: NamedCategory): SiteSet {
    return this.gone.get(keyOfCategory(category)) ?? emptyTable
  }
}

/** A list whose plan others may wait for. */
type Awaited = Pick<ListRead | ListInPlan, 'isAwaited'>

/** What is said of one list of a category; null for that of the category itself. */
interface OfList {
  readonly category: CategoryName
  readonly list: string | null
}

/** Rows of lists by category, in the order in which they were added. */
class Rows<Row extends OfList> {
  readonly #byName = new Map<string, Map<Row, ManagedObject | undefined>>()

  /** @param except the objects whose rows do not count */
  of(category: CategoryName, except: readonly (ManagedObject | undefined)[] = []): readonly Row[] {
    const rows = this.#byName.get(simplifyName(category.name)) ?? []
    return [...rows].flatMap(([row, by]) =>
      haveSameNumber(row.category, category) && !(by && except.includes(by)) ? [row] : [],
    )
  }

  ofList({ category, list }: OfList): readonly Row[] {
    return this.of(category).filter((row) => row.list === list)
  }

  *all(): Generator<Row> {
    for (const rows of this.#byName.values()) yield* rows.keys()
  }

  /** @param by the object whose plan it is, with which it goes */
  add(row: Row, by?: ManagedObject): void {
    const key = simplifyName(row.category.name)
    const rows = this.#byName.get(key) ?? new Map<Row, ManagedObject | undefined>()
    this.#byName.set(key, rows.set(row, by))
    by?.whenWithdrawn(() => this.drop(row))
  }

  drop(row: Row): void {
    this.#byName.get(simplifyName(row.category.name))?.delete(row)
  }

  dropList(owner: OfList): void {
    for (const row of this.ofList(owner)) this.drop(row)
  }
}

/** Whether two may be one category: what is known of both is the same. */
function areSame(one: Partial<NamedCategory>, other: Partial<NamedCategory>): boolean {
  const isName =
    one.name === undefined || other.name === undefined || simplifyName(one.name) === simplifyName(other.name)
  return isName && haveSameNumber(one, other)
}

function haveSameNumber(one: Partial<NamedCategory>, other: Partial<NamedCategory>): boolean {
  return one.id === undefined || other.id === undefined || one.id === other.id
}

function keyOfCategory({ id, name }: NamedCategory): string {
  return JSON.stringify([id, simplifyName(name)])
}

function haveCommon(one: SiteSet, other: SiteSet): boolean {
  return one.size > 0 && other.size > 0 && sitesWithout(one, other).size < one.size
}

/** If the first sites of a list are all about to leave, the others most likely are too. */
const mostLookedAt = 100

/** So many sites of each list are witnesses. */
const fewWitnesses = 2
