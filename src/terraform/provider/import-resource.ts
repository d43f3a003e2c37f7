import type { Call, RequestOf, ResponseOf } from '../protocol/service'
import { checkState } from './check-state'
import type { Resource } from './definition'
import { writeObject } from './dynamic-value'
import { diagnosticsOf } from './failures'
import type { Session } from './session'

type Request = RequestOf<'ImportResourceState'>
type Response = ResponseOf<'ImportResourceState'>

/** Takes something that is there already under management. */
export async function importResource<Context extends object>(
  resource: Resource<Context>,
  typeName: string,
  request: Request,
  session: Session<Context>,
  call: Call,
): Promise<Response> {
  const surroundings = session.surroundings({}, call)
  const { diagnostics } = surroundings
  try {
    if (!resource.importState) {
      diagnostics.error(
        `${typeName} cannot be imported`,
        'There is nothing on the other side from which its state could be read. Write the resource and apply it: ' +
          'its documentation says under Import what that means for what is there already.',
      )
      return { diagnostics: diagnostics.toWire() }
    }
    const imported = await resource.importState({ ...session.context, ...surroundings, id: request.id })
    const state = checkState(resource.attributes, imported, 'importState')
    return {
      importedResources: [{ typeName, state: writeObject(resource.attributes, state) }],
      diagnostics: diagnostics.toWire(),
    }
  } catch (error) {
    diagnostics.add(diagnosticsOf(error, `Could not import ${typeName}`, typeName))
    return { diagnostics: diagnostics.toWire() }
  }
}
