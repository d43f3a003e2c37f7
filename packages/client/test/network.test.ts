import { afterEach, describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { resolveEndpoint } from '../src/endpoints'
import { readInterfaces } from '../src/network'
import { readAnswer } from '../src/protocol/answer'
import { sentSecrets } from '../src/quotation/sent-secrets'
import { caught, kindOf, toldOf } from './caught'
import { type Connected, connected } from './connected'
import { json } from './server'

const { signal } = new AbortController()
const endpoint = resolveEndpoint({ baseUrl: 'https://192.0.2.1' }, 'network')
const answerOf = (content: unknown) => readAnswer('GET https://192.0.2.1/', JSON.stringify(content), endpoint)

describe('the interfaces', () => {
  test('are read with their flags and addresses', () => {
    const interfaces = [
      {
        Name: 'lo',
        State: 'up|loopback|running',
        Mac: '',
        Addresses: ['127.0.0.1/8/ip+net', '::1/128/ip+net'],
      },
      {
        Name: 'eth0',
        State: 'up|broadcast|multicast',
        Mac: '00:00:5e:00:53:01',
        Addresses: ['192.0.2.7/24/ip+net'],
      },
    ]
    expect(readInterfaces(answerOf({ interfaces }))).toEqual([
      {
        name: 'lo',
        flags: ['up', 'loopback', 'running'],
        mac: '',
        addresses: [
          { address: '127.0.0.1', prefixLength: 8, family: 'ipv4' },
          { address: '::1', prefixLength: 128, family: 'ipv6' },
        ],
        gateway: null,
      },
      {
        name: 'eth0',
        flags: ['up', 'broadcast', 'multicast'],
        mac: '00:00:5e:00:53:01',
        addresses: [{ address: '192.0.2.7', prefixLength: 24, family: 'ipv4' }],
        gateway: null,
      },
    ])
  })

  test.each([
    [{ Status: true, Error: '', interfaces: [] }, []],
    [{ interfaces: null }, []],
    [
      { INTERFACES: [{ name: 'a', addresses: null, Speed: 1000, RxBytes: 1, Gateway: '192.0.2.254' }] },
      [{ name: 'a', flags: [], mac: '', addresses: [], gateway: '192.0.2.254' }],
    ],
    [
      { interfaces: [{ Name: 'a', State: '', Mac: null, Addresses: ['fe80::1%a/64/ip+net', '192.0.2.1'] }] },
      [
        {
          name: 'a',
          flags: [],
          mac: '',
          addresses: [
            { address: 'fe80::1%a', prefixLength: 64, family: 'ipv6' },
            { address: '192.0.2.1', prefixLength: null, family: 'ipv4' },
          ],
          gateway: null,
        },
      ],
    ],
  ])('may be missing what is only good to know: %j', (content, interfaces) => {
    expect(readInterfaces(answerOf(content))).toEqual(interfaces)
  })

  test.each([
    [[], 'unreadable'],
    [{}, 'unreadable'],
    [{ interfaces: 'none' }, 'unreadable'],
    [{ interfaces: [{}] }, 'unreadable'],
    [{ interfaces: [null] }, 'unreadable'],
    [{ interfaces: [{ Name: 'a', Addresses: ['here'] }] }, 'unreadable'],
    [{ interfaces: [{ Name: 'a', Addresses: ['192.0.2.1/many'] }] }, 'unreadable'],
    [{ Status: false, Error: 'SOCKET_NOT_FOUND' }, 'failed'],
  ])('are never left out where they cannot be read: %j', async (content, kind) => {
    expect(await kindOf(() => readInterfaces(answerOf(content)))).toBe(kind)
  })
})

test('an address of unknown form is quoted, but neither whole nor with a secret', async () => {
  const text = `token s3cret ${'x'.repeat(100_000)}`
  const content = JSON.stringify({ interfaces: [{ Name: 'a', Addresses: [text] }] })
  sentSecrets.add(['s3cret'])
  const answer = readAnswer('GET https://192.0.2.1/', content, endpoint)
  const { message } = await toldOf(() => readInterfaces(answer))
  expect(message).toContain('an unknown format, "token *** xxx')
  expect(message.length).toBeLessThan(1_000)
})

describe('the host name', () => {
  let at: Connected
  afterEach(() => at.close())

  test('is set, and set again where the answer was lost', async () => {
    at = await connected(
      (_, response, nth) =>
        nth === 1 ? void response.destroy() : json(response, { Status: true, Info: '' }),
      { retries: 1 },
    )
    await at.appliance.network.setHostname('proxy.example.org', signal)
    const request = 'GET /system/network/hostname/proxy.example.org'
    expect(at.requests()).toEqual([request, request])
  })

  test('is not set where the appliance says so, whatever the HTTP status', async () => {
    at = await connected((_, response) => json(response, { Status: false, Error: 'INVALID_HOSTNAME' }))
    const error = await caught(at.appliance.network.setHostname('proxy.example.org', signal))
    expect(error.kind).toBe('failed')
    expect(diagnosticOf(error).message).toContain('INVALID_HOSTNAME')
  })

  test('is not taken for set where the answer has another shape', async () => {
    at = await connected((_, response) => json(response, { hostname: 'proxy.example.org' }))
    expect(await kindOf(at.appliance.network.setHostname('proxy.example.org', signal))).toBe('unreadable')
  })

  test('cannot be set where the appliance has no such route', async () => {
    at = await connected((_, response) => json(response, {}, 404))
    const error = await caught(at.appliance.network.setHostname('proxy.example.org', signal))
    expect(error.kind).toBe('route-missing')
    expect(diagnosticOf(error).message).toContain('/system/network/hostname/[hostname]')
  })
})
