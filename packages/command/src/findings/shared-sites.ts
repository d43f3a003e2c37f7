import type { Site } from '@webfilter/appliance-names'
import { type PlannedCategory, sitesOf } from '../plan/sites/category-exchange'
import { eachSite, mergedOrder, siteAt } from '../plan/sites/merged-order'
import { counted, say } from '../report/phrase'
import { CategoryPairs, type Outcome } from './category-pairs'
import type { Observation, PlannedAppliance, ReviewedPlan } from './reviewed-plan'

/**
 * Sites that two categories declare after the plan, and that the plan adds to one of them: which of the two holds them then, `on_conflict`
 * decides. One observation for each pair of categories, or one in all for many pairs.
 */
export function sitesInTwoCategories({ appliances }: ReviewedPlan): readonly Observation[] {
  return appliances.flatMap(sitesSharedOn)
}

function sitesSharedOn(appliance: PlannedAppliance): readonly Observation[] {
  const { categories } = appliance
  const gains = categories.map(gainsOf)
  if (categories.length < 2 || gains.every(({ added, claimed }) => added.size + claimed.size === 0)) return []
  const pairs = new CategoryPairs(categories, [rejected, taken, byOrder, undecided, inBoth])
  eachSharedSite(appliance, gains, (site, owners) => {
    const holders = owners.holders.map((index) => holderOf(index, site, gains[index]))
    for (const [one, other] of changingPairs(holders)) {
      if (!pairs.hasRoom()) break
      addTwo(pairs, one, other, site)
    }
    const { losers, takers } = owners
    for (const [taker, loser] of pairsBetween(takers, losers)) {
      if (!pairs.hasRoom()) break
      pairs.add(taken, taker, loser, site)
    }
    if (pairs.hasRoom()) return
    for (const [one, other] of changingPairs(twoOfEachKind(holders))) addTwo(pairs, one, other, site)
    for (const [taker, loser] of pairsBetween(takers.slice(0, 2), losers.slice(0, 2)))
      pairs.add(taken, taker, loser, site)
  })
  return pairs.observations((count) => say`${counted(count, 'site')} in two categories each`)
}

const rejected: Outcome = {
  says: (count, one, other) =>
    say`the apply rejects the change of ${one}: ${counted(count, 'site')} in ${other}, and on_conflict is "fail"`,
  saysInAll: (pairs) => say`the apply rejects the change of ${pairs} because on_conflict is "fail"`,
  failsApply: true,
}

const taken: Outcome = {
  says: (count, one, other) =>
    say`${counted(count, 'site')} declared in ${one} and ${other}; the apply removes it from ${other} because on_conflict is "move", and the next plan is rejected`,
  saysInAll: (pairs) =>
    say`in ${pairs}, the apply removes sites from one category because on_conflict is "move", and the next plan is rejected`,
}

const byOrder: Outcome = {
  says: (count, one, other) =>
    say`${counted(count, 'site')} added to ${one} and ${other}; on_conflict and the order of the changes decide which of them contains it`,
  saysInAll: (pairs) =>
    say`in ${pairs}, on_conflict and the order of the changes decide which category contains them`,
}

const undecided: Outcome = {
  says: (count, one, other) =>
    say`${counted(count, 'site')} declared in ${one} and ${other}; whether the apply removes it from ${other} is known only after the apply (on_conflict)`,
  saysInAll: (pairs) =>
    say`in ${pairs}, it is known only after the apply whether on_conflict removes sites from one category`,
}

const inBoth: Outcome = {
  says: (count, one, other) => say`${counted(count, 'site')} in both ${one} and ${other}`,
  saysInAll: (pairs) => say`in ${pairs}, both categories contain them`,
}

/** A category that holds a site after the plan. */
interface Holder {
  readonly index: number
  readonly isNew: boolean
  readonly isExclusive: boolean
  readonly isClaimed: boolean
  readonly mayBeClaimed: boolean
}

/** What a category gains, and how. */
function gainsOf(category: PlannedCategory) {
  const [exclusive, claimed] = [sitesOf(category, 'exclusive'), sitesOf(category, 'claimed')]
  const [mayBeClaimed, contested] = [sitesOf(category, 'may be claimed'), sitesOf(category, 'contested')]
  return { added: category.added, exclusive, claimed, mayBeClaimed, contested }
}
type Gains = ReturnType<typeof gainsOf>

function holderOf(index: number, site: Site, gains: Gains | undefined): Holder {
  return {
    index,
    isNew: gains?.added.has(site) ?? false,
    isExclusive: gains?.exclusive.has(site) ?? false,
    isClaimed: gains?.claimed.has(site) ?? false,
    mayBeClaimed: gains?.mayBeClaimed.has(site) ?? false,
  }
}

/** Two categories that hold a site before and after the plan, and add it in no list, are not worth mentioning. */
function isChanging({ isNew, isExclusive }: Holder): boolean {
  return isNew || isExclusive
}

/** What becomes of two categories depends on their kinds alone, so two of each kind leave out no outcome. */
function twoOfEachKind(holders: readonly Holder[]): readonly Holder[] {
  const seen = new Map<string, number>()
  return holders.filter(({ isNew, isExclusive, isClaimed, mayBeClaimed }) => {
    const kind = [isNew, isExclusive, isClaimed, mayBeClaimed].join()
    const count = (seen.get(kind) ?? 0) + 1
    seen.set(kind, count)
    return count <= 2
  })
}

function* changingPairs(holders: readonly Holder[]): Generator<readonly [one: Holder, other: Holder]> {
  for (const [place, holder] of holders.entries()) {
    if (!isChanging(holder)) continue
    for (const [otherPlace, other] of holders.entries()) {
      if (otherPlace > place) yield [holder, other]
      else if (!isChanging(other)) yield [other, holder]
    }
  }
}

function* pairsBetween(takers: readonly number[], losers: readonly number[]) {
  for (const taker of takers) for (const loser of losers) if (taker !== loser) yield [taker, loser] as const
}

function addTwo(pairs: CategoryPairs, one: Holder, other: Holder, site: Site): void {
  const isKept = [one, other].every((each) => !each.isClaimed && !each.mayBeClaimed && !each.isExclusive)
  if (one.isNew && other.isNew && !isKept) pairs.add(byOrder, one.index, other.index, site)
  else if (one.isExclusive) pairs.add(rejected, one.index, other.index, site)
  else if (other.isExclusive) pairs.add(rejected, other.index, one.index, site)
  else if (one.mayBeClaimed) pairs.add(undecided, one.index, other.index, site)
  else if (other.mayBeClaimed) pairs.add(undecided, other.index, one.index, site)
  else if (one.isNew || other.isNew) pairs.add(inBoth, one.index, other.index, site)
}

/** The categories that have to do with a site, by their numbers. */
interface Owners {
  /** They hold it after the plan. */
  readonly holders: readonly number[]
  /** They declare it, and another category takes it. */
  readonly losers: readonly number[]
  /** They take it from others. */
  readonly takers: readonly number[]
}

/** Calls back for each site that more than one category holds or takes. */
function eachSharedSite(
  { contents }: PlannedAppliance,
  gains: readonly Gains[],
  found: (site: Site, owners: Owners) => void,
): void {
  const isContested = gains.some(({ contested }) => contested.size > 0)
  const held = contents()
  const order = isContested
    ? mergedOrder([
        ...held.tables,
        ...gains.map(({ contested }) => contested),
        ...gains.map(({ claimed }) => claimed),
      ])
    : held
  const { length } = gains
  eachSite(order, (from, to) => {
    if (to - from < 2) return
    const owners = [...order.owners.subarray(from, to)]
    const between = (least: number) =>
      owners.filter((owner) => owner >= least && owner < least + length).map((owner) => owner - least)
    found(siteAt(order, from), {
      holders: between(0),
      losers: between(length),
      takers: between(2 * length),
    })
  })
}
