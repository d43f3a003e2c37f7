import { compareFromEnd } from './order'
import { emptyTable, gathered, SiteTable } from './site-table'

/** The sites of one table that the other does not have. */
export function minus(table: SiteTable, other: SiteTable): SiteTable {
  if (table === other) return emptyTable
  if (table.size === 0 || other.size === 0) return table
  const left = new Uint32Array(table.size)
  let count = 0
  let position = 0
  for (let index = 0; index < table.size; index += 1) {
    let order = -1
    while (position < other.size) {
      order = compareFromEnd(table, index, other, position)
      if (order <= 0) break
      position += 1
    }
    if (position < other.size && order === 0) continue
    left[count] = index
    count += 1
  }
  return count === table.size ? table : gathered(table, left.subarray(0, count))
}

/** The sites of both tables. */
export function union(table: SiteTable, other: SiteTable): SiteTable {
  const added = minus(other, table)
  if (added.size === 0) return table
  if (table.size === 0) return added
  const bytes = new Uint8Array(table.bytes.length + added.bytes.length)
  const starts = new Uint32Array(table.size + added.size + 1)
  let [index, position, end] = [0, 0, 0]
  for (let count = 1; count < starts.length; count += 1) {
    const first =
      position >= added.size || (index < table.size && compareFromEnd(table, index, added, position) < 0)
    const source = first ? table : added
    const at = first ? index : position
    const site = source.bytes.subarray(source.starts[at], source.starts[at + 1])
    bytes.set(site, end)
    end += site.length
    starts[count] = end
    if (first) index += 1
    else position += 1
  }
  return new SiteTable(bytes, starts)
}

/** How many sites both tables have. */
export function countCommon(table: SiteTable, other: SiteTable): number {
  let [index, position, count] = [0, 0, 0]
  while (index < table.size && position < other.size) {
    const order = compareFromEnd(table, index, other, position)
    if (order === 0) count += 1
    if (order <= 0) index += 1
    if (order >= 0) position += 1
  }
  return count
}
