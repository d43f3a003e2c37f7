import type { Category, CategoryAddress } from '@webfilter/appliance-client/categories/category'
import { type Site, simplifyName } from '@webfilter/appliance-names'
import { Condition, plainReason } from '@webfilter/concurrency'
import {
  emptyTable,
  FewSites,
  firstOf,
  type SiteSet,
  sitesInEither,
  sitesWithout,
} from '@webfilter/site-lists'
import type { ManagedObject } from '@webfilter/terraform-plugin'
import { ListInChange, ListsChanged } from './lists-changed'
import { ListInPlan, ListsPlanned } from './lists-planned'
import { fewWitnesses, ListRead, ListsRead } from './lists-read'
import { haveCommon, keyOfCategory, type ListOwner, type ListPlace, type NamedCategory } from './place'
import { usualWaits } from './waits'

/**
 * The lists of a run, as tables of rows by category. Three of them matter most: the lists that were read, with what they manage; the plans, with
 * what stays in a category and what leaves it, also by changes; the changes, with what they declare and have done. Terraform calls a provider for
 * each list separately and side by side, and does not say how many are still to come. So each list first adds its row, and then asks the rows of
 * others: of two lists, the second one knows both. What a list keeps, gives up, shares or lacks stands in no table. It is asked for.
 *
 * The row of a plan goes when its object is planned again or deleted (`ManagedObject.whenWithdrawn`). That of a change stays, and declares
 * nothing any more.
 */
export class ListsOfRun {
  readonly #read: ListsRead
  readonly #planned: ListsPlanned
  readonly #changed: ListsChanged
  /** The categories that are to be created, by their tables on the appliance. */
  readonly #newTables = new Map<string, string>()

  /** @param errors the errors for a caller that stops waiting; the reason of the signal by default */
  constructor(errors = plainReason, waits = usualWaits) {
    const arrived = new Condition(errors)
    this.#read = new ListsRead(arrived)
    this.#planned = new ListsPlanned(this.#read, arrived, waits)
    this.#changed = new ListsChanged(this.#planned)
  }

  /**
   * Says that a list was read, before the appliance is asked for its category.
   *
   * @param managed the sites that the state has
   * @param isToBePlanned whether a plan of it follows, which others wait for
   */
  read({ category, list }: ListPlace, managed: SiteSet, isToBePlanned: boolean): ListRead {
    const read = new ListRead(category, list, managed, isToBePlanned, this.#read)
    this.#read.add(read)
    return read
  }

  /**
   * Begins the plan of a list.
   * @param stored where the state has it; null if it is to be created
   */
  plan(stored: ListPlace | null, object: ManagedObject): ListInPlan {
    return new ListInPlan(stored, object, this.#planned)
  }

  /**
   * Begins the change of a list. To be called before anything is sent, and before the turn of the change.
   *
   * @param declared the sites that it is to have when its apply is done; undefined if it leaves the state
   * @param object the one that is changed, which may not be created, or be deleted in the same run
   */
  change(owner: ListOwner, declared: SiteSet | undefined, object?: ManagedObject): ListInChange {
    const change = new ListInChange(owner, declared, this.#changed)
    this.#changed.rows.add(change)
    object?.whenWithdrawn(() => change.withdraw())
    return change
  }

  /** Says what a change has added to a category and removed from it, as the appliance confirmed. */
  confirm(
    category: NamedCategory,
    { added, removed }: { readonly added: SiteSet; readonly removed: SiteSet },
  ): void {
    const before = this.#changed.goneFrom(category)
    this.#changed.gone.set(keyOfCategory(category), sitesInEither(removed, sitesWithout(before, added)))
  }

  /** Says that a category is to be created. Returns the name of another one of this run that is to be created with the same table. */
  createTable(table: string, name: string): string | undefined {
    const first = this.#newTables.get(table) ?? name
    this.#newTables.set(table, first)
    return simplifyName(first) === simplifyName(name) ? undefined : first
  }

  /** Whether a list was read in this run and not changed since, as in a plan with a refresh. */
  wasRead(place: ListPlace): boolean {
    return this.#read.rows.ofList(place).length > 0
  }

  /** Whether a list of the category that was read so far manages one of the sites. */
  manages(category: NamedCategory, sites: SiteSet): boolean {
    return this.#read.rows.of(category).some(({ managed }) => haveCommon(sites, managed))
  }

  /** A few sites of every list that was read so far, of all categories: they should be there, if anything is. */
  witnesses(): Iterable<Site> {
    return this.#read.witnesses()
  }

  /** A few sites of every list that was applied in this run, of all categories. */
  *settledSites(): Generator<Site> {
    for (const { settled } of this.#changed.rows.all()) yield* firstOf(settled ?? emptyTable, fewWitnesses)
  }

  /**
   * The part of some sites that lists which stay, and have said so by now, keep in the category.
   * @param object whose own announcements do not count
   */
  async kept(category: NamedCategory, sites: SiteSet, object?: ManagedObject): Promise<SiteSet> {
    return await this.#planned.kept(category, sites, object)
  }

  /** The part of some sites that changes of this run have released in a category. See `ListsChanged.released`. */
  async released(
    declared: Partial<NamedCategory>,
    list: string | null,
    wanted: () => Promise<SiteSet>,
  ): ReturnType<ListsChanged['released']> {
    return await this.#changed.released(declared, list, wanted)
  }

  /** Says that the state of a failed creation has what was released, and nothing else: it declares no more. */
  keepsReleased(category: NamedCategory, list: string | null, released: SiteSet): void {
    for (const change of this.#changed.rows.ofList({ category, list }))
      if (change.declared) change.keeps(released)
  }

  /** Says what no state has although a list declares it, because its creation or its update has failed. */
  notTaken(category: Partial<NamedCategory>, wanted: () => Promise<SiteSet>): void {
    this.#changed.notTaken.push({ category, wanted })
  }

  /**
   * Whether a list that was applied, is being applied, or was read in this run declares a site in a category.
   * @param given the category that has just given up the site: what its lists had when they were read says nothing of it any more
   */
  declares({ id, name }: Pick<Category, 'id' | 'name'>, site: Site, given: CategoryAddress): boolean {
    if (this.isDeclared(name, site)) return true
    return id !== given.id && this.manages({ id: String(id), name }, new FewSites([site]))
  }

  /** Whether a resource that was applied, or is being applied, declares a site in the category. */
  isDeclared(category: string, site: Site): boolean {
    return this.#changed.rows.of({ name: category }).some(({ declared }) => declared?.has(site))
  }
}
