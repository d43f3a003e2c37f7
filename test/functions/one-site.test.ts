import fc from 'fast-check'
import { siteOfEveryService } from '../../src/functions/accepted-sites'
import { normalizeSite, registrableDomain } from '../../src/functions/one-site'
import { times } from '../lanes/extent'
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
      { numRuns: times(1_000) },
    )
  })
})

describe('registrable_domain', () => {
  it.each([
    ['login.example.co.uk', 'example.co.uk'],
    ['WWW.Example.com', 'example.com'],
    ['a.b.user.github.io', 'user.github.io'],
    ['a.bücher.example', 'xn--bcher-kva.example'],
    ['host.site.internal', 'site.internal'],
    ['a.www.example.com', 'example.com'],
  ])('of %s is %s', async (site, domain) => {
    expect(await called(registrableDomain, site)).toEqual({ result: domain })
  })

  it.each([
    ['192.0.2.1', /^"192.0.2.1" is an IPv4 address, which has no registrable domain/],
    ['github.io', /^"github.io" is a public suffix/],
    [
      'login.www.gov.uk',
      /^the registrable domain of "login.www.gov.uk" cannot be a site: "www.gov.uk" would be stored/,
    ],
    [
      'x.da.ru',
      /^the registrable domain of "x.da.ru" cannot be a site: "da.ru" is a name that the appliance deletes/,
    ],
    ['x.awww.com', /^the registrable domain of "x.awww.com" cannot be a site: "awww.com" contains "www."/],
    ['a.example/', /contains a path/],
  ])('of %s is an error', async (site, problem) => {
    expect(await called(registrableDomain, site)).toEqual({
      text: expect.stringMatching(problem),
      argument: 0,
    })
  })

  it('is a site above the one that was given, and its own registrable domain', async () => {
    const label = fc.constantFrom(
      'www',
      'a',
      'b',
      'co',
      'uk',
      'com',
      'github',
      'io',
      'kobe',
      'jp',
      'ru',
      'da',
    )
    const name = fc.array(label, { minLength: 2, maxLength: 5 }).map((labels) => labels.join('.'))
    await fc.assert(
      fc.asyncProperty(name, async (site) => {
        const answer = await called(registrableDomain, site)
        if (!('result' in answer)) return
        const domain = String(answer.result)
        expect(`.${site}`.endsWith(`.${domain}`)).toBe(true)
        expect(siteOfEveryService(domain)).toEqual({ ok: true, site: domain })
        expect(await called(registrableDomain, domain)).toEqual({ result: domain })
      }),
      { numRuns: times(2_000) },
    )
  })
})
