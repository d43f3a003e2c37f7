import { isSite, type Site } from '@webfilter/appliance-names'
import { tableOf } from '@webfilter/site-lists'
import fc from 'fast-check'
import { movesBetween } from '../../../src/plan/sites/moves'

const sites: readonly Site[] = ['a.example', 'b.a.example', 'c.example', 'd.test', 'ab.example'].filter(
  isSite,
)
const set = fc.uniqueArray(fc.constantFrom(...sites))
/** No category loses and gains one site. */
const exchange = fc.tuple(set, set).map(([removed, added]) => ({
  removed: removed.filter((site) => !added.includes(site)),
  added,
}))

describe('moves', () => {
  it('are found for each site as often as it both leaves a category and enters another, and nothing else is lost or gained', () => {
    fc.assert(
      fc.property(fc.array(exchange, { maxLength: 5 }), (exchanges) => {
        const { moves, rest } = movesBetween(
          exchanges.map(({ removed, added }) => ({ removed: tableOf(removed), added: tableOf(added) })),
        )
        for (const site of sites) {
          const losers = numbersOf(exchanges, ({ removed }) => removed.includes(site))
          const gainers = numbersOf(exchanges, ({ added }) => added.includes(site))
          const moved = moves.filter((move) => move.sites.has(site))
          const left = numbersOf(rest, ({ removed }) => removed.has(site))
          const come = numbersOf(rest, ({ added }) => added.has(site))
          expect(moved).toHaveLength(Math.min(losers.length, gainers.length))
          expect([...moved.map(({ from }) => from), ...left].sort()).toEqual(losers)
          expect([...moved.map(({ to }) => to), ...come].sort()).toEqual(gainers)
        }
      }),
    )
  })

  it('are one for each pair of categories', () => {
    fc.assert(
      fc.property(fc.array(exchange, { maxLength: 5 }), (exchanges) => {
        const { moves } = movesBetween(
          exchanges.map(({ removed, added }) => ({ removed: tableOf(removed), added: tableOf(added) })),
        )
        const pairs = moves.map(({ from, to }) => `${from} ${to}`)
        expect(new Set(pairs).size).toBe(pairs.length)
        expect(moves.every(({ from, to, sites }) => from !== to && sites.size > 0)).toBe(true)
      }),
    )
  })
})

function numbersOf<T>(items: readonly T[], fits: (item: T) => boolean): readonly number[] {
  return items.flatMap((item, number) => (fits(item) ? [number] : []))
}
