import type { PartialMessage } from '../../protobuf/message'
import type { RequestOf, ResponseOf } from '../../protocol/service'
import type { Diagnostic, DynamicValue } from '../../protocol/tfplugin6'
import { readObject, withoutValues } from '../../schema/object'
import type { ObjectValue } from '../../values/value'
import type { ActionCall } from '../call'
import type { Action } from '../definition'
import { Diagnostics, raiseThrown } from '../diagnostics'

import { validateConfig } from '../validate'

type Told = { readonly diagnostics: PartialMessage<Diagnostic>[] }

/**
 * Checks the configuration of an action. Terraform 1.14 and 1.15 send one without values for an action that has no block `config`, and crash
 * at any diagnostic then, as they look for the line of a block that is not there. So nothing is said of a configuration without values:
 * its plan says it, if there is a block, or else the action when it is invoked.
 */
export function validateAction<ProviderData extends object>(
  find: () => Promise<Action<ProviderData>>,
  { typeName, config }: RequestOf<'ValidateActionConfig'>,
  provider: string,
): Promise<Told> {
  return diagnosticsOf('validate', typeName, provider, async () => {
    const definition = await find()
    const values = await readObject(definition.attributes, config)
    const isEmpty = values === null || Object.values(values).every((value) => value === null)
    return isEmpty
      ? { diagnostics: [] }
      : await validateConfig(definition, typeName, config, checks, provider)
  })
}

/**
 * Plans an invocation of an action, which leaves nothing to be applied but the configuration: so the plan can only refuse it, or warn.
 * It is never deferred. Of an action that has no block `config` it says nothing: Terraform 1.16 crashes at any diagnostic then, as it
 * looks for the line of a block that is not there. What cannot be done fails when it is invoked.
 */
export function planAction<ProviderData extends object>(
  begin: () => Promise<ActionCall<ProviderData>>,
  { actionType, config }: RequestOf<'PlanAction'>,
  provider: string,
): Promise<Told> {
  return diagnosticsOf('plan', actionType, provider, async () => {
    const call = await begin()
    if ((await call.decode({ config })).config === null) return { diagnostics: [] }
    const providerData: Partial<ProviderData> = call.providerDataIfKnown ?? {}
    return await withConfig('plan', call, config, async (known) => {
      await call.definition.plan?.({ ...providerData, ...call.context, config: known })
    })
  })
}

/**
 * Does what an action is for, and tells how it goes. Whatever happens, the last event says that it is completed, and the stream ends
 * after it: hosts take a stream without that event for a success, wait for the end of one that stays open, and panic at an event that
 * is neither a progress nor this one.
 */
export async function* invokeAction<ProviderData extends object>(
  begin: () => Promise<ActionCall<ProviderData>>,
  request: RequestOf<'InvokeAction'>,
  provider: string,
): AsyncGenerator<ResponseOf<'InvokeAction'>, void, undefined> {
  const sentences: string[] = []
  let wake = () => {}
  let outcome: Told | undefined
  const work = invoke(begin, request, provider, (sentence) => {
    sentences.push(sentence)
    wake()
  }).then((result) => {
    outcome = result
    wake()
  })
  try {
    for (;;) {
      const sentence = sentences.shift()
      if (sentence !== undefined)
        yield { type: { case: 'progress', value: { message: onOneLine(sentence) } } }
      else if (outcome) break
      else await new Promise<void>((resolve) => (wake = resolve))
    }
    yield { type: { case: 'completed', value: outcome } }
  } finally {
    // The host may have hung up. Its call counts as under way until the work has come to its end.
    await work
  }
}

function invoke<ProviderData extends object>(
  begin: () => Promise<ActionCall<ProviderData>>,
  { actionType, config }: RequestOf<'InvokeAction'>,
  provider: string,
  progress: (sentence: string) => void,
): Promise<Told> {
  return diagnosticsOf('run', actionType, provider, async () => {
    const call = await begin()
    return await withConfig('run', call, config, async (known) => {
      call.context.signal.throwIfAborted()
      await call.definition.invoke({ ...call.providerData, ...call.context, config: known, progress })
    })
  })
}

/**
 * Works with a configuration once it is checked again: values may be known by now that were not when it was validated. Without a block
 * `config` all values are null, and that is checked here for the first time.
 */
async function withConfig<ProviderData extends object>(
  doing: string,
  call: ActionCall<ProviderData>,
  sent: PartialMessage<DynamicValue> | undefined,
  work: (config: ObjectValue) => Promise<void>,
): Promise<Told> {
  const { definition, typeName } = call
  const config = (await call.decode({ config: sent })).config ?? withoutValues(definition.attributes)
  const { diagnostics } = await validateConfig(
    definition,
    typeName,
    call.encode(config),
    checks,
    call.providerName,
  )
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) return { diagnostics: errors }
  return await call.answer(
    doing,
    async () => {
      await work(config)
      return {}
    },
    () => ({}),
  )
}

/** What some work tells; where even its beginning failed, that. Never rejects: an action has no other way to say that it failed. */
async function diagnosticsOf(
  doing: string,
  type: string,
  provider: string,
  work: () => Promise<Told>,
): Promise<Told> {
  try {
    return await work()
  } catch (thrown) {
    const diagnostics = new Diagnostics()
    raiseThrown(thrown, { doing: `Could not ${doing} ${type}`, where: type }, diagnostics)
    return { diagnostics: diagnostics.toWire(provider) }
  }
}

/** Hosts that have actions keep write-only values out of plans. */
const checks = { writeOnlyAllowed: true, isQuoted: false } as const

/** Hosts print what they are told as it is: a line break, or a character that moves the cursor, would write elsewhere on a terminal. */
function onOneLine(sentence: string): string {
  return sentence.replaceAll(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu, ' ').trim()
}
