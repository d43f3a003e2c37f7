import { createServer } from 'node:http'
import { describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import fc from 'fast-check'
import { ApplianceError, type ApplianceErrorKind, mayHaveWorked } from '../../src/errors'
import { delayBefore, mayRepeat, readRetryAfter } from '../../src/http/retries'
import { readSuccess } from '../../src/protocol/envelope'
import type { LogFields } from '../../src/settings'
import { caught, kindOf } from '../caught'
import { body, callerAt, closers, create, list, quick, serving, signal } from '../routes-asked'
import { type Answerer, closedPort, json, type TestServer } from '../server'

describe('what may be repeated', () => {
  const failure = (kind: ApplianceErrorKind, transient = true, retryAfter?: number) =>
    new ApplianceError({ kind, incident: { is: 'request-cancelled-midway' }, transient, retryAfter })

  test.each<[ApplianceErrorKind, boolean, boolean, boolean]>([
    ['unreachable', true, true, true],
    ['interrupted', true, true, false],
    ['refused', true, true, false],
    ['timeout', true, false, false],
  ])('after %s: always %s, unless-timed-out %s, never %s', (kind, always, unlessTimedOut, never) => {
    expect(mayRepeat('always', failure(kind))).toBe(always)
    expect(mayRepeat('unless-timed-out', failure(kind))).toBe(unlessTimedOut)
    expect(mayRepeat('never', failure(kind))).toBe(never)
  })

  test('what does not pass is not repeated, nor what is asked to wait too long for', () => {
    expect(mayRepeat('always', failure('unreachable', false))).toBe(false)
    expect(mayRepeat('always', failure('refused', true, 60_000))).toBe(true)
    expect(mayRepeat('always', failure('refused', true, 60_001))).toBe(false)
    expect(mayRepeat('always', new TypeError('a defect'))).toBe(false)
  })

  test('the delay doubles, is bounded, and is spread from nothing to all of it', () => {
    const longest = [0, 1, 2, 20].map((failures) => delayBefore(failures, undefined, () => 1))
    expect(longest).toEqual([250, 500, 1000, 10_000])
    expect(delayBefore(3, undefined, () => 0)).toBe(0)
    expect(delayBefore(3, undefined, () => 0.5)).toBe(1000)
  })

  test('the delay is never shorter than what the appliance asked for', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 30 }),
        fc.nat({ max: 60_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, after, r) => {
          expect(delayBefore(n, after, () => r)).toBeGreaterThanOrEqual(after)
        },
      ),
    )
  })

  test('Retry-After holds seconds or a date', () => {
    const now = Date.parse('2026-01-01T00:00:00Z')
    expect(readRetryAfter('7', now)).toBe(7000)
    expect(readRetryAfter('Thu, 01 Jan 2026 00:00:10 GMT', now)).toBe(10_000)
    expect(readRetryAfter('Thu, 01 Jan 2025 00:00:10 GMT', now)).toBe(0)
    expect(readRetryAfter('soon', now)).toBeUndefined()
    expect(readRetryAfter(undefined, now)).toBeUndefined()
  })
})

/** docs/appliance, "Authentication". */
const unchecked = 'Fatal error while checking security accesses'

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
      expect(await kindOf(caller.ask(create, { body }, signal))).toBe(kind)
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
      trace() {},
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
    expect((await caller.ask(create, { body }, signal)).value).toEqual({ Status: true })
    expect(opened).toHaveLength(1)
    expect(warnings[0]).toMatchObject({ kind: 'unreachable', route: 'PUT /categories/create' })
  })

  test('a batch that compiles is repeated after a drop but not after a time-out', async () => {
    const request = { parameters: { ID: 250 }, body: quick.body.with({ items: 'a.com' }) }
    const dropped = await serving(thenSuccess(drop))
    await callerAt(dropped.url, { retries: 1 }).ask(quick, request, signal)
    expect(dropped.received).toHaveLength(2)
    const silent = await serving(thenSuccess(silence))
    expect(
      await kindOf(callerAt(silent.url, { retries: 1, timeout: 1000 }).ask(quick, request, signal)),
    ).toBe('timeout')
    expect(silent.received).toHaveLength(1)
  })

  describe.each<[string, Answerer]>([
    ['an envelope', (_, response) => json(response, { status: false, info: unchecked })],
    ['an envelope of an error', (_, response) => json(response, { Status: false, Error: unchecked }, 403)],
    ['an envelope without a Status', (_, response) => json(response, { message: unchecked })],
    ['plain text', (_, response) => void response.end(unchecked)],
    ['plain text with a status of its own', (_, response) => void response.writeHead(500).end(unchecked)],
  ])('after a check of the caller that failed, as %s says', (_, busyChecking) => {
    test.each([
      ['reads', list, {}],
      [
        'may be repeated unless it timed out',
        quick,
        { parameters: { ID: 250 }, body: quick.body.with({ items: 'a.com' }) },
      ],
      ['is never repeated else', create, { body }],
    ])('a route that %s is repeated, as nothing was done', async (_, route, request) => {
      const server = await serving(thenSuccess(busyChecking))
      const caller = callerAt(server.url, { retries: 1 })
      expect((await caller.ask(route, request, signal)).value).toEqual({ Status: true })
      expect(server.received).toHaveLength(2)
    })

    test('the error says what to do, and that nothing was done', async () => {
      const server = await serving(busyChecking)
      const error = await caught(callerAt(server.url, { retries: 2 }).ask(create, { body }, signal))
      expect(server.received).toHaveLength(3)
      expect(diagnosticOf(error)).toMatchObject({ code: 'appliance-overloaded' })
      expect([error.kind, mayHaveWorked(error)]).toEqual(['refused', false])
      expect(diagnosticOf(error).message).toContain(`"${unchecked}"`)
      expect(diagnosticOf(error).advice).toContain('lower max_concurrent_requests')
    })
  })

  test.each<[string, Answerer]>([
    ['an envelope', (_, r) => json(r, { status: false, info: `Created, but compiling: ${unchecked}` })],
    ['an error beside it', (_, r) => json(r, { Status: false, Error: unchecked, Info: 'category created' })],
    ['plain text', (_, r) => void r.writeHead(500).end(`category created\n${unchecked}`)],
  ])('is not done for the same words within others, which may say what was done: %s', async (_, answer) => {
    const server = await serving(answer)
    const error = await caught(
      (async () => readSuccess(await callerAt(server.url, { retries: 1 }).ask(create, { body }, signal)))(),
    )
    expect(diagnosticOf(error).code).not.toBe('appliance-overloaded')
    expect(server.received).toHaveLength(1)
  })

  test('is not done for the same words in an answer that succeeded', async () => {
    const answer = { Status: true, Info: unchecked, Categories: [] }
    const server = await serving((_, response) => json(response, answer))
    const caller = callerAt(server.url, { retries: 1 })
    expect((await caller.ask(list, {}, signal)).value).toEqual(answer)
    expect(server.received).toHaveLength(1)
  })

  test('ends after the number of retries with the last failure', async () => {
    const server = await serving((_, response, nth) => void response.writeHead(503).end(`attempt ${nth}`))
    const error = await caught(callerAt(server.url, { retries: 2 }).ask(list, {}, signal))
    expect(diagnosticOf(error).message).toContain('attempt 3')
    expect(server.received).toHaveLength(3)
  })

  test('is not tried where the appliance asks for too long a wait', async () => {
    const server = await serving(
      (_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end(),
    )
    const error = await caught(callerAt(server.url, { retries: 2 }).ask(list, {}, signal))
    expect([error.status, error.retryAfter]).toEqual([429, 3_600_000])
    expect(server.received).toHaveLength(1)
    expect(diagnosticOf(error).message).toContain(': HTTP status 429. The appliance asked to wait 1 hour.')
    expect(diagnosticOf(error).advice).toContain('Wait that long')
  })

  test.each([
    ['a number of seconds', '0001', 'wait 1 second.'],
    ['a date', new Date(Date.now() - 10_000).toUTCString(), undefined],
    ['nothing that can be read', 'soon', undefined],
    ['more than any number', '9'.repeat(400), undefined],
  ])('ends with what the last answer asked to wait: %s', async (_, header, said) => {
    const server = await serving(
      (_request, response) => void response.writeHead(503, { 'retry-after': header }).end(unchecked),
    )
    const error = await caught(callerAt(server.url, { retries: 0 }).ask(create, { body }, signal))
    const { message, advice } = diagnosticOf(error)
    if (said === undefined) expect(message).not.toContain('asked to wait')
    else expect(message).toContain(said)
    expect(advice).toMatch(/lower max_concurrent_requests/i)
  })
})
