import { resolve } from 'node:path'
import { type ServiceError, status } from '@grpc/grpc-js'
import fc from 'fast-check'
import { PluginClient } from '../../../engine/plugin-client'
import { providerAttributes } from '../../../src/provider-configuration'
import { category } from '../../../src/resources/category/category'
import { magicCookie } from '../../../src/terraform/plugin/handshake'
import type { Rpc, RpcKind } from '../../../src/terraform/protocol/rpc'
import type { RpcName } from '../../../src/terraform/protocol/service'
import { providerService, providerServiceName } from '../../../src/terraform/protocol/tfplugin6'
import { objectOf } from '../../../src/terraform/schema/object-type'
import { encodeValue } from '../../../src/terraform/values/msgpack-encode'
import type { Value } from '../../../src/terraform/values/value'
import { PluginProcess } from './plugin-process'

const executable = resolve(__dirname, '../../../dist/provider/terraform-provider-appliance')
const names = Object.keys(providerService) as RpcName[]
const unaryNames = names.filter((name) => providerService[name].kind === 'unary')
/** Those whose answer to an empty request is blank, and rightly so. */
const nothingToSay: readonly RpcName[] = [
  'ValidateProviderConfig',
  'ConfigureProvider',
  'StopProvider',
  'GetResourceIdentitySchemas',
  'GetFunctions',
]

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
    ['ListResource', '[appliance:not-supported]'],
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
      { numRuns: 300 },
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
    expect(schema.serverCapabilities).toMatchObject({ planDestroy: true, getProviderSchemaOptional: true })
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
    const upgraded = await client.provider('UpgradeResourceState', { typeName, rawState: { json: state } })
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
      { severity: 'error' },
    ])
    expect((await client.provider('PlanAction', {})).diagnostics).toMatchObject([{ severity: 'error' }])
    expect((await client.provider('CallFunction', {})).error?.text).toContain('no functions')
    expect(await client.provider('GetFunctions', {})).toEqual({ functions: {}, diagnostics: [] })
    expect(
      (await client.provider('ReadResource', { typeName: 'appliance_nothing' }).catch(String)).toString(),
    ).toContain('does not have appliance_nothing')
  })
})
