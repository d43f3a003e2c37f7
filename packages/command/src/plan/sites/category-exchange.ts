import type { Site } from '@webfilter/appliance-names'
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
import { onEachAppliance } from '../appliances'
import type { ItemCause } from '../planned-resource'
import { type CategoryMaps, categoryMaps } from './category-maps'
import { eachShared, mergedOrder, siteAt } from './merged-order'
import { type Exchange, movesBetween } from './moves'

/** What a plan does to a category, also by what other categories gain and lose. */
export interface PlannedCategory extends Omit<CategoryMaps, 'mayStay'> {
  /** What it gains and loses because of each cause, without what moves. */
  readonly alone: Readonly<Record<ItemCause, Exchange>>
  /** Of the removed ones, those that a list may declare whose category is known only after the apply. */
  readonly mayReturn: SiteTable
  /** Of the sites that stay only if they turn out to be declared, so many are removed at least. */
  readonly removedAtLeast: number
  /** Sites that this category may claim from others of the plan, because of each cause. */
  readonly possibleLosses: Readonly<Record<ItemCause, PossibleLosses | undefined>>
  /** The names of the other categories of the appliance, if some of its sites are not known. */
  readonly others: readonly string[]
}

/** Sites that a category may take from others, and the names of these. */
export interface PossibleLosses {
  readonly sites: SiteTable
  /** Ten of them at most. */
  readonly from: readonly string[]
  readonly isMore: boolean
  /** Whether a list of them is sensitive. */
  readonly isSensitive: boolean
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

/** @param of what makes the maps of categories: see `categoryMaps` */
export function categoryExchange(...of: Parameters<typeof categoryMaps>): CategoryExchange {
  const exchanges = onEachAppliance(categoryMaps(...of)).map(exchangeOn)
  return {
    categories: exchanges.flatMap(({ categories }) => categories),
    moves: exchanges.flatMap(({ moves }) => moves),
  }
}

/** Between the categories of two appliances nothing moves, and no category takes a site from one on another appliance. */
function exchangeOn(maps: readonly CategoryMaps[]): CategoryExchange {
  const claimed = withoutClaimed(maps)
  const placeless = claimed.filter(({ isUnknown }) => isUnknown)
  const declaredSomewhere = unionOf(placeless.map(({ planned }) => planned))
  const elsewhere = placeless.reduce((sum, { mayStay }) => sum + mayStay, 0)
  const wholes = claimed.map(({ mayStay, ...whole }) => ({
    ...whole,
    mayReturn: elsewhere > 0 ? whole.removed : common(whole.removed, declaredSomewhere),
    removedAtLeast: atLeast(whole, declaredSomewhere, mayStay + elsewhere),
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

/** How many sites leave a category for certain that stay only if they turn out to be declared, as so many may: those that were seen there. */
function atLeast(
  { mayGo, recorded }: Pick<CategoryMaps, 'mayGo' | 'recorded'>,
  declaredSomewhere: SiteTable,
  mayStay: number,
): number {
  return Math.max(0, minus(mayGo, union(declaredSomewhere, recorded)).size - mayStay)
}

/** What moves because of one cause, what comes and goes beside that, and what categories may take from each other. */
function exchangeBecause(cause: ItemCause, wholes: readonly SettledWhole[]) {
  const { moves, rest } = movesBetween(wholes.map((whole) => movable(whole, cause)))
  return { cause, moves, rest, losses: possibleLosses(wholes, cause) }
}

type SettledWhole = Omit<PlannedCategory, 'alone' | 'possibleLosses' | 'others'>

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
  const order = mergedOrder([...wholes.map(({ planned }) => planned), ...claims])
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
        {
          sites: tableOf(sites),
          from: names.slice(0, mostNamed),
          isMore: names.length > mostNamed,
          isSensitive: [...from].some((holder) => wholes[holder]?.isSensitive) || names.length > mostNamed,
        },
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
function withoutClaimed(wholes: readonly CategoryMaps[]): readonly CategoryMaps[] {
  if (wholes.every(({ claimed }) => claimed.size === 0)) return wholes
  const losses = wholes.map((): number[] => [])
  const repairs = wholes.map((): number[] => [])
  // Those that hold a site first, then those that claim it.
  const held = wholes.map(({ planned, removed }) => union(planned, removed))
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
    const taken = common(lost, whole.planned)
    const removed = union(whole.removed, common(whole.found, taken))
    return {
      ...whole,
      planned: minus(whole.planned, taken),
      mayGo: minus(whole.mayGo, taken),
      mayBeRemoved: minus(whole.mayBeRemoved, taken),
      removed,
      removedByRepair: union(whole.removedByRepair, byRepair),
      removedIfPresent: common(removed, whole.recorded),
      released: minus(whole.released, taken),
      contested: minus(taken, unionOf([whole.released, whole.mayGo, whole.mayBeRemoved])),
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
