import { describe, expect, test } from '@jest/globals'
import { resolveEndpoint } from '../../src/appliance/endpoints'
import type { Area } from '../../src/appliance/settings'
import { caught } from './caught'

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
