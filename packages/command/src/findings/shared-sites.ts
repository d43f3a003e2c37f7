import { groupedBy } from '../grouped'
import type { ReviewedPlan } from '../plan/planned-changes'
import { type PlannedCategory, type SharedSites, undecidedKinds } from '../plan/sites/category-exchange'
import type { Standing } from '../plan/sites/standing'
import { counted, say } from '../report/phrase'
import type { Observation } from '../report/report'
import { CategoryPairs, firstOfEach, type Outcome } from './category-pairs'

/**
 * Sites that two categories declare after the plan, and that the plan adds to one of them: which of the two holds them then, `on_conflict`
 * decides. One observation for each pair of categories, or one in all for many pairs.
 */
export function sitesInTwoCategories({ exchange: { shared } }: ReviewedPlan): readonly Observation[] {
  const byAppliance = groupedBy(shared, ({ standings: [first] }) => first?.category.appliance)
  return [...byAppliance.values()].flatMap(sitesSharedOn)
}

function sitesSharedOn(shared: readonly SharedSites[]): readonly Observation[] {
  const pairs = new CategoryPairs([rejected, taken, byOrder, undecided, perhaps, inBoth])
  for (const { standings, names } of shared) {
    const holders = standings.filter(({ isHeld, what }) => isHeld && !what.has('may come back'))
    const takers = standings.filter(({ what }) => what.has('claimed'))
    const losers = standings.filter(({ what }) => what.has('contested'))
    const seen = firstOfEach(holders, kindOf)
    const [taking, losing] = [firstOfEach(takers), firstOfEach(losers)]
    pairs.add(names, [...pairsOf(seen.first), ...takingsOf(taking.first, losing.first)])
    if (seen.isCut || taking.isCut || losing.isCut) pairs.isCut = true
  }
  return pairs.observations((count) => say`${counted(count, 'site')} in two categories each`)
}

const rejected: Outcome = {
  says: (count, one, other) =>
    say`the apply rejects the change of ${one} unless ${other} gives up ${counted(count, 'site')}, because on_conflict is "fail"`,
  saysInAll: (pairs) =>
    say`the apply rejects the change of ${pairs} unless the other category gives up the sites, because on_conflict is "fail"`,
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
    say`${counted(count, 'site')} in ${one} and ${other}; whether the apply removes it from ${other} is known only after the apply (on_conflict)`,
  saysInAll: (pairs) =>
    say`in ${pairs}, it is known only after the apply whether on_conflict removes sites from one category`,
}

const perhaps: Outcome = {
  says: (count, one, other) =>
    say`${counted(count, 'site')} in ${one}, and perhaps in ${other}, which is known only after the apply`,
  saysInAll: (pairs) => say`in ${pairs}, it is known only after the apply whether one category contains them`,
}

const inBoth: Outcome = {
  says: (count, one, other) => say`${counted(count, 'site')} in both ${one} and ${other}`,
  saysInAll: (pairs) => say`in ${pairs}, both categories contain them`,
}

type Holder = Standing<PlannedCategory>

/** What becomes of two categories depends on their kinds alone, so a few of each kind leave out no outcome. */
function kindOf(holder: Holder): string {
  const { isAdded, what } = holder
  return [
    isAdded,
    mayLose(holder),
    ...(['exclusive', 'claimed', 'may be claimed'] as const).map((each) => what.has(each)),
  ].join()
}

function pairsOf(holders: readonly Holder[]) {
  return holders.flatMap((one, index) =>
    holders.slice(index + 1).flatMap((other) => {
      const outcome = outcomeOf(one, other)
      return outcome ? [outcome] : []
    }),
  )
}

function outcomeOf(one: Holder, other: Holder) {
  const [between, reversed] = [
    { one: one.category, other: other.category },
    { one: other.category, other: one.category },
  ]
  const isKept = [one, other].every(
    ({ what }) => !what.has('exclusive') && !what.has('claimed') && !what.has('may be claimed'),
  )
  if (one.isAdded && other.isAdded && !isKept) return { outcome: byOrder, ...between }
  if (one.what.has('exclusive')) return { outcome: rejected, ...between }
  if (other.what.has('exclusive')) return { outcome: rejected, ...reversed }
  // Two categories that hold a site before and after the plan, and add it in no list, are not worth mentioning.
  if (!one.isAdded && !other.isAdded) return undefined
  if (one.what.has('may be claimed')) return { outcome: undecided, ...between }
  if (other.what.has('may be claimed')) return { outcome: undecided, ...reversed }
  if (mayLose(other)) return { outcome: perhaps, ...between }
  if (mayLose(one)) return { outcome: perhaps, ...reversed }
  return { outcome: inBoth, ...between }
}

/** Whether a category may lose a site that no list of it declares any more. */
function mayLose({ what }: Holder): boolean {
  return undecidedKinds.some((kind) => what.has(kind))
}

function takingsOf(takers: readonly Holder[], losers: readonly Holder[]) {
  return takers.flatMap(({ category: one }) =>
    losers.flatMap(({ category: other }) => (one === other ? [] : [{ outcome: taken, one, other }])),
  )
}
