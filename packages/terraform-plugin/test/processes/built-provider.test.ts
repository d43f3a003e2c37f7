import { resolve } from 'node:path'
import { type ServiceError, status } from '@grpc/grpc-js'
import { providerAttributes } from '@webfilter/appliance-declarations/provider-settings'
import fc from 'fast-check'
import { category } from '../../../../src/resources/category/category'
import { anyText } from '../../../../test/any-text'
import { times } from '../../../../test/lanes/extent'
import { magicCookie } from '../../src/plugin/serve-plugin'
import type { Rpc, RpcKind } from '../../src/protocol/rpc'
import type { RpcName } from '../../src/protocol/service'
import { providerService, providerServiceName } from '../../src/protocol/tfplugin6'
import { objectOf } from '../../src/schema/object'
import { identitySchemaProblems } from '../../src/testing/host'
import { PluginClient } from '../../src/testing/plugin-client'
import { decodeValue } from '../../src/values/msgpack-decode'
import { encodeValue } from '../../src/values/msgpack-encode'
import { listType, stringType, unknown, type Value, type ValueType } from '../../src/values/value'
import { PluginProcess } from './plugin-process'

const executable = resolve(__dirname, '../../../../dist/provider/terraform-provider-appliance')
const names = Object.keys(providerService) as RpcName[]
const unaryNames = names.filter((name) => providerService[name].kind === 'unary')
/** Those whose answer to an empty request is blank, and rightly so. */
const nothingToSay: readonly RpcName[] = ['ValidateProviderConfig', 'ConfigureProvider', 'StopProvider']

const pack = (attributes: Parameters<typeof objectOf>[0], values: Record<string, Value> | null) => ({
  msgpack: encodeValue(
    objectOf(attributes),
    values && { ...Object.fromEntries(Object.keys(attributes).map((name) => [name, null])), ...values },
  ),
})

/** Unlike `decode` alone, which takes a message of another kind for a blank one, it gives back only what was understood. */
function encodedAgain(name: RpcName, answer: Buffer): Buffer {
  const { response } = providerService[name] as Rpc<object, object, RpcKind>
  return Buffer.from(response.encode(response.decode(answer)))
}

describe('the provider that was built, asked by a standard gRPC client', () => {
  let plugin: PluginProcess
  let client: PluginClient

  beforeAll(async () => {
    plugin = new PluginProcess([executable], { ...process.env, [magicCookie.name]: magicCookie.value })
    const [, , , socketPath = ''] = await plugin.handshake()
    client = new PluginClient(socketPath)
  })

  afterAll(async () => {
    await client.shutdown()
    client.close()
    expect(await plugin.exitCode).toBe(0)
  })

  /** The bytes of an answer, or the code of the failure. */
  const raw = (name: string, bytes: Buffer): Promise<Buffer | number> =>
    new Promise((settle) => {
      client.grpc.makeUnaryRequest(
        `/${providerServiceName}/${name}`,
        (message: Buffer) => message,
        (message: Buffer) => message,
        bytes,
        (error: ServiceError | null, answer?: Buffer) =>
          settle(error ? error.code : (answer ?? Buffer.alloc(0))),
      )
    })

  const stream = (name: string, bytes: Buffer): Promise<readonly Buffer[] | number> =>
    new Promise((settle) => {
      const events: Buffer[] = []
      client.grpc
        .makeServerStreamRequest(
          `/${providerServiceName}/${name}`,
          (message: Buffer) => message,
          (message: Buffer) => message,
          bytes,
        )
        .on('data', (event: Buffer) => events.push(event))
        .on('error', (error: ServiceError) => settle(error.code))
        .on('end', () => settle(events))
    })

  it.each(unaryNames)(
    'answers an empty %s with a message of its kind, or says that something is missing',
    async (name) => {
      const answer = await raw(name, Buffer.alloc(0))
      if (typeof answer === 'number') {
        expect(answer).toBe(status.INTERNAL)
      } else {
        expect(encodedAgain(name, answer)).toEqual(answer)
        expect(answer.length === 0).toBe(nothingToSay.includes(name))
      }
    },
  )

  it.each([
    ['InvokeAction', '[appliance:provider-bug]'],
    ['ListResource', '[appliance:provider-bug]'],
  ] as const)('answers an empty %s with an event that says so', async (name, code) => {
    const events = await stream(name, Buffer.alloc(0))
    expect(JSON.stringify(events)).not.toBe('[]')
    if (typeof events === 'number') throw new Error(`failed with ${events}`)
    const decoded = events.map((event) => providerService[name].response.decode(event))
    expect(JSON.stringify(decoded)).toContain(code)
  })

  it('is not put out by bytes that are no message', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...unaryNames),
        fc.uint8Array({ maxLength: 300 }),
        async (name, bytes) => {
          const answer = await raw(name, Buffer.from(bytes))
          if (typeof answer === 'number') expect([status.INVALID_ARGUMENT, status.INTERNAL]).toContain(answer)
          else expect(encodedAgain(name, answer)).toEqual(answer)
        },
      ),
      { numRuns: times(300) },
    )
    expect(await client.health('plugin')).toEqual({ status: 'serving' })
  })

  it('names its resources and data sources, in short and with their schemas', async () => {
    const metadata = await client.provider('GetMetadata', {})
    expect(metadata.resources.map(({ typeName }) => typeName)).toContain('appliance_category')
    const schema = await client.provider('GetProviderSchema', {})
    expect(Object.keys(schema.resourceSchemas)).toEqual(metadata.resources.map(({ typeName }) => typeName))
    expect(Object.keys(schema.dataSourceSchemas)).toEqual(
      metadata.dataSources.map(({ typeName }) => typeName),
    )
    expect(Object.keys(schema.functions)).toEqual(metadata.functions.map(({ name }) => name))
    expect(Object.keys(schema.listResourceSchemas)).toEqual(
      metadata.listResources.map(({ typeName }) => typeName),
    )
    expect(schema.serverCapabilities).toMatchObject({
      planDestroy: true,
      getProviderSchemaOptional: true,
      moveResourceState: true,
      generateResourceConfig: true,
    })
    const { identitySchemas } = await client.provider('GetResourceIdentitySchemas', {})
    expect(identitySchemaProblems({ identitySchemas }, Object.keys(schema.resourceSchemas))).toEqual([])
    expect(Object.keys(identitySchemas)).toEqual(
      expect.arrayContaining(Object.keys(schema.listResourceSchemas)),
    )
  })

  it('validates, configures, upgrades, plans, and reports a value that does not fit', async () => {
    const config = pack(providerAttributes, { base_url: 'http://127.0.0.1:1' })
    expect((await client.provider('ValidateProviderConfig', { config })).diagnostics).toEqual([])
    expect(
      (await client.provider('ConfigureProvider', { config, terraformVersion: '1.11.4' })).diagnostics,
    ).toEqual([])

    const typeName = 'appliance_category'
    const invalid = pack(category.attributes, { name: 'ads', sites: ['no site'] })
    const validated = await client.provider('ValidateResourceConfig', { typeName, config: invalid })
    expect(validated.diagnostics).toMatchObject([{ severity: 'error', summary: 'Not a valid site' }])
    const misshapen = await client.provider('ValidateResourceConfig', {
      typeName,
      config: { msgpack: Buffer.of(0x81, 0xa1) },
    })
    expect(misshapen.diagnostics).toMatchObject([{ severity: 'error' }])

    const state = Buffer.from('{"name":"ads"}')
    const upgraded = await client.provider('UpgradeResourceState', {
      typeName,
      version: 1,
      rawState: { json: state },
    })
    expect(upgraded.diagnostics).toEqual([])
    expect(upgraded.upgradedState?.msgpack.length).toBeGreaterThan(0)

    const wanted = pack(category.attributes, { name: 'ads' })
    const planned = await client.provider('PlanResourceChange', {
      typeName,
      priorState: pack(category.attributes, null),
      proposedNewState: wanted,
      config: wanted,
    })
    expect(planned.diagnostics).toMatchObject([{ severity: 'warning' }])
    expect(planned.plannedState?.msgpack.length).toBeGreaterThan(0)
    expect(await client.provider('StopProvider', {})).toEqual({ error: '' })
  })

  it('refuses what it does not offer by name', async () => {
    expect((await client.provider('MoveResourceState', {})).diagnostics).toMatchObject([
      { severity: 'error' },
    ])
    expect((await client.provider('OpenEphemeralResource', {})).diagnostics).toMatchObject([
      { severity: 'error', detail: expect.stringContaining('[appliance:not-supported]') },
    ])
    expect((await client.provider('PlanAction', {})).diagnostics).toMatchObject([{ severity: 'error' }])
    expect((await client.provider('CallFunction', { name: 'nothing' })).error?.text).toContain('no function')
    const { diagnostics } = await client.provider('ReadResource', { typeName: 'appliance_nothing' })
    expect(diagnostics).toMatchObject([
      { severity: 'error', detail: expect.stringContaining('does not have appliance_nothing') },
    ])
  })

  describe('calls functions as hosts of the protocol do', () => {
    const text = (value: Value) => ({ msgpack: encodeValue(stringType, value) })
    const list = (value: Value) => ({ msgpack: encodeValue(listType(stringType), value) })
    const call = (name: string, ...args: readonly { readonly msgpack?: Uint8Array }[]) =>
      client.provider('CallFunction', { name, arguments: args })
    const resultOf = (type: ValueType, answer: Awaited<ReturnType<typeof call>>) => {
      expect(answer.error).toBeUndefined()
      return decodeValue(type, answer.result?.msgpack ?? Buffer.of())
    }

    it('with any number of lists', async () => {
      const merged = await call('merge_sites', list(['www.b.example']), list(['a.example', 'B.example']))
      expect(resultOf(listType(stringType), merged)).toEqual(['a.example', 'b.example'])
      expect(resultOf(listType(stringType), await call('merge_sites'))).toEqual([])
    })

    it('the same in GetFunctions as in the schema', async () => {
      const { functions } = await client.provider('GetFunctions', {})
      expect(functions).toEqual((await client.provider('GetProviderSchema', {})).functions)
    })

    it('with a value that is not known yet, of which the result is not known either', async () => {
      const merged = await call('merge_sites', list(['a.example', unknown]), list(['no site']))
      expect(resultOf(listType(stringType), merged)).toEqual(unknown)
      const unknownYet = await call('normalize_site', text(unknown))
      expect(resultOf(stringType, unknownYet)).toEqual(unknown)
    })

    it('with a null, which OpenTofu sends as nothing', async () => {
      for (const given of [text(null), {}]) {
        expect((await call('normalize_site', given)).error).toEqual({
          text: 'it must not be null',
          functionArgument: 0,
        })
      }
      expect((await call('merge_sites', list(['a.example', null]))).error).toMatchObject({
        functionArgument: 0,
      })
    })

    it('gives the same for the same, and either a result or an error, for any text', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('normalize_site', 'parse_sites', 'registrable_domain'),
          fc.oneof(anyText(), fc.webUrl(), fc.domain(), fc.ipV4(), fc.ipV6()),
          async (name, given) => {
            const wellFormed = Buffer.from(given).toString()
            const [one, again] = await Promise.all([
              call(name, text(wellFormed)),
              call(name, text(wellFormed)),
            ])
            expect(again).toEqual(one)
            expect([one.result, one.error].filter((each) => each !== undefined)).toHaveLength(1)
            expect(one.error?.text ?? '').not.toMatch(/Bug|\.$/)
          },
        ),
        { numRuns: times(300) },
      )
    })
  })
})
