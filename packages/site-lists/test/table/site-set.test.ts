import type { Site } from '@webfilter/appliance-names'
import fc from 'fast-check'
import { chunksOf, doOneByOne } from '../../../client/src/work'
import {
  chosenFrom,
  FewSites,
  firstBeside,
  firstOfAlphabet,
  sitesInBoth,
  sitesInEither,
  sitesWithout,
} from '../../src/table/site-set'
import { asTable, type SiteSet, tableOf } from '../../src/table/site-table'

const some = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 })
  .map((numbers) => tableOf(numbers.map((number) => `s${number}.example` as Site)))

/** The same sites in either form. */
function bothForms(sites: SiteSet): readonly SiteSet[] {
  return [asTable(sites), new FewSites(sites)]
}

const sorted = (sites: Iterable<Site>) => [...sites].sort()

describe('sites in an order', () => {
  it('are the same in either form, all and in part', () => {
    fc.assert(
      fc.property(some, fc.nat(50), fc.nat(50), (table, one, other) => {
        const array = [...table]
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        for (const list of bothForms(table)) {
          expect([...list]).toEqual(array)
          const part = list.slice(from, to)
          expect([...part]).toEqual(array.slice(from, to))
          expect(part.size).toBe(array.slice(from, to).length)
          expect([...part.slice(1)]).toEqual(array.slice(from, to).slice(1))
          expect(part.at(0)).toBe(array.slice(from, to).at(0))
          expect(list.at(array.length)).toBeUndefined()
          for (const site of array) expect(part.has(site)).toBe(array.slice(from, to).includes(site))
        }
      }),
    )
  })

  it('are found by the alphabet, as many as are asked for', () => {
    fc.assert(
      fc.property(some, fc.nat(50), (table, count) => {
        for (const list of bothForms(table))
          expect(firstOfAlphabet(list, count)).toEqual(sorted(table).slice(0, count))
      }),
    )
  })

  it('are made into strings in several turns if there are many', () => {
    const sites = Array.from({ length: 10_000 }, (_, number) => `s${number}.example` as Site)
    expect(sorted(tableOf(sites))).toEqual(sorted(sites))
    expect(sorted(tableOf(sites).list())).toEqual(sorted(sites))
  })

  it('are joined, parted, left out and compared in either form', () => {
    fc.assert(
      fc.property(some, some, (one, other) => {
        const [ones, others] = [new FewSites(one), new FewSites(other)]
        const rest = sorted([...ones].filter((site) => !others.has(site)))
        for (const list of bothForms(one)) {
          for (const set of [other, others]) {
            expect(sorted(sitesWithout(list, set))).toEqual(rest)
            expect(sorted(sitesInBoth(list, set))).toEqual(
              sorted([...ones].filter((site) => others.has(site))),
            )
          }
          for (const further of bothForms(tableOf([...others].filter((site) => !ones.has(site))))) {
            expect(sorted(sitesInEither(list, further))).toEqual(sorted(new Set([...ones, ...others])))
          }
          const [even, odd] = [0, 1].map((rest) => chosenFrom(list, (index) => index % 2 === rest))
          expect([...(even ?? [])]).toEqual([...list].filter((_, index) => index % 2 === 0))
          expect([...(odd ?? [])]).toEqual([...list].filter((_, index) => index % 2 === 1))
        }
      }),
    )
  })

  it('are cut for requests as an array is', () => {
    fc.assert(
      fc.property(
        some,
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 3 }),
        (table, maximumBytes, separatorBytes) => {
          const [one, other] = bothForms(table).map((list) =>
            chunksOf(list, { maximumBytes, separatorBytes }).map((chunk) => [...chunk]),
          )
          expect(one).toEqual(other)
        },
      ),
    )
  })

  it('lack a site of a set, or none', () => {
    const sites = Array.from({ length: 20_000 }, (_, number) => `s${number}.example` as Site)
    const table = tableOf(sites)
    for (const list of bothForms(table)) {
      expect(firstBeside(list, table)).toBeUndefined()
      const left = list.at(7_000)
      const others = sitesWithout(list, new FewSites(left === undefined ? [] : [left]))
      expect(firstBeside(others, table)).toBe(left)
    }
    expect(firstBeside(new FewSites([sites[0] ?? ('' as Site)]), new FewSites(sites))).toBe(sites[1])
  })
})

describe('work on sites one by one', () => {
  it('says of each whether it was done, up to the first failure', async () => {
    const table = tableOf(Array.from({ length: 100 }, (_, number) => `s${number}.example` as Site))
    for (const list of bothForms(table)) {
      const done: Site[] = []
      const { isDone, failure } = await doOneByOne(list, 4, new AbortController().signal, async (site) => {
        if (done.length === 50) throw new Error('full')
        done.push(site)
      })
      expect(failure).toEqual(new Error('full'))
      expect([...list].filter((_, index) => isDone(index))).toEqual(done)
    }
  })
})
