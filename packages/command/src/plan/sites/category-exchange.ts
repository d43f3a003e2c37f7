import { parseSite, type Site } from '@webfilter/appliance-names'
import { common, emptyTable, minus, type SiteTable, tableOf, union, unionOf } from '@webfilter/site-lists'
import { alphabetically, type Names, namesOfSites } from '../../report/names'
import { onEachAppliance } from '../appliances'
import type { ItemCause, PlannedResource } from '../planned-resource'
import {
  type CategoryIdentity,
  type CategoryNaming,
  isApplied,
  type ListChange,
  type ListReading,
} from './list-change'
import { groupedByOwners, type MergedOrder, mergedOrder, sitesAt } from './merged-order'
import {
  CategoryLists,
  marksOfCategory,
  marksOfList,
  type PlacedList,
  placedList,
  type SiteItemKind,
  type Standing,
  standingsOf,
} from './standing'

/** Sites of a category of which the same is true. */
interface SiteItem {
  readonly what: SiteItemKind
  readonly cause: ItemCause
  readonly sites: SiteTable
}

/** What a plan does to a category, over all resources that manage sites in it. */
export interface PlannedCategory extends CategoryIdentity {
  /** Managed sites before the plan, and those that the last apply had left and the refresh did not find. */
  readonly found: SiteTable
  readonly lost: SiteTable
  /** What it holds after the plan, as far as the configuration knows, those included that cease to be managed. */
  readonly planned: SiteTable
  /** All that enter it, those included that move in. */
  readonly added: SiteTable
  readonly items: readonly SiteItem[]
  /** Of the sites that may go, so many leave at least. */
  readonly removedAtLeast: number
  readonly isSensitive: boolean
  /** The lists in it: those that it has after the plan, and those that it had before and has no more. */
  readonly lists: readonly ListChange[]
  readonly leaving: readonly ListChange[]
  /** Lists that it had before, and whose category is known only after the apply: it may be this one again. */
  readonly doubtful: readonly ListChange[]
  /** Of the lists, those that it did not have before. */
  readonly arriving: readonly ListChange[]
  /** The names of the other categories of the appliance, if some of its sites are not known. */
  readonly others: readonly string[]
}

/** Sites that leave one category and enter another, or that another one may take from it. */
export interface SitesBetween extends SiteItem {
  readonly from: PlannedCategory
  readonly to: PlannedCategory
}

/** Sites of which the same becomes in several categories. */
export interface SharedSites {
  readonly standings: readonly Standing<PlannedCategory>[]
  readonly names: Names
}

/** What categories are planned to be, and what goes from one to another. */
export interface CategoryExchange {
  readonly categories: readonly PlannedCategory[]
  readonly between: readonly SitesBetween[]
  /** What a category gains or takes that others have to do with, too. */
  readonly shared: readonly SharedSites[]
}

/** The sites of items of some kinds, of one cause or of both. */
export function sitesOf(
  { items }: Pick<PlannedCategory, 'items'>,
  kinds: SiteItemKind | readonly SiteItemKind[],
  cause?: ItemCause,
): SiteTable {
  const wanted = new Set<SiteItemKind>([kinds].flat())
  const fitting = items.filter((item) => wanted.has(item.what) && (cause ?? item.cause) === item.cause)
  return unionOf(fitting.map(({ sites }) => sites))
}

/** What is known of the sites of resources and of their categories. */
interface KnownSites {
  readonly categoryOf: CategoryNaming
  readonly listOf: ListReading
  /** What the last apply had left in a category and the refresh did not find there, by its key. */
  lostFrom(category: string): SiteTable
}

/** @param resources of which lists have sites and operations add some, from how appliances were found to how they are planned */
export function categoryExchange(
  resources: readonly PlannedResource[],
  { categoryOf, listOf, lostFrom }: KnownSites,
): CategoryExchange {
  const parts = new Map<string, CategoryLists>()
  const partsOf = (resource: PlannedResource, side: 'before' | 'after') => {
    const identity = categoryOf(resource, side)
    if (!identity) return undefined
    const known = parts.get(identity.key) ?? new CategoryLists(identity, lostFrom(identity.key))
    parts.set(identity.key, known)
    return known
  }
  for (const list of resources.flatMap((resource) => listOf(resource) ?? [])) {
    const [from, to] = [partsOf(list.resource, 'before'), partsOf(list.resource, 'after')]
    const placed = placedList(list, from, to)
    from?.prior.push(placed)
    to?.planned.push(placed)
  }
  for (const resource of resources) {
    const site = siteAddedByOperation(resource)
    const category = site === undefined ? undefined : partsOf(resource, 'after')
    if (category && site !== undefined) category.stored = union(category.stored, tableOf([site]))
  }
  const inOrder = [...parts.values()].sort((one, other) =>
    alphabetically(one.identity.name, other.identity.name),
  )
  for (const [index, each] of inOrder.entries()) each.rank = index
  const appliances = onEachAppliance(inOrder.map((each) => ({ each, appliance: each.identity.appliance })))
  const exchanges = appliances.map((all) => exchangeOn(all.map(({ each }) => each)))
  return {
    categories: exchanges.flatMap(({ categories }) => categories),
    between: exchanges.flatMap(({ between }) => between),
    shared: exchanges.flatMap(({ shared }) => shared),
  }
}

/**
 * The site that an operation may add to the category that it compiles, if the category does not contain it (docs/appliance, "Compile a
 * category"). The autonomous service adds none, and no plan says which service compiles.
 */
export function siteAddedByOperation({ type, action, after }: PlannedResource): Site | undefined {
  if (type !== 'appliance_operation' || (action !== 'create' && action !== 'replace')) return undefined
  if (after?.text('name') !== 'category_compile') return undefined
  const read = parseSite(after.within('arguments').text('site') ?? '')
  return read.ok ? read.site : undefined
}

/**
 * Between the categories of two appliances nothing moves, and no category takes a site from one on another appliance. What becomes of a site follows
 * from the tables that have it, so it is found out once for all sites that are in the same ones.
 */
function exchangeOn(parts: readonly CategoryLists[]): CategoryExchange {
  const lists = [...new Set(parts.flatMap(({ prior, planned }) => [...prior, ...planned]))]
  const ofOperations = parts.map(({ stored, prior }) =>
    stored.size === 0 ? stored : common(stored, unionOf(prior.map(({ list }) => list.before))),
  )
  // Of a list that only changes, the other sites are left out: they may be millions.
  const affected = [...lists.map(affectedSites), ...ofOperations]
  const whole = new Set([emptyTable, ...affected])
  const marks = [...lists.flatMap(marksOfList), ...parts.flatMap(marksOfCategory)]
  const sites = marks.every(({ table }) => whole.has(table)) ? emptyTable : unionOf(affected)
  const order = mergedOrder(marks.map(({ table }) => (whole.has(table) ? table : common(table, sites))))
  const collected = new Collected(parts)
  for (const { owners, positions } of groupedByOwners(order)) {
    const own = Array.from(owners).flatMap((owner) => marks[owner] ?? [])
    collected.add(standingsOf(own), positions)
  }
  return collected.exchange(order)
}

/** Sites of a list of which a plan may change anything: of all others, the list and the category have the same before and after. */
function affectedSites({ list, from, isStaying }: PlacedList): SiteTable {
  const { before, after, held } = list
  if (from?.isOpen) return union(before, after)
  const isUpdated = isStaying && (!isApplied(list) || held === before)
  return isUpdated ? union(minus(before, after), minus(after, before)) : union(before, after)
}

/** The items of the categories of an appliance, collected: each site is a position in the one order. */
class Collected {
  readonly #parts: readonly CategoryLists[]
  readonly #items: ReadonlyMap<CategoryLists, CollectedItems>
  readonly #shared: { readonly standings: readonly Standing[]; readonly positions: readonly number[] }[] = []
  /** How many unknown sites the categories declare that are unknown themselves. */
  readonly #unknownElsewhere: number

  constructor(parts: readonly CategoryLists[]) {
    this.#parts = parts
    this.#items = new Map(parts.map((part) => [part, new CollectedItems()]))
    this.#unknownElsewhere = unknownSites(parts.filter(({ identity }) => identity.isUnknown))
  }

  /** @param standings of each of these sites, in all categories that have to do with it */
  add(standings: readonly Standing[], positions: readonly number[]): void {
    const isDeclaredSomewhere = standings.some(
      ({ category, isHeld }) => category.identity.isUnknown && isHeld,
    )
    const mayBeDeclared = isDeclaredSomewhere || this.#unknownElsewhere > 0
    for (const { category, what, isRemoved, isRecorded, isStored, gainCause, lossCause } of standings) {
      const items = this.#items.get(category)
      for (const each of what) items?.put(each, gainCause, positions)
      const isSeenToGo = what.has('may go') && !isDeclaredSomewhere && !isRecorded && !isStored
      if (isSeenToGo) items?.put('counted to go', 'change', positions)
      const doubt = mayBeDeclared ? 'removed unless declared' : 'removed if present'
      if (isRemoved && (mayBeDeclared || isRecorded)) items?.put(doubt, lossCause, positions)
    }
    const losers = mayBeDeclared
      ? []
      : standings.filter(({ isRemoved, isRecorded }) => isRemoved && !isRecorded)
    const gainers = standings.filter(({ isAdded, what }) => isAdded && !what.has('added'))
    this.#putMoves(losers, gainers, positions)
    this.#putPossibleClaims(standings, positions)
    const known = standings.filter(({ category }) => !category.identity.isUnknown)
    if (known.length > 1 && known.some(isGaining)) this.#shared.push({ standings: known, positions })
  }

  /** Of a site that leaves several categories or enters several, the first that loses it gives it to the first that gains it, and so on. */
  #putMoves(losers: readonly Standing[], gainers: readonly Standing[], positions: readonly number[]): void {
    for (const cause of causes) {
      const leaving = losers.filter(({ lossCause }) => lossCause === cause)
      const coming = gainers.filter(({ gainCause }) => gainCause === cause)
      for (const [place, { category }] of leaving.entries()) {
        const to = coming[place]?.category
        this.#items.get(category)?.put(to ? 'moved out' : 'removed', cause, positions, to)
      }
      for (const [place, { category }] of coming.entries())
        this.#items.get(category)?.put(leaving[place] ? 'moved in' : 'added', cause, positions)
    }
  }

  /** A site that thousands of categories hold is said of a few of them. */
  #putPossibleClaims(standings: readonly Standing[], positions: readonly number[]): void {
    for (const claimer of standings) {
      if (!claimer.what.has('may be claimed')) continue
      const holders = standings.filter((each) => each !== claimer && each.isHeld)
      for (const [index, { category }] of holders.entries()) {
        const to = index < mostNamed ? claimer.category : undefined
        this.#items.get(category)?.put('may be taken', claimer.gainCause, positions, to)
      }
    }
  }

  exchange(order: MergedOrder): CategoryExchange {
    const itemsOf = new Map([...this.#items].map(([part, collected]) => [part, collected.items(order)]))
    const made = new Map(this.#parts.map((part) => [part, this.#category(part, itemsOf.get(part) ?? [])]))
    const between = [...itemsOf].flatMap(([loser, items]) =>
      items.flatMap(({ to: gainer, ...item }): readonly SitesBetween[] => {
        const [from, to] = [made.get(loser), gainer && made.get(gainer)]
        return from && to ? [{ ...item, from, to }] : []
      }),
    )
    const shared = this.#shared.map(({ standings, positions }) => ({
      standings: standings.flatMap((standing) => {
        const category = made.get(standing.category)
        return category ? { ...standing, category } : []
      }),
      names: {
        count: positions.length,
        first: (most: number) => namesOfSites(sitesAt(order, Uint32Array.from(positions)), false).first(most),
      },
    }))
    return { categories: [...made.values()], between, shared }
  }

  #category(part: CategoryLists, items: readonly SiteItem[]): PlannedCategory {
    const { identity, lost, prior, planned, isOpen } = part
    const found = unionOf(prior.map(({ list }) => list.before))
    const added = sitesOf({ items }, enteringKinds)
    const leaving = prior.filter(({ isStaying, isDoubtful }) => !isStaying && !isDoubtful)
    const mayStay = unknownSites([part]) + this.#unknownElsewhere
    const others = this.#parts.filter((other) => isOpen && other !== part)
    return {
      ...identity,
      found,
      lost,
      planned: minus(union(found, added), sitesOf({ items }, [...leavingKinds, 'may come back'])),
      added,
      items,
      removedAtLeast: Math.max(0, sitesOf({ items }, 'counted to go').size - mayStay),
      isSensitive: isSensitive(part),
      lists: planned.map(({ list }) => list),
      leaving: leaving.map(({ list }) => list),
      doubtful: prior.filter(({ isDoubtful }) => isDoubtful).map(({ list }) => list),
      arriving: planned.filter(({ isStaying }) => !isStaying).map(({ list }) => list),
      others: others.map((other) => other.identity.name),
    }
  }
}

/** Whether a category adds a site, or takes it from others. */
function isGaining({ isAdded, what }: Standing): boolean {
  return isAdded || what.has('exclusive') || what.has('claimed')
}

/** So many categories are named that may lose sites to one. */
export const mostNamed = 10

export const enteringKinds = ['added', 'moved in'] as const
/** What may leave a category, as the apply decides, although no list of it declares it any more. */
export const undecidedKinds = ['may be removed', 'may go', 'removed unless added again'] as const
export const leavingKinds = ['removed', 'removed if present', 'removed unless declared', 'moved out'] as const

const causes: readonly ItemCause[] = ['change', 'drift']

function isSensitive({ prior, planned }: CategoryLists): boolean {
  return [...prior, ...planned].some(({ list }) => list.isSensitive)
}

/** How many sites of some categories are known only after the apply. */
function unknownSites(parts: readonly CategoryLists[]): number {
  return parts.flatMap(({ planned }) => planned).reduce((sum, { list }) => sum + list.unknownSites, 0)
}

interface CollectedItem extends Omit<SiteItem, 'sites'> {
  /** The category that the sites enter, or that may take them, if it is to be named. */
  readonly to: CategoryLists | undefined
  readonly groups: (readonly number[])[]
}

class CollectedItems {
  readonly #items: CollectedItem[] = []

  put(what: SiteItemKind, cause: ItemCause, positions: readonly number[], to?: CategoryLists): void {
    const known = this.#items.find((each) => each.what === what && each.cause === cause && each.to === to)
    if (known) known.groups.push(positions)
    else this.#items.push({ what, cause, to, groups: [positions] })
  }

  items(order: MergedOrder) {
    return this.#items.map(({ groups, ...item }) => {
      const positions = Uint32Array.from(groups.flat())
      return { ...item, sites: sitesAt(order, groups.length > 1 ? positions.sort() : positions) }
    })
  }
}
