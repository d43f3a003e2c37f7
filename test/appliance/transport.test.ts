import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { ServerOptions } from 'node:https'
import { connect as connectSocket, createServer as createSocketServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { categoryRoutes } from '../../src/appliance/categories/category-routes'
import { readSuccess } from '../../src/appliance/envelope'
import type { ApplianceErrorKind } from '../../src/appliance/errors'
import type { LogFields } from '../../src/appliance/log'
import { createRouteCaller, type RouteCaller } from '../../src/appliance/route-caller'
import type { ApplianceSettings } from '../../src/appliance/settings'
import { createTransport } from '../../src/appliance/transport'
import { selfSigned } from '../self-signed'
import { caught, kindOf } from './caught'
import { type Answerer, closedPort, json, serve, type TestServer } from './server'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function serving(answer: Answerer, tls?: ServerOptions): Promise<TestServer> {
  const server = await serve(answer, tls)
  closers.push(server.close)
  return server
}

function callerOf(settings: ApplianceSettings): RouteCaller {
  const transport = createTransport(settings)
  closers.push(transport.close)
  return createRouteCaller(settings, transport)
}

function callerAt(url: string, settings: ApplianceSettings = {}): RouteCaller {
  return callerOf({ endpoints: { categories: { url }, categories_legacy: { url } }, retries: 0, ...settings })
}

const { signal } = new AbortController()
const list = categoryRoutes.list.older
const create = categoryRoutes.create.older
const quick = categoryRoutes.add.older
const form = { name: 'a b&c=é', description: '' }
const success: Answerer = (_, response) => json(response, { Status: true })

describe('a request', () => {
  test('carries token, headers and form, and reuses its connection', async () => {
    const server = await serving(success)
    const caller = callerAt(server.url, {
      token: 'hunter2',
      headers: { 'x-tenant': 'blue' },
      userAgent: 'trial/1',
    })
    await caller.ask(create, { form }, signal)
    await caller.ask(list, {}, signal)
    await caller.ask(quick, { parameters: { ID: 250 }, form: { items: 'a.com,b.com' } }, signal)
    expect(server.received.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PUT', '/categories/create', 'name=a+b%26c%3D%C3%A9&description='],
      ['GET', '/categories/list', ''],
      ['PUT', '/categories/quick/250', 'items=a.com%2Cb.com'],
    ])
    expect(server.received[0]?.headers).toMatchObject({
      'x-auth-token': 'hunter2',
      'x-tenant': 'blue',
      'user-agent': 'trial/1',
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(server.connections()).toBe(1)
  })

  test('goes over a unix socket where the endpoint is one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'socket-'))
    const socketPath = join(folder, 'directory.sock')
    const server = await serve(success, undefined, socketPath)
    closers.push(server.close, async () => rmSync(folder, { recursive: true, force: true }))
    const caller = callerAt(`unix://${socketPath}`)
    expect((await caller.ask(list, {}, signal)).value).toEqual({ Status: true })
    expect(server.received[0]?.headers.host).toBe('localhost')
    const missing = await caught(callerAt(`unix://${folder}/missing.sock`).ask(list, {}, signal))
    expect([missing.kind, missing.advice]).toEqual(['unreachable', expect.stringContaining('socket')])
  })

  test('goes through a proxy where one is set', async () => {
    const server = await serving(success)
    const tunnels: string[] = []
    const proxy = createServer().on('connect', (request, socket: Socket) => {
      tunnels.push(`${request.url} ${request.headers['proxy-authorization']}`)
      const [, port] = (request.url ?? '').split(':')
      const upstream = connectSocket(Number(port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        socket.pipe(upstream).pipe(socket)
      })
      upstream.on('error', () => socket.destroy())
      socket.on('error', () => upstream.destroy())
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const address = proxy.address()
    const port = typeof address === 'object' ? address?.port : undefined
    closers.push(async () => {
      proxy.close()
    })
    const far = `http://appliance.test:${new URL(server.url).port}`
    const http = `http://user:pass@127.0.0.1:${port}`
    expect((await callerAt(far, { proxies: { http } }).ask(list, {}, signal)).value).toEqual({ Status: true })
    expect(tunnels).toEqual([`${new URL(far).host} Basic ${Buffer.from('user:pass').toString('base64')}`])
    expect(await kindOf(callerAt(far, { proxies: { http: 'no url' } }).ask(list, {}, signal))).toBe(
      'misconfigured',
    )
    await callerAt(server.url, { proxies: { http } }).ask(list, {}, signal)
    expect(tunnels).toHaveLength(1)
  })

  test('is one of a bounded number under way, and all are answered', async () => {
    let underWay = 0
    let most = 0
    const server = await serving(async (_, response) => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setTimeout(resolve, 5))
      underWay -= 1
      json(response, { Status: true })
    })
    const caller = callerAt(server.url, { maxConcurrentRequests: 3 })
    await Promise.all(Array.from({ length: 30 }, () => caller.ask(list, {}, signal)))
    expect(most).toBe(3)
    expect(server.received).toHaveLength(30)
  })

  test('is not sent before something is asked for', async () => {
    const server = await serving(success)
    callerAt(server.url)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(server.connections()).toBe(0)
  })
})

describe('a server that misbehaves', () => {
  test.each<[string, Answerer, ApplianceErrorKind]>([
    ['drops the connection', (_, response) => void response.destroy(), 'interrupted'],
    [
      'drops the connection within the answer',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{"Status": true, ')
        setTimeout(() => response.destroy(), 10)
      },
      'interrupted',
    ],
    ['answers nothing', (_, response) => void response.end(), 'unreadable'],
    ['answers HTML', (_, response) => void response.end('<html>Welcome</html>'), 'unreadable'],
    ['answers JSON cut off', (_, response) => void response.end('{"Status": tr'), 'unreadable'],
    ['does not answer', () => {}, 'timeout'],
    ['answers without an end', (_, response) => void response.write('{'), 'timeout'],
    ['redirects', (_, response) => void response.writeHead(302, { location: '/login' }).end(), 'refused'],
    [
      'refuses with 500',
      (_, response) => void response.writeHead(500).end('Internal Server Error'),
      'refused',
    ],
    [
      'has no such route',
      (_, response) => void response.writeHead(404).end('404 page not found'),
      'route-missing',
    ],
    ['knows the route, not the method', (_, response) => void response.writeHead(405).end(), 'route-missing'],
    [
      'forbids the address',
      (_, r) => json(r, { Status: false, Error: 'Authentication failed', Info: '' }, 403),
      'forbidden',
    ],
    ['forbids the key', (_, response) => void response.writeHead(403).end('Forbidden'), 'forbidden'],
    ['wants a key', (_, response) => void response.writeHead(401).end(), 'forbidden'],
    ['wants a key as a proxy would', (_, response) => void response.writeHead(407).end(), 'forbidden'],
  ])('%s', async (_, answer, kind) => {
    const server = await serving(answer)
    const error = await caught(callerAt(server.url, { timeout: 1000 }).ask(list, {}, signal))
    expect(error.kind).toBe(kind)
    expect(error.message).toContain(`GET ${server.url}/categories/list `)
  })

  test('speaks something that is not HTTP', async () => {
    const server = createSocketServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.6\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(async () => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const kind = await kindOf(callerAt(`http://127.0.0.1:${port}`).ask(list, {}, signal))
    expect(['interrupted', 'unreachable']).toContain(kind)
  })

  test('the advice tells the address, the key and the older listener apart', async () => {
    const server = await serving(({ path }, response, nth) => {
      if (path !== '/categories/list') response.writeHead(401).end()
      else if (nth === 1) json(response, { Status: false, Error: 'Authentication failed', Info: '' }, 403)
      else response.writeHead(403).end('Forbidden')
    })
    const caller = callerAt(server.url)
    expect((await caught(caller.ask(list, {}, signal))).advice).toContain('source addresses')
    expect((await caught(caller.ask(list, {}, signal))).advice).toContain('Check token and token_header')
    const oneSite = categoryRoutes.addWithoutCompile.older
    const error = await caught(caller.ask(oneSite, { parameters: { ID: 250, sitename: 'a.com' } }, signal))
    expect(error.advice).toContain('ArticaKey')
  })

  test('a missing route is told with the release it came with and what to do', async () => {
    const server = await serving((_, response) => void response.writeHead(404).end())
    const error = await caught(callerAt(server.url).ask(create, { form }, signal))
    expect(error.message).toContain('PUT /categories/create')
    expect(error.message).toContain('4.50 Service Pack 5')
    expect(error.advice).toContain('adopt')
  })

  test('503 of the older listener is a failed operation and not repeated', async () => {
    const server = await serving((_, response) => void response.writeHead(503).end('INVALID_ID'))
    const caller = callerAt(server.url, { retries: 2 })
    const oneSite = categoryRoutes.addWithoutCompile.older
    const error = await caught(caller.ask(oneSite, { parameters: { ID: 9, sitename: 'a.com' } }, signal))
    expect(error.kind).toBe('failed')
    expect(server.received).toHaveLength(1)
  })

  test('nobody listens', async () => {
    const port = await closedPort()
    const error = await caught(callerAt(`http://127.0.0.1:${port}`).ask(list, {}, signal))
    expect(error.kind).toBe('unreachable')
    expect(error.message).toContain('ECONNREFUSED')
    expect(error.advice).toContain('endpoints.categories.url')
  })

  test('the host has no address', async () => {
    const error = await caught(callerAt('http://appliance.invalid').ask(list, {}, signal))
    expect(error.kind).toBe('unreachable')
    expect(error.advice).toContain('name resolution')
  })
})

describe('repeating', () => {
  const thenSuccess =
    (first: Answerer): Answerer =>
    (request, response, nth) =>
      nth === 1 ? first(request, response, nth) : json(response, { Status: true })
  const drop: Answerer = (_, response) => void response.destroy()
  const busy: Answerer = (_, response) => void response.writeHead(503).end('busy')
  const silence: Answerer = () => {}

  test.each([
    ['a dropped connection', drop],
    ['503', busy],
    ['a time-out', silence],
  ])('a route that only reads survives %s', async (_, first) => {
    const server = await serving(thenSuccess(first))
    const caller = callerAt(server.url, { retries: 1, timeout: 1000 })
    expect((await caller.ask(list, {}, signal)).value).toEqual({ Status: true })
    expect(server.received).toHaveLength(2)
  })

  test('a creation is never repeated once it was sent', async () => {
    for (const [first, kind] of [
      [drop, 'interrupted'],
      [busy, 'refused'],
      [silence, 'timeout'],
    ] as const) {
      const server = await serving(thenSuccess(first))
      const caller = callerAt(server.url, { retries: 3, timeout: 1000 })
      expect(await kindOf(caller.ask(create, { form }, signal))).toBe(kind)
      expect(server.received).toHaveLength(1)
    }
  })

  test('a creation that found nobody listening is sent once somebody does', async () => {
    const port = await closedPort()
    const warnings: LogFields[] = []
    const opened: TestServer['received'][number][] = []
    const late = createServer((request, response) => {
      opened.push({ method: request.method ?? '', path: request.url ?? '', headers: {}, body: '' })
      json(response, { Status: true })
    })
    const log = {
      debug() {},
      info() {},
      warn(_: string, fields: LogFields = {}) {
        if (warnings.push(fields) === 1) late.listen(port, '127.0.0.1')
      },
    }
    closers.push(async () => {
      late.closeAllConnections()
      late.close()
    })
    const caller = callerAt(`http://127.0.0.1:${port}`, { retries: 8, log })
    expect((await caller.ask(create, { form }, signal)).value).toEqual({ Status: true })
    expect(opened).toHaveLength(1)
    expect(warnings[0]).toMatchObject({ kind: 'unreachable', route: 'PUT /categories/create' })
  })

  test('a batch that compiles is repeated after a drop but not after a time-out', async () => {
    const request = { parameters: { ID: 250 }, form: { items: 'a.com' } }
    const dropped = await serving(thenSuccess(drop))
    await callerAt(dropped.url, { retries: 1 }).ask(quick, request, signal)
    expect(dropped.received).toHaveLength(2)
    const silent = await serving(thenSuccess(silence))
    expect(
      await kindOf(callerAt(silent.url, { retries: 1, timeout: 1000 }).ask(quick, request, signal)),
    ).toBe('timeout')
    expect(silent.received).toHaveLength(1)
  })

  test('ends after the number of retries with the last failure', async () => {
    const server = await serving((_, response, nth) => void response.writeHead(503).end(`attempt ${nth}`))
    const error = await caught(callerAt(server.url, { retries: 2 }).ask(list, {}, signal))
    expect(error.message).toContain('attempt 3')
    expect(server.received).toHaveLength(3)
  })

  test('is not tried where the appliance asks for too long a wait', async () => {
    const server = await serving(
      (_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end(),
    )
    const error = await caught(callerAt(server.url, { retries: 2 }).ask(list, {}, signal))
    expect([error.status, error.retryAfter]).toEqual([429, 3_600_000])
    expect(server.received).toHaveLength(1)
  })
})

describe('stopping', () => {
  test.each<[string, Answerer]>([
    ['waits for an answer', () => {}],
    ['waits for the rest of an answer', (_, response) => void response.write('{')],
    ['waits to repeat', (_, response) => void response.writeHead(503, { 'retry-after': '50' }).end()],
  ])('a request that %s is cancelled with its signal', async (_, answer) => {
    const server = await serving(answer)
    const controller = new AbortController()
    const asking = kindOf(callerAt(server.url, { retries: 1 }).ask(list, {}, controller.signal))
    while (server.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, 50))
    controller.abort()
    expect(await asking).toBe('cancelled')
    expect(server.received).toHaveLength(1)
  })

  test('a request that waits for its turn is cancelled, and the others are not', async () => {
    const waiting: (() => void)[] = []
    const server = await serving((_, response) => void waiting.push(() => json(response, { Status: true })))
    const caller = callerAt(server.url, { maxConcurrentRequests: 1 })
    const controller = new AbortController()
    const first = caller.ask(list, {}, signal)
    const second = kindOf(caller.ask(list, {}, controller.signal))
    const third = caller.ask(list, {}, signal)
    controller.abort()
    expect(await second).toBe('cancelled')
    let done = false
    const others = Promise.all([first, third]).finally(() => {
      done = true
    })
    while (!done) {
      for (const answer of waiting.splice(0)) answer()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(await others).toHaveLength(2)
    expect(server.received).toHaveLength(2)
  })

  test('a signal that was triggered before sends nothing', async () => {
    const server = await serving(success)
    expect(await kindOf(callerAt(server.url).ask(list, {}, AbortSignal.abort()))).toBe('cancelled')
    expect(server.received).toHaveLength(0)
  })

  test('closing the client ends what is under way', async () => {
    const server = await serving(() => {})
    const settings = { endpoints: { categories: { url: server.url } } }
    const transport = createTransport(settings)
    const asking = kindOf(createRouteCaller(settings, transport).ask(list, {}, signal))
    while (server.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await transport.close()
    expect(await asking).toBe('cancelled')
  })
})

describe('TLS', () => {
  let pem: { cert: string; key: string }
  beforeAll(async () => {
    pem = await selfSigned()
  })

  test('trusts what it is told to trust, under the name it is told', async () => {
    const server = await serving(success, pem)
    const caller = callerAt(server.url, { tls: { caCertificate: pem.cert, serverName: 'localhost' } })
    expect((await caller.ask(list, {}, signal)).value).toEqual({ Status: true })
  })

  test('accepts anything where it is told to be insecure', async () => {
    const server = await serving(success, pem)
    expect((await callerAt(server.url, { tls: { insecure: true } }).ask(list, {}, signal)).value).toEqual({
      Status: true,
    })
  })

  test.each<[string, (ca: string) => ApplianceSettings, string]>([
    ['an unknown authority', () => ({}), 'Set tls.ca_certificate'],
    ['another name', (ca) => ({ tls: { caCertificate: ca } }), 'Set tls.server_name'],
    [
      'an authority that is no PEM',
      () => ({ tls: { clientCertificate: 'nonsense', clientKey: 'nonsense' } }),
      'PEM',
    ],
  ])('refuses %s, sends nothing and says what to set', async (_, settings, advice) => {
    const server = await serving(success, pem)
    const error = await caught(
      callerAt(server.url, { ...settings(pem.cert), retries: 2 }).ask(list, {}, signal),
    )
    expect(error.kind).toBe('unreachable')
    expect(error.advice).toContain(advice)
    expect(server.received).toHaveLength(0)
  })

  test('a client certificate is shown to a server that asks for one', async () => {
    const server = await serving(success, {
      ...pem,
      ca: pem.cert,
      requestCert: true,
      rejectUnauthorized: true,
    })
    const tls = { caCertificate: pem.cert, serverName: 'localhost' }
    const withCertificate = { ...tls, clientCertificate: pem.cert, clientKey: pem.key }
    expect((await callerAt(server.url, { tls: withCertificate }).ask(list, {}, signal)).value).toEqual({
      Status: true,
    })
    expect(['interrupted', 'unreachable']).toContain(
      await kindOf(callerAt(server.url, { tls }).ask(list, {}, signal)),
    )
  })

  test('https to a listener that speaks http says so', async () => {
    const server = await serving(success)
    const error = await caught(callerAt(server.url.replace('http:', 'https:')).ask(list, {}, signal))
    expect(error.advice).toContain('begin with http instead of https')
  })
})

describe('secrets', () => {
  const lines: string[] = []
  const line = (message: string, fields?: LogFields) => void lines.push(JSON.stringify([message, fields]))
  const log = { debug: line, info: line, warn: line }
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
      { form: { name: 'x', description: 'hunter4' } },
      signal,
    )
    const error = await caught(asking.then((answered) => readSuccess(answered)))
    expect(`${error.message} ${error.advice} ${error.stack} ${JSON.stringify(error)}`).not.toMatch(/hunter/)
    expect(lines.join('\n')).not.toMatch(/hunter/)
  })
})

describe('keep-alive', () => {
  test('a server that closes an idle connection costs no failure', async () => {
    const server = await serving((_, response) => {
      response.setHeader('connection', 'close')
      json(response, { Status: true })
    })
    const caller = callerAt(server.url)
    for (let n = 0; n < 5; n += 1) await caller.ask(create, { form }, signal)
    expect(server.connections()).toBe(5)
  })
})
