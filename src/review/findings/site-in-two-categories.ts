import { counted, Name, say } from '../phrase'
import { eachShared } from '../sites/merged-order'
import { CategoryPairs } from './category-pairs'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/** Sites that two categories hold after the plan, and that the plan adds to one of them. One observation for each pair. */
export function sitesInTwoCategories({
  exchange: { categories },
  contents,
}: ReviewedPlan): readonly Observation[] {
  if (categories.length < 2 || categories.every(({ added }) => added.size === 0)) return []
  const { tables, order } = contents()
  const pairs = new CategoryPairs(categories)
  eachShared(tables, order, (from, to) => {
    const text = tables[order.tables[from] ?? 0]?.at(order.indexes[from] ?? 0)
    if (text === undefined) return
    const holders = [...order.tables.subarray(from, to)]
    for (const [index, one] of holders.entries()) {
      for (const other of holders.slice(index + 1)) {
        const isNew = categories[one]?.added.has(text) || categories[other]?.added.has(text)
        if (isNew) pairs.add(one, other, text)
      }
    }
  })
  return [...pairs].map(({ one, other, names, addresses }) => ({
    says: say`${counted(names.count, 'site')} in both category ${new Name(one.name)} and category ${new Name(other.name)}`,
    names,
    addresses,
  }))
}
