import { afterAll, describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { addressMark } from '../src/addresses'
import { resolveEndpoint, secretsOfHeader, secretsOfProxies } from '../src/endpoints'
import { readSuccess } from '../src/protocol/envelope'
import { quotable } from '../src/quotation/quotation'
import type { Area } from '../src/settings'
import { caught, withWords } from './caught'
import { logOfJson } from './log-lines'
import { callerAt, create, serving, signal } from './routes-asked'
import { type Answerer, json } from './server'

describe('the mark of an address', () => {
  const at = (url: string) => addressMark({ endpoints: { directory: { url } } }, 'directory')

  test('is the same for the same listener, however it is written and with whatever secret', () => {
    const base = 'https://proxy.example.org'
    const mark = addressMark({ baseUrl: base }, 'categories')
    expect(mark).toMatch(/^[0-9a-f]{32}$/)
    const categories = { url: 'http://PROXY.example.org:9503/', token: 'hunter2' }
    const written = { endpoints: { categories }, token: 'swordfish', headers: { 'x-key': 'sesame' } }
    expect(addressMark(written, 'categories')).toBe(mark)
    expect(at('https://proxy.example.org')).toBe(at('http://proxy.example.org:443/'))
    expect(at('ssh://ann@proxy.example.org/run/x.sock')).toBe(at('ssh://bob@Proxy.example.org/run/x.sock'))
  })

  test('differs with host, port, path and kind of the address', () => {
    const urls = [
      'http://a.example',
      'http://b.example',
      'http://a.example:81',
      'http://a.example/b',
      'ssh://a.example/run/x.sock',
      'ssh://a.example:2222/run/x.sock',
      'ssh://a.example/run/y.sock',
      'unix:///run/x.sock',
      'unix:///run/y.sock',
    ]
    const marks = urls.map(at)
    expect(new Set(marks).size).toBe(urls.length)
    expect(marks).not.toContain(undefined)
  })

  test('has no value without a usable address', () => {
    expect(addressMark({ baseUrl: 'https://a.example' }, 'directory')).toBeUndefined()
    expect(at('http://ann:hunter2@a.example')).toBeUndefined()
    expect(at('nonsense')).toBeUndefined()
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
      diagnosticOf(await caught(() => resolveEndpoint({ baseUrl: 'https://a.example' }, 'directory'))).advice,
    ).toContain('unix:///')
    const endpoint = resolveEndpoint(
      { endpoints: { directory: { url: 'unix:///run/directory.sock' } } },
      'directory',
    )
    expect(endpoint).toMatchObject({ origin: 'http://localhost', socketPath: '/run/directory.sock' })
  })

  test('only the directory can be behind a login, and an address of it has no password', async () => {
    const at = (url: string) => resolveEndpoint({ endpoints: { directory: { url } } }, 'directory')
    const url = 'ssh://admin@proxy.example.org:2222/run/x.sock'
    expect(at(url)).toMatchObject({ origin: 'http://localhost', ssh: { url, user: 'admin', port: 2222 } })
    const error = await caught(() => at('ssh://admin:hunter2@proxy.example.org/run/x.sock'))
    expect(diagnosticOf(error).code).toBe('setting-unusable')
    expect(diagnosticOf(error).message).toContain(
      'endpoints.directory.url = "ssh://…@proxy.example.org/run/x.sock"',
    )
    expect(diagnosticOf(error).advice).toContain('without a password')
  })

  test.each([
    [{}, { code: 'address-missing' }, 'Set base_url or endpoints.categories.url'],
    [{ baseUrl: 'proxy.example.org' }, { code: 'setting-unusable' }, 'base_url = "proxy.example.org"'],
    [
      { baseUrl: 'ftp://proxy.example.org' },
      { code: 'setting-unusable' },
      'base_url = "ftp://proxy.example.org"',
    ],
    [
      { baseUrl: 'https://admin:hunter2@proxy.example.org' },
      { code: 'setting-unusable' },
      'base_url = "https://…@proxy.example.org"',
    ],
    [
      { endpoints: { categories: { url: 'https://proxy.example.org?key=hunter2#hunter2' } } },
      { code: 'setting-unusable' },
      'endpoints.categories.url = "https://proxy.example.org?…"',
    ],
    [
      { baseUrl: 'admin:hunter2@proxy.example.org' },
      { code: 'setting-unusable' },
      'base_url = "…@proxy.example.org"',
    ],
    [
      { baseUrl: 'https://proxy.example.org:0' },
      { code: 'setting-unusable' },
      'base_url = "https://proxy.example.org:0"',
    ],
    [{ baseUrl: `https://${'a.'.repeat(127)}aa` }, { code: 'setting-unusable' }, 'base_url = "https://a.a.'],
    [
      { baseUrl: 'https://a.example', tls: { serverName: 'a'.repeat(256) } },
      { code: 'setting-unusable' },
      `tls.server_name = "${'a'.repeat(120)}…"`,
    ],
    [
      { endpoints: { categories: { url: 'ssh://proxy.example.org/run/x.sock' } } },
      { code: 'setting-unusable' },
      'is not an http or https address',
    ],
    [
      { endpoints: { categories: { url: 'unix://run/socket' } } },
      { code: 'setting-unusable' },
      'endpoints.categories.url = "unix://run/socket"',
    ],
    [
      { endpoints: { categories: { url: 'unix:/x' } } },
      { code: 'setting-unusable' },
      'endpoints.categories.url = "unix:/x" does not contain the full path of the socket.',
    ],
    // 54 letters of two bytes each, and the slash.
    [
      { endpoints: { categories: { url: `unix:///${'ü'.repeat(54)}` } } },
      { code: 'setting-unusable' },
      'has a path of 109 bytes',
    ],
    [
      { baseUrl: 'https://a.example', headers: { 'bad name': 'hunter2' } },
      { code: 'setting-unusable' },
      'headers["bad name"]',
    ],
    [
      { baseUrl: 'https://a.example', headers: { Host: 'hunter2' } },
      { code: 'setting-unusable' },
      'headers["Host"]',
    ],
    [
      { baseUrl: 'https://a.example', token: 'hunter2', tokenHeader: 'X Token' },
      { code: 'setting-unusable' },
      'token_header = "X Token"',
    ],
    [
      { baseUrl: 'https://a.example', token: 'hunter2\n' },
      { code: 'setting-unusable' },
      'The setting token is sent as the header X-Auth-Token,',
    ],
    [
      {
        baseUrl: 'https://a.example',
        endpoints: { categories: { token: 'hunter2\n', tokenHeader: 'X-Key' } },
      },
      { code: 'setting-unusable' },
      'The setting endpoints.categories.token is sent as the header X-Key,',
    ],
    [
      { baseUrl: 'https://a.example', headers: { Cookie: 'hunter2\r\n' } },
      { code: 'setting-unusable' },
      'headers["Cookie"]',
    ],
    [
      { baseUrl: 'https://a.example', tls: { caCertificate: '/etc/ssl/ca.pem' } },
      { code: 'setting-unusable' },
      'tls.ca_certificate = "/etc/ssl/ca.pem"',
    ],
    [
      {
        baseUrl: 'https://a.example',
        tls: { clientCertificate: `-----BEGIN KEY-----\n${'hunter2'.repeat(20)}` },
      },
      { code: 'setting-unusable' },
      'tls.client_certificate = "-----BEGIN KEY-----…"',
    ],
    [
      { baseUrl: 'https://a.example', tls: { clientCertificate: 'hunter2'.repeat(20) } },
      { code: 'setting-unusable' },
      'The setting tls.client_certificate is not ',
    ],
    [
      { baseUrl: 'https://a.example', tls: { clientKey: 'hunter2' } },
      { code: 'setting-unusable' },
      'The setting tls.client_key is not ',
    ],
  ])('settings that cannot be used are told without their secrets (%#)', async (settings, told, says) => {
    const error = await caught(() => resolveEndpoint(settings, 'categories'))
    expect(withWords(error)).toMatchObject({ kind: 'misconfigured', diagnostic: told })
    expect(`${diagnosticOf(error).message} ${diagnosticOf(error).advice}`).toContain(says)
    expect(`${diagnosticOf(error).message} ${diagnosticOf(error).advice}`).not.toMatch(
      /hunter|environment variable/,
    )
    const variableOf = (attribute: string) => `VARIABLE_OF_${attribute}`
    const again = await caught(() => resolveEndpoint({ ...settings, variableOf }, 'categories'))
    if (told.code !== 'address-missing')
      expect(diagnosticOf(again).message).toMatch(/\(from the environment variable VARIABLE_OF_[a-z._]+\)/)
  })

  test.each([
    [undefined, 'file("certificate.pem") returns that text.'],
    ['APPLIANCE_CA_CERTIFICATE', 'In a shell, "$(cat certificate.pem)" returns that text.'],
  ])(
    'an error about the name of a file in place of its text says how to read the file: %s',
    async (variable, advice) => {
      const settings = {
        baseUrl: 'https://a.example',
        tls: { caCertificate: 'ca.pem' },
        variableOf: () => variable,
      }
      const error = await caught(() => resolveEndpoint(settings, 'categories'))
      expect(diagnosticOf(error).advice).toContain(advice)
    },
  )

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

test('the password of a proxy is a secret, but none that is sent to the appliance', () => {
  const proxies = { http: 'http://admin:n4Xq7vTz@192.0.2.2:3128' }
  const bare = resolveEndpoint({ baseUrl: 'http://192.0.2.1', proxies }, 'records')
  expect(bare.sendsSecrets).toBe(false)
  expect(quotable('Proxy: n4Xq7vTz')).toBe('Proxy: ***')
  expect(resolveEndpoint({ baseUrl: 'http://192.0.2.1', token: 'n4Xq' }, 'records').sendsSecrets).toBe(true)
})

describe('secrets', () => {
  const lines: string[] = []
  const log = logOfJson(lines)
  afterAll(() => expect(lines.length).toBeGreaterThanOrEqual(5))

  test.each<[string, Answerer]>([
    ['echoes the headers', ({ headers }, response) => void response.end(JSON.stringify(headers))],
    ['echoes the headers with 500', ({ headers }, r) => void r.writeHead(500).end(JSON.stringify(headers))],
    [
      'echoes the headers as a failure',
      ({ headers }, r) => json(r, { Status: false, Error: JSON.stringify(headers) }),
    ],
    ['drops the connection', (_, response) => void response.destroy()],
    ['forbids', ({ headers }, r) => void r.writeHead(403).end(String(headers['x-auth-token']))],
  ])('stay out of errors and logs where the server %s', async (_, answer) => {
    const server = await serving(answer)
    const settings = { token: 'hunter2', headers: { cookie: 'session=hunter3' }, log, retries: 1 }
    const asking = callerAt(server.url, settings).ask(
      create,
      { body: create.body.with({ name: 'x', description: 'of no matter' }) },
      signal,
    )
    const error = await caught(asking.then((answered) => readSuccess(answered)))
    expect(
      `${diagnosticOf(error).message} ${diagnosticOf(error).advice} ${error.stack} ${JSON.stringify(error)}`,
    ).not.toMatch(/hunter/)
    expect(lines.join('\n')).not.toMatch(/hunter/)
  })
})

const basic = Buffer.from('admin:p:ss wörd').toString('base64')

describe('what is secret of a header', () => {
  test.each([
    ['X-Auth-Token', 'n4Xq7vTz', ['n4Xq7vTz']],
    ['X-Auth-Token', 'correct horse', ['correct horse', 'horse']],
    ['Authorization', 'Bearer n4Xq7vTz==', ['n4Xq7vTz==']],
    ['authorization', 'bearer  n4Xq7vTz ', ['n4Xq7vTz']],
    ['Authorization', 'Bearer k1=n4Xq7vTz', ['k1=n4Xq7vTz', 'n4Xq7vTz']],
    ['X-Authorization', 'Own n4Xq7vTz', ['n4Xq7vTz']],
    ['X-Key', 'Token n4Xq7vTz', ['n4Xq7vTz']],
    ['Authorization', 'Token token="n4Xq, 7vTz", id=55', ['n4Xq, 7vTz', '55']],
    ['Cookie', 'session=n4Xq7vTz; other="x=y"; lone', ['n4Xq7vTz', 'x=y', 'lone']],
  ])('%s: %s', (header, value, secrets) => {
    expect(secretsOfHeader(header, value)).toEqual(secrets)
  })

  test('is of user and password, in whatever characters, the base64 and the password', () => {
    expect(secretsOfHeader('Authorization', `Basic ${basic}`).slice(0, 2)).toEqual([basic, 'p:ss wörd'])
    const latin = Buffer.from('admin:wört', 'latin1').toString('base64')
    expect(secretsOfHeader('Proxy-Authorization', `basic ${latin}`)).toContain('wört')
    expect(secretsOfHeader('Authorization', 'Basic YWRtaW4=')).toEqual(['YWRtaW4='])
  })
})

test('of a proxy the password is secret, as it is sent, too', () => {
  const http = 'http://admin:p%3Ass%20w%C3%B6rd@192.0.2.1:3128'
  expect(secretsOfProxies({ http })).toEqual(['p:ss wörd', basic])
  expect(secretsOfProxies({ https: 'admin:secret%@192.0.2.1' })).toContain('secret%')
  expect(secretsOfProxies({ http: 'http://192.0.2.1:3128', https: 'http://[', except: 'x' })).toEqual([])
})
