import { describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { categoryNamed, categoryNumbered, withoutRepeated } from '../../src/categories/category'
import { caught, toldOf } from '../caught'

test('entries that are equal in number and name are one, and a number with two names is ambiguous', async () => {
  const listed = [
    { id: 250, name: 'ads', table: '' },
    { id: 250, name: 'Ads', table: 'category_ads' },
    { id: 250, name: 'spare', table: '' },
    { id: 251, name: 'ads', table: '' },
  ]
  const categories = withoutRepeated(listed)
  expect(categories).toEqual([listed[0], listed[2], listed[3]])
  expect(categoryNumbered(251, categories)).toBe(listed[3])
  for (const find of [() => categoryNumbered(250, categories), () => categoryNamed('spare', categories)]) {
    const error = await caught(find)
    expect([error.kind, diagnosticOf(error).code]).toEqual(['ambiguous', 'category-ambiguous'])
    expect(diagnosticOf(error).message).toContain('number 250 with the names "ads" and "spare"')
  }
})

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
