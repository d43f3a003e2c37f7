import { processLogger } from '../../plugin/logger'
import { providerMethods } from '../../plugin/provider-methods'
import type { MessageType, PartialMessage } from '../../protobuf/message'
import type { Rpc } from '../../protocol/rpc'
import type { Call, ProviderRpcs, RequestOf } from '../../protocol/service'
import { type Diagnostic, providerService, providerServiceName, type Schema } from '../../protocol/tfplugin6'
import type { ProviderDefinition } from '../../provider/definition'
import { type ProviderServer, providerServer } from '../../provider/server'
import type { Attributes } from '../../schema/attribute'
import { decodeJson } from '../../values/json'
import { decodeValue } from '../../values/msgpack-decode'
import { encodeValue } from '../../values/msgpack-encode'
import { isObjectValue, type ObjectValue, type ValueType } from '../../values/value'
import { HostFailure } from '../host'
import type { UnaryName } from '../plugin-client'
import { complete, objectTypeOf, type WireAttributes } from '../wire-schema'

/** What a provider said. Each is a text whose first line is the summary of the diagnostic, and whose rest is its detail. */
export interface Told {
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** That nothing was said. */
export const silence: Told = { errors: [], warnings: [] }

/** What was said, one after the other. */
export function merged(...told: readonly Told[]): Told {
  return {
    errors: told.flatMap(({ errors }) => errors),
    warnings: told.flatMap(({ warnings }) => warnings),
  }
}

/** What a provider says of a type: how values of it are written, and the version of its states. */
export interface TypeSchema {
  readonly attributes: WireAttributes
  readonly type: ValueType
  readonly version: number
}

/** What a provider offers, by the names of types. */
export interface Schemas {
  readonly provider: TypeSchema
  readonly resources: ReadonlyMap<string, TypeSchema>
  readonly dataSources: ReadonlyMap<string, TypeSchema>
}

/** What a stored state is made of. */
export interface StoredObject {
  /** JSON, as it stands in the state's file. */
  readonly json: string
  readonly private: Uint8Array
  readonly schemaVersion: number
}

/** What a provider is asked to plan. */
export interface PlanRequest {
  readonly prior: ObjectValue | null
  readonly proposed: ObjectValue | null
  readonly config: ObjectValue | null
  readonly priorPrivate: Uint8Array
  /** Private data of the plan that is applied, which Terraform keeps from 1.16 on. */
  readonly plannedPrivate?: Uint8Array | undefined
}

/** A plan of one object. */
export interface PlanAnswer extends Told {
  readonly planned: ObjectValue | null
  readonly plannedPrivate: Uint8Array
  /** Names of top-level attributes. */
  readonly requiresReplace: readonly string[]
}

/** A state of one object, null where there is none. */
export interface StateAnswer extends Told {
  readonly state: ObjectValue | null
  readonly private: Uint8Array
}

/** Any provider. What its procedures pass on to each other is its own affair. */
// biome-ignore lint/suspicious/noExplicitAny: ProviderData stands in both directions, so no other type takes every provider.
export type AnyProvider = ProviderDefinition<Attributes, any>

export const noPrivate = new Uint8Array()

const asked = new WeakMap<AnyProvider, Promise<Schemas>>()

/** What a provider says of itself, for which each is asked once: it says the same at each start. */
export function schemasOf(definition: AnyProvider): Promise<Schemas> {
  const schemas = asked.get(definition) ?? askSchemas(definition)
  asked.set(definition, schemas)
  return schemas
}

async function askSchemas(definition: AnyProvider): Promise<Schemas> {
  const run = new ProviderRun(definition)
  try {
    return await run.schemas()
  } finally {
    await run.end()
  }
}

/**
 * One start of a provider, as an engine starts one for each walk of its graph: configured once, asked for every resource, ended. It is served in
 * this process, and gets and gives the bytes that go over the wire.
 */
export class ProviderRun {
  readonly #server: ProviderServer
  readonly #methods: ReturnType<typeof providerMethods>
  readonly #schemas: Schemas | undefined

  /** @param schemas of the provider; without them it can only be asked for them */
  constructor(definition: AnyProvider, schemas?: Schemas) {
    this.#server = providerServer(definition, processLogger(definition.name))
    this.#methods = providerMethods(async () => this.#server.service, { name: definition.name })
    this.#schemas = schemas
  }

  async schemas(): Promise<Schemas> {
    const {
      provider,
      resourceSchemas = {},
      dataSourceSchemas = {},
    } = await this.#call('GetProviderSchema', {})
    return {
      provider: typeSchema(provider),
      resources: byType(resourceSchemas),
      dataSources: byType(dataSourceSchemas),
    }
  }

  /** What Terraform asks for when a person presses Ctrl-C. */
  async stop(): Promise<void> {
    await this.#call('StopProvider', {})
  }

  async end(): Promise<void> {
    await this.#server.end()
  }

  /** Configures the provider, which was asked before whether that can be. @param settings what is left out is null */
  async configure(settings: ObjectValue, terraformVersion = imitatedVersion): Promise<Told> {
    const { attributes, type } = this.#known.provider
    const config = pack(type, complete(attributes, settings))
    const checked = told(await this.#call('ValidateProviderConfig', { config }))
    if (checked.errors.length > 0) return checked
    return merged(
      checked,
      told(await this.#call('ConfigureProvider', { terraformVersion, config, clientCapabilities })),
    )
  }

  async validate(typeName: string, config: ObjectValue): Promise<Told> {
    const request = { typeName, config: pack(this.resource(typeName).type, config), clientCapabilities }
    return told(await this.#call('ValidateResourceConfig', request))
  }

  async validateData(typeName: string, config: ObjectValue): Promise<Told> {
    const request = { typeName, config: pack(this.dataSource(typeName).type, config) }
    return told(await this.#call('ValidateDataResourceConfig', request))
  }

  async readData(typeName: string, config: ObjectValue): Promise<StateAnswer> {
    const { type } = this.dataSource(typeName)
    const answer = await this.#call('ReadDataSource', {
      typeName,
      config: pack(type, config),
      clientCapabilities,
    })
    return { ...told(answer), state: unpack(type, answer.state), private: noPrivate }
  }

  /** The value of a stored state. Terraform asks for every state that it reads, whatever its version. */
  async upgrade(
    typeName: string,
    { json, schemaVersion }: StoredObject,
  ): Promise<Told & { state: ObjectValue | null }> {
    const { type } = this.resource(typeName)
    const rawState = { json: Buffer.from(json), flatmap: {} }
    const answer = await this.#call('UpgradeResourceState', { typeName, version: schemaVersion, rawState })
    return { ...told(answer), state: unpack(type, answer.upgradedState) }
  }

  /** What a state of another type is as one of this type. */
  async move(
    sourceTypeName: string,
    targetTypeName: string,
    { json, schemaVersion, private: sourcePrivate }: StoredObject,
    sourceProviderAddress: string,
  ): Promise<StateAnswer> {
    const answer = await this.#call('MoveResourceState', {
      sourceTypeName,
      targetTypeName,
      sourceProviderAddress,
      sourceSchemaVersion: schemaVersion,
      sourceState: { json: Buffer.from(json), flatmap: {} },
      sourcePrivate,
    })
    const { type } = this.resource(targetTypeName)
    return { ...told(answer), state: unpack(type, answer.targetState), private: answer.targetPrivate }
  }

  async read(typeName: string, state: ObjectValue, privateData: Uint8Array): Promise<StateAnswer> {
    const { type } = this.resource(typeName)
    const currentState = pack(type, state)
    const request = { typeName, currentState, private: privateData, clientCapabilities }
    const answer = await this.#call('ReadResource', request)
    return { ...told(answer), state: unpack(type, answer.newState), private: answer.private }
  }

  /** The state of what exists under an id, before it is read. */
  async import(typeName: string, id: string): Promise<StateAnswer> {
    const answer = await this.#call('ImportResourceState', { typeName, id, clientCapabilities })
    const [imported] = answer.importedResources
    return {
      ...told(answer),
      state: unpack(this.resource(typeName).type, imported?.state),
      private: imported?.private ?? noPrivate,
    }
  }

  async plan(
    typeName: string,
    { prior, proposed, config, priorPrivate, plannedPrivate }: PlanRequest,
  ): Promise<PlanAnswer> {
    const { type } = this.resource(typeName)
    const answer = await this.#call('PlanResourceChange', {
      typeName,
      priorState: pack(type, prior),
      proposedNewState: pack(type, proposed),
      config: pack(type, config),
      priorPrivate,
      clientCapabilities: { ...clientCapabilities, storePlannedPrivate: plannedPrivate !== undefined },
      plannedPrivate: plannedPrivate ?? noPrivate,
    })
    return {
      ...told(answer),
      planned: unpack(type, answer.plannedState),
      plannedPrivate: answer.plannedPrivate,
      requiresReplace: answer.requiresReplace.map((path) => {
        const selector = path.steps[0]?.selector
        if (selector?.case !== 'attributeName') throw new HostFailure('A path to replace names no attribute.')
        return selector.value
      }),
    }
  }

  async apply(
    typeName: string,
    prior: ObjectValue | null,
    { planned, config, plannedPrivate }: ToApply,
  ): Promise<StateAnswer> {
    const { type } = this.resource(typeName)
    const answer = await this.#call('ApplyResourceChange', {
      typeName,
      priorState: pack(type, prior),
      plannedState: pack(type, planned),
      config: pack(type, config),
      plannedPrivate,
    })
    return { ...told(answer), state: unpack(type, answer.newState), private: answer.private }
  }

  /** @throws {HostFailure} where the provider has no such resource */
  resource(typeName: string): TypeSchema {
    const schema = this.#known.resources.get(typeName)
    if (!schema) throw new HostFailure(`The provider has no resource ${typeName}.`)
    return schema
  }

  /** @throws {HostFailure} where the provider has no such data source */
  dataSource(typeName: string): TypeSchema {
    const schema = this.#known.dataSources.get(typeName)
    if (!schema) throw new HostFailure(`The provider has no data source ${typeName}.`)
    return schema
  }

  get #known(): Schemas {
    if (!this.#schemas) throw new HostFailure('The provider was not asked for its schemas.')
    return this.#schemas
  }

  async #call<Name extends UnaryName>(
    name: Name,
    request: PartialMessage<RequestOf<Name>>,
  ): Promise<MessageType<ProviderRpcs[Name]['response']>> {
    const { request: requestType, response } = providerService[name] as Rpc<
      RequestOf<Name>,
      MessageType<ProviderRpcs[Name]['response']>,
      'unary'
    >
    const method = this.#methods.get(`/${providerServiceName}/${name}`)
    if (method?.kind !== 'unary') throw new HostFailure(`The provider does not serve ${name}.`)
    await onItsWay()
    const answer = await method.handle(method.decode(requestType.encode(request)), call)
    await onItsWay()
    return response.decode(answer as Uint8Array)
  }
}

/** What is sent to change an object: nothing is planned for a destruction. */
export interface ToApply {
  readonly planned: ObjectValue | null
  readonly config: ObjectValue | null
  readonly plannedPrivate: Uint8Array
}

/** The release whose core is imitated, unless a test asks for what a later one does. */
const imitatedVersion = '1.11.4'

const clientCapabilities = { writeOnlyAttributesAllowed: true }

const call: Call = { signal: new AbortController().signal, whenAnswered: setImmediate }

/**
 * A message takes some turns of the event loop, as over a socket: what a host asks at once arrives before the first of it is answered and leads
 * to the next question.
 */
async function onItsWay(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((settle) => setImmediate(settle))
}

function byType(
  schemas: Readonly<Record<string, PartialMessage<Schema> | undefined>>,
): ReadonlyMap<string, TypeSchema> {
  return new Map(Object.entries(schemas).map(([typeName, schema]) => [typeName, typeSchema(schema)]))
}

function typeSchema(schema: PartialMessage<Schema> | undefined): TypeSchema {
  const attributes = schema?.block?.attributes ?? []
  return { attributes, type: objectTypeOf(attributes), version: Number(schema?.version ?? 0) }
}

function pack(type: ValueType, value: ObjectValue | null) {
  return { msgpack: encodeValue(type, value) }
}

function unpack(
  type: ValueType,
  wire: { readonly msgpack: Uint8Array; readonly json: Uint8Array } | undefined,
): ObjectValue | null {
  const value = wire?.msgpack.length
    ? decodeValue(type, wire.msgpack)
    : wire?.json.length
      ? decodeJson(type, Buffer.from(wire.json).toString())
      : null
  return isObjectValue(value) ? value : null
}

function told({
  diagnostics,
}: {
  readonly diagnostics: readonly Pick<Diagnostic, 'severity' | 'summary' | 'detail'>[]
}): Told {
  const texts = (isError: boolean) =>
    diagnostics
      .filter(({ severity }) => (severity === 'error') === isError)
      .map(({ summary, detail }) => `${summary}\n${detail}`)
  return { errors: texts(true), warnings: texts(false) }
}
