import { readSites } from '@webfilter/appliance-names'
import fc from 'fast-check'
import { siteOfEveryService } from '../../src/functions/accepted-sites'
import { times } from '../lanes/extent'

// What the services make of a name, written from docs/appliance and not from the code that is tried here.
const olderStores = (name: string) => name.toLowerCase().replace(/^www\./, '')
const autonomousStores = (name: string) => name.toLowerCase().replace(/^.*?www\./s, '')

const label = fc.oneof(
  fc.constantFrom(
    'www',
    'WWW',
    'awww',
    'www2',
    'ww',
    'co',
    'uk',
    'gov',
    'com',
    'github',
    'io',
    'bücher',
    '1',
  ),
  fc.stringMatching(/^[a-z0-9-]{1,5}$/),
)
const around = fc.constantFrom('', '', '', ' ', '.', '*.', 'http://', '/x', ':80')
const text = fc
  .tuple(around, fc.array(label, { minLength: 1, maxLength: 6 }), around)
  .map(([before, labels, behind]) => `${before}${labels.join('.')}${behind}`)

const named = (given: string): string | undefined => {
  const read = siteOfEveryService(given)
  return read.ok ? read.site : undefined
}

describe('a site that every generation of the appliance stores as it is', () => {
  it('is stored so by both, and read as itself', () => {
    let found = 0
    fc.assert(
      fc.property(text, (given) => {
        const site = named(given)
        if (site === undefined) return
        found += 1
        expect({ older: olderStores(site), autonomous: autonomousStores(site), again: named(site) }).toEqual({
          older: site,
          autonomous: site,
          again: site,
        })
        expect(readSites([site])).toEqual({ sites: [site], duplicates: [], invalid: [] })
      }),
      { numRuns: times(20_000) },
    )
    expect(found).toBeGreaterThan(times(1_000))
  })

  it.each([
    ['a.www.example.com', 'example.com'],
    ['awww.example.com', 'example.com'],
    ['login.www.gov.uk', 'gov.uk'],
    ['a.www.b.www.c', 'b.www.c'],
  ])('is not %s, of which one would store %s', (given, stored) => {
    expect(siteOfEveryService(given)).toEqual({
      ok: false,
      reason: expect.stringContaining(`would store it as "${stored}"`),
    })
  })

  it.each(['www2.example.com', 'a.www', 'wwwx.example', '192.0.2.1'])('may be %s', (given) => {
    expect(named(given)).toBe(given)
  })
})
