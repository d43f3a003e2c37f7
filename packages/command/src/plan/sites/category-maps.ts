import { parseSite, type Site } from '@webfilter/appliance-names'
import { common, emptyTable, minus, type SiteTable, tableOf, union, unionOf } from '@webfilter/site-lists'
import { alphabetically } from '../../report/names'
import type { PlannedResource } from '../planned-resource'
import {
  type CategoryIdentity,
  type CategoryNaming,
  isOnlyRestored,
  keepsItsSites,
  type ListChange,
} from './list-change'

/** What a plan knows of the sites of a category, over all resources that manage sites in it: three maps, and what follows from them. */
export interface CategoryMaps extends CategoryIdentity {
  /** Managed sites that the last apply had left and the refresh did not find: with those of `found`, they are the applied ones. */
  readonly lost: SiteTable
  /** Managed sites before the plan, and those of them that only the state has: nothing has looked whether they are there. */
  readonly found: SiteTable
  readonly recorded: SiteTable
  /** What the category holds after it, as far as the configuration knows, those included that cease to be managed. */
  readonly planned: SiteTable
  /** All that enter it, and all that leave it, moves included. */
  readonly added: SiteTable
  readonly removed: SiteTable
  /** Of the added ones, those that others removed, or that come with something that is restored. */
  readonly restored: SiteTable
  /** Of the removed ones, those that only go because another category claims what is restored there. */
  readonly removedByRepair: SiteTable
  /** Sites that cease to be managed and stay in it. */
  readonly released: SiteTable
  /** Added sites that the apply takes out of every other category (`on_conflict = "move"`). */
  readonly claimed: SiteTable
  /** The same, if the category does not contain them yet, or if `on_conflict` turns out to be "move". */
  readonly mayBeClaimed: SiteTable
  /** Sites that leave it unless a list of it, whose entries are not all known, turns out to declare them. */
  readonly mayGo: SiteTable
  /** Sites that the category may keep, or lose: `on_remove` is known only after the apply. */
  readonly mayBeRemoved: SiteTable
  /** Added sites that the apply rejects if another category holds them still (`on_conflict = "fail"`). */
  readonly exclusive: SiteTable
  /** Sites that it declares and does not hold after the plan, as another category claims them: the next plan adds them again. */
  readonly contested: SiteTable
  readonly isUncertain: boolean
  /** So many sites at most are declared that are known only after the apply. */
  readonly mayStay: number
  readonly isSensitive: boolean
  /** The lists in it: those that it has after the plan, and those that it had before and has no more. */
  readonly lists: readonly ListChange[]
  readonly leaving: readonly ListChange[]
  /** Lists that it had before, and whose category is known only after the apply: it may be this one again. */
  readonly doubtful: readonly ListChange[]
  /** Sites of these that leave it, and come back if it is this one again. */
  readonly mayComeBack: SiteTable
  /** Of the lists, those that it did not have before. */
  readonly arriving: readonly ListChange[]
  /** Sites that the apply adds if they are missing: the state has them in the category, and nothing has looked whether they are there. */
  readonly addedIfMissing: SiteTable
  /** The same of sites that it removes if they are there. Of the removed ones; they move nowhere. */
  readonly removedIfPresent: SiteTable
}

/**
 * @param lists from how appliances were found to how they are planned
 * @param lostFrom what the last apply had left in a category and the refresh did not find there, by its key
 * @param resources of which operations add sites
 */
export function categoryMaps(
  lists: readonly ListChange[],
  identityOf: CategoryNaming,
  lostFrom: (category: string) => SiteTable,
  resources: readonly PlannedResource[],
): readonly CategoryMaps[] {
  const parts = new Map<string, CategoryParts>()
  const partsOf = (resource: PlannedResource, side: 'before' | 'after') => {
    const identity = identityOf(resource, side)
    if (!identity) return undefined
    const known = parts.get(identity.key) ?? new CategoryParts(identity, lostFrom(identity.key))
    parts.set(identity.key, known)
    return known
  }
  for (const list of lists) {
    const before = partsOf(list.resource, 'before')
    const after = partsOf(list.resource, 'after')
    before?.addBefore(list, after !== before && after?.isUnknown === true)
    after?.addAfter(list)
  }
  for (const resource of resources) {
    const site = siteAddedByOperation(resource)
    if (site !== undefined) partsOf(resource, 'after')?.addStored(site)
  }

  const inOrder = [...parts.values()].sort((one, other) => alphabetically(one.name, other.name))
  return inOrder.map((each) => each.maps())
}

/**
 * The site that an operation adds to the category that it compiles, if the category does not contain it (docs/appliance, "Compile a category").
 * The autonomous service adds none, and alone it removes none either.
 */
export function siteAddedByOperation({ type, action, after }: PlannedResource): Site | undefined {
  if (type !== 'appliance_operation' || (action !== 'create' && action !== 'replace')) return undefined
  if (after?.text('name') !== 'category_compile') return undefined
  const read = parseSite(after.within('arguments').text('site') ?? '')
  return read.ok ? read.site : undefined
}

/** What resources say of one category, collected. */
class CategoryParts {
  readonly name: string
  readonly isUnknown: boolean
  readonly #identity: CategoryIdentity
  readonly #lost: SiteTable
  readonly #prior = new Set<ListChange>()
  /** Of the prior ones, those whose category is known only after the apply. */
  readonly #doubtful = new Set<ListChange>()
  readonly #planned = new Set<ListChange>()
  readonly #stored: Site[] = []

  constructor(identity: CategoryIdentity, lost: SiteTable) {
    this.name = identity.name
    this.isUnknown = identity.isUnknown === true
    this.#identity = identity
    this.#lost = lost
  }

  addBefore(list: ListChange, isDoubtful: boolean): void {
    this.#prior.add(list)
    if (isDoubtful) this.#doubtful.add(list)
  }

  addAfter(list: ListChange): void {
    this.#planned.add(list)
  }

  addStored(site: Site): void {
    this.#stored.push(site)
  }

  maps(): CategoryMaps {
    const [prior, planned] = [[...this.#prior], [...this.#planned]]
    const before = unionOf(prior.map((list) => list.before))
    const after = unionOf(planned.map((list) => list.after))
    // What comes with the apply to one list may be what another one gives up.
    const isOpen = planned.some((list) => list.isUncertain)
    const open = prior.filter((list) => list.isReleaseUnknown)
    const leftOpen = minus(unionOf(open.map((list) => list.before)), this.#takenOut(open))
    const uncertain = isOpen ? before : leftOpen
    const leaving = prior.filter((list) => !this.#planned.has(list) && !this.#doubtful.has(list))
    const doubtful = [...this.#doubtful]
    // A list whose category comes with the apply may declare here what it leaves.
    const backAgain = unionOf(doubtful.map((list) => common(list.before, list.after)))
    const staying = minus(unionOf(prior.map((list) => list.released)), this.#takenOut())
    const left = minus(staying, backAgain)
    const stored = tableOf(this.#stored)
    const released = union(left, common(before, stored))
    const lists = [...planned, ...leaving]
    const content = unionOf([after, released, uncertain, backAgain])
    const [added, removed] = [minus(after, before), minus(before, content)]
    const seen = prior.filter(({ resource }) => !resource.isUnseen)
    const recorded =
      seen.length === prior.length ? emptyTable : minus(before, unionOf(seen.map((list) => list.before)))
    const mayStay = planned.reduce((sum, list) => sum + list.unknownSites, 0)
    const mayGo = minus(uncertain, unionOf([after, released, backAgain]))
    const claims = this.#gainedWith(['move', 'unknown'], before)
    // A category that is not known may be the one that has the site.
    const claimed = this.isUnknown ? emptyTable : this.#gainedWith(['move'], before, true)
    return {
      ...this.#identity,
      lost: this.#lost,
      found: before,
      planned: content,
      added,
      restored: this.#restoredOf(added),
      recorded,
      addedIfMissing: recorded.size === 0 ? emptyTable : common(unionOf(planned.map(lookedForBy)), recorded),
      removed,
      removedByRepair: common(removed, unionOf(prior.filter(isOnlyRestored).map((list) => list.before))),
      removedIfPresent: common(removed, recorded),
      released: minus(minus(released, after), uncertain),
      claimed,
      mayBeClaimed: minus(claims, claimed),
      exclusive: this.#gainedWith(['fail'], before),
      mayBeRemoved: common(mayGo, leftOpen),
      contested: emptyTable,
      isUncertain: lists.some((each) => each.isUncertain),
      mayGo: minus(mayGo, leftOpen),
      mayStay,
      isSensitive: [...lists, ...doubtful].some((each) => each.isSensitive),
      lists: planned,
      leaving,
      doubtful,
      mayComeBack: minus(backAgain, unionOf([staying, after, stored])),
      arriving: planned.filter((list) => !this.#prior.has(list)),
    }
  }

  /**
   * What lists add that treat sites of other categories in some ways: a new list adds what the category lacks, an update what is new to it.
   *
   * @param isCertain without new lists of a category that is adopted, which may find their sites there
   */
  #gainedWith(ways: readonly ListChange['onConflict'][], before: SiteTable, isCertain = false): SiteTable {
    const planned = [...this.#planned]
    const isAdopted = planned.some(({ resource }) => resource.isImported || resource.origin === 'adopted')
    const lists = planned.filter(
      (list) => ways.includes(list.onConflict) && isApplied(list) && !(isCertain && isAdopted && !list.held),
    )
    return unionOf(
      lists.map((list) => {
        const { resource, after, held, released } = list
        const isTakenOut = this.#prior.has(list) && !resource.readdressed && !keepsItsSites(resource)
        return minus(after, held ?? (isTakenOut ? released : before))
      }),
    )
  }

  /** Of the added sites, those that others removed, or that come with a list that is only restored. */
  #restoredOf(added: SiteTable): SiteTable {
    const back = common(added, this.#lost)
    if (back.size === added.size) return back
    const lists = [...this.#planned].filter(isOnlyRestored)
    return unionOf([back, ...lists.map(({ after }) => common(added, after))])
  }

  /** Sites that a list removes: the appliance has them once, and another list that leaves them there does not keep them. */
  #takenOut(without: readonly ListChange[] = []): SiteTable {
    const lists = [...this.#prior].filter((list) => !without.includes(list))
    const removed = lists.map((list) => {
      const kept = this.#planned.has(list) ? list.after : emptyTable
      return minus(minus(list.before, kept), list.released)
    })
    return unionOf(removed)
  }
}

/** Sites that the apply of a list adds where it does not find them: all of a list that is new, and of an update what is new to it. */
export function lookedForBy(list: ListChange): SiteTable {
  if (!isApplied(list)) return emptyTable
  return list.held ? minus(list.after, list.held) : list.after
}

/** Whether the engine does something at the address of a list. */
function isApplied({ resource }: ListChange): boolean {
  return resource.action !== 'none' || resource.readdressed !== undefined
}
