import { startEmulator } from '../src/emulator'
import type { EmulatorOptions } from '../src/emulator-options'
import { get } from '../src/testing/requests'
import {
  closedPort,
  type NameServer,
  startNameServer,
  startProxy,
  startSilence,
  startWebsite,
} from '../src/testing/websites'

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()))
})

async function keep<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const started = await starting
  running.push(started)
  return started
}

let names: NameServer
beforeEach(async () => {
  names = await keep(startNameServer({ 'shop.example': ['127.0.0.1', '2001:db8:0:0:0:0:0:1'] }))
})

async function analyze(website: string, options: EmulatorOptions = {}): Promise<unknown> {
  const emulator = await keep(startEmulator({ dnsServers: [names.address], ...options }))
  return (await get(`${emulator.urls.categories}/analyze/website/direct/${website}`)).json
}

const answered = (asked: string) => expect.arrayContaining([`x-asked-for: ${asked}`])
const noProxy = {
  proxy_enable: false,
  proxy_url: '',
  proxy_error: false,
  proxy_error_str: '',
  proxy_response_headers: [],
  proxy_response_code: 0,
}

test('a website is looked up, connected to, and requested on both paths', async () => {
  const { port } = await keep(startWebsite())
  const proxy = await keep(startProxy())
  expect(await analyze(`shop.example:${port}`, { proxy: `http://127.0.0.1:${proxy.port}` })).toEqual({
    domain: 'shop.example',
    port,
    proto: 'http',
    query_url: `http://shop.example:${port}/`,
    domain_test: true,
    domain_record: '127.0.0.1',
    telnet: true,
    telnet_error: '',
    direct_http: true,
    direct_http_error: '',
    direct_http_err_code: 204,
    direct_http_response_headers: answered(`GET shop.example:${port}/`),
    proxy_enable: true,
    proxy_url: `http://127.0.0.1:${proxy.port}`,
    proxy_error: false,
    proxy_error_str: '',
    proxy_response_headers: answered(`GET shop.example:${port}/`),
    proxy_response_code: 204,
    proxy_dns: [
      { dnsname: names.address, dns_success: true, dns_error: '', dns_result: '127.0.0.1, 2001:db8::1' },
    ],
  })
  expect(proxy.requests).toEqual([`GET http://shop.example:${port}/`])
})

test('a name that is not found fails the direct path, and not the proxy, which looks it up itself', async () => {
  const { port } = await keep(startWebsite())
  const proxy = await keep(startProxy())
  const analysis = await analyze(`gone.example:${port}`, { proxy: `http://127.0.0.1:${proxy.port}` })
  const error = expect.stringContaining('ENOTFOUND')
  expect(analysis).toMatchObject({
    domain_test: false,
    domain_record: '',
    telnet: false,
    telnet_error: error,
    direct_http: false,
    direct_http_error: error,
    direct_http_err_code: 0,
    direct_http_response_headers: [],
    proxy_error: false,
    proxy_response_code: 204,
    proxy_dns: [{ dns_success: false, dns_error: error, dns_result: '' }],
  })
})

test('each DNS server is reported separately', async () => {
  const other = await keep(startNameServer({ 'shop.example': ['127.0.0.7'] }))
  const unwilling = await keep(startNameServer(undefined))
  const dnsServers = [names.address, other.address, unwilling.address]
  expect(await analyze(`shop.example:${await closedPort()}`, { dnsServers })).toMatchObject({
    domain_record: '127.0.0.1',
    proxy_dns: [
      { dnsname: names.address, dns_success: true, dns_result: '127.0.0.1, 2001:db8::1' },
      { dnsname: other.address, dns_success: true, dns_result: '127.0.0.7' },
      {
        dnsname: unwilling.address,
        dns_success: false,
        dns_error: expect.stringContaining('EREFUSED'),
        dns_result: '',
      },
    ],
  })
})

test('a port without a listener fails the connection and the request', async () => {
  const port = await closedPort()
  expect(await analyze(`shop.example:${port}`)).toMatchObject({
    ...noProxy,
    domain_test: true,
    telnet: false,
    telnet_error: expect.stringContaining('ECONNREFUSED'),
    direct_http: false,
    direct_http_error: expect.stringContaining('ECONNREFUSED'),
    direct_http_err_code: 0,
  })
})

test('the port defaults to 443 with https', async () => {
  const proxy = await keep(startProxy())
  const analysis = await analyze('shop.example', { proxy: `http://127.0.0.1:${proxy.port}` })
  expect(analysis).toMatchObject({ proto: 'https', port: 443, query_url: 'https://shop.example/' })
  expect(proxy.requests).toEqual(['CONNECT shop.example:443'])
})

test('a website that never answers is given up on both paths', async () => {
  const { port } = await keep(startSilence())
  const proxy = await keep(startProxy())
  const analysis = await analyze(`shop.example:${port}`, { proxy: `http://127.0.0.1:${proxy.port}` })
  expect(analysis).toMatchObject({
    telnet: true,
    direct_http: false,
    direct_http_error: 'no answer within 5000 ms',
    proxy_error: false,
    proxy_error_str: 'no answer within 5000 ms',
  })
})

test('a DNS server whose first answers are lost is asked again', async () => {
  const { port } = await keep(startWebsite())
  // Two families of addresses for the lookup, and for the report on the server.
  const losing = await keep(startNameServer({ 'shop.example': ['127.0.0.1'] }, 4))
  expect(await analyze(`shop.example:${port}`, { dnsServers: [losing.address] })).toMatchObject({
    domain_record: '127.0.0.1',
    direct_http: true,
    proxy_dns: [{ dns_success: true, dns_result: '127.0.0.1' }],
  })
})

describe('a proxy', () => {
  test('that does not exist is an error of its own path only', async () => {
    const { port } = await keep(startWebsite())
    const proxy = `http://127.0.0.1:${await closedPort()}`
    expect(await analyze(`shop.example:${port}`, { proxy })).toMatchObject({
      direct_http: true,
      proxy_enable: true,
      proxy_url: proxy,
      proxy_error: false,
      proxy_error_str: expect.stringContaining('ECONNREFUSED'),
      proxy_response_code: 0,
      proxy_response_headers: [],
    })
  })

  test('that refuses a request has answered it', async () => {
    const { port } = await keep(startProxy(403))
    expect(await analyze('shop.example:80', { proxy: `http://127.0.0.1:${port}` })).toMatchObject({
      query_url: 'http://shop.example/',
      proxy_error: false,
      proxy_response_code: 403,
      proxy_response_headers: expect.arrayContaining(['via: proxy']),
    })
  })

  test('that refuses a tunnel has refused the connection', async () => {
    const { port } = await keep(startProxy(403))
    expect(await analyze('shop.example:443', { proxy: `http://127.0.0.1:${port}` })).toMatchObject({
      proxy_error: false,
      proxy_error_str: 'the proxy refused the connection: 403',
      proxy_response_code: 403,
      proxy_response_headers: ['Via: proxy'],
    })
  })

  test('that is no http URL keeps the emulator from starting', async () => {
    await expect(startEmulator({ proxy: 'socks://127.0.0.1:1080' })).rejects.toThrow('http://host:port')
  })
})

test.each([
  'a%20b',
  'http:%2F%2Fa.com',
  'a.com:0',
  'a.com:65536',
  'a.com:',
  'user@a.com',
  '[a.com]:80',
  '%C3%A9.fr',
])('%s is no website', async (website) => {
  expect(await analyze(website)).toEqual({ Status: false, Info: '', Error: 'INVALID_DOMAIN' })
})

test('an address of IPv6 is analyzed without a lookup', async () => {
  expect(await analyze('[::1]:1')).toMatchObject({
    domain: '::1',
    query_url: 'http://[::1]:1/',
    domain_test: true,
    domain_record: '::1',
    proxy_dns: [{ dns_success: true, dns_result: '::1' }],
  })
})

test('an analysis that waits for a website ends when the emulator closes', async () => {
  const { port } = await keep(startSilence())
  const emulator = await startEmulator({ dnsServers: [names.address] })
  const url = `${emulator.urls.categories}/analyze/website/direct/shop.example:${port}`
  const dropped = expect(get(url)).rejects.toMatchObject({ code: 'ECONNRESET' })
  while (emulator.journal.entries().length === 0) await get(`${emulator.urls.categories}/categories/list`)
  await emulator.close()
  await dropped
})

test('faults hit an analysis as they do other routes', async () => {
  const emulator = await keep(startEmulator({ dnsServers: [names.address] }))
  emulator.faults.set([{ operation: 'analyze', effect: 'refuse', error: 'BUSY' }])
  expect((await get(`${emulator.urls.categories}/analyze/website/direct/shop.example`)).json).toEqual({
    Status: false,
    Info: '',
    Error: 'BUSY',
  })
})
