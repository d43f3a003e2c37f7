import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { providerAttributes } from '@webfilter/appliance-declarations/provider-settings'
import { type Attributes, type ObjectValue, providerServer, unknown } from '@webfilter/terraform-plugin'
import { type Call, definitionsOf, type Value } from '@webfilter/terraform-plugin/testing'
import { pack, silentLogger } from '../../packages/terraform-plugin/test/provider/pretend-terraform'
import { provider } from '../../src/provider'

const call: Call = { signal: new AbortController().signal, whenAnswered: setImmediate }
const server = providerServer(provider, silentLogger)
const { service } = server
const nothing = { providerMeta: undefined, clientCapabilities: undefined }
const noBytes = Buffer.alloc(0)

/** The content of a list where a name is due, a word without end, a sentence without end, and one with a quotation mark in it. */
const long: readonly string[] = [
  'ads.example\n'.repeat(10_000),
  'a'.repeat(100_000),
  'a long text '.repeat(10_000),
  '"quoted" '.repeat(10_000),
]

beforeAll(async () => {
  const config = pack(
    providerAttributes,
    // Most areas have ports of their own, at which an emulator may be listening on 127.0.0.1: no test may change it.
    complete(providerAttributes, { base_url: 'http://[::1]:9', retries: 0 }, null),
  )
  await service.ConfigureProvider({ terraformVersion: '1.11.4', config, clientCapabilities: undefined }, call)
})
afterAll(() => server.end())

describe('values of any length are quoted in few words', () => {
  test('of resources that are checked, planned, created, read and imported', async () => {
    for (const { name, attributes } of await definitionsOf(provider.resources)) {
      const typeName = `appliance_${name}`
      for (const values of eachLong(attributes)) {
        const config = pack(attributes, complete(attributes, values, null))
        const proposed = pack(attributes, complete(attributes, values, unknown))
        const known = pack(attributes, complete(attributes, values, 'known'))
        const prior = pack(attributes, null)
        const at = [typeName, Object.entries(values)]
        await expectShort(
          at,
          service.ValidateResourceConfig({ typeName, config, clientCapabilities: undefined }, call),
        )
        await expectShort(
          at,
          service.PlanResourceChange(
            {
              typeName,
              config,
              priorState: prior,
              proposedNewState: proposed,
              priorPrivate: noBytes,
              plannedPrivate: noBytes,
              priorIdentity: undefined,
              ...nothing,
            },
            call,
          ),
        )
        await expectShort(
          at,
          service.ApplyResourceChange(
            {
              typeName,
              config,
              priorState: prior,
              plannedState: proposed,
              plannedPrivate: noBytes,
              plannedIdentity: undefined,
              ...nothing,
            },
            call,
          ),
        )
        await expectShort(
          at,
          service.ReadResource(
            { typeName, currentState: known, private: noBytes, currentIdentity: undefined, ...nothing },
            call,
          ),
        )
      }
      for (const id of long)
        await expectShort(
          [typeName, 'import'],
          service.ImportResourceState(
            { typeName, id, clientCapabilities: undefined, identity: undefined },
            call,
          ),
        )
    }
  }, 120_000)

  test('of data sources', async () => {
    for (const { name, attributes } of await definitionsOf(provider.dataSources)) {
      const typeName = `appliance_${name}`
      for (const values of eachLong(attributes)) {
        const config = pack(attributes, complete(attributes, values, null))
        const at = [typeName, Object.entries(values)]
        await expectShort(at, service.ValidateDataResourceConfig({ typeName, config }, call))
        await expectShort(at, service.ReadDataSource({ typeName, config, ...nothing }, call))
      }
    }
  }, 120_000)

  test('of the settings of the provider', async () => {
    for (const values of eachLong(providerAttributes)) {
      const config = pack(providerAttributes, complete(providerAttributes, values, null))
      await expectShort(['provider'], service.ValidateProviderConfig({ config }, call))
      const other = providerServer(provider, silentLogger)
      await expectShort(
        ['provider'],
        other.service.ConfigureProvider(
          { terraformVersion: '1.11.4', config, clientCapabilities: undefined },
          call,
        ),
      )
      await other.end()
    }
  })
})

async function expectShort(at: readonly unknown[], answered: Promise<object> | object): Promise<void> {
  const answer: { readonly diagnostics?: readonly { readonly detail?: string }[] } = await answered
  for (const { detail = '' } of answer.diagnostics ?? [])
    if (detail.length > 3_000)
      throw new Error(
        `${JSON.stringify(at).slice(0, 200)}: ${detail.length} characters: ${detail.slice(0, 1_000)}`,
      )
  expect(answer.diagnostics?.length ?? 0).toBeLessThan(60)
}

/** The values of each attribute that takes a text, or a list of texts, with one that is long; the others have something usual. */
function eachLong(attributes: Attributes): readonly ObjectValue[] {
  const usual = Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { presence, type }]) =>
      presence === 'required' ? [[name, usualValue(type.kind)]] : [],
    ),
  )
  return Object.entries(attributes).flatMap(([name, { presence, type }]) => {
    if (presence === 'computed') return []
    if (type.kind === 'string') return long.map((text) => ({ ...usual, [name]: text }))
    if (type.kind !== 'list' && type.kind !== 'set') return []
    if (type.element.kind !== 'string') return []
    return long.map((text) => ({ ...usual, [name]: [text] }))
  })
}

function usualValue(kind: string): Value {
  if (kind === 'number') return 7
  if (kind === 'bool') return true
  return kind === 'list' || kind === 'set' ? ['a.example'] : 'usual'
}

/** @param computed of what is computed and not given */
function complete(attributes: Attributes, values: ObjectValue, computed: Value): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { presence, type }]) => {
      const isLeft = presence.includes('computed') || presence === 'defaulted'
      const left = computed === 'known' ? (type.kind === 'string' ? 'known' : null) : computed
      return [name, values[name] ?? (isLeft ? left : null)]
    }),
  )
}
