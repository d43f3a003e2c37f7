import { afterEach, describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { startEmulator } from '@webfilter/appliance-emulator'
import { readAnalysis } from '../src/analysis'
import { connect } from '../src/appliance'
import { resolveEndpoint } from '../src/endpoints'
import { readAnswer } from '../src/protocol/answer'
import { caught, kindOf } from './caught'
import { type Connected, connected } from './connected'
import { closedPort, json } from './server'

const { signal } = new AbortController()
const endpoint = resolveEndpoint({ baseUrl: 'https://192.0.2.1' }, 'analysis')
const answerOf = (content: unknown) => readAnswer('GET https://192.0.2.1/', JSON.stringify(content), endpoint)

/** Every field of docs/appliance, "Analyze a website", for a website that cannot be reached. */
const unreachable = {
  domain_test: true,
  domain_record: '192.0.2.80',
  telnet: false,
  telnet_error: 'connection refused',
  proto: 'https',
  port: 443,
  domain: 'www.example.org',
  query_url: 'https://www.example.org',
  direct_http: false,
  direct_http_error: 'connection refused',
  direct_http_err_code: 0,
  direct_http_response_headers: null,
  proxy_enable: true,
  proxy_url: 'http://127.0.0.1:3128',
  proxy_error: true,
  proxy_error_str: 'Service Unavailable',
  proxy_response_headers: ['Server: squid', 'Via: 1.1 proxy'],
  proxy_response_code: 503,
  proxy_dns: [
    { dnsname: '192.0.2.53', dns_success: true, dns_error: '', dns_result: '192.0.2.80, 2001:db8::80' },
    { dnsname: '192.0.2.54', dns_success: false, dns_error: 'i/o timeout', dns_result: '' },
  ],
}

describe('an analysis', () => {
  test('tells failures in its fields, and is none itself', () => {
    expect(readAnalysis(answerOf(unreachable))).toEqual({ ...unreachable, direct_http_response_headers: [] })
    expect(readAnalysis(answerOf({ Status: false, ...unreachable }))).toMatchObject({ telnet: false })
  })

  test('may be written in other cases and types, have more fields, or fewer', () => {
    const odd = {
      Domain_Test: 1,
      TELNET: 'false',
      port: '443',
      proxy_dns: [{ dnsname: 'a', dns_success: 0 }],
      x: {},
    }
    expect(readAnalysis(answerOf(odd))).toMatchObject({
      domain_test: true,
      telnet: false,
      port: 443,
      telnet_error: null,
      proxy_response_headers: [],
      proxy_dns: [{ dnsname: 'a', dns_success: false, dns_error: null, dns_result: null }],
    })
  })

  test('tells nothing that differs in every answer', () => {
    const header = [
      'Server: a',
      'Date: Sun, 22 Nov 2026 18:00:00 GMT',
      'set-cookie: id=1',
      'Via: 1.1 b',
      'AGE : 3',
    ]
    const fields = {
      direct_http_response_headers: header,
      proxy_response_headers: header,
      proxy_dns: [{ dnsname: '192.0.2.53', dns_result: '192.0.2.81, 2001:db8::80,192.0.2.80' }],
    }
    expect(readAnalysis(answerOf(fields))).toMatchObject({
      direct_http_response_headers: ['Server: a', 'Via: 1.1 b'],
      proxy_response_headers: ['Server: a', 'Via: 1.1 b'],
      proxy_dns: [{ dns_result: '192.0.2.80, 192.0.2.81, 2001:db8::80' }],
    })
  })

  test.each([
    [false, 'Service Unavailable', true],
    [true, 'Service Unavailable', true],
    [true, '', false],
    [true, ' ', false],
    [false, '', false],
    [true, null, true],
    [false, null, false],
    [null, 'Service Unavailable', null],
  ])('with proxy_error %j beside %j tells %j', (flag, text, told) => {
    const fields = { ...unreachable, proxy_error: flag, proxy_error_str: text }
    expect(readAnalysis(answerOf(fields))).toMatchObject({ proxy_error: told, proxy_error_str: text })
  })

  test.each([false, true])(
    'tells that the proxy failed where the appliance sets proxy_error to %j',
    async (proxyErrorOfFailure) => {
      const proxy = `http://127.0.0.1:${await closedPort()}`
      const emulator = await startEmulator({ proxy, proxyErrorOfFailure, dnsServers: ['127.0.0.1:9'] })
      const appliance = connect({ endpoints: { analysis: { url: emulator.urls.categories } }, retries: 0 })
      try {
        expect(await appliance.analysis.website('127.0.0.1:9', signal)).toMatchObject({
          proxy_error: true,
          proxy_error_str: expect.stringContaining('ECONNREFUSED'),
        })
      } finally {
        await appliance.close()
        await emulator.close()
      }
    },
  )

  test('does not tell a number that is larger than numbers go', () => {
    const answer = readAnswer('GET https://192.0.2.1/', '{"domain_record":1e400,"port":1e400}', endpoint)
    expect(readAnalysis(answer)).toMatchObject({ domain_record: null, port: null })
  })

  test.each([
    [{ Status: false, Error: 'INVALID_DOMAIN' }, 'failed'],
    [{ Status: true, Info: 'done' }, 'unreadable'],
    [{}, 'unreadable'],
    [[unreachable], 'unreadable'],
    [{ ...unreachable, proxy_dns: 'none' }, 'unreadable'],
    [{ ...unreachable, proxy_response_headers: [{}] }, 'unreadable'],
  ])('is missing in %j', async (content, kind) => {
    expect(await kindOf(() => readAnalysis(answerOf(content)))).toBe(kind)
  })
})

describe('the analysis route', () => {
  let at: Connected
  afterEach(() => at.close())

  test('is asked for a host, or for a host and a port', async () => {
    at = await connected((_, response) => json(response, unreachable))
    await at.appliance.analysis.website('example.org', signal)
    await at.appliance.analysis.website('example.org:8443', signal)
    expect(at.requests()).toEqual([
      'GET /analyze/website/direct/example.org',
      'GET /analyze/website/direct/example.org:8443',
    ])
  })

  test('names the release that it came with where it is missing', async () => {
    at = await connected((_, response) => json(response, {}, 404))
    const error = await caught(at.appliance.analysis.website('example.org', signal))
    expect(diagnosticOf(error).message).toContain('20240914-17')
  })
})
