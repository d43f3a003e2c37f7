import type { SiteTable } from '../../../sites/table/site-table'
import { counted, Name, say } from '../phrase'
import { pairOf } from '../places/child-and-parent'
import type { MergedOrder } from '../sites/merged-order'
import { CategoryPairs } from './category-pairs'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/**
 * Domains whose parent domain is in another category, where the plan adds one of the two: which of the categories decides
 * is for the appliance to say. One observation for each pair of categories.
 */
export function parentsAndChildrenApart({
  exchange: { categories },
  contents,
}: ReviewedPlan): readonly Observation[] {
  if (categories.length < 2 || categories.every(({ added }) => added.size === 0)) return []
  const { tables, order } = contents()
  const pairs = new CategoryPairs(categories)
  eachParent(tables, order, (position, ancestor) => {
    const [child, parent] = [siteAt(tables, order, position), siteAt(tables, order, ancestor)]
    const [childsCategory, parentsCategory] = [order.tables[position] ?? 0, order.tables[ancestor] ?? 0]
    if (!child || !parent || categories[parentsCategory]?.content.has(child)) return
    const isNew =
      categories[childsCategory]?.added.has(child) || categories[parentsCategory]?.added.has(parent)
    if (isNew) pairs.add(childsCategory, parentsCategory, pairOf(child, parent))
  })
  return [...pairs].map(({ one, other, names, addresses }) => ({
    says: say`${counted(names.count, 'domain')} in category ${new Name(one.name)} with a parent domain in category ${new Name(other.name)}`,
    names,
    addresses,
  }))
}

/**
 * Calls back for each site with its nearest parent domain in each of the other tables. In the order of tables a site stands somewhere
 * before all that end with it, so those that the current one ends with make up a stack.
 */
function eachParent(
  tables: readonly SiteTable[],
  order: MergedOrder,
  found: (position: number, parent: number) => void,
): void {
  const endings: number[] = []
  for (let position = 0; position < order.tables.length; position += 1) {
    while (endings.length > 0 && !endsWith(position, endings.at(-1) ?? 0)) endings.pop()
    const seen = new Set([order.tables[position]])
    for (let index = endings.length - 1; index >= 0; index -= 1) {
      const ending = endings[index] ?? 0
      if (seen.has(order.tables[ending]) || !isParent(ending, position)) continue
      seen.add(order.tables[ending])
      found(position, ending)
    }
    endings.push(position)
  }

  function endsWith(position: number, ending: number): boolean {
    const [table, otherTable] = [tables[order.tables[position] ?? 0], tables[order.tables[ending] ?? 0]]
    if (!table || !otherTable) return false
    const [begin, length] = placeOf(table, order.indexes[position] ?? 0)
    const [otherBegin, otherLength] = placeOf(otherTable, order.indexes[ending] ?? 0)
    if (otherLength > length) return false
    for (let back = 1; back <= otherLength; back += 1) {
      if (table.bytes[begin + length - back] !== otherTable.bytes[otherBegin + otherLength - back])
        return false
    }
    return true
  }

  function isParent(ancestor: number, position: number): boolean {
    const [table, otherTable] = [tables[order.tables[position] ?? 0], tables[order.tables[ancestor] ?? 0]]
    if (!table || !otherTable) return false
    const [begin, length] = placeOf(table, order.indexes[position] ?? 0)
    const [, otherLength] = placeOf(otherTable, order.indexes[ancestor] ?? 0)
    return otherLength < length && table.bytes[begin + length - otherLength - 1] === dot
  }
}

const dot = 0x2e

function placeOf({ starts }: SiteTable, index: number): readonly [begin: number, length: number] {
  const begin = starts[index] ?? 0
  return [begin, (starts[index + 1] ?? 1) - 1 - begin]
}

function siteAt(
  tables: readonly SiteTable[],
  order: MergedOrder,
  position: number,
): ReturnType<SiteTable['at']> | undefined {
  return tables[order.tables[position] ?? 0]?.at(order.indexes[position] ?? 0)
}
