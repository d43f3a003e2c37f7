import { randomUUID } from 'node:crypto'
import { nullElement } from '../../diagnostics/entries'
import type { RequestOf, ResponseOf } from '../../protocol/service'
import type { Attributes } from '../../schema/attribute'
import { type ObjectValue, pathText } from '../../values/value'
import type { ResourceCall } from '../call'
import { checkAgainstPlan, checkState, salvage } from '../checks'
import { IncompleteChange, ProviderBug, ProviderError } from '../diagnostics'
import { checkSameIdentity, decodeIdentity, identityIn, keptIdentity } from '../identity'
import type { ManagedObject } from '../managed-object'
import { bytesOfRecord, withBeside } from '../private-data'
import { nullElements } from '../validate'

type Request = RequestOf<'ApplyResourceChange'>
type Response = ResponseOf<'ApplyResourceChange'>

/**
 * Creates, updates or deletes one resource. Where that fails, the state is what is known to be there: nothing after a
 * failed create unless it says what is, what was confirmed after a failed update, the prior state after a failed delete.
 */
export async function applyResource<ProviderData extends object>(
  call: ResourceCall<ProviderData>,
  request: Request,
): Promise<Response> {
  const { definition: resource, context } = call
  const { attributes } = resource
  const { prior, planned, config } = await call.decode({
    prior: request.priorState,
    planned: request.plannedState,
    config: request.config,
  })
  const plannedIdentity = await decodeIdentity(resource, request.plannedIdentity)
  const { privateData, record, noted } = call.decodePrivate(request.plannedPrivate)
  const action = planned === null ? 'delete' : prior === null ? 'create' : 'update'
  const token = action === 'create' ? randomUUID() : privateData.token
  let { bytes } = privateData
  let returned: unknown = null
  const object = appliedObject()

  return call.answer(action, apply, (thrown) => answer(confirmed(thrown), thrown instanceof IncompleteChange))

  function appliedObject(): ManagedObject {
    const { typeName, objects } = call
    if (token !== undefined && action === 'create') return objects.create(typeName, token)
    const asked = { typeName, state: prior, token, isBare: request.plannedPrivate.length === 0 }
    const { destroyed: isDestroy } = privateData
    return action === 'delete' ? objects.delete({ ...asked, isDestroy }) : objects.update(asked)
  }

  async function apply(): Promise<Response> {
    context.signal.throwIfAborted()
    const all = { ...call.providerData, ...context, record, noted, keep, object }
    if (planned === null) {
      if (!prior) return answer(null)
      const refusal = resource.refuseDestroy?.({ ...call.providerData, state: prior })
      if (refusal) throw new ProviderError(refusal)
      await resource.delete({ ...all, state: prior })
      return answer(null)
    }
    if (config === null) throw new ProviderBug('Terraform sent no configuration to apply.')
    refuseNullElements(attributes, planned)
    returned = await createOrUpdate({ ...all, config, plan: planned })
    const state = checkState(attributes, returned, action)
    checkAgainstPlan(attributes, planned, state, action)
    if (prior) checkSameIdentity(resource, identityIn(resource, prior), identityIn(resource, state), action)
    return answer(state)
  }

  function keep(kept: unknown): void {
    bytes = bytesOfRecord(kept)
  }

  function createOrUpdate(args: Parameters<typeof resource.create>[0]) {
    if (prior === null) return resource.create(args)
    if (!resource.update) throw new ProviderBug('The resource cannot be updated.')
    return resource.update({ ...args, record, prior })
  }

  function confirmed(thrown: unknown): ObjectValue | null {
    if (thrown instanceof IncompleteChange) return salvage(attributes, thrown.state)
    return salvage(attributes, returned) ?? prior
  }

  /** @param isChanged whether the object is where the provider is now: a change that did nothing has not shown that */
  function answer(state: ObjectValue | null, isChanged = true): Response {
    if (action === 'create') call.objects.created(object, state)
    const newIdentity = keptIdentity(resource, state, plannedIdentity)
    const place = (isChanged && action !== 'delete' ? call.place : undefined) ?? privateData.place
    return { newState: call.encode(state), private: withBeside(bytes, { token, place }), newIdentity }
  }
}

/** Values that were unknown until now may have turned out to hold nulls. */
function refuseNullElements(attributes: Attributes, planned: ObjectValue): void {
  const [path] = nullElements(attributes, planned)
  if (!path) return
  throw new ProviderError(nullElement({ attribute: pathText(path) }), { path })
}
