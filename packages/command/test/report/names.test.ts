import { isSite, type Site } from '@webfilter/appliance-names'
import { tableOf } from '@webfilter/site-lists'
import fc from 'fast-check'
import { alphabetically, hiddenNames, namesOfSites, shownNames } from '../../src/report/names'

const site = fc.stringMatching(/^[a-c]{1,3}(\.[a-c]{1,3}){1,2}$/).filter((text): text is Site => isSite(text))

describe('names', () => {
  it('are the first in alphabetical order, however many are asked for', () => {
    fc.assert(
      fc.property(fc.uniqueArray(site, { maxLength: 60 }), fc.nat(80), (sites, most) => {
        const expected = [...sites].sort(alphabetically).slice(0, most)
        expect(namesOfSites(tableOf(sites), false).first(most)).toEqual(expected)
        expect(shownNames(sites).first(most)).toEqual(expected)
      }),
    )
  })

  it('are the same where so many are asked for that all are sorted', () => {
    const sites = Array.from({ length: 21_000 }, (_, index) => `s${(index * 7_919) % 21_000}.example`).filter(
      isSite,
    )
    const expected = [...sites].sort(alphabetically)
    expect(namesOfSites(tableOf(sites), false).first(20_500)).toEqual(expected.slice(0, 20_500))
    expect(namesOfSites(tableOf(sites), false).first(1_000)).toEqual(expected.slice(0, 1_000))
  })

  it('stand beside each other in capital and in small letters', () => {
    expect(shownNames(['zoe', 'Bob', 'ann', 'bob', 'Zoe']).first(9)).toEqual([
      'ann',
      'Bob',
      'bob',
      'Zoe',
      'zoe',
    ])
  })

  it('are only counted where they are sensitive', () => {
    const hidden = hiddenNames(2)
    expect([hidden.count, hidden.first(5)]).toEqual([2, []])
    expect(namesOfSites(tableOf(['a.example', 'b.example'].filter(isSite)), true).count).toBe(2)
    expect(namesOfSites(tableOf([]), true).first(5)).toEqual([])
  })
})
