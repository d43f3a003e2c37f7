import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { quotable } from '../../src/appliance/answer'
import { categoryNamed, simplifyName } from '../../src/appliance/categories/category-name'
import { categoryRoutes } from '../../src/appliance/categories/category-routes'
import { resolveEndpoint } from '../../src/appliance/endpoints'
import { ApplianceError, type ApplianceErrorKind } from '../../src/appliance/errors'
import { delayBefore, mayRepeat, readRetryAfter } from '../../src/appliance/retries'
import { fillPath } from '../../src/appliance/route'
import type { Area } from '../../src/appliance/settings'
import { caught } from './caught'

describe('names of categories', () => {
  test.each([
    ['Jeux d’été', 'jeux d’ete'],
    ['  ADS  and\tTrackers ', 'ads and trackers'],
    ['İstanbul', 'istanbul'],
    ['Ads', 'ads'],
    ['', ''],
  ])('%j is compared as %j', (name, simplified) => {
    expect(simplifyName(name)).toBe(simplified)
  })

  test('simplifying twice is simplifying once', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (name) => simplifyName(simplifyName(name)) === simplifyName(name),
      ),
      { numRuns: 2000 },
    )
  })

  test('of many that are alike, some are named and the others counted', async () => {
    const categories = Array.from({ length: 100 }, (_, id) => ({
      id,
      name: `ADS${'\u0301'.repeat(1_000 + id)}`,
      table: '',
    }))
    const { message } = await caught(() => categoryNamed('ads', categories))
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
    expect(error.kind).toBe('ambiguous')
    expect(error.message).toContain('"ads" (250), "Ads" (251)')
  })
})

describe('where the areas are reached', () => {
  test.each<[Area, string]>([
    ['categories', 'https://proxy.example.org:9503'],
    ['categories_legacy', 'https://proxy.example.org:9000'],
    ['certificates', 'https://proxy.example.org:8443'],
    ['network', 'https://proxy.example.org:8443'],
    ['analysis', 'https://proxy.example.org:9503'],
    ['records', 'https://proxy.example.org:9507'],
  ])('%s follows from the base URL', (area, origin) => {
    expect(resolveEndpoint({ baseUrl: 'https://proxy.example.org:8443/' }, area)).toMatchObject({
      area,
      origin,
      prefix: '',
    })
  })

  test('an IPv6 host keeps its brackets', () => {
    expect(resolveEndpoint({ baseUrl: 'http://[2001:db8::1]' }, 'records').origin).toBe(
      'http://[2001:db8::1]:9507',
    )
  })

  test('an endpoint of its own wins, with its path as a prefix', () => {
    const settings = {
      baseUrl: 'https://a.example',
      endpoints: { categories: { url: 'http://b.example:81/rest/' } },
    }
    expect(resolveEndpoint(settings, 'categories')).toMatchObject({
      origin: 'http://b.example:81',
      prefix: '/rest',
    })
    expect(resolveEndpoint(settings, 'records').origin).toBe('https://a.example:9507')
  })

  test('the directory has no default, and may be a socket', async () => {
    expect(
      (await caught(() => resolveEndpoint({ baseUrl: 'https://a.example' }, 'directory'))).advice,
    ).toContain('unix:///')
    const endpoint = resolveEndpoint(
      { endpoints: { directory: { url: 'unix:///run/directory.sock' } } },
      'directory',
    )
    expect(endpoint).toMatchObject({ origin: 'http://localhost', socketPath: '/run/directory.sock' })
  })

  test.each([
    [{}, 'Set base_url, or endpoints.categories.url.'],
    [{ baseUrl: 'proxy.example.org' }, 'https://host'],
    [{ baseUrl: 'ftp://proxy.example.org' }, 'https://host'],
    [{ baseUrl: 'https://admin:hunter2@proxy.example.org' }, 'Leave user, password'],
    [{ baseUrl: 'https://proxy.example.org:0' }, 'port from 1 to 65535'],
    [{ baseUrl: `https://${'a.'.repeat(127)}aa` }, 'base_url'],
    [{ baseUrl: 'https://a.example', tls: { serverName: 'a'.repeat(256) } }, 'tls.server_name'],
    [{ endpoints: { categories: { url: 'unix://run/socket' } } }, 'three slashes'],
    // 54 letters of two bytes each, and the slash.
    [{ endpoints: { categories: { url: `unix:///${'ü'.repeat(54)}` } } }, 'shorter path'],
    [{ baseUrl: 'https://a.example', headers: { 'bad name': 'hunter2' } }, 'another name'],
    [{ baseUrl: 'https://a.example', headers: { Host: 'b.example' } }, 'another name'],
    [{ baseUrl: 'https://a.example', token: 'hunter2\n' }, 'line break'],
  ])('settings that cannot be used are told without their secrets (%#)', async (settings, advice) => {
    const error = await caught(() => resolveEndpoint(settings, 'categories'))
    expect(error.kind).toBe('misconfigured')
    expect(error.advice).toContain(advice)
    expect(`${error.message} ${error.advice}`).not.toContain('hunter2')
  })

  test('the token goes into the header that was asked for, an endpoint before the rest', () => {
    const settings = {
      baseUrl: 'https://a.example',
      token: 'one',
      headers: { 'x-tenant': 'blue' },
      endpoints: { records: { token: 'two', tokenHeader: 'X-Api-Key' } },
    }
    expect(resolveEndpoint(settings, 'categories').headers).toMatchObject({
      'X-Auth-Token': 'one',
      'x-tenant': 'blue',
    })
    expect(resolveEndpoint(settings, 'records').headers).toMatchObject({ 'X-Api-Key': 'two' })
    expect(resolveEndpoint(settings, 'records').headers).not.toHaveProperty('X-Auth-Token')
    expect(resolveEndpoint(settings, 'categories_legacy').headers).toMatchObject({ ArticaKey: 'one' })
    expect(
      resolveEndpoint({ ...settings, tokenHeader: 'X-Key' }, 'categories_legacy').headers,
    ).not.toHaveProperty('ArticaKey')
  })
})

describe('what may be repeated', () => {
  const failure = (kind: ApplianceErrorKind, transient = true, retryAfter?: number) =>
    new ApplianceError({ kind, message: 'x', advice: 'y', transient, retryAfter })

  test.each<[ApplianceErrorKind, boolean, boolean, boolean]>([
    ['unreachable', true, true, true],
    ['interrupted', true, true, false],
    ['refused', true, true, false],
    ['timeout', true, false, false],
  ])('after %s: always %s, unless-timed-out %s, never %s', (kind, always, unlessTimedOut, never) => {
    expect(mayRepeat('always', failure(kind))).toBe(always)
    expect(mayRepeat('unless-timed-out', failure(kind))).toBe(unlessTimedOut)
    expect(mayRepeat('never', failure(kind))).toBe(never)
  })

  test('what does not pass is not repeated, nor what is asked to wait too long for', () => {
    expect(mayRepeat('always', failure('unreachable', false))).toBe(false)
    expect(mayRepeat('always', failure('refused', true, 60_000))).toBe(true)
    expect(mayRepeat('always', failure('refused', true, 60_001))).toBe(false)
    expect(mayRepeat('always', new TypeError('a defect'))).toBe(false)
  })

  test('the delay doubles, is bounded, and is spread from nothing to all of it', () => {
    const longest = [0, 1, 2, 20].map((failures) => delayBefore(failures, undefined, () => 1))
    expect(longest).toEqual([250, 500, 1000, 10_000])
    expect(delayBefore(3, undefined, () => 0)).toBe(0)
    expect(delayBefore(3, undefined, () => 0.5)).toBe(1000)
  })

  test('the delay is never shorter than what the appliance asked for', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 30 }),
        fc.nat({ max: 60_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, after, r) => {
          expect(delayBefore(n, after, () => r)).toBeGreaterThanOrEqual(after)
        },
      ),
    )
  })

  test('Retry-After holds seconds or a date', () => {
    const now = Date.parse('2026-01-01T00:00:00Z')
    expect(readRetryAfter('7', now)).toBe(7000)
    expect(readRetryAfter('Thu, 01 Jan 2026 00:00:10 GMT', now)).toBe(10_000)
    expect(readRetryAfter('Thu, 01 Jan 2025 00:00:10 GMT', now)).toBe(0)
    expect(readRetryAfter('soon', now)).toBeUndefined()
    expect(readRetryAfter(undefined, now)).toBeUndefined()
  })

  test('creating and backing up are never repeated, whatever their methods', () => {
    const never = Object.entries(categoryRoutes).flatMap(([operation, routes]) =>
      Object.values(routes).some((route) => route?.repeatable === 'never') ? [operation] : [],
    )
    expect(never).toEqual(['create', 'backup'])
  })

  test('only listing and querying leave the appliance as it is', () => {
    const harmless = Object.entries(categoryRoutes).flatMap(([operation, routes]) =>
      Object.values(routes).every((route) => !route?.changes) ? [operation] : [],
    )
    expect(harmless).toEqual(['list', 'query'])
  })
})

describe('paths', () => {
  test('parameters are encoded and all of them needed', () => {
    const route = categoryRoutes.move.older
    expect(fillPath(route, { ID: 250, sitename: 'a_b.example', NEXTID: 251 })).toBe(
      '/categories/move/250/a_b.example/251',
    )
    expect(fillPath(route, { ID: 250, sitename: 'a/../b?c', NEXTID: 251 })).toBe(
      '/categories/move/250/a%2F..%2Fb%3Fc/251',
    )
    expect(() => fillPath(route, { ID: 250 })).toThrow('needs a value for sitename')
  })
})

describe('quoting', () => {
  test('strikes out secrets, puts all on one line and stops after 200 characters', () => {
    expect(quotable('a\r\n\u0007\u202e  b', [])).toBe('a b')
    expect(quotable(`key hunter2 ${'x'.repeat(500)}`, ['hunter2'])).toBe(`key *** ${'x'.repeat(192)}…`)
  })

  test('no secret survives, wherever it stands', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(quotable(`${before}hunter2${after}`, ['hunter2'])).not.toContain('hunter2')
      }),
    )
    expect(quotable(`${'x'.repeat(197)}hunter2`, ['hunter2'])).not.toMatch(/hunt/)
  })
})
