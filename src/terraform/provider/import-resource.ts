import { notImportable } from '../../diagnostics/entries/framework'
import type { Call, RequestOf, ResponseOf } from '../protocol/service'
import { checkState } from './check-state'
import type { Resource } from './definition'
import { writeObject } from './dynamic-value'
import { raiseThrown } from './failures'
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
      diagnostics.raise(notImportable({ type: typeName }))
      return { diagnostics: diagnostics.toWire() }
    }
    const imported = await resource.importState({ ...session.context, ...surroundings, id: request.id })
    const state = checkState(resource.attributes, imported, 'importState')
    return {
      importedResources: [{ typeName, state: writeObject(resource.attributes, state) }],
      diagnostics: diagnostics.toWire(),
    }
  } catch (error) {
    raiseThrown(error, { doing: `Could not import ${typeName}`, where: typeName }, diagnostics)
    return { diagnostics: diagnostics.toWire() }
  }
}
