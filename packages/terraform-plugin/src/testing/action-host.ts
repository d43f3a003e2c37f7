import type { PartialMessage } from '../protobuf/message'
import type { ResponseOf } from '../protocol/service'
import type { Diagnostic, SchemaAttribute } from '../protocol/tfplugin6'

import type { PluginClient } from './plugin-client'

/** What a host would do at an answer that breaks its rules, of which a provider's author sees nothing but the damage. */
export class HostFailure extends Error {
  override readonly name = 'HostFailure'
}

/** What a person sees of an action. */
export interface Invocation {
  readonly progress: readonly string[]
  readonly diagnostics: readonly Told[]
}

/** What is read of a diagnostic. */
export type Told = Pick<Diagnostic, 'severity' | 'summary' | 'detail' | 'attribute'>

/** An action of the provider, and its configuration in msgpack: `0xc0` for one without a block `config`. */
export interface InvokedAction {
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
