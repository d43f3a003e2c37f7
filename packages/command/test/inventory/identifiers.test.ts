import * as fc from 'fast-check'
import { anyText } from '../../../../test/any-text'
import { identifiersOf } from '../../src/inventory/identifiers'

/** The identifiers of names, in their order. */
function named(...names: readonly string[]): readonly (string | undefined)[] {
  const found = identifiersOf(
    names.map((name) => ({ key: name, called: [name] as const })),
    'category',
  )
  return names.map((name) => found.get(name))
}

describe('Identifiers', () => {
  it('are readable', () => {
    expect(named('Social Media', "L'équipe", 'straße', 'Новости', '新聞', 'a-b')).toEqual([
      'social_media',
      'l_equipe',
      'strasse',
      'новости',
      '新聞',
      'a_b',
    ])
  })

  it('begin with a letter', () => {
    expect(named('404', '🙂', '_x')).toEqual(['category_404', 'category', 'x'])
  })

  it('belong to the name that is written like them; the others have letters of a digest', () => {
    const [exact, other, third] = named('ads', 'Ads', 'ADS!')
    expect(exact).toBe('ads')
    expect(other).toMatch(/^ads_[a-p]{4}$/)
    expect(third).toMatch(/^ads_[a-p]{4}$/)
    expect(other).not.toBe(third)
  })

  it('are longer before they have letters', () => {
    const found = identifiersOf(
      ['acme', 'other'].map((of) => ({ key: of, called: ['Editors', `${of} Editors`] as const })),
      'group',
    )
    expect([...found.values()].sort()).toEqual(['acme_editors', 'other_editors'])
  })

  it('are cut, and stay distinct', () => {
    const long = 'x'.repeat(200)
    const found = named(`${long}1`, `${long}2`)
    expect(new Set(found).size).toBe(2)
    for (const identifier of found) expect(identifier?.length).toBeLessThan(70)
  })

  it('are distinct and valid for any names, and the same in any order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyText(), { maxLength: 12 }), (names) => {
        const found = named(...names)
        expect(new Set(found).size).toBe(names.length)
        for (const identifier of found) expect(identifier).toMatch(/^\p{L}[\p{L}\p{M}\p{Nd}_]*$/u)
        expect(named(...[...names].reverse())).toEqual([...found].reverse())
      }),
    )
  })
})
