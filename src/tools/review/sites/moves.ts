import { gathered, minus, type SiteTable } from '../../../sites/table/site-table'

import { eachShared, mergedOrder } from './merged-order'

/** What a category loses and gains. */
export interface Exchange {
  readonly removed: SiteTable
  readonly added: SiteTable
}

export interface Move {
  /** Numbers of categories in the order in which they were given. */
  readonly from: number
  readonly to: number
  readonly sites: SiteTable
}

export interface Exchanged {
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
