import type { Site } from '@webfilter/appliance-names'
import { compareFromEnd, emptyTable, SiteTable } from '@webfilter/site-lists'

/** The sites of several tables in the one order of them all. Equal sites are neighbors, in the order of their tables. */
export interface MergedOrder {
  readonly tables: readonly SiteTable[]
  /** For each position, the number of the table. */
  readonly owners: Uint32Array
  /** For each position, the index of the site in that table. */
  readonly indexes: Uint32Array
}

export function mergedOrder(tables: readonly SiteTable[]): MergedOrder {
  return { tables, ...merged(0, tables.length) }

  function merged(from: number, to: number): Positions {
    if (to - from < 2) return single(from)
    const middle = (from + to) >>> 1
    return both(merged(from, middle), merged(middle, to))
  }

  function single(table: number): Positions {
    const indexes = new Uint32Array(tables[table]?.size ?? 0)
    for (let index = 0; index < indexes.length; index += 1) indexes[index] = index
    return { owners: new Uint32Array(indexes.length).fill(table), indexes }
  }

  function both(one: Positions, other: Positions): Positions {
    const size = one.owners.length + other.owners.length
    const all = { owners: new Uint32Array(size), indexes: new Uint32Array(size) }
    let [at, otherAt] = [0, 0]
    for (let position = 0; position < size; position += 1) {
      const first =
        otherAt >= other.owners.length ||
        (at < one.owners.length && comparedAt(tables, one, at, other, otherAt) <= 0)
      const [source, from] = first ? [one, at] : [other, otherAt]
      all.owners[position] = source.owners[from] ?? 0
      all.indexes[position] = source.indexes[from] ?? 0
      if (first) at += 1
      else otherAt += 1
    }
    return all
  }
}

type Positions = Pick<MergedOrder, 'owners' | 'indexes'>

/** The order of two sites: of the one at a position of some positions, and of another one. */
function comparedAt(
  tables: readonly SiteTable[],
  one: Positions,
  at: number,
  other: Positions,
  otherAt: number,
): number {
  const [table, otherTable] = [tables[one.owners[at] ?? 0], tables[other.owners[otherAt] ?? 0]]
  if (!table || !otherTable) return 0
  return compareFromEnd(table, one.indexes[at] ?? 0, otherTable, other.indexes[otherAt] ?? 0)
}

/** Calls back for each site: its positions in the order are from one to before another. */
export function eachSite(order: MergedOrder, found: (from: number, to: number) => void): void {
  const { tables, owners } = order
  let from = 0
  for (let position = 1; position <= owners.length; position += 1) {
    // A table holds each site once.
    const isSame =
      position < owners.length &&
      owners[position - 1] !== owners[position] &&
      comparedAt(tables, order, position - 1, order, position) === 0
    if (isSame) continue
    found(from, position)
    from = position
  }
}

/** Sites that the same tables have. */
interface Group {
  /** The numbers of the tables. */
  readonly owners: Uint32Array
  /** Of the sites, where each of them is first. */
  readonly positions: number[]
  /** Those that one more table has, by its number. */
  readonly wider: Map<number, Group>
}

/** Puts sites together that are in the same tables. */
export function groupedByOwners(order: MergedOrder): readonly Group[] {
  const groups: Group[] = []
  const none: Group = { owners: new Uint32Array(), positions: [], wider: new Map() }
  eachSite(order, (from, to) => {
    let group = none
    for (let position = from; position < to; position += 1) {
      const owner = order.owners[position] ?? 0
      const owners = order.owners.subarray(from, position + 1)
      const known = group.wider.get(owner) ?? { owners, positions: [], wider: new Map() }
      group.wider.set(owner, known)
      group = known
    }
    if (group.positions.length === 0) groups.push(group)
    group.positions.push(from)
  })
  return groups
}

export function siteAt({ tables, owners, indexes }: MergedOrder, position: number): Site {
  return (tables[owners[position] ?? 0] ?? emptyTable).siteAt(indexes[position] ?? 0)
}

/** The table of the sites at some positions, each of another site, given in their order. */
export function sitesAt({ tables, owners, indexes }: MergedOrder, positions: Uint32Array): SiteTable {
  const first = owners[positions[0] ?? 0] ?? 0
  const only = tables[first] ?? emptyTable
  if (positions.length === only.size && positions.every((position) => owners[position] === first)) return only
  const starts = new Uint32Array(positions.length + 1)
  const sites = Array.from(positions, (position, index) => {
    const { bytes, starts: begins } = tables[owners[position] ?? 0] ?? emptyTable
    const at = indexes[position] ?? 0
    const site = bytes.subarray(begins[at], begins[at + 1])
    starts[index + 1] = (starts[index] ?? 0) + site.length
    return site
  })
  return new SiteTable(Buffer.concat(sites), starts)
}
