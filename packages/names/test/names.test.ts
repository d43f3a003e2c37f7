import fc from 'fast-check'
import { anyText } from '../../../test/any-text'
import { isSameTable, simplifyName, storedName, tableNameOf } from '../src/index'

describe('a name of a category', () => {
  it.each([
    ["L'équipe", 'Lequipe'],
    ['  Ads ', 'Ads'],
    ['Straße', 'Strabe'],
    ['GROẞ', 'GROb'],
    ['Smørebrød ØL', 'Smorebrod OL'],
    ['Ǿ', 'O'],
    ['œuvre ł', 'œuvre ł'],
    ['Йога', 'Йога'],
    ['ガス', 'ガス'],
    // In two code points, as some systems type it.
    ['Йога', 'Йога'],
    ['', ''],
  ])('%j is stored as %j', (name, stored) => {
    expect(storedName(name)).toBe(stored)
  })

  it.each([
    ['Jeux d’été', 'jeux d’ete'],
    ['  ADS  and\tTrackers ', 'ads and trackers'],
    ['İstanbul', 'istanbul'],
    ["L'équipe", 'lequipe'],
    ['Straße', 'strabe'],
    ['GROẞ', 'grob'],
    ['Ǿ', 'o'],
    ['РЕКЛАМА', 'реклама'],
  ])('%j is compared as %j', (name, simplified) => {
    expect(simplifyName(name)).toBe(simplified)
  })

  it.each([
    ['ガス', 'カス'],
    ['Йога', 'Иога'],
    ['Реклама', 'Казино'],
  ])('%j is another one than %j, and has another table', (one, other) => {
    expect(simplifyName(one)).not.toBe(simplifyName(other))
    expect(tableNameOf(one)).not.toBe(tableNameOf(other))
  })

  it.each([
    ['Реклама', 'category_Реклама'],
    ['Ads & Trackers', 'category_adstrackers'],
    ['C++ (2_0) - $5%', 'category_c205'],
    ["L'équipe de France et les autres", 'category_lequipedefranceetles'],
    ['Großhandel', 'category_grobhandel'],
    ['a{b}=~`"#:;,/\\?£µ[*]', 'category_ab'],
    ['Ads! @home', 'category_ads!@home'],
    ['РекламаКаз', 'category_РекламаКаз'],
    ['РекламаКазино', 'category_РекламаКаз'],
    ['広告とゲーム', 'category_広告とゲーム'],
    ['...', 'category_'],
  ])('%j has the table %j', (name, table) => {
    expect(tableNameOf(name)).toBe(table)
  })

  it.each(['広告とゲームと', 'aРекламаКазино'])(
    '%j has none, because it is cut within a character',
    (name) => {
      expect(tableNameOf(name)).toBeUndefined()
    },
  )

  it('is compared as its spellings are, whatever they are', () => {
    const names = anyText()
    fc.assert(fc.property(names, (name) => simplifyName(simplifyName(name)) === simplifyName(name)))
    fc.assert(fc.property(names, (name) => simplifyName(storedName(name)) === simplifyName(name)))
    fc.assert(
      fc.property(names, (name) => tableNameOf(storedName(name)) === tableNameOf(name)),
      {
        // Without the apostrophe, the mark is on the letter.
        examples: [["A'\u1cd0"]],
      },
    )
  })
})

it('the case of ASCII letters makes no other table, and that of other letters does', () => {
  expect(isSameTable('category_ADS', 'category_ads')).toBe(true)
  expect(isSameTable('category_Реклама', 'category_реклама')).toBe(false)
})
