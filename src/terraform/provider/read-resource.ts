import { configurationUnknown } from '../../diagnostics/entries/framework'
import type { Call, RequestOf, ResponseOf } from '../protocol/service'
import { objectOf } from '../schema/object-type'
import { sameValue } from '../values/value'
import { checkState } from './check-state'
import { gone, type Resource } from './definition'
import { keepSpelling } from './draft-plan'
import { readObject, writeObject } from './dynamic-value'
import { raiseThrown } from './failures'
import { readPrivateData, recordIn } from './private-data'
import type { Session } from './session'

type Request = RequestOf<'ReadResource'>
type Response = ResponseOf<'ReadResource'>

/**
 * Reads what is there of one resource. While the provider's configuration is not known yet, the state stands, with one
 * warning for the whole run. A state that did not change goes back in the very bytes in which it came.
 */
export async function readResource<Context extends object>(
  resource: Resource<Context>,
  typeName: string,
  request: Request,
  session: Session<Context>,
  call: Call,
): Promise<Response> {
  const { attributes } = resource
  const surroundings = session.surroundings({}, call)
  const { diagnostics } = surroundings
  try {
    const state = await readObject(attributes, request.currentState)
    if (state === null) return answer(request.currentState)
    const context = session.contextIfKnown
    if (!context) {
      warnOfUnknownConfiguration()
      return answer(request.currentState)
    }
    const record = recordIn(resource.privateData, readPrivateData(request.private))
    const read = await resource.read({ ...context, ...surroundings, state, record })
    if (read === gone) return answer(writeObject(attributes, null))
    const found = keepSpelling(attributes, state, checkState(attributes, read, 'read'))
    return answer(
      sameValue(objectOf(attributes), state, found) ? request.currentState : writeObject(attributes, found),
    )
  } catch (error) {
    raiseThrown(error, { doing: `Could not read ${typeName}`, where: typeName }, diagnostics)
    return answer(request.currentState)
  }

  function answer(newState: Response['newState']): Response {
    return { newState, private: request.private, diagnostics: diagnostics.toWire() }
  }

  function warnOfUnknownConfiguration(): void {
    if (session.firstTime('unknown configuration')) diagnostics.raise(configurationUnknown())
  }
}
