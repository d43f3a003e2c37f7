import type { Site } from '@webfilter/appliance-names'
import { counted, Name, type Phrase, say } from '../phrase'
import { common, type PlannedCategory } from '../sites/category-exchange'
import { eachShared } from '../sites/merged-order'
import { type CategoryPair, CategoryPairs } from './category-pairs'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/**
 * Sites that two categories declare after the plan, and that the plan adds to one of them: which of the two holds them then, `on_conflict`
 * decides. One observation for each pair of categories and each outcome.
 */
export function sitesInTwoCategories(reviewed: ReviewedPlan): readonly Observation[] {
  const { categories } = reviewed.exchange
  if (categories.length < 2 || categories.every(({ added, claimed }) => added.size + claimed.size === 0))
    return []
  const pairs = {
    both: new CategoryPairs(categories),
    rejected: new CategoryPairs(categories),
    byOrder: new CategoryPairs(categories),
    taken: new CategoryPairs(categories),
  }
  collectShared(reviewed, (one, other, text) => {
    const [first, second] = [categories[one], categories[other]]
    if (!first || !second) return
    const [isFirstNew, isSecondNew] = [first.added.has(text), second.added.has(text)]
    const isKept = [first, second].every(
      ({ claimed, exclusive }) => !claimed.has(text) && !exclusive.has(text),
    )
    if (isFirstNew && isSecondNew && !isKept) pairs.byOrder.add(one, other, text)
    else if (first.exclusive.has(text)) pairs.rejected.add(one, other, text)
    else if (second.exclusive.has(text)) pairs.rejected.add(other, one, text)
    else if (isFirstNew || isSecondNew) pairs.both.add(one, other, text)
  })
  collectTaken(categories, (taker, loser, text) => pairs.taken.add(taker, loser, text))
  return [
    ...observationsOf(pairs.both, (sites, one, other) => say`${sites} in both ${one} and ${other}`),
    ...observationsOf(
      pairs.rejected,
      (sites, one, other) =>
        say`the apply rejects the change of ${one}: ${sites} in ${other}, and on_conflict is "fail"`,
    ),
    ...observationsOf(
      pairs.byOrder,
      (sites, one, other) =>
        say`${sites} added to ${one} and ${other}; on_conflict and the order of the changes decide which of them contains it`,
    ),
    ...observationsOf(
      pairs.taken,
      (sites, one, other) =>
        say`${sites} declared in ${one} and ${other}; the apply removes it from ${other} because on_conflict is "move", and the next plan adds it there again`,
    ),
  ]
}

/** Calls back for each site that two categories hold after the plan, with their numbers. */
function collectShared(
  { contents }: ReviewedPlan,
  found: (one: number, other: number, text: Site) => void,
): void {
  const { tables, order } = contents()
  eachShared(tables, order, (from, to) => {
    const text = tables[order.tables[from] ?? 0]?.at(order.indexes[from] ?? 0)
    if (text === undefined) return
    const holders = [...order.tables.subarray(from, to)]
    for (const [index, one] of holders.entries())
      for (const other of holders.slice(index + 1)) found(one, other, text)
  })
}

/** The same for each site that a category takes from another one, which declares it still. */
function collectTaken(
  categories: readonly PlannedCategory[],
  found: (taker: number, loser: number, text: string) => void,
): void {
  for (const [loser, { contested }] of categories.entries()) {
    if (contested.size === 0) continue
    for (const [taker, { claimed }] of categories.entries()) {
      if (taker !== loser) for (const site of common(contested, claimed).list()) found(taker, loser, site)
    }
  }
}

function observationsOf(
  pairs: Iterable<CategoryPair>,
  says: (sites: Phrase, one: Phrase, other: Phrase) => Phrase,
): readonly Observation[] {
  return [...pairs].map(({ one, other, names, addresses }) => ({
    says: says(
      counted(names.count, 'site'),
      say`category ${new Name(one.name)}`,
      say`category ${new Name(other.name)}`,
    ),
    names,
    addresses,
  }))
}
