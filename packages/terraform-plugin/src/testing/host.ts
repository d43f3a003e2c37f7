import type { PartialMessage } from '../protobuf/message'
import type { RequestOf, ResponseOf } from '../protocol/service'
import type { Diagnostic, SchemaAttribute } from '../protocol/tfplugin6'
import { decodeValue } from '../values/msgpack-decode'
import { containsUnknown, typeFromJson, type Value, type ValueType } from '../values/value'
import type { PluginClient } from './plugin-client'

/** What a host would do at an answer that breaks its rules, of which a provider's author sees nothing but the damage. */
export class HostFailure extends Error {
  override readonly name = 'HostFailure'
}

/** What a person sees of an action. */
interface Invocation {
  readonly progress: readonly string[]
  readonly diagnostics: readonly Told[]
}

/** What is read of a diagnostic. */
type Told = Pick<Diagnostic, 'severity' | 'summary' | 'detail' | 'attribute'>

/** An action of the provider, and its configuration in msgpack: `0xc0` for one without a block `config`. */
interface InvokedAction {
  readonly actionType: string
  readonly config: Uint8Array
}

/** What hosts of today say that they can do. */
const clientCapabilities = {
  deferralAllowed: false,
  writeOnlyAttributesAllowed: true,
  storePlannedPrivate: true,
  computedBlocksAllowed: true,
}

const nil = 0xc0
const crashWithoutBlock = 'The host crashes: it looks for the line of a block config that does not exist.'

/**
 * Validates an action without a block `config` as Terraform 1.14 and 1.15 do, which send a configuration without values for it.
 * @throws {HostFailure} where that would crash
 */
export async function validateWithoutBlockAsHost(
  client: PluginClient,
  { actionType, config }: InvokedAction,
): Promise<void> {
  const request = { typeName: actionType, config: { msgpack: config } }
  const { diagnostics } = await client.provider('ValidateActionConfig', request)
  if (diagnostics.length > 0) throw new HostFailure(crashWithoutBlock)
}

/**
 * Plans an action as Terraform 1.16 does.
 * @throws {HostFailure} where that would crash or refuse the provider
 */
export async function planAsHost(
  client: PluginClient,
  { actionType, config }: InvokedAction,
): Promise<readonly Told[]> {
  const request = { actionType, config: { msgpack: config }, clientCapabilities }
  const { diagnostics, deferred } = await client.provider('PlanAction', request)
  if (deferred) throw new HostFailure('The action is deferred, which the host does not allow.')
  if (config[0] === nil && diagnostics.length > 0) {
    throw new HostFailure(crashWithoutBlock)
  }
  return diagnostics
}

/**
 * Invokes an action and reads its events to the end, as Terraform does.
 * @param patience milliseconds for which the stream may stay open after its last event; hosts wait for ever
 * @throws {HostFailure} where that would crash, hang, or take a failure for a success
 */
export async function invokeAsHost(
  client: PluginClient,
  { actionType, config }: InvokedAction,
  patience = 5_000,
): Promise<Invocation> {
  const progress: string[] = []
  let completed: readonly Told[] | undefined
  const events = client.events('InvokeAction', {
    actionType,
    config: { msgpack: config },
    clientCapabilities,
  })
  for (;;) {
    const next = events.next()
    const event = completed ? await inTime(next, patience) : await next
    if (event.done) break
    const { type } = event.value
    if (type === undefined) throw new HostFailure('The host panics: an event says nothing.')
    if (completed) throw new HostFailure('An event follows the one that says that the action is completed.')
    if (type.case === 'progress') progress.push(type.value.message)
    else completed = type.value.diagnostics
  }
  if (!completed) throw new HostFailure('The host takes the action for a success: nothing says how it ended.')
  return { progress, diagnostics: completed }
}

async function inTime<T>(next: Promise<T>, patience: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new HostFailure('The host hangs: the stream stays open after the last event.')),
      patience,
    )
  })
  try {
    return await Promise.race([next, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What makes a host refuse or crash at the schemas of a provider's actions, a sentence each. */
export function problemsOfActionSchemas({
  actionSchemas = {},
}: ResponseOf<'GetProviderSchema'>): readonly string[] {
  return Object.entries(actionSchemas).flatMap(([type, action]) => {
    const block = action?.schema?.block
    if (!block) return [`${type} has no block, so the host panics.`]
    return (block.attributes ?? []).flatMap((attribute) =>
      problemsOfAttribute(attribute).map((problem) => `${type}.${attribute.name} ${problem}`),
    )
  })
}

function problemsOfAttribute(attribute: PartialMessage<SchemaAttribute>): readonly string[] {
  const { name = '', required, optional, computed, deprecated, deprecationMessage } = attribute
  return [
    ...(required === optional ? ['must be either required or optional.'] : []),
    ...(computed ? ['is computed, which nothing fills.'] : []),
    ...(deprecationMessage && !deprecated
      ? ['has a reason to be deprecated, but is not: the host refuses the whole provider.']
      : []),
    ...(/^[a-z_][a-z0-9_]*$/.test(name) ? [] : ['has a name that no configuration can contain.']),
  ]
}

/** What a host plans: values in msgpack. */
export type ChangeToPlan = Pick<RequestOf<'PlanResourceChange'>, 'typeName' | 'priorPrivate'> & {
  readonly prior: Uint8Array
  readonly proposed: Uint8Array
  readonly config: Uint8Array
}

/** What came of a plan. */
interface PlannedChange {
  readonly diagnostics: readonly Told[]
  /** In msgpack. */
  readonly planned: Uint8Array
  readonly plannedPrivate: Uint8Array
}

/**
 * Plans a change, and plans it again at the beginning of its apply, as hosts do.
 * @param generation `newest` keeps private data of plans for their applies, as Terraform 1.16; others are `older`
 */
export function planningHost(client: PluginClient, generation: 'newest' | 'older') {
  const isNewest = generation === 'newest'
  const clientCapabilities = {
    writeOnlyAttributesAllowed: true,
    storePlannedPrivate: isNewest,
    computedBlocksAllowed: isNewest,
  }

  async function plan(
    { typeName, prior, proposed, config, priorPrivate }: ChangeToPlan,
    plannedPrivate: Uint8Array = new Uint8Array(),
  ): Promise<PlannedChange> {
    const answer = await client.provider('PlanResourceChange', {
      typeName,
      priorState: { msgpack: prior },
      proposedNewState: { msgpack: proposed },
      config: { msgpack: config },
      priorPrivate,
      plannedPrivate,
      clientCapabilities,
    })
    const { diagnostics, plannedState } = answer
    const planned = plannedState?.msgpack ?? new Uint8Array()
    return { diagnostics, planned, plannedPrivate: answer.plannedPrivate }
  }

  return {
    plan: (change: ChangeToPlan) => plan(change),

    /**
     * Plans a change again that was planned before: with the private data of the last apply, and beside them, if the host keeps
     * them, those of the plan.
     * @throws {HostFailure} where the provider plans otherwise than before and does not say why
     */
    async planAtApply(change: ChangeToPlan, before: PlannedChange): Promise<PlannedChange> {
      const again = await plan(change, isNewest ? before.plannedPrivate : undefined)
      const isRefused = again.diagnostics.some(({ severity }) => severity === 'error')
      if (!isRefused && !Buffer.from(again.planned).equals(before.planned))
        throw new HostFailure('Provider produced inconsistent final plan.')
      return again
    },
  }
}

/** An answer to GetResourceIdentitySchemas. */
type IdentitySchemas = ResponseOf<'GetResourceIdentitySchemas'>
/** The identities of one type. */
export type IdentitySchema = NonNullable<NonNullable<IdentitySchemas['identitySchemas']>[string]>
/** An identity on the wire. */
type WireIdentity = ResponseOf<'ReadResource'>['newIdentity'] | RequestOf<'ReadResource'>['currentIdentity']

/** What Terraform 1.12 and newer refuse in identity schemas. One of them, and no resource of the provider can be used. */
export function identitySchemaProblems(
  { identitySchemas = {} }: IdentitySchemas,
  resourceTypes: readonly string[],
): readonly string[] {
  return Object.entries(identitySchemas).flatMap(([type, schema]) => {
    const of = (problem: string) => `${type}: ${problem}`
    return [
      ...(resourceTypes.includes(type) ? [] : [of('is not a resource')]),
      ...((schema?.version ?? 0) < 0 ? [of('has a negative version')] : []),
      ...((schema?.identityAttributes ?? []).length === 0 ? [of('has no attribute')] : []),
      ...(schema?.identityAttributes ?? []).flatMap((attribute) => attributeProblems(attribute).map(of)),
    ]
  })
}

type IdentityAttribute = NonNullable<IdentitySchema['identityAttributes']>[number]

function attributeProblems({
  name = '',
  type,
  requiredForImport,
  optionalForImport,
}: IdentityAttribute): readonly string[] {
  const flags = Number(requiredForImport ?? false) + Number(optionalForImport ?? false)
  return [
    ...(/^[a-z_][a-z0-9_]*$/.test(name) ? [] : [`${name} is not a name`]),
    ...(flags === 0 ? [`${name} is neither required nor optional for import`] : []),
    ...(flags === 2 ? [`${name} is both required and optional for import`] : []),
    ...typeProblems(name, type),
  ]
}

function typeProblems(name: string, bytes: Uint8Array | undefined): readonly string[] {
  try {
    const { kind } = typeOf(bytes)
    return ['string', 'number', 'bool', 'list'].includes(kind) ? [] : [`${name} is a ${kind}`]
  } catch {
    return [`${name} has no type that can be read`]
  }
}

/**
 * What hosts refuse in the identity of an answer, or lose by it: they store what is answered, also nothing. Where a plan may hold unknown
 * values by their checks, they fail after that: Terraform 1.16 prints "Failed to marshal plan to json: value is not known" in place of
 * the plan, and OpenTofu 1.12 ends with "failed to encode … in state".
 * @param mayBeAbsent for plans of creations and of replacements
 */
export function identityProblem(
  schema: IdentitySchema | undefined,
  wire: WireIdentity,
  { mayBeAbsent }: { readonly mayBeAbsent: boolean },
): string | undefined {
  if (!wire?.identityData) return schema && !mayBeAbsent ? 'the identity is erased' : undefined
  if (!schema) return 'the type has no identity, and the host panics'
  const identity = identityValue(schema, wire)
  if (typeof identity !== 'object' || identity === null) return 'the identity is erased'
  return containsUnknown(identity) ? 'the identity has unknown values' : undefined
}

/** The values of an identity. Throws where the bytes are no object of the schema. */
export function identityValue({ identityAttributes = [] }: IdentitySchema, wire: WireIdentity): Value {
  const attributes = Object.fromEntries(identityAttributes.map(({ name = '', type }) => [name, typeOf(type)]))
  return decodeValue({ kind: 'object', attributes }, wire?.identityData?.msgpack ?? new Uint8Array())
}

function typeOf(bytes: Uint8Array | undefined): ValueType {
  return typeFromJson(JSON.parse(Buffer.from(bytes ?? []).toString('utf8')))
}
