import { describe, expect, test } from '@jest/globals'
import { readSites, type Site } from '@webfilter/appliance-names'
import fc from 'fast-check'

import { sitesInEither, sitesWithout } from '../../../src/sites/table/site-set'
import { tableOf } from '../../../src/sites/table/site-table'

const fewSites = fc.array(
  fc.constantFrom(...readSites(['a.com', 'b.com', 'c.com', 'd.com', '192.0.2.1']).sites),
)

describe('sets of sites', () => {
  test('differ and unite alike, as sets of what was typed and as tables', () => {
    fc.assert(
      fc.property(fewSites, fewSites, (one, other) => {
        const forms = [(sites: readonly Site[]) => new Set(sites), tableOf]
        for (const [first, second] of forms.flatMap((a) => forms.map((b) => [a(one), b(other)] as const))) {
          expect(new Set(sitesWithout(first, second))).toEqual(
            new Set(one.filter((site) => !other.includes(site))),
          )
          expect(new Set(sitesInEither(first, second))).toEqual(new Set([...one, ...other]))
        }
      }),
    )
  })

  test('keep the order in which they were typed', () => {
    const { sites } = readSites(['c.com', 'a.com', 'b.com'])
    expect([...sitesWithout(new Set(sites), tableOf(sites.slice(1, 2)))]).toEqual(['c.com', 'b.com'])
  })
})
