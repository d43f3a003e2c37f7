import { createServer, type Socket } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import type { Site } from '@webfilter/appliance-names'
import { connect } from '../../src/appliance'
import { resolveEndpoint } from '../../src/endpoints'
import { mayHaveWorked } from '../../src/errors'
import { brokenExchange, createTransport, timedOutExchange } from '../../src/http/transport'
import { createRouteCaller } from '../../src/protocol/route-caller'
import { type Log, silentLog } from '../../src/settings'
import { requestsOf, setUp } from '../categories/categories-emulated'
import { caught, codeOf, kindOf, messageOf, withWords } from '../caught'
import { body, callerAt, closers, create, list, quick, serving, signal, success } from '../routes-asked'
import { type Answerer, json } from '../server'

const variableOf = (attribute: string) => (attribute === 'base_url' ? 'APPLIANCE_BASE_URL' : undefined)
const listener = resolveEndpoint({ baseUrl: 'https://proxy.example.org', variableOf }, 'records')
const socket = resolveEndpoint({ endpoints: { directory: { url: 'unix:///run/x.sock' } } }, 'directory')
const request = 'GET https://proxy.example.org:9507/databases/list'
const broken = (code: string | undefined, endpoint = listener) =>
  brokenExchange(endpoint, request, Object.assign(new Error('no way'), code && { code }), false)

describe('a connection that does not come about', () => {
  const places = 'base_url (environment variable APPLIANCE_BASE_URL) and endpoints.records.url'

  test.each([
    ['ECONNREFUSED', { code: 'appliance-unreachable' }, `Check ${places}, that this listener is enabled`],
    ['ENOTFOUND', { code: 'appliance-unreachable' }, `Check the host name in ${places}`],
    ['EAI_AGAIN', { code: 'appliance-unreachable' }, `Check the host name in ${places}`],
    [undefined, { code: 'appliance-unreachable' }, `Check ${places}.`],
    ['SELF_SIGNED_CERT_IN_CHAIN', { code: 'tls-certificate-not-trusted' }, 'Set tls.ca_certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', { code: 'tls-certificate-not-trusted' }, 'Set tls.ca_certificate'],
    ['CERT_HAS_EXPIRED', { code: 'tls-certificate-not-trusted' }, 'Renew the certificate'],
    ['CERT_NOT_YET_VALID', { code: 'tls-certificate-not-trusted' }, 'check the clock of this machine'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', { code: 'tls-certificate-of-another-name' }, 'Set tls.server_name'],
    ['EPROTO', { code: 'tls-failed' }, 'write http:// in'],
  ])('is told by the code of the system: %s', (code, told, advice) => {
    const error = broken(code)
    expect(withWords(error)).toMatchObject({ kind: 'unreachable', diagnostic: told })
    expect(diagnosticOf(error).message).toContain(code === undefined ? 'no way.' : `no way (${code}).`)
    expect(diagnosticOf(error).message).toMatch(/ The request was GET [^ ]+\/databases\/list\.$/)
    expect(diagnosticOf(error).advice).toContain(advice)
  })

  test('to a listener without TLS is told in words, not in those of OpenSSL', () => {
    const error = broken('ERR_SSL_WRONG_VERSION_NUMBER')
    expect(diagnosticOf(error).message).toContain(
      'Could not connect: the other end did not answer in TLS (ERR_SSL_WRONG_VERSION_NUMBER).',
    )
    expect(diagnosticOf(error)).toMatchObject({
      code: 'tls-failed',
      advice: expect.stringContaining('write http:// in'),
    })
  })

  test.each([
    ['ENOENT', 'Run Terraform on the appliance'],
    ['EACCES', 'Run Terraform as a user that can read and write the socket'],
    ['EPERM', 'Run Terraform as a user that can read and write the socket'],
    ['ECONNREFUSED', 'Start the service behind the socket'],
    ['EPIPE', 'Check that endpoints.directory.url names the socket of the directory service'],
  ])('to a socket, too: %s', (code, advice) => {
    const error = broken(code, socket)
    expect(withWords(error)).toMatchObject({
      kind: 'unreachable',
      diagnostic: { code: 'socket-unreachable' },
    })
    expect(diagnosticOf(error).advice).toContain(advice)
  })

  test.each([
    ['a file', __filename],
    ['a folder', __dirname],
  ])('to %s in place of a socket says that it is none, whatever the system says', (_, socketPath) => {
    expect(diagnosticOf(broken('ECONNREFUSED', { ...socket, socketPath })).advice).toBe(
      'The path in endpoints.directory.url is a file or a folder. Set it to the path of the socket itself.',
    )
  })

  test('in time is told with the time', () => {
    const error = timedOutExchange(listener, request, { timeout: 1500, attempt: 1 }, false)
    expect([error.kind, codeOf(error)]).toEqual(['unreachable', 'appliance-unreachable'])
    expect(messageOf(error)).toContain('Could not connect within 1.5 s')
  })

  test.each([
    [false, 'The last of 4 attempts could not connect within 3 seconds.'],
    [true, 'In the last of 4 attempts, the answer was not complete after 3 seconds;'],
  ])('in time says how many attempts were made, sent: %s', (sent, sentence) => {
    const told = diagnosticOf(timedOutExchange(listener, request, { timeout: 3000, attempt: 4 }, sent))
    expect(told.message).toContain(sentence)
  })
})

describe('stopping', () => {
  test.each<[string, Answerer]>([
    ['waits for an answer', () => {}],
    ['waits for the rest of an answer', (_, response) => void response.write('{')],
  ])('a request that %s is canceled with its signal', async (_, answer) => {
    const server = await serving(answer)
    const controller = new AbortController()
    const caller = callerAt(server.url, { retries: 1 })
    const asking = caught(caller.ask(list, {}, controller.signal))
    while (server.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    controller.abort()
    expect(withWords(await asking)).toMatchObject({
      kind: 'cancelled',
      diagnostic: { code: 'request-cancelled' },
    })
    expect(server.received).toHaveLength(1)
  })

  test('a request that waits to be repeated is canceled with its signal', async () => {
    const server = await serving((_, response) => void response.writeHead(503, { 'retry-after': '50' }).end())
    const controller = new AbortController()
    const caller = callerAt(server.url, { retries: 1, log: whenRepeating(() => controller.abort()) })
    expect(await kindOf(caller.ask(list, {}, controller.signal))).toBe('cancelled')
    expect(server.received).toHaveLength(1)
  })

  test('a request that waits for its turn is canceled, and the others are not', async () => {
    const waiting: (() => void)[] = []
    const server = await serving((_, response) => void waiting.push(() => json(response, { Status: true })))
    const caller = callerAt(server.url, { maxConcurrentRequests: 1 })
    const controller = new AbortController()
    const first = caller.ask(list, {}, signal)
    const second = caught(caller.ask(list, {}, controller.signal))
    const third = caller.ask(list, {}, signal)
    controller.abort()
    expect(withWords(await second)).toMatchObject({
      kind: 'cancelled',
      diagnostic: { code: 'request-cancelled', message: expect.stringContaining('before it was sent') },
    })
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

describe('a request that is canceled', () => {
  const silent: Answerer = () => {}
  const until = async (happened: () => boolean) => {
    while (!happened()) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  test('while it waits for its turn says that nothing was sent', async () => {
    const server = await serving(silent)
    const caller = callerAt(server.url, { maxConcurrentRequests: 1 })
    const first = new AbortController()
    const second = new AbortController()
    const underWay = caught(caller.ask(create, { body }, first.signal))
    const waiting = caught(caller.ask(create, { body }, second.signal))
    await until(() => server.received.length === 1)
    second.abort()
    const error = await waiting
    expect(diagnosticOf(error).message).toContain(`PUT ${server.url}/categories/create`)
    expect(diagnosticOf(error).message).toContain('canceled before it was sent')
    expect(mayHaveWorked(error)).toBe(false)
    first.abort()
    const other = await underWay
    expect(diagnosticOf(other).message).not.toContain('canceled before it was sent')
    expect(mayHaveWorked(other)).toBe(true)
    expect(server.received).toHaveLength(1)
  })

  test('while its connection is being made says that nothing was sent', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => new Promise((resolve) => void server.close(() => resolve())))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const connected = new Promise<Socket>((resolve) => void server.once('connection', resolve))
    const controller = new AbortController()
    // It is connected, but its TLS never comes about.
    const asking = caught(callerAt(`https://127.0.0.1:${port}`).ask(create, { body }, controller.signal))
    const socket = await connected
    controller.abort()
    const error = await asking
    expect([error.kind, mayHaveWorked(error)]).toEqual(['cancelled', false])
    expect(diagnosticOf(error).message).toContain('canceled before it was sent')
    socket.destroy()
  })

  test.each<[string, Answerer, boolean]>([
    ['after an attempt whose answer was lost', (_, response) => void response.destroy(), true],
    ['after an attempt that was refused', (_, response) => void response.writeHead(429, busy).end(), false],
  ])('before it is repeated, %s, may have worked: %#', async (_, answer, expected) => {
    const server = await serving(answer)
    const controller = new AbortController()
    const log = whenRepeating(() => controller.abort())
    const caller = callerAt(server.url, { retries: 5, log })
    const error = await caught(caller.ask(quick, { parameters: { ID: 250 } }, controller.signal))
    expect(server.received).toHaveLength(1)
    expect([error.kind, mayHaveWorked(error)]).toEqual(['cancelled', expected])
  })

  test('while the list is read after a creation was sent may have worked', async () => {
    const { emulator, categories } = await setUp({ list: 'older' }, { maxConcurrentRequests: 1 })
    emulator.faults.add({ effect: 'latency', milliseconds: 100 })
    const controller = new AbortController()
    const creating = caught(categories.create('ads', '', controller.signal))
    await until(() => requestsOf(emulator).some((request) => request.includes('create')))
    const between = categories.query('example.org' as Site, signal)
    await until(() => requestsOf(emulator).some((request) => request.includes('query')))
    controller.abort()
    expect(mayHaveWorked(await creating)).toBe(true)
    await between
  })

  test('while a compile waits for its turn says that nothing was sent', async () => {
    const server = await serving(silent)
    const endpoint = { url: server.url }
    const appliance = connect({
      endpoints: { records: endpoint, categories: endpoint },
      categoryApi: 'autonomous',
      maxConcurrentRequests: 1,
      retries: 0,
    })
    closers.push(appliance.close)
    const first = new AbortController()
    const second = new AbortController()
    const backup = kindOf(appliance.categories.backup(first.signal))
    await until(() => server.received.length === 1)
    const compiling = caught(appliance.records.compile(second.signal))
    const compilingToo = caught(appliance.categories.compile({ id: 250 }, undefined, second.signal))
    // Both have asked for their turn when this one of the event loop is over.
    await new Promise((resolve) => setImmediate(resolve))
    second.abort()
    for (const error of [await compiling, await compilingToo]) {
      expect([error.kind, mayHaveWorked(error)]).toEqual(['cancelled', false])
      expect(diagnosticOf(error).message).toContain('canceled before it was sent')
    }
    first.abort()
    expect(await backup).toBe('cancelled')
    expect(server.received).toHaveLength(1)
  })
})

/** A log that calls back when the wait before a repetition has begun, of which it is told right before. */
function whenRepeating(callback: () => void): Log {
  return { ...silentLog, warn: () => void setImmediate(callback) }
}

const busy = { 'retry-after': '50' }
