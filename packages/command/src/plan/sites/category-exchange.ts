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
import type { PlannedResource } from '../planned-resource'
import { type CategoryIdentity, type CategoryNaming, keepsItsSites, type ListChange } from './list-change'
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
  /** The same without what moves. */
  readonly addedAlone: SiteTable
  readonly removedAlone: SiteTable
  /** Sites that cease to be managed and stay in it. */
  readonly released: SiteTable
  /** Added sites that the apply takes out of every other category (`on_conflict = "move"`). */
  readonly claimed: SiteTable
  /** The same, if the category does not contain them yet, or if `on_conflict` turns out to be "move". */
  readonly mayBeClaimed: SiteTable
  /** Sites that this category may claim from others of the plan. */
  readonly possibleLosses: PossibleLosses | undefined
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
  /** Sites that the apply adds if they are missing: the state has them in the category, and nothing has looked whether they are there. */
  readonly addedIfMissing: SiteTable
  /** The same of sites that it removes if they are there. Of the removed ones; they move nowhere. */
  readonly removedIfPresent: SiteTable
  /** Of the removed ones, those that a list may declare whose category is known only after the apply. */
  readonly mayReturn: SiteTable
}

/** Sites that a category may take from others, and the names of these. */
interface PossibleLosses {
  readonly sites: SiteTable
  /** Ten of them at most. */
  readonly from: readonly string[]
  readonly isMore: boolean
}

/** Sites that leave one category and enter another. */
export interface CategoryMove {
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
 * @param lists from one picture of appliances to another
 * @param resources of which operations add sites
 */
export function categoryExchange(
  lists: readonly ListChange[],
  identityOf: CategoryNaming,
  resources: readonly PlannedResource[] = [],
): CategoryExchange {
  const parts = new Map<string, CategoryParts>()
  const partsOf = (resource: PlannedResource, side: 'before' | 'after') => {
    const identity = identityOf(resource, side)
    if (!identity) return undefined
    const known = parts.get(identity.key) ?? new CategoryParts(identity)
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
  const { moves, rest } = movesBetween(wholes.map(movable))
  const losses = possibleLosses(wholes)
  const categories = wholes.map((whole, index) => ({
    ...whole,
    ...aloneIn(whole, rest[index]),
    possibleLosses: losses.get(index),
    others: whole.isUncertain ? wholes.filter(({ key }) => key !== whole.key).map(({ name }) => name) : [],
  }))
  return {
    categories,
    moves: moves.flatMap(({ from, to, sites }) => {
      const [loser, gainer] = [categories[from], categories[to]]
      return loser && gainer ? [{ from: loser, to: gainer, sites }] : []
    }),
  }
}

type SettledWhole = Omit<PlannedCategory, 'addedAlone' | 'removedAlone' | 'possibleLosses' | 'others'>

interface Whole extends Omit<SettledWhole, 'mayReturn' | 'removedAtLeast'> {
  /** Sites that leave it unless they turn out to be declared, and how many at most do so. */
  readonly goes: SiteTable
  readonly mayStay: number
}

/** What a category may give another one, or take from it: what it certainly holds, and if it is certainly another one. */
function movable({ isUnknown, added, removed, removedIfPresent, mayReturn }: SettledWhole): Exchange {
  const certain = minus(minus(removed, removedIfPresent), mayReturn)
  return { added: isUnknown ? emptyTable : added, removed: certain }
}

/** What each category may take from the others, by its number. */
function possibleLosses(wholes: readonly SettledWhole[]): ReadonlyMap<number, PossibleLosses> {
  if (wholes.every(({ mayBeClaimed }) => mayBeClaimed.size === 0)) return new Map()
  const losses = new Map<number, { readonly sites: Site[]; readonly from: Set<number> }>()
  const { length } = wholes
  const order = mergedOrder([
    ...wholes.map(({ content }) => content),
    ...wholes.map(({ mayBeClaimed }) => mayBeClaimed),
  ])
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
  // Those that hold a site first, then those that claim it.
  const order = mergedOrder([
    ...wholes.map(({ content }) => content),
    ...wholes.map(({ claimed }) => claimed),
  ])
  eachShared(order, (from, to) => {
    let claimer = from
    while (claimer < to && (order.owners[claimer] ?? 0) < wholes.length) claimer += 1
    if (claimer === to) return
    const site = siteAt(order, from)
    for (let holder = from; holder < claimer; holder += 1) {
      const number = order.owners[holder] ?? 0
      const whole = wholes[number]
      const others = to - claimer - (whole?.claimed.has(site) ? 1 : 0)
      if (others > 0 && !whole?.added.has(site) && !whole?.mayComeBack.has(site))
        losses[number]?.push(order.indexes[holder] ?? 0)
    }
  })
  return wholes.map((whole, index) => {
    const taken = gathered(whole.content, Uint32Array.from(losses[index] ?? []))
    if (taken.size === 0) return whole
    return {
      ...whole,
      content: minus(whole.content, taken),
      goes: minus(whole.goes, taken),
      removed: union(whole.removed, common(whole.before, taken)),
      released: minus(whole.released, taken),
      contested: minus(taken, whole.released),
    }
  })
}

function aloneIn(
  { isUnknown, added, removedIfPresent, mayReturn }: SettledWhole,
  rest: Exchange = { added: emptyTable, removed: emptyTable },
): Pick<PlannedCategory, 'addedAlone' | 'removedAlone'> {
  return {
    addedAlone: isUnknown ? added : rest.added,
    removedAlone: unionOf([rest.removed, removedIfPresent, mayReturn]),
  }
}

/** What resources say of one category, collected. */
class CategoryParts {
  readonly name: string
  readonly appliance: string
  readonly isUnknown: boolean
  readonly #identity: CategoryIdentity
  readonly #prior = new Set<ListChange>()
  /** Of the prior ones, those whose category is known only after the apply. */
  readonly #doubtful = new Set<ListChange>()
  readonly #planned = new Set<ListChange>()
  readonly #stored: Site[] = []

  constructor(identity: CategoryIdentity) {
    this.name = identity.name
    this.appliance = identity.appliance
    this.isUnknown = identity.isUnknown === true
    this.#identity = identity
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
    const before = unionOf([...prior.map((list) => list.before), ...planned.map((list) => list.returning)])
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
    const removed = minus(before, content)
    const seen = unionOf([
      ...prior.filter(({ resource }) => !resource.isUnseen).map((list) => list.before),
      ...planned.map((list) => list.returning),
    ])
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
      added: minus(after, before),
      addedIfMissing: recorded.size === 0 ? emptyTable : common(this.#lookedFor(), recorded),
      removed,
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

  /** Sites that the apply adds where it does not find them: all of a list that is new, and of an update what is new to it. */
  #lookedFor(): SiteTable {
    const changing = [...this.#planned].filter(isApplied)
    return unionOf(changing.map(({ after, held }) => (held ? minus(after, held) : after)))
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

/** Whether the engine does something at the address of a list. */
function isApplied({ resource }: ListChange): boolean {
  return resource.action !== 'none' || resource.readdressed !== undefined
}
