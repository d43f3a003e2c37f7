import { createServer as createSocketServer } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { categoryRoutes } from '../../src/appliance/categories/category-routes'
import type { ApplianceErrorKind } from '../../src/appliance/errors'
import { caught, kindOf } from './caught'
import { callerAt, closers, create, form, list, quick, serving, signal } from './routes-asked'
import { type Answerer, closedPort, json } from './server'

describe('a server that misbehaves', () => {
  test.each<[string, Answerer, ApplianceErrorKind]>([
    ['drops the connection', (_, response) => void response.destroy(), 'interrupted'],
    [
      'drops the connection within the answer',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{"Status": true, ', () => response.destroy())
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
    const request = { parameters: { ID: 250 }, form: { items: 'x'.repeat(16 * 2 ** 20) } }
    const statuses = []
    for (let nth = 0; nth < 2; nth += 1)
      statuses.push((await caught(caller.ask(quick, request, signal))).status)
    expect(statuses).toEqual([413, 413])
  })
})
