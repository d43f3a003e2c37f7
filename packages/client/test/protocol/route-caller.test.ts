import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { connect as connectSocket, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { directoryRoutes } from '../../src/directory/routes'
import { silentLog } from '../../src/settings'
import { caught, kindOf, withWords } from '../caught'
import { body, callerAt, closers, create, list, quick, serving, signal, success } from '../routes-asked'
import { json, serve } from '../server'

describe('a request', () => {
  test('carries token, headers and form', async () => {
    const server = await serving(success)
    const caller = callerAt(server.url, {
      token: 'hunter2',
      headers: { 'x-tenant': 'blue' },
      userAgent: 'trial/1',
    })
    await caller.ask(create, { body }, signal)
    await caller.ask(list, {}, signal)
    await caller.ask(
      quick,
      { parameters: { ID: 250 }, body: quick.body.with({ items: 'a.com,b.com' }) },
      signal,
    )
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
  })

  test('is logged with its bytes, and those of its answer', async () => {
    const answer = { Status: true, Data: 'größer als Łódź' }
    const server = await serve((_, response) => json(response, answer))
    closers.push(server.close)
    const lines: unknown[] = []
    const log = { ...silentLog, debug: (_: string, fields: unknown) => lines.push(fields) }
    const route = directoryRoutes.createGroup
    const { endpoints } = { endpoints: { directory: { url: server.url } } }
    const caller = callerAt(server.url, { log, endpoints })
    const sent = route.body.with({ name: 'Büro', ou: 'acme' })
    await caller.ask(route, { body: sent }, signal)
    expect(lines).toContainEqual(
      expect.objectContaining({
        bytes_sent: Buffer.byteLength(JSON.stringify({ name: 'Büro', ou: 'acme' })),
        bytes_received: Buffer.byteLength(JSON.stringify(answer, null, 2)),
      }),
    )
  })

  test.each([
    ['and says so', { 'content-encoding': 'gzip' }, gzipSync],
    [
      'under its older name, with a name that means nothing',
      { 'content-encoding': 'X-GZIP, identity' },
      gzipSync,
    ],
    ['and does not say so', {}, gzipSync],
    [
      'and sends it to a server in between, which takes it off alone',
      { 'content-encoding': 'gzip' },
      Buffer.from,
    ],
  ])('has its answer read that a server compresses with gzip unasked, %s', async (_, headers, compress) => {
    const answer = { Status: true, Error: '', Info: 'größer als Łódź'.repeat(9_000) }
    const bytes = compress(JSON.stringify(answer))
    const server = await serving((_, response) => void response.writeHead(200, headers).end(bytes))
    const lines: unknown[] = []
    const log = { ...silentLog, debug: (_: string, fields: unknown) => lines.push(fields) }
    expect((await callerAt(server.url, { log }).ask(list, {}, signal)).value).toEqual(answer)
    expect(server.received[0]?.headers).not.toHaveProperty('accept-encoding')
    expect(lines).toContainEqual(expect.objectContaining({ bytes_received: bytes.length }))
  })

  test('has the compressed words of a refusal quoted', async () => {
    const refusal = gzipSync(JSON.stringify({ error: 'DISK_FULL' }))
    const server = await serving(
      (_, response) => void response.writeHead(500, { 'content-encoding': 'gzip' }).end(refusal),
    )
    const error = await caught(callerAt(server.url).ask(list, {}, signal))
    expect(withWords(error)).toMatchObject({ kind: 'refused', diagnostic: { code: 'server-error' } })
    expect(diagnosticOf(error).message).toContain('"DISK_FULL"')
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
    expect([missing.kind, diagnosticOf(missing).advice]).toEqual([
      'unreachable',
      expect.stringContaining('socket'),
    ])
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
    const unusable = await caught(
      callerAt(far, { proxies: { http: 'no url', variables: { http: 'http_proxy', https: '' } } }).ask(
        list,
        {},
        signal,
      ),
    )
    expect([unusable.kind, diagnosticOf(unusable).code]).toEqual(['misconfigured', 'setting-unusable'])
    expect(diagnosticOf(unusable).message).toContain('The environment variable http_proxy = "no url"')
    for (const nowhere of ['http://127.0.0.1:0', `https://${'a'.repeat(256)}`]) {
      const asking = callerAt(far, { proxies: { http: nowhere } }).ask(list, {}, signal)
      expect(await kindOf(asking)).toBe('misconfigured')
    }
    await callerAt(server.url, { proxies: { http } }).ask(list, {}, signal)
    expect(tunnels).toHaveLength(1)
  })

  test('is one of a bounded number under way, and all are answered', async () => {
    const waiting: ServerResponse[] = []
    let most = 0
    const server = await serving(async ({ path }, response) => {
      if (path === '/') return void response.end()
      most = Math.max(most, waiting.push(response))
      if (waiting.length < 3) return
      // What was sent too early has come when a later request is answered.
      await fetch(server.url)
      for (const each of waiting.splice(0)) json(each, { Status: true })
    })
    const caller = callerAt(server.url, { maxConcurrentRequests: 3 })
    await Promise.all(Array.from({ length: 30 }, () => caller.ask(list, {}, signal)))
    expect(most).toBe(3)
    expect(server.received.filter(({ path }) => path !== '/')).toHaveLength(30)
  })

  test('is not sent before something is asked for', async () => {
    const server = await serving(success)
    callerAt(server.url)
    // A connection that was made before would have come before this one.
    await fetch(server.url)
    expect(server.connections()).toBe(1)
  })
})

describe('keep-alive', () => {
  test('a server that closes an idle connection costs no failure', async () => {
    const server = await serving((_, response) => {
      response.setHeader('connection', 'close')
      json(response, { Status: true })
    })
    const caller = callerAt(server.url)
    for (let n = 0; n < 5; n += 1) await caller.ask(create, { body }, signal)
    expect(server.connections()).toBe(5)
  })
})
