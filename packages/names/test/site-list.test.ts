import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readSites } from '../src/site'

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
})
