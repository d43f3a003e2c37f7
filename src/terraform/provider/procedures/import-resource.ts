import { notImportable } from '../../../diagnostics/entries/framework'
import type { RequestOf, ResponseOf } from '../../protocol/service'
import { checkState } from '../checks/check-state'
import type { ResourceCall } from '../definition-call'

type Request = RequestOf<'ImportResourceState'>
type Response = ResponseOf<'ImportResourceState'>

/** Takes something that is there already under management. */
export function importResource<ProviderData extends object>(
  call: ResourceCall<ProviderData>,
  { id }: Request,
): Promise<Response> {
  const { definition: resource, typeName, context } = call

  return call.answer('import', importState, () => ({}))

  async function importState(): Promise<Response> {
    if (!resource.importState) {
      context.diagnostics.raise(notImportable({ type: typeName }))
      return {}
    }
    const imported = await resource.importState({ ...call.providerData, ...context, id })
    const state = checkState(resource.attributes, imported, 'importState')
    return { importedResources: [{ typeName, state: call.encode(state) }] }
  }
}
