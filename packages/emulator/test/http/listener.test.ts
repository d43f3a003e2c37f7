import { EventEmitter, once } from 'node:events'
import { Faults } from '../../src/faults'
import { listen } from '../../src/http/listener'
import type { Listener } from '../../src/http/server'
import { Journal } from '../../src/journal'
import { type Call, olderDialect as dialect, json, type Route } from '../../src/protocol'

import { get, send } from '../../src/testing/requests'

let listener: Listener
const journal = new Journal()

async function serve(work: Route['work']): Promise<string> {
  const routes = (['GET', 'POST'] as const).map((method) => {
    return { method, path: '/things/:name', operation: 'thing', dialect, work } as const
  })
  const place = { host: '127.0.0.1', port: 0 }
  const parts = {
    name: 'base',
    place,
    tls: undefined,
    routes,
    dialect,
    authenticate: () => undefined,
    hosts: [],
  } as const
  listener = await listen({ ...parts, faults: new Faults(), journal })
  return `${listener.url}/things`
}
afterEach(() => listener.close())

const seen = (call: Call) =>
  json({ json: call.json() ?? null, field: call.field('a') ?? null, query: call.query('a') ?? null })

describe('a route is given', () => {
  const type = (contentType: string) => ({ 'content-type': contentType })

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'the JSON body of type %s',
    async (contentType) => {
      const sent = { body: '{"a":["é",1]}', headers: type(contentType) }
      const { json } = await send('POST', `${await serve(seen)}/x`, sent)
      expect(json).toEqual({ json: { a: ['é', 1] }, field: null, query: null })
    },
  )

  test.each([
    ['JSON that breaks off', '{"a":', 'application/json'],
    ['JSON that is said to be text', '{"a":1}', 'text/plain'],
    ['nothing', '', 'application/json'],
  ])('no JSON if the body is %s', async (_, body, contentType) => {
    const { json } = await send('POST', `${await serve(seen)}/x`, { body, headers: type(contentType) })
    expect(json).toEqual({ json: null, field: null, query: null })
  })

  test('no form fields if the body is JSON', async () => {
    const sent = { body: '"x&a=1"', headers: type('application/json') }
    expect((await send('POST', `${await serve(seen)}/x`, sent)).json).toEqual({
      json: 'x&a=1',
      field: null,
      query: null,
    })
  })

  test.each([
    ['?a=b%20c%26', 'b c&'],
    ['?a=1&a=2', '2'],
    ['?a=', ''],
    ['?b=1', null],
    ['', null],
  ])('of the query %s the parameter %j', async (query, expected) => {
    expect((await get(`${await serve(seen)}/x${query}`)).json).toMatchObject({ query: expected })
  })

  test('no parameter that is only a property of every object', async () => {
    const url = await serve((call) => json({ query: call.query('toString') ?? null }))
    expect((await get(`${url}/x`)).json).toEqual({ query: null })
  })
})

describe('a route that takes its time', () => {
  test('lets others be answered in the meantime', async () => {
    const waiting = new Map<string, () => void>()
    const url = await serve(async (call) => {
      const name = call.parameter('name')
      if (name === 'slow') await new Promise<void>((resolve) => waiting.set(name, resolve))
      return json({ name })
    })
    const slow = get(`${url}/slow`)
    expect((await get(`${url}/fast`)).json).toEqual({ name: 'fast' })
    while (waiting.size === 0) await get(`${url}/fast`)
    waiting.get('slow')?.()
    expect((await slow).json).toEqual({ name: 'slow' })
  })

  test('is notified when the emulator closes, and its connection is dropped', async () => {
    journal.clear()
    const begun = new EventEmitter()
    const url = await serve(async ({ signal }) => {
      begun.emit('begun')
      await once(signal, 'abort')
      throw new Error('given up')
    })
    const beginning = once(begun, 'begun')
    const dropped = expect(get(`${url}/slow`)).rejects.toMatchObject({ code: 'ECONNRESET' })
    await beginning
    await listener.close()
    await dropped
    expect(journal.entries()).toMatchObject([{ path: '/things/slow', status: 'dropped' }])
  })

  test('fails like every other one', async () => {
    const url = await serve(() => Promise.reject(new Error('DATABASE_BUSY')))
    expect((await get(`${url}/x`)).json).toEqual({ Status: false, Info: '', Error: 'DATABASE_BUSY' })
  })
})
