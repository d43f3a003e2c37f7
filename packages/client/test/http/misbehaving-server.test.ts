import { createServer } from 'node:http'
import { createServer as createSocketServer, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { diagnosticOf, told } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { categoryRoutes } from '../../src/categories/routes'
import type { ApplianceErrorKind } from '../../src/errors'
import { readSuccess } from '../../src/protocol/envelope'
import { caught, kindOf, withWords } from '../caught'
import { body, callerAt, closers, create, list, quick, serving, signal } from '../routes-asked'
import { type Answerer, closedPort, json } from '../server'

const text = JSON.stringify({ Status: true, Error: '', Categories: [] })

describe('a server that misbehaves', () => {
  test.each<[string, Answerer, ApplianceErrorKind, { readonly code: string }, string?]>([
    [
      'drops the connection',
      (_, response) => void response.destroy(),
      'interrupted',
      { code: 'connection-broken' },
    ],
    [
      'drops the connection within the answer',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{"Status": true, ', () => response.destroy())
      },
      'interrupted',
      { code: 'connection-broken' },
    ],
    [
      'answers nothing',
      (_, response) => void response.end(),
      'unreadable',
      { code: 'answer-unreadable' },
      'The answer is not JSON. ',
    ],
    [
      'answers HTML',
      (_, response) => void response.end('<html>Welcome</html>'),
      'unreadable',
      { code: 'answer-unreadable' },
      'is not JSON: "Welcome"',
    ],
    [
      'answers JSON cut off',
      (_, response) => void response.end('{"Status": tr'),
      'unreadable',
      { code: 'answer-unreadable' },
    ],
    [
      'announces an answer that is too large',
      (_, response) => void response.writeHead(200, { 'content-length': 2 ** 22 + 1 }).write('{'),
      'unreadable',
      { code: 'answer-unreadable' },
      'not read beyond 4 MiB',
    ],
    [
      'sends an answer that is too large',
      (_, response) => {
        const send = () => {
          while (!response.destroyed && response.write(' '.repeat(2 ** 16)));
        }
        response.on('drain', send)
        send()
      },
      'unreadable',
      { code: 'answer-unreadable' },
      'not read beyond 4 MiB',
    ],
    [
      'answers JSON of too many values',
      (_, response) => void response.end(`[${'{},'.repeat(50_000)}{}]`),
      'unreadable',
      { code: 'answer-unreadable' },
      'not read beyond 100000 values',
    ],
    ...[
      ['with br', 'br', brotliCompressSync(text), 'which is compressed with br. '],
      ['with deflate', 'deflate', deflateSync(text), 'which is compressed with deflate. '],
      ['with two things', 'gzip, br', brotliCompressSync(gzipSync(text)), 'compressed with gzip, br. '],
      ['with gzip twice', 'gzip', gzipSync(gzipSync(text)), 'compressed with gzip more than once. '],
      ['with gzip and broken off', 'gzip', gzipSync(text).subarray(0, 20), 'with gzip and breaks off. '],
      ['with gzip and damaged', 'gzip', Buffer.from('1f8b08ffffffffff', 'hex'), 'with gzip and damaged. '],
      ['with a bomb of gzip', 'gzip', gzipSync(Buffer.alloc(2 ** 22 + 1, ' ')), 'not read beyond 4 MiB'],
    ].map(
      ([name, coding, bytes, words]): [string, Answerer, ApplianceErrorKind, { code: string }, string] => [
        `compresses ${name}`,
        (_, response) => void response.writeHead(200, { 'content-encoding': String(coding) }).end(bytes),
        'unreadable',
        { code: 'answer-unreadable' },
        String(words),
      ],
    ),
    [
      'compresses the refusal of the key with br',
      (_, response) => {
        response.writeHead(403, { 'content-encoding': 'br' }).end(brotliCompressSync(text))
      },
      'unreadable',
      { code: 'answer-unreadable' },
      'which is compressed with br (HTTP status 403). ',
    ],
    [
      'sends too many headers',
      (_, response) => {
        for (let n = 0; n < 300; n += 1) response.setHeader(`x-${n}`, 'x'.repeat(100))
        response.end('{"Status": true}')
      },
      'interrupted',
      { code: 'connection-broken' },
    ],
    ['does not answer', () => {}, 'timeout', { code: 'no-answer-in-time' }, 'after 1 second'],
    [
      'answers without an end',
      (_, response) => void response.write('{'),
      'timeout',
      { code: 'no-answer-in-time' },
    ],
    [
      'answers a part',
      (_, response) => void response.writeHead(206).end('{"Status": true}'),
      'interrupted',
      { code: 'answer-cut-short' },
      'HTTP status 206',
    ],
    [
      'redirects',
      (_, response) => void response.writeHead(302, { location: '/login' }).end(),
      'refused',
      { code: 'request-redirected' },
      'HTTP status 302',
    ],
    [
      'is busy',
      (_, response) => void response.writeHead(503).end('<title>Please wait</title>'),
      'refused',
      { code: 'appliance-overloaded' },
      'HTTP status 503 and "Please wait"',
    ],
    [
      'refuses with 500',
      (_, response) => void response.writeHead(500).end('Internal Server Error'),
      'refused',
      { code: 'server-error' },
      'HTTP status 500 and "Internal Server Error"',
    ],
    [
      'refuses with 500 and an envelope',
      (_, r) => json(r, { Status: false, Error: 'DISK_FULL', Info: '' }, 500),
      'failed',
      { code: 'failure-reported' },
      'HTTP status 500 and "DISK_FULL"',
    ],
    [
      'refuses with 500 and JSON that has no Status',
      (_, r) => json(r, { error: 'DISK_FULL' }, 500),
      'refused',
      { code: 'server-error' },
      'HTTP status 500 and "DISK_FULL"',
    ],
    [
      'refuses with 400',
      (_, response) => void response.writeHead(400).end('Bad Request'),
      'refused',
      { code: 'request-refused' },
      'HTTP status 400 and "Bad Request"',
    ],
    [
      'has no such route',
      (_, response) => void response.writeHead(404).end('404 page not found'),
      'route-missing',
      { code: 'route-missing' },
      'the route GET /categories/list, which came with',
    ],
    [
      'knows the route, not the method',
      (_, response) => void response.writeHead(405).end(),
      'route-missing',
      { code: 'route-missing' },
    ],
    [
      'forbids the address',
      (_, r) => json(r, { Status: false, Error: 'Authentication failed', Info: '' }, 403),
      'forbidden',
      { code: 'caller-refused' },
      'HTTP status 403 and "Authentication failed", which does not say whether the token or the address',
    ],
    [
      'forbids the key',
      (_, response) => void response.writeHead(403).end('Forbidden'),
      'forbidden',
      { code: 'caller-refused' },
      'HTTP status 403 and "Forbidden": most likely, the token is missing or wrong',
    ],
    [
      'wants a key',
      (_, response) => void response.writeHead(401).end(),
      'forbidden',
      { code: 'caller-refused' },
    ],
    [
      'wants a key as a proxy would',
      (_, response) => void response.writeHead(407).end(),
      'forbidden',
      { code: 'proxy-refused' },
    ],
  ])('%s', async (_, answer, kind, told, words = '') => {
    const server = await serving(answer)
    const asking = callerAt(server.url, { timeout: 1000 }).ask(list, {}, signal)
    const error = await caught(asking.then((answered) => readSuccess(answered)))
    expect(withWords(error)).toMatchObject({ kind, diagnostic: told })
    expect(diagnosticOf(error).message).toMatch(/ The request was GET [^ ]+\/categories\/list\.$/)
    expect(diagnosticOf(error).message).toContain(`GET ${server.url}/categories/list`)
    expect(diagnosticOf(error).message.slice(0, diagnosticOf(error).message.indexOf('http'))).toContain(words)
  })

  test('refuses a route that has answered before', async () => {
    const server = await serving((_, response, nth) => {
      if (nth === 1) json(response, { Status: true })
      else response.writeHead(404).end('404 page not found')
    })
    const caller = callerAt(server.url)
    await caller.ask(list, {}, signal)
    const error = await caught(caller.ask(list, {}, signal))
    expect([error.kind, diagnosticOf(error).code]).toEqual(['refused', 'answered-elsewhere'])
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
    const caller = callerAt(server.url, { token: 'hunter2' })
    const first = await caught(caller.ask(list, {}, signal))
    expect(diagnosticOf(first).advice).toMatch(
      /^Add the address .* source addresses .* If it is already allowed, .* Compare token with /,
    )
    const second = await caught(caller.ask(list, {}, signal))
    expect(diagnosticOf(second).advice).toMatch(
      /^Compare token with .* the token is sent as X-Auth-Token\. If the token is correct, .* Add the address .* source addresses/,
    )
    expect(told(second)?.again).toMatchObject({
      matter: told(first)?.again?.matter,
      diagnostic: { code: 'caller-refused-again', message: expect.stringContaining(server.url) },
    })
    const oneSite = categoryRoutes.addWithoutCompile.older
    const error = await caught(caller.ask(oneSite, { parameters: { ID: 250, sitename: 'a.com' } }, signal))
    expect(diagnosticOf(error).advice).toContain('ArticaKey')
    expect(told(error)?.again?.matter).not.toBe(told(first)?.again?.matter)
    expect(server.received).toHaveLength(3)
  })

  test('lets nobody in without a key, and is asked with none', async () => {
    const server = await serving((_, response) => void response.writeHead(403).end('Forbidden'))
    const error = await caught(callerAt(server.url, { retries: 3 }).ask(list, {}, signal))
    expect(diagnosticOf(error).advice).toContain(
      'Set APPLIANCE_TOKEN or APPLIANCE_CATEGORIES_TOKEN in the environment, or token or endpoints.categories.token in the configuration',
    )
    expect(server.received).toHaveLength(1)
  })

  test('a missing route is told with the release it came with and what to do', async () => {
    const server = await serving((_, response) => void response.writeHead(404).end())
    const error = await caught(callerAt(server.url).ask(create, { body }, signal))
    expect(diagnosticOf(error).message).toContain('PUT /categories/create')
    expect(diagnosticOf(error).message).toContain('4.50 Service Pack 5')
    expect(diagnosticOf(error).advice).toContain('adopt')
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
    expect(diagnosticOf(error).message).toContain('ECONNREFUSED')
    expect(diagnosticOf(error).code).toBe('appliance-unreachable')
    expect(diagnosticOf(error).advice).toContain('endpoints.categories.url')
  })

  test('never answers the beginning of TLS', async () => {
    const sockets: Socket[] = []
    const server = createSocketServer((socket) => void sockets.push(socket.on('error', () => {})))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const caller = callerAt(`https://127.0.0.1:${port}`, { timeout: 300 })
    const error = await caught(caller.ask(list, {}, signal))
    expect(withWords(error)).toMatchObject({
      kind: 'unreachable',
      diagnostic: { code: 'appliance-unreachable' },
    })
    expect(diagnosticOf(error).message).toContain('Could not connect within 0.3 seconds')
  })

  test('the host has no address', async () => {
    const error = await caught(callerAt('http://appliance.invalid').ask(list, {}, signal))
    expect(error.kind).toBe('unreachable')
    expect(diagnosticOf(error).advice).toContain('DNS on this machine')
  })

  test('answers and reads no further, which keeps no connection from the next request', async () => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.pause()
        socket.write('HTTP/1.1 413 Payload Too Large\r\nContent-Length: 0\r\n\r\n')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(async () => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const caller = callerAt(`http://127.0.0.1:${port}`, { maxConcurrentRequests: 1, timeout: 2000 })
    const request = { parameters: { ID: 250 }, body: quick.body.with({ items: 'x'.repeat(16 * 2 ** 20) }) }
    const statuses = []
    for (let nth = 0; nth < 2; nth += 1)
      statuses.push((await caught(caller.ask(quick, request, signal))).status)
    expect(statuses).toEqual([413, 413])
  })

  test('the address has a path to which the routes do not belong', async () => {
    const server = createServer((_, response) => void response.writeHead(404).end('Not Found'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(async () => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const error = await caught(callerAt(`http://127.0.0.1:${port}/admin`).ask(list, {}, signal))
    expect(diagnosticOf(error)).toMatchObject({
      code: 'route-missing',
      advice: expect.stringMatching(
        /^Remove the path \/admin from endpoints\.\w+\.url, unless a server in front/,
      ),
    })
  })
})
