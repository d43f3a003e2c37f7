import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { chunkByBytes } from '../../src/sites/chunks'
import { likenessOf } from '../../src/sites/compare'
import { readSites } from '../../src/sites/site-list'
import { sitesWithout } from '../../src/sites/site-set'

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
