import { setImmediate as turn } from 'node:timers/promises'
import { error, warning } from '../../../src/diagnostics/diagnostic'
import { providerService, providerServiceName } from '../../../src/protocol/tfplugin6'
import { definitionsFor, type Listed } from '../../../src/provider/definition'
import { ProviderError } from '../../../src/provider/diagnostics'

import type { Attributes } from '../../../src/schema/attribute'
import { string } from '../../../src/schema/builders'
import { objectOf } from '../../../src/schema/object'
import { type QueryResult, queryList } from '../../../src/testing/query-list'
import { configured, pack, serve, type TestContext } from '../pretend-terraform'
import { type Served, serveOnSocket } from '../served'
import { attributes, description, state, thing } from '../thing'

const { listResource } = definitionsFor<TestContext>()
const config = { prefix: string({ optional: true, description }) } satisfies Attributes
const identity = {
  name: { forImport: 'required', description },
  id: { forImport: 'optional', description },
} as const
const odd = warning('odd', 'Odd', () => ['It is odd.'])
const bad = error('bad', 'Bad', () => ['It is bad.'])

const served: Served[] = []
afterEach(async () => {
  for (const each of served.splice(0)) await each.close()
})

type List = Parameters<typeof listResource<typeof config>>[1]['list']

const one = (id: string): Listed => ({ displayName: `thing ${id}`, state: { ...state, id } })

async function open(list: List, resource: object = { identity }) {
  const { service, stop } = serve(attributes, {
    resources: [thing(attributes, resource)],
    listResources: [listResource('thing', { description, attributes: config, list })],
  })
  await configured(service)
  const opened = await serveOnSocket(service)
  served.push(opened)
  return { client: opened.client, stop }
}

interface Asked {
  readonly limit?: number
  readonly includeResourceObject?: boolean
  readonly prefix?: string | null
}

async function listed(list: List, asked: Asked = {}, resource?: object): Promise<QueryResult> {
  const { client } = await open(list, resource)
  return await query(client, asked)
}

async function query(
  client: Served['client'],
  { limit = 100, includeResourceObject = false, prefix = null }: Asked = {},
): Promise<QueryResult> {
  const { identitySchemas } = await client.provider('GetResourceIdentitySchemas', {})
  const schemas = { identity: identitySchemas.test_thing ?? {}, resource: objectOf(attributes) }
  const request = { typeName: 'test_thing', limit, includeResourceObject, config: pack(config, { prefix }) }
  return await queryList(client, request, schemas)
}

describe('a list', () => {
  it('has an identity and a name for each object, and its state where that is asked for', async () => {
    const list: List = async function* ({ config: { prefix } }) {
      yield one(`${prefix}1`)
      yield one(`${prefix}2`)
    }
    const found = (resource: (id: string) => unknown) =>
      ['x1', 'x2'].map((id) => ({
        displayName: `thing ${id}`,
        identity: { name: 'a', id },
        resource: resource(id),
      }))
    expect(await listed(list, { prefix: 'x' })).toEqual({
      found: found(() => null),
      diagnostics: [],
      bugs: [],
    })
    const whole = await listed(list, { prefix: 'x', includeResourceObject: true })
    expect(whole.found).toEqual(found((id) => ({ ...state, id })))
  })

  it('has names that a terminal shows as they are', async () => {
    const { found } = await listed(async function* () {
      yield { ...one('1'), displayName: 'a\u001b[2J' }
    })
    expect(found.map(({ displayName }) => displayName)).toEqual(['a\uFFFD[2J'])
  })

  it('asks for no more than the limit, and lets go of what it began', async () => {
    const asked: number[] = []
    let ended = false
    const list: List = async function* () {
      try {
        for (let id = 1; ; id += 1) {
          asked.push(id)
          yield one(String(id))
        }
      } finally {
        ended = true
      }
    }
    expect((await listed(list, { limit: 3 })).found).toHaveLength(3)
    expect([asked, ended]).toEqual([[1, 2, 3], true])
  })

  it('asks for nothing with a limit of zero', async () => {
    let begun = false
    const { client } = await open(async function* () {
      begun = true
      yield one('1')
    })
    expect([await eventsOf(client, 0), begun]).toEqual([[], false])
  })

  it('tells of what failed in part, with the next object or at the end', async () => {
    const list: List = async function* ({ diagnostics }) {
      diagnostics.raise(odd())
      yield one('1')
      yield one('2')
      diagnostics.raise(odd())
      diagnostics.raise(odd())
    }
    const { found, diagnostics } = await listed(list)
    expect([found.length, diagnostics.length]).toEqual([2, 3])
    const { client } = await open(list)
    expect((await eventsOf(client)).map(({ diagnostic }) => diagnostic.length)).toEqual([1, 0, 2])
  })

  it('that fails ends with one error, and nothing is found', async () => {
    const list: List = async function* () {
      yield one('1')
      throw new ProviderError(bad(), { path: ['prefix'] })
    }
    const { found, diagnostics, bugs } = await listed(list)
    expect([found, bugs]).toEqual([[], []])
    expect(diagnostics).toMatchObject([
      {
        severity: 'error',
        detail: expect.stringContaining('Could not list test_thing: It is bad.'),
        attribute: { steps: [{ selector: { value: 'prefix' } }] },
      },
    ])
  })

  it.each([
    ['lacks an attribute', { displayName: 'x', state: { name: 'a', id: '1' } }, 'list returned no value for'],
    ['has an attribute too many', { displayName: 'x', state: { ...state, more: 1 } }, 'is not an attribute'],
    [
      'does not say its identity',
      { displayName: 'x', state: { ...state, id: null } },
      'returned null for "id"',
    ],
  ])('of an object that %s is a bug', async (_, object, text) => {
    const list: List = async function* () {
      yield object
    }
    const { found, diagnostics, bugs } = await listed(list)
    expect([found, bugs]).toEqual([[], []])
    expect(diagnostics).toMatchObject([{ severity: 'error', detail: expect.stringContaining(text) }])
  })

  it('of a resource without an identity is a bug that is told', async () => {
    const list: List = async function* () {
      yield one('1')
    }
    const { diagnostics } = await listed(list, {}, {})
    expect(diagnostics).toMatchObject([{ detail: expect.stringContaining('does not say its identity') }])
  })

  it('that the host gives up has its signal triggered, and ends without a word', async () => {
    let signal: AbortSignal | undefined
    let ended = false
    const { client } = await open(async function* (args) {
      signal = args.signal
      try {
        yield one('1')
        await new Promise((_, reject) =>
          args.signal.addEventListener('abort', () => reject(args.signal.reason)),
        )
      } finally {
        ended = true
      }
    })
    const stream = streamOf(client)
    await new Promise((resolve) => stream.once('data', resolve))
    expect(signal?.aborted).toBe(false)
    stream.cancel()
    await until(() => ended)
    expect(signal?.aborted).toBe(true)
  })

  it('that is stopped ends with an error', async () => {
    let isWaiting = false
    const { client, stop } = await open(async function* ({ signal }) {
      yield one('1')
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        isWaiting = true
      })
    })
    const result = query(client)
    await until(() => isWaiting)
    stop()
    expect((await result).diagnostics).toMatchObject([{ severity: 'error', summary: 'The run was stopped' }])
  })

  it('of any length needs the room of what the host has not read yet', async () => {
    const large = 'x'.repeat(100_000)
    let made = 0
    const { client } = await open(async function* () {
      for (; made < 10_000; made += 1)
        yield { displayName: String(made), state: { ...state, note: large, id: String(made) } }
    })
    const stream = streamOf(client, 10_000)
    let read = 0
    await new Promise<void>((resolve) =>
      stream.on('data', () => {
        read += 1
        if (read < 100) return
        stream.pause()
        resolve()
      }),
    )
    // Whatever is on its way between the two: windows, buffers of sockets, and what the client has read ahead.
    const onItsWay = 200
    await settled(() => made)
    expect(made).toBeLessThan(read + onItsWay)
    stream.cancel()
    await settled(() => made)
    expect(made).toBeLessThan(read + onItsWay)
  })
})

function streamOf(client: Served['client'], limit = 100) {
  const { ListResource } = providerService
  const request = {
    typeName: 'test_thing',
    includeResourceObject: true,
    limit,
    config: pack(config, { prefix: null }),
  }
  return client.grpc
    .makeServerStreamRequest(
      `/${providerServiceName}/ListResource`,
      (message: typeof request) => Buffer.from(ListResource.request.encode(message)),
      (bytes: Buffer) => ListResource.response.decode(bytes),
      request,
    )
    .on('error', () => {})
}

async function eventsOf(client: Served['client'], limit = 100) {
  const events = []
  for await (const event of streamOf(client, limit)) events.push(event)
  return events
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Waits until a number stays as it is: the two ends of the connection are in this process, and have had many turns to go on. */
async function settled(number: () => number): Promise<void> {
  for (let before = -1; before !== number(); ) {
    before = number()
    for (let turns = 0; turns < 1_000; turns += 1) await turn()
  }
}
