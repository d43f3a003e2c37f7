import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServiceError } from '@grpc/grpc-js'
import { runStopped } from '../../src/diagnostics/entries'
import { GrpcServer } from '../../src/grpc/server'
import { Interruption, Status } from '../../src/grpc/status'

import { providerMethods } from '../../src/plugin/provider-methods'
import type { Message } from '../../src/protobuf/message'
import type { ProviderService, RpcName } from '../../src/protocol/service'
import { providerService, providerServiceName } from '../../src/protocol/tfplugin6'
import { definitionsFor, late } from '../../src/provider/definition'
import { ProviderBug, ProviderError } from '../../src/provider/diagnostics'
import { providerFunction, types } from '../../src/provider/function'

import { providerServer } from '../../src/provider/server'
import { string } from '../../src/schema/builders'

import { PluginClient } from '../../src/testing/plugin-client'
import { pack, silentLogger, type TestContext } from '../provider/pretend-terraform'

const names = Object.keys(providerService) as readonly RpcName[]
const unaryNames = names.filter((name) => providerService[name].kind === 'unary')

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const logged: string[] = []
beforeEach(() => {
  logged.length = 0
})

/** The standard client of a provider that is served by the handlers. */
async function clientOf(provider: () => Promise<ProviderService>): Promise<PluginClient> {
  const onFailure = (path: string, thrown: unknown) => logged.push(`${path}: ${thrown}`)
  const server = new GrpcServer(providerMethods(provider, { name: 'test', onFailure }))
  const socket = join(tmpdir(), `methods-${randomUUID().slice(0, 8)}.sock`)
  const listener = createServer((connection) => server.accept(connection)).listen(socket)
  await once(listener, 'listening')
  const client = new PluginClient(socket)
  closing.push(
    () => client.close(),
    () => server.destroy(),
    () => listener.close(),
  )
  return client
}

/** All that a procedure answers: one answer, or the events of a stream. It fails where the call does. */
async function answers(
  client: PluginClient,
  name: RpcName,
  request: object = {},
): Promise<readonly unknown[]> {
  const rpc = providerService[name] as {
    readonly kind: string
    readonly request: Message<object>
    readonly response: Message<object>
  }
  const path = `/${providerServiceName}/${name}`
  if (rpc.kind === 'unary') return [await client.unary(path, rpc.request, rpc.response, request)]
  const events: unknown[] = []
  await new Promise<void>((resolve, reject) => {
    client.grpc
      .makeServerStreamRequest(
        path,
        (message: object) => rpc.request.encode(message),
        (bytes: Buffer) => rpc.response.decode(bytes),
        request,
      )
      .on('data', (event: object) => events.push(event))
      .on('error', (error: ServiceError) => reject(error))
      .on('end', resolve)
  })
  return events
}

interface AnyAnswer {
  readonly diagnostics?: readonly object[]
  readonly diagnostic?: readonly object[]
  readonly error?: string | { readonly text: string }
  readonly type?: { readonly case: string; readonly value: AnyAnswer }
}

/** What an answer says is wrong, as hosts of the protocol read it. */
function errorsOf(answer: unknown): readonly string[] {
  const { diagnostics = [], diagnostic = [], error, type } = answer as AnyAnswer
  const text = typeof error === 'object' ? error.text : error
  return [
    ...[...diagnostics, ...diagnostic].map((each) => JSON.stringify(each)),
    ...(text ? [text] : []),
    ...(type?.case === 'completed' ? errorsOf(type.value) : []),
  ]
}

const throwing = (thrown: unknown) =>
  new Proxy({} as ProviderService, {
    get: (_, name) =>
      name === 'then'
        ? undefined
        : () => {
            throw thrown
          },
  })

/** An answer that no message can be made of. */
function unwritable(): object {
  return new Proxy(
    {},
    {
      get: (_, property) => {
        if (property !== 'then') throw new TypeError('a mistake in an answer')
      },
    },
  )
}

describe.each(names)('%s', (name) => {
  it.each([
    ['whose handler throws', async () => throwing(new TypeError('a mistake'))],
    ['whose provider cannot be loaded', async () => Promise.reject(new TypeError('a mistake'))],
    ['whose handler is not there', async () => ({}) as ProviderService],
    [
      'whose answer cannot be written',
      async () =>
        new Proxy({} as ProviderService, {
          get: (_, property) => {
            if (property === 'then') return undefined
            const misshapen = unwritable()
            return providerService[name].kind === 'unary'
              ? () => misshapen
              : async function* () {
                  yield misshapen
                }
          },
        }),
    ],
  ])('%s is answered with an error that says so', async (_, provider) => {
    const client = await clientOf(provider)
    const answered = await answers(client, name)
    expect(answered).toHaveLength(1)
    const [error = '', ...others] = errorsOf(answered[0])
    expect(error).toContain('Bug in the provider')
    expect(error).toMatch(/TF_LOG=DEBUG/)
    expect(others).toEqual([])
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain(`/${name}: `)
  })
})

describe.each(names)('%s', (name) => {
  it.each([
    [
      'an error of its own',
      new ProviderError({ ...runStopped(), summary: 'a\u001b[2J', message: 'b\u009b\u202e' }),
    ],
    ['a mistake', new ProviderBug('b\u001b[2J\u202e')],
  ])('answers %s without what a terminal would act upon', async (_, thrown) => {
    const client = await clientOf(async () => throwing(thrown))
    const [error = ''] = errorsOf((await answers(client, name))[0])
    expect(error).toContain('u{202e}')
    // Also where JSON has written it as an escape.
    for (const hidden of ['\u001b', '\\u001b', '\u009b', '\u202e']) expect(error).not.toContain(hidden)
  })
})

describe('a handler that throws', () => {
  const state = { msgpack: Buffer.from('state'), json: Buffer.alloc(0) }

  it('keeps the state, its identity and what is kept beside it', async () => {
    const client = await clientOf(async () => throwing(new Error('a mistake')))
    const kept = Buffer.from('kept')
    const typeName = 'test_thing'
    const identity = { identityData: { msgpack: Buffer.from('identity'), json: Buffer.alloc(0) } }
    const read = { typeName, currentState: state, private: kept, currentIdentity: identity }
    expect(await client.provider('ReadResource', read)).toMatchObject({
      newState: state,
      private: kept,
      newIdentity: identity,
    })
    const applied = { typeName, priorState: state, plannedPrivate: kept, plannedIdentity: identity }
    expect(await client.provider('ApplyResourceChange', applied)).toMatchObject({
      newState: state,
      private: kept,
      newIdentity: identity,
    })
    const planned = { typeName, priorState: state, priorPrivate: kept, priorIdentity: identity }
    expect(await client.provider('PlanResourceChange', planned)).toMatchObject({
      plannedState: state,
      plannedPrivate: kept,
      plannedIdentity: identity,
    })
  })

  it('has no identity for what was not created', async () => {
    const client = await clientOf(async () => throwing(new Error('a mistake')))
    const identity = { identityData: { msgpack: Buffer.from('identity'), json: Buffer.alloc(0) } }
    for (const priorState of [undefined, { msgpack: Buffer.of(0xc0), json: Buffer.alloc(0) }]) {
      const applied = { typeName: 'test_thing', priorState, plannedIdentity: identity }
      expect((await client.provider('ApplyResourceChange', applied)).newIdentity).toBeUndefined()
    }
  })

  it('after some events of a stream ends it with the error', async () => {
    const client = await clientOf(async () => ({
      ...throwing(undefined),
      async *InvokeAction() {
        yield { type: { case: 'progress' as const, value: { message: 'half way' } } }
        throw new Error('a mistake')
      },
      async *ListResource() {
        yield { displayName: 'first' }
        throw new Error('a mistake')
      },
    }))
    const [progress, completed] = await answers(client, 'InvokeAction')
    expect(progress).toMatchObject({ type: { case: 'progress' } })
    expect(completed).toMatchObject({ type: { case: 'completed' } })
    expect(errorsOf(completed)).toEqual([expect.stringContaining('a mistake')])
    const [first, last, ...others] = await answers(client, 'ListResource')
    expect(first).toMatchObject({ displayName: 'first' })
    expect(errorsOf(last)).toEqual([expect.stringContaining('a mistake')])
    expect(others).toEqual([])
  })

  it.each([
    ['what a person is to read', new ProviderError(runStopped()), 'run-stopped'],
    [
      'why the call ends',
      new Interruption(Status.deadlineExceeded, 'Too late.', 'Again.'),
      'call-interrupted',
    ],
  ])('%s is told as such, and is no matter for a log', async (_, thrown, code) => {
    const client = await clientOf(async () => throwing(thrown))
    const [answer] = await answers(client, 'ReadResource')
    expect(errorsOf(answer)).toEqual([expect.stringContaining(`[test:${code}]`)])
    expect(logged).toEqual([])
  })

  it('a rule that was broken is told without the name of an error', async () => {
    const client = await clientOf(async () => throwing(new ProviderBug('There is none.')))
    const [answer] = await answers(client, 'ReadResource')
    expect(errorsOf(answer)[0]).toContain('In ReadResource: There is none.')
  })
})

describe('a definition that throws', () => {
  const broken = (): never => {
    throw new TypeError('a mistake of the author')
  }
  const { resource, dataSource } = definitionsFor<TestContext>()
  const attributes = {
    name: string({ required: true, description: 'An attribute.' }),
    id: string({ computed: true, description: 'An attribute.' }),
  }
  const thing = resource('thing', {
    description: 'A thing.',
    attributes,
    version: 1,
    upgrades: { 0: broken },
    moves: { thing: broken },
    privateData: { record: () => undefined, note: () => undefined },
    validate: broken,
    plan: broken,
    planDestroy: broken,
    prefetch: broken,
    create: broken,
    read: broken,
    update: broken,
    delete: broken,
    importState: broken,
  })
  const unloadable = late<typeof thing>('unloadable', async () => broken())
  const facts = dataSource('facts', { description: 'Facts.', attributes, validate: broken, read: broken })
  const fails = providerFunction('fails', {
    summary: 'Fails',
    description: 'Fails.',
    parameters: {},
    returns: types.string,
    run: broken,
  })

  async function serve(isConfigurable: boolean): Promise<PluginClient> {
    const { service } = providerServer<TestContext>(
      {
        name: 'test',
        source: 'maker/test',
        description: 'A provider of mistakes.',
        attributes: {},
        resources: [thing, unloadable],
        dataSources: [facts],
        functions: [fails, late('gone', async () => broken())],
        validate: broken,
        configure: isConfigurable ? () => ({ shelf: new Map() }) : broken,
      },
      silentLogger,
    )
    const client = await clientOf(async () => service)
    if (isConfigurable) await client.provider('ConfigureProvider', { config: pack({}, {}) })
    return client
  }

  const typeName = 'test_thing'
  const state = pack(attributes, { name: 'a', id: '1' })
  const changed = pack(attributes, { name: 'b', id: '1' })
  const none = pack(attributes, null)
  const config = pack(attributes, { name: 'a', id: null })
  const rawState = { json: Buffer.from('{"name":"a","id":"1"}') }

  const calls: readonly (readonly [RpcName, object])[] = [
    ['ValidateProviderConfig', { config: pack({}, {}) }],
    ['ValidateResourceConfig', { typeName, config }],
    ['UpgradeResourceState', { typeName, version: 0, rawState }],
    ['ReadResource', { typeName, currentState: state }],
    ['PlanResourceChange', { typeName, priorState: state, proposedNewState: changed, config }],
    ['PlanResourceChange', { typeName, priorState: state, proposedNewState: none, config: none }],
    ['ApplyResourceChange', { typeName, priorState: none, plannedState: state, config }],
    ['ApplyResourceChange', { typeName, priorState: state, plannedState: changed, config }],
    ['ApplyResourceChange', { typeName, priorState: state, plannedState: none, config: none }],
    ['ImportResourceState', { typeName, id: '1' }],
    [
      'MoveResourceState',
      {
        sourceProviderAddress: 'registry.terraform.io/maker/test',
        sourceTypeName: typeName,
        sourceSchemaVersion: 1,
        sourceState: rawState,
        targetTypeName: typeName,
      },
    ],
    ['ValidateDataResourceConfig', { typeName: 'test_facts', config }],
    ['ReadDataSource', { typeName: 'test_facts', config }],
    ['CallFunction', { name: 'fails' }],
    ['CallFunction', { name: 'gone' }],
    ['GetFunctions', {}],
    ['GetProviderSchema', {}],
    ['GetResourceIdentitySchemas', {}],
    ['ReadResource', { typeName: 'test_unloadable', currentState: state }],
  ]

  it.each(calls)('is answered by %s with an error that names the mistake', async (name, request) => {
    const [answer] = await answers(await serve(true), name, request)
    expect(errorsOf(answer)).toEqual([expect.stringContaining('a mistake of the author')])
  })

  it.each([
    ['ReadResource', { typeName: 'test_nothing' }, 'This provider does not have test_nothing.'],
    ['ReadDataSource', { typeName: 'test_nothing' }, 'This provider does not have test_nothing.'],
    ['ApplyResourceChange', { typeName, priorState: { msgpack: Buffer.of(0x93) } }, 'Bug in the provider'],
    ['UpgradeResourceState', { typeName, version: 1, rawState: { json: Buffer.from('{') } }, 'JSON'],
  ] as const)('nor does %s fail for a request that makes no sense: %j', async (name, request, said) => {
    const [answer] = await answers(await serve(true), name, request)
    expect(errorsOf(answer)).toEqual([expect.stringContaining(said)])
  })

  it('is answered where it configures the provider', async () => {
    const [answer] = await answers(await serve(false), 'ConfigureProvider', { config: pack({}, {}) })
    expect(errorsOf(answer)).toEqual([expect.stringContaining('a mistake of the author')])
  })

  it('does not put out the process where it begins work ahead of time', async () => {
    const client = await serve(true)
    const answer = await client.provider('UpgradeResourceState', { typeName, version: 1, rawState })
    expect(answer.diagnostics).toEqual([])
    expect((await client.provider('GetMetadata', {})).diagnostics).toEqual([])
  })

  it('does not concern the procedures that load nothing', async () => {
    const client = await serve(true)
    for (const name of unaryNames.filter((each) => /^GetMetadata|^StopProvider/.test(each)))
      expect((await answers(client, name)).flatMap(errorsOf)).toEqual([])
  })
})
