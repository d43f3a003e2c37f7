import type { PartialMessage } from '../protobuf/message'
import type { Diagnostic } from '../protocol/tfplugin6'
import { decodeValue } from '../values/msgpack-decode'
import { encodeValue } from '../values/msgpack-encode'
import { isObjectValue, type ObjectValue, type ValueType } from '../values/value'
import { proposedNewState } from './core/rules'
import { HostFailure } from './host'
import type { PluginClient } from './plugin-client'
import { complete, objectTypeOf, type WireAttributes } from './wire-schema'

/** What a bridge keeps of one resource between its operations. */
export interface BridgedObject {
  readonly typeName: string
  readonly state: ObjectValue
  readonly private: Uint8Array
}

type Change = 'none' | 'update' | 'replace'

/**
 * A host that is not Terraform, with the calls of Pulumi's bridge (pulumi-terraform-bridge, `pkg/pf/tfbridge`): one process and one
 * ConfigureProvider for any number of operations. A diff plans. An update plans again, and applies that plan. A creation plans without
 * private data, and applies. A deletion is applied without a plan and without private data. No call refreshes what a person did not ask for.
 */
export class Bridge {
  readonly #client: PluginClient
  readonly #schemas: ReadonlyMap<string, WireAttributes>
  /** What the provider warned of since the last look. */
  readonly #warnings: string[] = []

  private constructor(client: PluginClient, schemas: ReadonlyMap<string, WireAttributes>) {
    this.#client = client
    this.#schemas = schemas
  }

  /** @param settings of the provider; what is left out is null */
  static async begin(client: PluginClient, settings: ObjectValue): Promise<Bridge> {
    const { provider, resourceSchemas = {} } = await client.provider('GetProviderSchema', {})
    const schemas = Object.entries(resourceSchemas).map(
      ([typeName, schema]) => [typeName, schema?.block?.attributes ?? []] as const,
    )
    const bridge = new Bridge(client, new Map(schemas))
    const attributes = provider?.block?.attributes ?? []
    const config = { msgpack: encodeValue(objectTypeOf(attributes), complete(attributes, settings)) }
    const terraformVersion = '1.0.0+pulumi-terraform-bridge'
    const { diagnostics } = await client.provider('ConfigureProvider', { terraformVersion, config })
    bridge.#check(diagnostics)
    return bridge
  }

  /** The warnings since the last call. */
  warnings(): readonly string[] {
    return this.#warnings.splice(0)
  }

  /** Plans a creation, and applies nothing. */
  async preview(typeName: string, config: ObjectValue): Promise<ObjectValue | null> {
    return (await this.#plan(typeName, null, new Uint8Array(), config)).planned
  }

  async create(typeName: string, config: ObjectValue): Promise<BridgedObject> {
    const none = new Uint8Array()
    return await this.#planAndApply(typeName, null, none, config)
  }

  /** What an update to a configuration would do. */
  async diff({ typeName, state, private: kept }: BridgedObject, config: ObjectValue): Promise<Change> {
    const { planned, requiresReplace } = await this.#plan(typeName, state, kept, config)
    const type = this.#typeOf(typeName)
    if (encodeValue(type, state).equals(encodeValue(type, planned))) return 'none'
    return requiresReplace ? 'replace' : 'update'
  }

  async update(
    { typeName, state, private: kept }: BridgedObject,
    config: ObjectValue,
  ): Promise<BridgedObject> {
    return await this.#planAndApply(typeName, state, kept, config)
  }

  /** Undefined if the object does not exist any more. */
  async read({ typeName, state, private: kept }: BridgedObject): Promise<BridgedObject | undefined> {
    const currentState = this.#encode(typeName, state)
    const answer = await this.#client.provider('ReadResource', { typeName, currentState, private: kept })
    this.#check(answer.diagnostics)
    return this.#object(typeName, answer.newState, answer.private)
  }

  async import(typeName: string, id: string): Promise<BridgedObject | undefined> {
    const { importedResources, diagnostics } = await this.#client.provider('ImportResourceState', {
      typeName,
      id,
    })
    this.#check(diagnostics)
    const [imported] = importedResources
    const object = imported && this.#object(typeName, imported.state, imported.private)
    return object && (await this.read(object))
  }

  async delete({ typeName, state }: BridgedObject): Promise<void> {
    const nothing = this.#encode(typeName, null)
    const { diagnostics } = await this.#client.provider('ApplyResourceChange', {
      typeName,
      priorState: this.#encode(typeName, state),
      plannedState: nothing,
      config: nothing,
    })
    this.#check(diagnostics)
  }

  async #planAndApply(
    typeName: string,
    prior: ObjectValue | null,
    priorPrivate: Uint8Array,
    written: ObjectValue,
  ): Promise<BridgedObject> {
    const plan = await this.#plan(typeName, prior, priorPrivate, written)
    const answer = await this.#client.provider('ApplyResourceChange', {
      typeName,
      priorState: this.#encode(typeName, prior),
      plannedState: this.#encode(typeName, plan.planned),
      config: this.#encode(typeName, complete(this.#attributesOf(typeName), written)),
      plannedPrivate: plan.plannedPrivate,
    })
    this.#check(answer.diagnostics)
    const object = this.#object(typeName, answer.newState, answer.private)
    if (!object)
      throw new HostFailure(`The provider answers that ${typeName} does not exist after its apply.`)
    return object
  }

  async #plan(typeName: string, prior: ObjectValue | null, priorPrivate: Uint8Array, written: ObjectValue) {
    const config = complete(this.#attributesOf(typeName), written)
    const answer = await this.#client.provider('PlanResourceChange', {
      typeName,
      priorState: this.#encode(typeName, prior),
      proposedNewState: this.#encode(typeName, proposedNewState(this.#attributesOf(typeName), prior, config)),
      config: this.#encode(typeName, config),
      priorPrivate,
    })
    this.#check(answer.diagnostics)
    const planned = this.#decode(typeName, answer.plannedState?.msgpack)
    const requiresReplace = prior !== null && answer.requiresReplace.length > 0
    return { planned, requiresReplace, plannedPrivate: answer.plannedPrivate }
  }

  #object(
    typeName: string,
    state: PartialMessage<{ msgpack: Uint8Array }> | undefined,
    kept: Uint8Array,
  ): BridgedObject | undefined {
    const value = this.#decode(typeName, state?.msgpack)
    return value ? { typeName, state: value, private: Buffer.from(kept) } : undefined
  }

  /** @throws {HostFailure} with the errors, after which a bridge ends the operation */
  #check(diagnostics: readonly Pick<Diagnostic, 'severity' | 'summary' | 'detail'>[]): void {
    const errors: string[] = []
    for (const { severity, summary, detail } of diagnostics)
      (severity === 'error' ? errors : this.#warnings).push(`${summary}: ${detail}`)
    if (errors.length > 0) throw new HostFailure(errors.join('\n'))
  }

  #attributesOf(typeName: string): WireAttributes {
    const attributes = this.#schemas.get(typeName)
    if (!attributes) throw new HostFailure(`The provider has no ${typeName}.`)
    return attributes
  }

  #typeOf(typeName: string): ValueType {
    return objectTypeOf(this.#attributesOf(typeName))
  }

  #encode(typeName: string, value: ObjectValue | null) {
    return { msgpack: encodeValue(this.#typeOf(typeName), value) }
  }

  #decode(typeName: string, bytes: Uint8Array | undefined): ObjectValue | null {
    const value = bytes?.length ? decodeValue(this.#typeOf(typeName), bytes) : null
    return isObjectValue(value) ? value : null
  }
}
