import { gathered, minus, type SiteTable } from '../../../sites/table/site-table'
import { compareFromEnd } from '../../../sites/table/spans'

/** What a category loses and gains. */
export interface Exchange {
  readonly removed: SiteTable
  readonly added: SiteTable
}

interface Move {
  /** Numbers of categories in the order in which they were given. */
  readonly from: number
  readonly to: number
  readonly sites: SiteTable
}

interface Exchanged {
  readonly moves: readonly Move[]
  /** What each category loses and gains beside that. */
  readonly rest: readonly Exchange[]
}

/**
 * Finds the sites that leave one category and enter another. Of a site that leaves several or enters several, the first
 * that loses it is matched with the first that gains it, and so on; what is left over is lost or gained alone.
 */
export function movesBetween(exchanges: readonly Exchange[]): Exchanged {
  const size = exchanges.length
  // The losers first, then the gainers.
  const tables = [...exchanges.map(({ removed }) => removed), ...exchanges.map(({ added }) => added)]
  const order = mergedOrder(tables)
  const moved = new Map<number, number[]>()
  eachShared(tables, order, (from, to) => {
    let gainer = from
    while (gainer < to && (order.tables[gainer] ?? 0) < size) gainer += 1
    for (let loser = from; gainer < to && (order.tables[loser] ?? size) < size; loser += 1, gainer += 1) {
      const pair = (order.tables[loser] ?? 0) * size + (order.tables[gainer] ?? 0) - size
      const indexes = moved.get(pair)
      if (indexes) indexes.push(order.indexes[loser] ?? 0)
      else moved.set(pair, [order.indexes[loser] ?? 0])
    }
  })

  const rest = [...exchanges]
  const moves = [...moved]
    .sort(([one], [other]) => one - other)
    .flatMap(([pair, indexes]) => {
      const [from, to] = [Math.floor(pair / size), pair % size]
      const [loser, gainer] = [exchanges[from], exchanges[to]]
      if (!loser || !gainer) return []
      const sites = gathered(loser.removed, Uint32Array.from(indexes))
      rest[from] = without(rest[from] ?? loser, 'removed', sites)
      rest[to] = without(rest[to] ?? gainer, 'added', sites)
      return [{ from, to, sites }]
    })
  return { moves, rest }
}

function without(exchange: Exchange, side: 'removed' | 'added', sites: SiteTable): Exchange {
  return { ...exchange, [side]: minus(exchange[side], sites) }
}

/** The sites of several tables in the one order of them all. Equal sites are neighbors, in the order of their tables. */
export interface MergedOrder {
  /** The number of the table. */
  readonly tables: Uint32Array
  /** The index of the site in it. */
  readonly indexes: Uint32Array
}

export function mergedOrder(tables: readonly SiteTable[]): MergedOrder {
  return merged(0, tables.length)

  function merged(from: number, to: number): MergedOrder {
    if (to - from < 2) return single(from)
    const middle = (from + to) >>> 1
    return both(merged(from, middle), merged(middle, to))
  }

  function single(table: number): MergedOrder {
    const indexes = new Uint32Array(tables[table]?.size ?? 0)
    for (let index = 0; index < indexes.length; index += 1) indexes[index] = index
    return { tables: new Uint32Array(indexes.length).fill(table), indexes }
  }

  function both(one: MergedOrder, other: MergedOrder): MergedOrder {
    const size = one.tables.length + other.tables.length
    const all = { tables: new Uint32Array(size), indexes: new Uint32Array(size) }
    let [at, otherAt] = [0, 0]
    for (let position = 0; position < size; position += 1) {
      const first =
        otherAt >= other.tables.length || (at < one.tables.length && isBefore(one, at, other, otherAt))
      const [source, from] = first ? [one, at] : [other, otherAt]
      all.tables[position] = source.tables[from] ?? 0
      all.indexes[position] = source.indexes[from] ?? 0
      if (first) at += 1
      else otherAt += 1
    }
    return all
  }

  function isBefore(one: MergedOrder, at: number, other: MergedOrder, otherAt: number): boolean {
    const table = tables[one.tables[at] ?? 0]
    const otherTable = tables[other.tables[otherAt] ?? 0]
    if (!table || !otherTable) return false
    return compareFromEnd(table, one.indexes[at] ?? 0, otherTable, other.indexes[otherAt] ?? 0) <= 0
  }
}

/** Calls back for each site that more than one table holds: its positions in the order are from one to before another. */
export function eachShared(
  tables: readonly SiteTable[],
  order: MergedOrder,
  found: (from: number, to: number) => void,
): void {
  const size = order.tables.length
  let from = 0
  for (let position = 1; position <= size; position += 1) {
    if (position < size && isSame(position - 1, position)) continue
    if (position - from > 1) found(from, position)
    from = position
  }

  function isSame(position: number, other: number): boolean {
    // A table holds each site once.
    if (order.tables[position] === order.tables[other]) return false
    const table = tables[order.tables[position] ?? 0]
    const otherTable = tables[order.tables[other] ?? 0]
    if (!table || !otherTable) return false
    return compareFromEnd(table, order.indexes[position] ?? 0, otherTable, order.indexes[other] ?? 0) === 0
  }
}
