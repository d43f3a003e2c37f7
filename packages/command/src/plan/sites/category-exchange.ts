import { parseSite, type Site } from '@webfilter/appliance-names'
import {
  common,
  emptyTable,
  gathered,
  minus,
  type SiteTable,
  tableOf,
  union,
  unionOf,
} from '@webfilter/site-lists'
import { alphabetically } from '../../report/names'
import { onEachAppliance } from '../appliances'
import type { ItemCause } from '../change'
import type { PlannedResource } from '../planned-resource'
import {
  type CategoryIdentity,
  type CategoryNaming,
  isOnlyRestored,
  keepsItsSites,
  type ListChange,
} from './list-change'
import { eachShared, mergedOrder, siteAt } from './merged-order'
import { type Exchange, movesBetween } from './moves'

/** What a plan does to a category, over all resources that manage sites in it. */
export interface PlannedCategory extends CategoryIdentity {
  /** Managed sites before the plan. */
  readonly before: SiteTable
  /** What the category holds after it, as far as the configuration knows, those included that cease to be managed. */
  readonly content: SiteTable
  /** All that enter it, and all that leave it, moves included. */
  readonly added: SiteTable
  readonly removed: SiteTable
  /** Of the added ones, those that others removed, or that come with something that is restored. */
  readonly restored: SiteTable
  /** Of the removed ones, those that only go because another category claims what is restored there. */
  readonly removedByRepair: SiteTable
  /** What it gains and loses because of each cause, without what moves. */
  readonly alone: Readonly<Record<ItemCause, Exchange>>
  /** Sites that cease to be managed and stay in it. */
  readonly released: SiteTable
  /** Added sites that the apply takes out of every other category (`on_conflict = "move"`). */
  readonly claimed: SiteTable
  /** The same, if the category does not contain them yet, or if `on_conflict` turns out to be "move". */
  readonly mayBeClaimed: SiteTable
  /** Sites that this category may claim from others of the plan, because of each cause. */
  readonly possibleLosses: Readonly<Record<ItemCause, PossibleLosses | undefined>>
  /** The names of the other categories of the appliance, if some of its sites are not known. */
  readonly others: readonly string[]
  /** Sites that the category may keep, or lose: `on_remove` is known only after the apply. */
  readonly mayBeRemoved: SiteTable
  /** Added sites that the apply rejects if another category holds them still (`on_conflict = "fail"`). */
  readonly exclusive: SiteTable
  /** Sites that it declares and does not hold after the plan, as another category claims them: the next plan adds them again. */
  readonly contested: SiteTable
  readonly isUncertain: boolean
  /** Of the sites that stay only if they turn out to be declared, so many are removed at least. */
  readonly removedAtLeast: number
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
  /** Managed sites of before that only the state has: nothing has looked whether they are there. */
  readonly recorded: SiteTable
  /** Sites that the apply adds if they are missing: the state has them in the category, and nothing has looked whether they are there. */
  readonly addedIfMissing: SiteTable
  /** The same of sites that it removes if they are there. Of the removed ones; they move nowhere. */
  readonly removedIfPresent: SiteTable
  /** Of the removed ones, those that a list may declare whose category is known only after the apply. */
  readonly mayReturn: SiteTable
}

/** Sites that a category may take from others, and the names of these. */
export interface PossibleLosses {
  readonly sites: SiteTable
  /** Ten of them at most. */
  readonly from: readonly string[]
  readonly isMore: boolean
}

/** Sites that leave one category and enter another. */
export interface CategoryMove {
  readonly cause: ItemCause
  readonly from: PlannedCategory
  readonly to: PlannedCategory
  readonly sites: SiteTable
}

/** What categories are planned to be, and what moves between them. */
export interface CategoryExchange {
  readonly categories: readonly PlannedCategory[]
  readonly moves: readonly CategoryMove[]
}

/**
 * @param lists from how appliances were found to how they are planned
 * @param lostFrom what the last apply had left in a category and the refresh did not find there, by its key
 * @param resources of which operations add sites
 */
export function categoryExchange(
  lists: readonly ListChange[],
  identityOf: CategoryNaming,
  lostFrom: (category: string) => SiteTable,
  resources: readonly PlannedResource[],
): CategoryExchange {
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
  const exchanges = onEachAppliance(inOrder).map(exchangeOn)
  return {
    categories: exchanges.flatMap(({ categories }) => categories),
    moves: exchanges.flatMap(({ moves }) => moves),
  }
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

/** Between the categories of two appliances nothing moves, and no category takes a site from one on another appliance. */
function exchangeOn(parts: readonly CategoryParts[]): CategoryExchange {
  const claimed = withoutClaimed(parts.map((each) => each.whole()))
  const placeless = claimed.filter(({ isUnknown }) => isUnknown)
  const declaredSomewhere = unionOf(placeless.map(({ content }) => content))
  const elsewhere = placeless.reduce((sum, { mayStay }) => sum + mayStay, 0)
  const wholes = claimed.map(({ goes, mayStay, ...whole }) => ({
    ...whole,
    mayReturn: elsewhere > 0 ? whole.removed : common(whole.removed, declaredSomewhere),
    removedAtLeast: Math.max(0, minus(goes, declaredSomewhere).size - mayStay - elsewhere),
  }))
  const [changing, restoring] = [exchangeBecause('change', wholes), exchangeBecause('drift', wholes)]
  const categories = wholes.map((whole, index) => ({
    ...whole,
    alone: {
      change: aloneIn(whole, 'change', changing.rest[index]),
      drift: aloneIn(whole, 'drift', restoring.rest[index]),
    },
    possibleLosses: { change: changing.losses.get(index), drift: restoring.losses.get(index) },
    others: whole.isUncertain ? wholes.filter(({ key }) => key !== whole.key).map(({ name }) => name) : [],
  }))
  const movesOf = ({ cause, moves }: ReturnType<typeof exchangeBecause>) =>
    moves.flatMap(({ from, to, sites }) => {
      const [loser, gainer] = [categories[from], categories[to]]
      return loser && gainer ? [{ cause, from: loser, to: gainer, sites }] : []
    })
  return { categories, moves: [...movesOf(changing), ...movesOf(restoring)] }
}

/** What moves because of one cause, what comes and goes beside that, and what categories may take from each other. */
function exchangeBecause(cause: ItemCause, wholes: readonly SettledWhole[]) {
  const { moves, rest } = movesBetween(wholes.map((whole) => movable(whole, cause)))
  return { cause, moves, rest, losses: possibleLosses(wholes, cause) }
}

type SettledWhole = Omit<PlannedCategory, 'alone' | 'possibleLosses' | 'others'>

interface Whole extends Omit<SettledWhole, 'mayReturn' | 'removedAtLeast'> {
  /** Sites that leave it unless they turn out to be declared, and how many at most do so. */
  readonly goes: SiteTable
  readonly mayStay: number
}

/** Of some sites that a category gains, those of one cause. */
export function gainedBecause(
  cause: ItemCause,
  sites: SiteTable,
  { restored }: Pick<PlannedCategory, 'restored'>,
): SiteTable {
  return cause === 'drift' ? common(sites, restored) : minus(sites, restored)
}

/** Of some sites that a category loses, those of one cause. */
function lostBecause(
  cause: ItemCause,
  sites: SiteTable,
  { removedByRepair }: Pick<PlannedCategory, 'removedByRepair'>,
): SiteTable {
  return cause === 'drift' ? common(sites, removedByRepair) : minus(sites, removedByRepair)
}

/** What a category may give another one, or take from it: what it certainly holds, and if it is certainly another one. */
function movable(whole: SettledWhole, cause: ItemCause): Exchange {
  const { isUnknown, added, removed, removedIfPresent, mayReturn } = whole
  const certain = minus(minus(removed, removedIfPresent), mayReturn)
  return {
    added: isUnknown ? emptyTable : gainedBecause(cause, added, whole),
    removed: lostBecause(cause, certain, whole),
  }
}

/** What each category may take from the others, by its number. */
function possibleLosses(
  wholes: readonly SettledWhole[],
  cause: ItemCause,
): ReadonlyMap<number, PossibleLosses> {
  const claims = wholes.map((whole) => gainedBecause(cause, whole.mayBeClaimed, whole))
  if (claims.every(({ size }) => size === 0)) return new Map()
  const losses = new Map<number, { readonly sites: Site[]; readonly from: Set<number> }>()
  const { length } = wholes
  const order = mergedOrder([...wholes.map(({ content }) => content), ...claims])
  eachShared(order, (from, to) => {
    const owners = [...order.owners.subarray(from, to)]
    const holders = owners.filter((owner) => owner < length)
    for (const claimer of owners.flatMap((owner) => (owner < length ? [] : [owner - length]))) {
      if (holders.every((holder) => holder === claimer)) continue
      const lost = losses.get(claimer) ?? { sites: [], from: new Set() }
      losses.set(claimer, lost)
      lost.sites.push(siteAt(order, from))
      for (const holder of holders) {
        if (lost.from.size > mostNamed) break
        if (holder !== claimer) lost.from.add(holder)
      }
    }
  })
  return new Map(
    [...losses].map(([claimer, { sites, from }]) => {
      const names = [...from].flatMap((holder) => wholes[holder]?.name ?? [])
      return [
        claimer,
        { sites: tableOf(sites), from: names.slice(0, mostNamed), isMore: names.length > mostNamed },
      ]
    }),
  )
}

/** So many categories are named that may lose sites to one. */
const mostNamed = 10

/**
 * The categories without what others claim. A site that two categories gain in one apply may end in either or both, so neither loses it
 * here.
 */
function withoutClaimed(wholes: readonly Whole[]): readonly Whole[] {
  if (wholes.every(({ claimed }) => claimed.size === 0)) return wholes
  const losses = wholes.map((): number[] => [])
  const repairs = wholes.map((): number[] => [])
  // Those that hold a site first, then those that claim it.
  const held = wholes.map(({ content, removed }) => union(content, removed))
  const order = mergedOrder([...held, ...wholes.map(({ claimed }) => claimed)])
  eachShared(order, (from, to) => {
    let claimer = from
    while (claimer < to && (order.owners[claimer] ?? 0) < wholes.length) claimer += 1
    if (claimer === to) return
    const site = siteAt(order, from)
    for (let holder = from; holder < claimer; holder += 1) {
      const number = order.owners[holder] ?? 0
      const whole = wholes[number]
      const isEither = whole?.added.has(site) || whole?.mayComeBack.has(site)
      const cause = isEither ? undefined : causeOfClaims(site, number, order.owners.subarray(claimer, to))
      const index = order.indexes[holder] ?? 0
      if (cause) losses[number]?.push(index)
      if (cause === 'drift') repairs[number]?.push(index)
    }
  })
  return wholes.map((whole, index) => {
    const those = (indexes: readonly number[] = []) =>
      gathered(held[index] ?? emptyTable, Uint32Array.from(indexes))
    const [lost, byRepair] = [those(losses[index]), those(repairs[index])]
    if (lost.size === 0) return whole
    const taken = common(lost, whole.content)
    const removed = union(whole.removed, common(whole.before, taken))
    return {
      ...whole,
      content: minus(whole.content, taken),
      goes: minus(whole.goes, taken),
      removed,
      removedByRepair: union(whole.removedByRepair, byRepair),
      removedIfPresent: common(removed, whole.recorded),
      released: minus(whole.released, taken),
      contested: minus(taken, whole.released),
    }
  })

  /** Why others claim a site of a category: because of drift if it is restored in all of them. */
  function causeOfClaims(site: Site, number: number, owners: Uint32Array): ItemCause | undefined {
    let cause: ItemCause | undefined
    for (const owner of owners) {
      const other = owner - wholes.length
      if (other === number) continue
      if (!wholes[other]?.restored.has(site)) return 'change'
      cause = 'drift'
    }
    return cause
  }
}

function aloneIn(whole: SettledWhole, cause: ItemCause, rest: Exchange = nothing): Exchange {
  const { isUnknown, added, removedIfPresent, mayReturn } = whole
  const doubtful = lostBecause(cause, union(removedIfPresent, mayReturn), whole)
  return {
    added: isUnknown ? gainedBecause(cause, added, whole) : rest.added,
    removed: union(rest.removed, doubtful),
  }
}

const nothing: Exchange = { added: emptyTable, removed: emptyTable }

/** What resources say of one category, collected. */
class CategoryParts {
  readonly name: string
  readonly appliance: string
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
    this.appliance = identity.appliance
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

  whole(): Whole {
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
    const seen = unionOf(prior.filter(({ resource }) => !resource.isUnseen).map((list) => list.before))
    const recorded = minus(before, seen)
    const mayStay = planned.reduce((sum, list) => sum + list.unknownSites, 0)
    const mayGo = minus(uncertain, unionOf([after, released, backAgain]))
    const claims = this.#gainedWith(['move', 'unknown'], before)
    // A category that is not known may be the one that has the site.
    const claimed = this.isUnknown ? emptyTable : this.#gainedWith(['move'], before, true)
    return {
      ...this.#identity,
      before,
      content,
      added,
      restored: common(added, union(this.#lost, this.#restoredWhole())),
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
      goes: minus(mayGo, leftOpen),
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

  /** Sites of lists that are only restored. */
  #restoredWhole(): SiteTable {
    return unionOf([...this.#planned].filter(isOnlyRestored).map(({ after }) => after))
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
