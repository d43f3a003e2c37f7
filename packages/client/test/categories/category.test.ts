import { describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { categoryNamed } from '../../src/categories/category'
import { caught, toldOf } from '../caught'

describe('names of categories', () => {
  test('of many that are alike, some are named and the others counted', async () => {
    const categories = Array.from({ length: 100 }, (_, id) => ({
      id,
      name: `ADS${'\u0301'.repeat(1_000 + id)}`,
      table: '',
    }))
    const { message } = await toldOf(() => categoryNamed('ads', categories))
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
    expect([error.kind, diagnosticOf(error).code]).toEqual(['ambiguous', 'category-ambiguous'])
    expect(diagnosticOf(error).message).toContain('"ads" (250), "Ads" (251)')
  })
})
