import fc from 'fast-check'
import { normalizeSite } from '../../src/functions/one-site'
import { called, resultOf } from './called'

describe('normalize_site', () => {
  it.each([
    ['Example.COM.', 'example.com'],
    ['\twww.Bücher.example ', 'xn--bcher-kva.example'],
    ['192.0.2.1', '192.0.2.1'],
  ])('makes of %j %s', async (text, site) => {
    expect(await called(normalizeSite, text)).toEqual({ result: site })
  })

  it.each([
    [
      'http://a.example',
      '"http://a.example" begins with the scheme http://; write only the domain, such as example.com',
    ],
    ['', '"" is empty; write a domain such as example.com'],
    ['www.co.uk', /^"www.co.uk" would be stored as "co.uk", under which anyone can register a domain/],
    ['co.uk', /^"co.uk" is a name that the appliance deletes with each compile/],
    ['x.awww.example', /^"x.awww.example" contains "www." after its beginning, .* as "example"; remove it/],
  ])('says why %j is no site, and of which argument', async (text, reason) => {
    const expected = typeof reason === 'string' ? reason : expect.stringMatching(reason)
    expect(await called(normalizeSite, text)).toEqual({ text: expected, argument: 0 })
  })

  it('makes the same of what it made', async () => {
    const label = fc.constantFrom('www', 'a', 'B', 'bücher', 'co', 'uk', 'com', '1')
    const text = fc.array(label, { minLength: 2, maxLength: 5 }).map((labels) => labels.join('.'))
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const once = await called(normalizeSite, given)
        if ('result' in once) expect(await resultOf(normalizeSite, once.result)).toEqual(once.result)
      }),
      { numRuns: 1_000 },
    )
  })
})
