import type { Logger } from '../../src/plugin/logger'
import type { Call, ProviderService, RequestOf, ResponseOf } from '../../src/protocol/service'
import type { DataSource, ProviderDefinition, Resource } from '../../src/provider/definition'
import { providerServer } from '../../src/provider/server'
import type { Attributes } from '../../src/schema/attribute'
import { objectOf } from '../../src/schema/object'
import { decodeValue } from '../../src/values/msgpack-decode'
import { encodeValue } from '../../src/values/msgpack-encode'
import type { ObjectValue, Value } from '../../src/values/value'

export interface TestContext {
  readonly shelf: Map<string, unknown>
}

export const silentLogger: Logger = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

const call: Call = { signal: new AbortController().signal, whenAnswered: setImmediate }

/** A provider with one resource, whose procedures are called as Terraform calls them, without the wire. */
export function serve(
  attributes: Attributes,
  { resources = [], dataSources = [], ...rest }: Partial<ProviderDefinition<Attributes, TestContext>>,
) {
  const shelf = new Map<string, unknown>()
  const provider: ProviderDefinition<Attributes, TestContext> = {
    name: 'test',
    description: 'A provider to try the framework on.',
    attributes: {},
    resources,
    dataSources,
    configure: () => ({ shelf }),
    ...rest,
  }
  const { service, stop } = providerServer(provider, silentLogger)
  return { service, stop, shelf, pack: (value: ObjectValue | null) => pack(attributes, value), call }
}

export function pack(attributes: Attributes, value: ObjectValue | null) {
  return { msgpack: encodeValue(objectOf(attributes), value), json: new Uint8Array() }
}

export function unpack(
  attributes: Attributes,
  wire: { readonly msgpack?: Uint8Array | undefined } | undefined,
): Value {
  return wire?.msgpack?.length ? decodeValue(objectOf(attributes), wire.msgpack) : null
}

export interface Planned {
  readonly response: ResponseOf<'PlanResourceChange'>
  readonly planned: Value
}

export async function configured(service: ProviderService): Promise<void> {
  await service.ConfigureProvider(
    { terraformVersion: '1.11.4', config: pack({}, {}), clientCapabilities: undefined },
    call,
  )
}

interface PlanWanted {
  readonly prior?: ObjectValue | null
  readonly config: ObjectValue
  readonly priorPrivate?: Uint8Array | undefined
  readonly priorIdentity?: RequestOf<'PlanResourceChange'>['priorIdentity']
  /** Of the plan that is applied; hosts that say that they keep it send it with the plan that an apply begins with. */
  readonly plannedPrivate?: Uint8Array | undefined
  readonly storesPlannedPrivate?: boolean
}

/** Plans like Terraform: what the configuration leaves to the provider is proposed as it was. */
export async function plan(
  service: ProviderService,
  attributes: Attributes,
  {
    prior = null,
    config,
    priorPrivate = Buffer.from('kept'),
    priorIdentity,
    plannedPrivate = new Uint8Array(),
    storesPlannedPrivate = false,
  }: PlanWanted,
): Promise<Planned> {
  const response = await service.PlanResourceChange(
    {
      typeName: 'test_thing',
      priorState: pack(attributes, prior),
      proposedNewState: pack(attributes, merge(attributes, prior, config)),
      config: pack(attributes, config),
      priorPrivate,
      providerMeta: undefined,
      clientCapabilities: {
        deferralAllowed: false,
        writeOnlyAttributesAllowed: true,
        storePlannedPrivate: storesPlannedPrivate,
        computedBlocksAllowed: storesPlannedPrivate,
      },
      priorIdentity,
      plannedPrivate,
    },
    call,
  )
  return { response, planned: unpack(attributes, response.plannedState) }
}

function merge(attributes: Attributes, prior: ObjectValue | null, config: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { presence }]) => [
      name,
      config[name] ??
        (presence.includes('computed') || presence === 'defaulted' ? (prior?.[name] ?? null) : null),
    ]),
  )
}

interface Applied {
  readonly prior?: ObjectValue | null
  readonly planned: Value
  readonly config: ObjectValue | null
  readonly plannedPrivate?: Uint8Array | undefined
  readonly plannedIdentity?: RequestOf<'ApplyResourceChange'>['plannedIdentity']
}

export async function apply(
  service: ProviderService,
  attributes: Attributes,
  { prior = null, planned, config, plannedPrivate = Buffer.from('kept'), plannedIdentity }: Applied,
) {
  const request: RequestOf<'ApplyResourceChange'> = {
    typeName: 'test_thing',
    priorState: pack(attributes, prior),
    plannedState: pack(attributes, planned as ObjectValue | null),
    config: pack(attributes, config),
    plannedPrivate,
    providerMeta: undefined,
    plannedIdentity,
  }
  const response = await service.ApplyResourceChange(request, call)
  return { response, state: unpack(attributes, response.newState) }
}

export async function read(
  service: ProviderService,
  attributes: Attributes,
  state: ObjectValue | null,
  privateData: Uint8Array = Buffer.from('kept'),
  currentIdentity?: RequestOf<'ReadResource'>['currentIdentity'],
) {
  const currentState = pack(attributes, state)
  const response = await service.ReadResource(
    {
      typeName: 'test_thing',
      currentState,
      private: privateData,
      providerMeta: undefined,
      clientCapabilities: undefined,
      currentIdentity,
    },
    call,
  )
  return { response, state: unpack(attributes, response.newState), sent: currentState }
}

export function messages(response: { readonly diagnostics?: readonly unknown[] | undefined }): string[] {
  return (response.diagnostics ?? []).map((diagnostic) => {
    const { severity, summary, detail } = diagnostic as { severity: string; summary: string; detail: string }
    return `${severity}: ${summary}\n${detail}`
  })
}

export type { DataSource, Resource }
