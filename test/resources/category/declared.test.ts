import {
  checkedSites,
  entriesOfAny,
  reportSites,
  sitesOf,
} from '@webfilter/appliance-declarations/declared-list'
import { codeIn } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { FewSites } from '@webfilter/site-lists'
import { Diagnostics, unknown } from '@webfilter/terraform-plugin'

describe('declared sites', () => {
  it('are the same in every spelling, and those not known yet are left out', () => {
    expect(sitesOf(['WWW.Ads.Example.', unknown, 'b.example'])).toEqual(['ads.example', 'b.example'])
    expect(sitesOf(null)).toEqual([])
    expect(sitesOf(unknown)).toEqual([])
  })

  it('are reported at their place in the list, unknown entries counted', () => {
    const diagnostics = new Diagnostics()
    reportSites([unknown, 'a.example', 'no site', unknown, 'A.example'], diagnostics)
    expect(
      diagnostics.toWire('appliance').map(({ summary, attribute }) => [summary, attribute?.steps?.at(-1)]),
    ).toEqual([
      ['Not a valid site', { selector: { case: 'elementKeyInt', value: 2 } }],
      ['A site is listed twice', { selector: { case: 'elementKeyInt', value: 4 } }],
    ])
  })

  it('are reported ten at most, and the rest is counted', () => {
    const diagnostics = new Diagnostics()
    reportSites(
      Array.from({ length: 5000 }, (_, index) => `http://${index}.example`),
      diagnostics,
    )
    expect(diagnostics.toWire('appliance')).toHaveLength(11)
    expect(diagnostics.toWire('appliance').at(-1)?.detail).toContain(
      '4,990 more entries of sites are invalid.',
    )
    const codes = diagnostics.toWire('appliance').map(({ detail = '' }) => codeIn(detail))
    expect(codes).toEqual([...Array(10).fill('not-a-site'), 'not-a-site'])
  })

  it('are refused at apply with both spellings named', () => {
    expect(refusalOf(['a.example', 'WWW.a.example'])).toMatchObject({
      message: '"a.example" and "WWW.a.example" are the same site, "a.example".',
      diagnostic: { code: 'listed-twice', advice: 'Correct the source of the value, and apply again.' },
      path: ['sites', 1],
    })
    expect(refusalOf(['a.example', 'https://a.example'])).toMatchObject({
      message: expect.stringContaining('begins with the scheme'),
      diagnostic: { code: 'not-a-site' },
      path: ['sites', 1],
    })
    expect(checkedSites(null)).toEqual([])
  })

  it('keep the spelling of the first list that names them, in the order of the lists', () => {
    const sites = new Set(sitesOf(['c.example', 'a.example']))
    expect(
      entriesOfAny(
        [
          ['b.example', 'A.Example.'],
          ['a.example', 'C.example'],
        ],
        new FewSites(sites),
      ),
    ).toEqual(['A.Example.', 'C.example'])
  })
})

function refusalOf(sites: readonly string[]): unknown {
  try {
    return checkedSites(sites)
  } catch (error) {
    return error
  }
}
