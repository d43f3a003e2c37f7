import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { chunkByBytes } from '../../src/sites/chunks'
import { likenessOf } from '../../src/sites/compare'
import { namesOf } from '../../src/sites/first-sites'
import type { Site } from '../../src/sites/site'
import { readSites } from '../../src/sites/site-list'
import { sitesInEither, sitesWithout } from '../../src/sites/site-set'
import { tableOf } from '../../src/sites/site-table'

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

  test('are named up to a number, and the others counted', () => {
    const sites = new Set(readSites(['a.com', 'b.com', 'c.com']).sites)
    expect(namesOf(sites, 3)).toBe('a.com, b.com, c.com')
    expect(namesOf(sites, 1)).toBe('a.com, and 2 more')
  })
})

describe('how alike two typed lists are', () => {
  test.each([
    [['a.com', 'b.com'], ['a.com', 'b.com'], 'identical'],
    [['a.com', 'b.com'], ['A.com.', 'www.b.com'], 'same-but-for-spelling'],
    [['a.com', 'b.com'], ['b.com', 'a.com'], 'same-but-for-order'],
    [['a.com', 'b.com'], ['B.com', 'a.com'], 'same-but-for-order'],
    [['a.com', 'b.com'], ['a.com'], 'different'],
    [['a.com', 'a.com', 'b.com'], ['a.com', 'b.com', 'b.com'], 'different'],
    [['localhost'], ['LOCALHOST'], 'different'],
    [['localhost', 'a.com'], ['a.com', 'localhost'], 'same-but-for-order'],
    [[], [], 'identical'],
  ])('%j and %j are %s', (prior, planned, likeness) => {
    expect(likenessOf(prior, planned)).toBe(likeness)
  })

  test('does not depend on which list comes first, nor changes the lists', () => {
    const typed = fc.array(fc.constantFrom('a.com', 'A.com', 'www.a.com', 'b.com', 'localhost'), {
      maxLength: 4,
    })
    fc.assert(
      fc.property(typed, typed, (one, other) => {
        const before = [[...one], [...other]]
        expect(likenessOf(one, other)).toBe(likenessOf(other, one))
        expect([one, other]).toEqual(before)
      }),
    )
  })
})

describe('reading a list', () => {
  test('names both spellings of a duplicate, and where they stand', () => {
    expect(readSites(['a.com', 'b.com', 'WWW.A.com.', 'a.com']).duplicates).toEqual([
      { site: 'a.com', first: { text: 'a.com', index: 0 }, again: { text: 'WWW.A.com.', index: 2 } },
      { site: 'a.com', first: { text: 'a.com', index: 0 }, again: { text: 'a.com', index: 3 } },
    ])
  })

  test('names what is no site, and where it stands', () => {
    const { sites, invalid } = readSites(['a.com', 'localhost'])
    expect(sites).toEqual(['a.com'])
    expect(invalid).toEqual([
      { text: 'localhost', index: 1, reason: expect.stringContaining('no dot inside') },
    ])
  })

  test('every entry is a site, a duplicate or invalid', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.domain(), fc.string(), fc.constantFrom('a.com', 'A.com'))),
        (texts) => {
          const { sites, duplicates, invalid } = readSites(texts)
          expect(sites.length + duplicates.length + invalid.length).toBe(texts.length)
          expect(new Set(sites).size).toBe(sites.length)
        },
      ),
    )
  })

  test('a list of 100,000 entries, a third of them odd, is read, compared and cut', () => {
    const typed = Array.from({ length: 100_000 }, (_, n) =>
      n % 3 === 0 ? `WWW.Site-${n}.Example.com.` : `site-${n}.example.com`,
    )
    const { sites } = readSites(typed)
    expect(sites).toHaveLength(100_000)
    expect([...sitesWithout(new Set(sites), new Set(sites.slice(1)))]).toEqual(['site-0.example.com'])
    expect(likenessOf(typed, [...typed].reverse())).toBe('same-but-for-order')
    expect(chunkByBytes(sites, { maximumBytes: 1000, separatorBytes: 3 }).flat()).toHaveLength(100_000)
  })
})

describe('cutting a list into runs of bytes', () => {
  const limits = fc.record({
    maximumBytes: fc.integer({ min: 1, max: 60 }),
    separatorBytes: fc.integer({ min: 0, max: 3 }),
  })
  const bytesOf = (run: readonly string[], separatorBytes: number) =>
    run.reduce((sum, item) => sum + Buffer.byteLength(item), 0) + separatorBytes * (run.length - 1)

  test('loses nothing, keeps the order and makes no empty run', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), limits, (items, limit) => {
        const runs = chunkByBytes(items, limit)
        expect(runs.flat()).toEqual(items)
        expect(runs.every((run) => run.length > 0)).toBe(true)
      }),
    )
  })

  test('stays within the limit unless one item alone is longer, and never cuts too early', () => {
    fc.assert(
      fc.property(fc.array(fc.domain()), limits, (items, { maximumBytes, separatorBytes }) => {
        const runs = chunkByBytes(items, { maximumBytes, separatorBytes })
        for (const [index, run] of runs.entries()) {
          if (run.length > 1) expect(bytesOf(run, separatorBytes)).toBeLessThanOrEqual(maximumBytes)
          const next = runs[index + 1]?.slice(0, 1) ?? []
          if (next.length > 0)
            expect(bytesOf([...run, ...next], separatorBytes)).toBeGreaterThan(maximumBytes)
        }
      }),
    )
  })

  test('counts bytes, not characters', () => {
    const items: readonly string[] = ['éé', 'éé']
    expect(chunkByBytes(items, { maximumBytes: 8, separatorBytes: 0 })).toHaveLength(1)
    expect(chunkByBytes(items, { maximumBytes: 7, separatorBytes: 0 })).toHaveLength(2)
  })
})
