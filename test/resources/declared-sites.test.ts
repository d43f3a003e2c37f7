import {
  checkedSites,
  entriesOf,
  plannedSites,
  reportSites,
  sitesOf,
} from '../../src/resources/category/declared-sites'
import { Diagnostics } from '../../src/terraform/provider/diagnostics'
import { unknown } from '../../src/terraform/values/unknown'

describe('declared sites', () => {
  it('are the same in every spelling, and those not known yet are left out', () => {
    expect(sitesOf(['WWW.Ads.Example.', unknown, 'b.example'])).toEqual(['ads.example', 'b.example'])
    expect(sitesOf(null)).toEqual([])
    expect(sitesOf(unknown)).toEqual([])
  })

  it('are not said to go while an unknown entry may turn out to be one of them', () => {
    expect(plannedSites(['a.example', 'b.example'], ['c.example', unknown], 'remove')).toEqual({
      added: ['c.example'],
      removed: [],
    })
    expect(plannedSites(['a.example'], unknown, 'remove')).toEqual({ added: [], removed: [] })
    expect(plannedSites(['a.example'], null, 'remove')).toEqual({ added: [], removed: ['a.example'] })
  })

  it('are not said to go where on_remove keeps them, or may turn out to', () => {
    for (const onRemove of ['keep', unknown] as const)
      expect(plannedSites(['a.example'], ['c.example'], onRemove)).toEqual({
        added: ['c.example'],
        removed: [],
      })
  })

  it('are reported at their place in the list, unknown entries counted', () => {
    const diagnostics = new Diagnostics()
    reportSites([unknown, 'a.example', 'no site', unknown, 'A.example'], diagnostics)
    expect(diagnostics.toWire().map(({ summary, attribute }) => [summary, attribute?.steps?.at(-1)])).toEqual(
      [
        ['Not a site', { selector: { case: 'elementKeyInt', value: 2 } }],
        ['Site named twice', { selector: { case: 'elementKeyInt', value: 4 } }],
      ],
    )
  })

  it('are reported ten at most, and the rest is counted', () => {
    const diagnostics = new Diagnostics()
    reportSites(
      Array.from({ length: 5000 }, (_, index) => `http://${index}.example`),
      diagnostics,
    )
    expect(diagnostics.toWire()).toHaveLength(11)
    expect(diagnostics.toWire().at(-1)?.summary).toBe('4990 more sites are wrong')
  })

  it('are refused at apply with both spellings named', () => {
    expect(() => checkedSites(['a.example', 'WWW.a.example'])).toThrow(
      '"a.example" and "WWW.a.example" are the same site',
    )
    expect(() => checkedSites(['https://a.example'])).toThrow('begins with the scheme')
    expect(checkedSites(null)).toEqual([])
  })

  it('keep the spelling of the list that they are taken from', () => {
    const [site] = sitesOf(['a.example'])
    if (!site) throw new Error('not a site')
    expect(entriesOf(['b.example', 'A.Example.'], [site])).toEqual(['A.Example.'])
  })
})
