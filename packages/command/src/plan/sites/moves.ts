import { gathered, minus, type SiteTable } from '@webfilter/site-lists'
import { eachShared, mergedOrder } from './merged-order'

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
  const order = mergedOrder([
    ...exchanges.map(({ removed }) => removed),
    ...exchanges.map(({ added }) => added),
  ])
  const { owners, indexes } = order
  const moved = new Map<number, number[]>()
  const leaving = exchanges.map((): number[] => [])
  const entering = exchanges.map((): number[] => [])
  eachShared(order, (from, to) => {
    let gainer = from
    while (gainer < to && (owners[gainer] ?? 0) < size) gainer += 1
    for (let loser = from; gainer < to && (owners[loser] ?? size) < size; loser += 1, gainer += 1) {
      const [left, entered] = [owners[loser] ?? 0, (owners[gainer] ?? 0) - size]
      const [index, enteringIndex] = [indexes[loser] ?? 0, indexes[gainer] ?? 0]
      const pair = left * size + entered
      const known = moved.get(pair)
      if (known) known.push(index)
      else moved.set(pair, [index])
      leaving[left]?.push(index)
      entering[entered]?.push(enteringIndex)
    }
  })

  const moves = [...moved]
    .sort(([one], [other]) => one - other)
    .flatMap(([pair, sites]) => {
      const [from, to] = [Math.floor(pair / size), pair % size]
      const loser = exchanges[from]
      return loser ? [{ from, to, sites: gathered(loser.removed, Uint32Array.from(sites)) }] : []
    })
  const rest = exchanges.map(({ removed, added }, index) => ({
    removed: without(removed, leaving[index] ?? []),
    added: without(added, entering[index] ?? []),
  }))
  return { moves, rest }
}

function without(table: SiteTable, indexes: readonly number[]): SiteTable {
  return minus(table, gathered(table, Uint32Array.from(indexes)))
}
