import { countCommon, union } from './algebra'
import type { SiteSet } from './site-set'
import { emptyTable, SiteTable } from './site-table'

/** How many sites some sets have together, each counted once. Makes no strings of the sites of tables. */
export function countDistinct(sets: readonly SiteSet[]): number {
  const [last = emptyTable, ...tables] = sets.filter((set) => set instanceof SiteTable)
  const others = new Set(sets.filter((set) => !(set instanceof SiteTable)).flatMap((set) => [...set]))
  const table = tables.reduce(union, emptyTable)
  let count = table.size + last.size - countCommon(table, last)
  for (const site of others) if (!table.has(site) && !last.has(site)) count += 1
  return count
}
