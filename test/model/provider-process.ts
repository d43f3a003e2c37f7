import {
  decodeJson,
  isObjectValue,
  type ObjectValue,
  objectOf,
  type ProviderService,
  providerServer,
} from '@webfilter/terraform-plugin'
import type { Call, ProviderServer, Value } from '@webfilter/terraform-plugin/testing'
import { pack, silentLogger, unpack } from '../../packages/terraform-plugin/test/provider/pretend-terraform'
import { provider } from '../../src/provider'
import { providerAttributes } from '../../src/provider-settings'
import { type Address, attributesOf, complete, type ResourceType, versionOf } from './resource-types'
import { type AttributeFlags, checkNoBug, RuleBroken } from './terraform-rules'

/** What a resource of a state is, as Terraform keeps it between runs. */
export interface Instance {
  /** JSON, as it stands in the state's file. */
  readonly json: string
  readonly private: Uint8Array
  /** The resources that it referred to when it was last applied. */
  readonly dependencies: readonly Address[]
  /** It is to be destroyed and created again. */
  readonly tainted?: boolean
}

export interface Told {
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

export interface PlanRequest {
  readonly prior: ObjectValue | null
  readonly proposed: ObjectValue | null
  readonly config: ObjectValue | null
  readonly priorPrivate: Uint8Array
  /** Of the plan that is applied, where the host keeps it. */
  readonly plannedPrivate?: Uint8Array | undefined
}

export interface PlanAnswer extends Told {
  readonly planned: ObjectValue | null
  readonly plannedPrivate: Uint8Array
  /** Names of top-level attributes. */
  readonly requiresReplace: readonly string[]
}

export interface StateAnswer extends Told {
  readonly state: ObjectValue | null
  readonly private: Uint8Array
}

/** By the names of types, then of attributes. */
export type Schemas = ReadonlyMap<string, ReadonlyMap<string, AttributeFlags>>

const keepingPlannedPrivate = {
  deferralAllowed: false,
  writeOnlyAttributesAllowed: true,
  storePlannedPrivate: true,
  computedBlocksAllowed: true,
}

export const noPrivate = new Uint8Array()
const call: Call = { signal: new AbortController().signal, whenAnswered: setImmediate }

/**
 * One start of the provider, as Terraform starts one for each phase of a run: configured once, asked for every resource,
 * ended. Its procedures are called in this process, but with the bytes that they get over the wire.
 */
export class ProviderProcess {
  readonly #server: ProviderServer
  readonly #service: ProviderService

  private constructor(server: ProviderServer) {
    this.#server = server
    this.#service = server.service
  }

  /** @param settings the provider's block; attributes that are left out are null */
  static async start(settings: ObjectValue): Promise<ProviderProcess> {
    const started = new ProviderProcess(providerServer(provider, silentLogger))
    const config = pack(providerAttributes, complete(providerAttributes, settings))
    const answer = await started.#service.ConfigureProvider(
      { terraformVersion: '1.11.4', config, clientCapabilities: undefined },
      call,
    )
    const { errors } = told(answer)
    if (errors.length > 0) throw new RuleBroken(`the provider was not configured: ${errors.join('; ')}`)
    return started
  }

  /** The attributes of each type of resource, with their flags on the wire. */
  async schemas(): Promise<Schemas> {
    const { resourceSchemas = {} } = await this.#service.GetProviderSchema({}, call)
    return new Map(
      Object.entries(resourceSchemas).map(([typeName, { block } = {}]) => [
        typeName,
        new Map((block?.attributes ?? []).map(({ name = '', computed = false }) => [name, { computed }])),
      ]),
    )
  }

  /** What Terraform asks for when a person presses Ctrl-C. */
  async stop(): Promise<void> {
    await this.#service.StopProvider({}, call)
  }

  async end(): Promise<void> {
    await this.#server.end()
  }

  async validate(typeName: ResourceType, config: ObjectValue): Promise<Told> {
    const request = { typeName, config: pack(attributesOf[typeName], config), clientCapabilities: undefined }
    return told(await this.#service.ValidateResourceConfig(request, call))
  }

  /** The value of a stored state. Terraform asks for every state that it reads, whatever its version. */
  async upgrade(typeName: ResourceType, stored: Instance): Promise<ObjectValue> {
    const attributes = attributesOf[typeName]
    const rawState = { json: Buffer.from(stored.json), flatmap: {} }
    const answer = await this.#service.UpgradeResourceState(
      { typeName, version: versionOf[typeName], rawState },
      call,
    )
    const { errors } = told(answer)
    const json = answer.upgradedState?.json
    const state = json?.length
      ? decodeJson(objectOf(attributes), Buffer.from(json).toString())
      : unpack(attributes, answer.upgradedState)
    if (errors.length > 0 || !isObjectValue(state)) throw new RuleBroken(`no state came of ${stored.json}`)
    return state
  }

  async read(typeName: ResourceType, state: ObjectValue, privateData: Uint8Array): Promise<StateAnswer> {
    const attributes = attributesOf[typeName]
    const answer = await this.#service.ReadResource(
      {
        typeName,
        currentState: pack(attributes, state),
        private: privateData,
        providerMeta: undefined,
        clientCapabilities: undefined,
        currentIdentity: undefined,
      },
      call,
    )
    return {
      ...told(answer),
      state: objectOrNull(unpack(attributes, answer.newState)),
      private: answer.private ?? noPrivate,
    }
  }

  /** The state of what exists under an id, before it is read. */
  async import(typeName: ResourceType, id: string): Promise<StateAnswer> {
    const request = { typeName, id, clientCapabilities: undefined, identity: undefined }
    const answer = await this.#service.ImportResourceState(request, call)
    const [imported] = answer.importedResources ?? []
    return {
      ...told(answer),
      state: objectOrNull(unpack(attributesOf[typeName], imported?.state)),
      private: imported?.private ?? noPrivate,
    }
  }

  async plan(
    typeName: ResourceType,
    { prior, proposed, config, priorPrivate, plannedPrivate }: PlanRequest,
  ): Promise<PlanAnswer> {
    const attributes = attributesOf[typeName]
    const answer = await this.#service.PlanResourceChange(
      {
        typeName,
        priorState: pack(attributes, prior),
        proposedNewState: pack(attributes, proposed),
        config: pack(attributes, config),
        priorPrivate,
        providerMeta: undefined,
        clientCapabilities: plannedPrivate && keepingPlannedPrivate,
        priorIdentity: undefined,
        plannedPrivate: plannedPrivate ?? noPrivate,
      },
      call,
    )
    return {
      ...told(answer),
      planned: objectOrNull(unpack(attributes, answer.plannedState)),
      plannedPrivate: answer.plannedPrivate ?? noPrivate,
      requiresReplace: (answer.requiresReplace ?? []).map((path) => {
        const selector = path.steps?.[0]?.selector
        if (selector?.case !== 'attributeName') throw new RuleBroken('a path to replace names no attribute')
        return selector.value
      }),
    }
  }

  async apply(
    typeName: ResourceType,
    prior: ObjectValue | null,
    { planned, config, plannedPrivate }: ToApply,
  ): Promise<StateAnswer> {
    const attributes = attributesOf[typeName]
    const answer = await this.#service.ApplyResourceChange(
      {
        typeName,
        priorState: pack(attributes, prior),
        plannedState: pack(attributes, planned),
        config: pack(attributes, config),
        plannedPrivate,
        providerMeta: undefined,
        plannedIdentity: undefined,
      },
      call,
    )
    return {
      ...told(answer),
      state: objectOrNull(unpack(attributes, answer.newState)),
      private: answer.private ?? noPrivate,
    }
  }
}

export interface ToApply {
  readonly planned: ObjectValue | null
  readonly config: ObjectValue | null
  readonly plannedPrivate: Uint8Array
}

function told(answer: { readonly diagnostics?: readonly unknown[] | undefined }): Told {
  const errors: string[] = []
  const warnings: string[] = []
  for (const { severity, summary, detail } of answer.diagnostics?.filter(isDiagnostic) ?? []) {
    const list = severity === 'error' ? errors : warnings
    list.push(`${summary}: ${detail}`)
  }
  for (const error of errors) checkNoBug(error)
  return { errors, warnings }
}

interface ShownDiagnostic {
  readonly severity: string
  readonly summary: string
  readonly detail: string
}

function isDiagnostic(value: unknown): value is ShownDiagnostic {
  return typeof value === 'object' && value !== null && 'severity' in value && 'summary' in value
}

function objectOrNull(value: Value): ObjectValue | null {
  return isObjectValue(value) ? value : null
}
