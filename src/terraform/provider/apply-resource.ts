import { nullElement } from '../../diagnostics/entries/framework'
import type { Call, RequestOf, ResponseOf } from '../protocol/service'
import type { Attributes } from '../schema/attribute'
import { pathText } from '../values/path'
import type { ObjectValue } from '../values/value'
import { checkAgainstPlan, checkState, salvage } from './check-state'
import type { Resource } from './definition'
import { readObject, writeObject } from './dynamic-value'
import { IncompleteUpdate, ProviderBug, ProviderError, raiseThrown } from './failures'
import { nullElements } from './null-elements'
import { bytesOfRecord, noteIn, readPrivateData, recordIn } from './private-data'
import type { Session } from './session'

type Request = RequestOf<'ApplyResourceChange'>
type Response = ResponseOf<'ApplyResourceChange'>

/**
 * Creates, updates or deletes one resource. Where that fails, the state is what is known to be there: nothing after a
 * failed create, what was confirmed after a failed update, the prior state after a failed delete.
 */
export async function applyResource<Context extends object>(
  resource: Resource<Context>,
  typeName: string,
  request: Request,
  session: Session<Context>,
  call: Call,
): Promise<Response> {
  const { attributes } = resource
  const prior = await readObject(attributes, request.priorState)
  const planned = await readObject(attributes, request.plannedState)
  const config = await readObject(attributes, request.config)
  const action = planned === null ? 'delete' : prior === null ? 'create' : 'update'
  const surroundings = session.surroundings({}, call)
  const { diagnostics } = surroundings
  const privateData = readPrivateData(request.plannedPrivate)
  const [record, noted] = [
    recordIn(resource.privateData, privateData),
    noteIn(resource.privateData, privateData),
  ]

  let { bytes } = privateData
  let returned: unknown = null
  try {
    surroundings.signal.throwIfAborted()
    const all = { ...session.context, ...surroundings, record, noted, keep }
    if (planned === null) {
      if (prior) await resource.delete({ ...all, state: prior })
      return answer(null)
    }
    if (config === null) throw new ProviderBug('Terraform sent no configuration to apply.')
    refuseNullElements(attributes, planned)
    returned = await createOrUpdate({ ...all, config, plan: planned })
    const state = checkState(attributes, returned, action)
    checkAgainstPlan(attributes, planned, state, action)
    return answer(state)
  } catch (error) {
    raiseThrown(error, { doing: `Could not ${action} ${typeName}`, where: typeName }, diagnostics)
    return answer(confirmed(error))
  }

  function keep(kept: unknown): void {
    bytes = bytesOfRecord(kept)
  }

  function createOrUpdate(args: Parameters<typeof resource.create>[0]) {
    if (prior === null) return resource.create(args)
    if (!resource.update) throw new ProviderBug('The resource has no update.')
    return resource.update({ ...args, record, prior })
  }

  function confirmed(error: unknown): ObjectValue | null {
    if (error instanceof IncompleteUpdate) return salvage(attributes, error.state)
    return salvage(attributes, returned) ?? prior
  }

  function answer(state: ObjectValue | null): Response {
    return {
      newState: writeObject(attributes, state),
      private: bytes,
      diagnostics: diagnostics.toWire(),
    }
  }
}

/** Values that were unknown until now may have turned out to hold nulls. */
function refuseNullElements(attributes: Attributes, planned: ObjectValue): void {
  const [path] = nullElements(attributes, planned)
  if (!path) return
  throw new ProviderError(nullElement({ attribute: pathText(path) }), { path })
}
