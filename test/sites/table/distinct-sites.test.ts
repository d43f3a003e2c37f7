import type { Site } from '@webfilter/appliance-names'
import fc from 'fast-check'
import { countDistinct } from '../../../src/sites/table/distinct-sites'
import { tableOf } from '../../../src/sites/table/site-table'

const someSites = fc.array(fc.constantFrom(...'abcdefgh').map((letter) => `${letter}.example` as Site))

describe('sites of several sets', () => {
  it('are counted once each, in sets and tables alike', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(someSites, fc.boolean())), (given) => {
        const sets = given.map(([sites, isTable]) => (isTable ? tableOf(sites) : new Set(sites)))
        expect(countDistinct(sets)).toBe(new Set(given.flatMap(([sites]) => sites)).size)
      }),
    )
  })

  it('of large tables take no time', () => {
    const sites = Array.from({ length: 150_000 }, (_, index) => `site${index}.example` as Site)
    const tables = [tableOf(sites.slice(0, 100_000)), tableOf(sites.slice(50_000))]
    const begin = performance.now()
    expect(countDistinct([...tables, new Set(sites.slice(0, 100))])).toBe(150_000)
    expect(performance.now() - begin).toBeLessThan(2_000)
  })
})
