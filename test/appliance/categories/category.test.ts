import { describe, expect, test } from '@jest/globals'
import { simplifyName, tableNameOf } from '@webfilter/appliance-names'
import fc from 'fast-check'
import { categoryNamed } from '../../../src/appliance/categories/category'
import { times } from '../../lanes/extent'
import { caught } from '../caught'

describe('names of categories', () => {
  test.each([
    ['Jeux d’été', 'jeux d’ete'],
    ['  ADS  and\tTrackers ', 'ads and trackers'],
    ['İstanbul', 'istanbul'],
    ['Ads', 'ads'],
    ["L'équipe", 'lequipe'],
    ['Straße', 'strabe'],
    ['GROẞ', 'grob'],
    ['Smørebrød', 'smorebrod'],
    ['Ǿ', 'o'],
    ['œuvre ł', 'œuvre ł'],
    ['', ''],
  ])('%j is compared as %j', (name, simplified) => {
    expect(simplifyName(name)).toBe(simplified)
  })

  test.each([
    ["L'équipe de France et les autres", 'category_lequipedefranceetles'],
    ['Großhandel', 'category_grobhandel'],
    ['!?', undefined],
  ])('%j has the table %j', (name, table) => {
    expect(tableNameOf(name)).toBe(table)
  })

  test('simplifying twice is simplifying once', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (name) => simplifyName(simplifyName(name)) === simplifyName(name),
      ),
      { numRuns: times(2000) },
    )
  })

  test('of many that are alike, some are named and the others counted', async () => {
    const categories = Array.from({ length: 100 }, (_, id) => ({
      id,
      name: `ADS${'\u0301'.repeat(1_000 + id)}`,
      table: '',
    }))
    const { message } = await caught(() => categoryNamed('ads', categories))
    expect(message).toContain('and 95 more.')
    expect(message.length).toBeLessThan(2_000)
  })

  test('an exact name goes before one that is alike, and two that are alike are ambiguous', async () => {
    const categories = [
      { id: 250, name: 'ads', table: '' },
      { id: 251, name: 'Ads', table: '' },
    ]
    expect(categoryNamed('Ads', categories)?.id).toBe(251)
    expect(categoryNamed('âds', categories.slice(0, 1))?.id).toBe(250)
    expect(categoryNamed('other', categories)).toBeUndefined()
    const error = await caught(() => categoryNamed('ADS', categories))
    expect([error.kind, error.diagnostic.code]).toEqual(['ambiguous', 'category-ambiguous'])
    expect(error.message).toContain('"ads" (250), "Ads" (251)')
  })
})
