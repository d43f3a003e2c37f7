import type { Site } from '@webfilter/appliance-names'
import fc from 'fast-check'
import { questionsFor } from '../../../src/resources/category/refresh'
import { tableOf } from '../../../src/sites/table/site-table'
import { sampleSize } from '../../../src/sites/verification'

const list = (size: number) => Array.from({ length: size }, (_, index) => `site${index}.example` as Site)
const unknown = { count: undefined, lastAdded: [], random: Math.random }

describe('what a read asks', () => {
  it.each([
    ['auto', 5_000, 'full', 5_000],
    ['auto', 5_001, 'sample', 2_000],
    ['full', 7_000, 'full', 7_000],
    ['sample', 2_000, 'full', 2_000],
    ['sample', 2_001, 'sample', 2_000],
    ['none', 10, 'none', 0],
  ] as const)('with verify "%s" and %d sites: %s, %d questions', (verify, size, mode, asked) => {
    for (const managed of [new Set(list(size)), tableOf(list(size))]) {
      const questions = questionsFor(verify, managed, unknown)
      expect(questions.mode).toBe(mode)
      expect(new Set(questions.sites).size).toBe(asked)
      expect(questions.sites.every((site) => managed.has(site))).toBe(true)
    }
  })

  it('is everything where the count falls short, unless nothing is to be asked', () => {
    const managed = tableOf(list(6_000))
    expect(questionsFor('auto', managed, { ...unknown, count: 6_000 }).mode).toBe('sample')
    expect(questionsFor('auto', managed, { ...unknown, count: 5_999 }).mode).toBe('full')
    expect(questionsFor('sample', managed, { ...unknown, count: 5_999 }).mode).toBe('full')
    expect(questionsFor('none', managed, { ...unknown, count: 0 }).mode).toBe('none')
  })

  it('is everything where the count falls short of what all lists of the category manage', () => {
    const managed = tableOf(list(6_000))
    const shared = { ...unknown, count: 7_000, managedByAll: 7_001 }
    expect(questionsFor('auto', managed, shared).mode).toBe('full')
    expect(questionsFor('none', managed, shared).mode).toBe('none')
  })

  it('begins with the sites of the last change that are still managed', () => {
    const lastAdded = ['site5999.example', 'gone.example', 'site17.example'] as Site[]
    const { sites } = questionsFor('auto', tableOf(list(6_000)), { ...unknown, lastAdded })
    expect(sites.slice(0, 2)).toEqual(['site5999.example', 'site17.example'])
    expect(new Set(sites).size).toBe(sampleSize)
  })

  it('can reach every site', () => {
    const managed = tableOf(list(6_000))
    const asked = new Set<Site>()
    for (let night = 0; night < 30; night += 1) {
      for (const site of questionsFor('sample', managed, unknown).sites) asked.add(site)
    }
    // After thirty samples of a third each a site is left out with a chance of five in a million.
    expect(asked.size).toBeGreaterThan(5_900)
  })

  it('is a sample without repetitions whatever the dice say', () => {
    const managed = tableOf(list(5_500))
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (die) => {
        const { sites } = questionsFor('auto', managed, { ...unknown, random: () => die })
        expect(new Set(sites).size).toBe(sampleSize)
      }),
      { numRuns: 20 },
    )
  })
})
