import { identityIncomplete, notImportable } from '../../diagnostics/entries'
import type { RequestOf, ResponseOf } from '../../protocol/service'
import { containsUnknown } from '../../values/unknown'
import type { ObjectValue } from '../../values/value'
import { checkImportedIdentity } from '../checks/check-identity'
import { checkState } from '../checks/check-state'
import { validateValues } from '../checks/validate-values'
import type { ResourceCall } from '../definition-call'
import { Diagnostics } from '../diagnostics'
import { ProviderError } from '../failures'
import { decodeIdentity, encodeIdentity, identityAttributes, identityIn } from '../identity/identity-values'

type Request = RequestOf<'ImportResourceState'>
type Response = ResponseOf<'ImportResourceState'>

/** Takes something that is there already under management: what an id names, or an identity. */
export function importResource<ProviderData extends object>(
  call: ResourceCall<ProviderData>,
  { id, identity: wire }: Request,
): Promise<Response> {
  const { definition: resource, typeName, context } = call

  return call.answer('import', importState, () => ({}))

  async function importState(): Promise<Response> {
    if (!resource.importState) {
      context.diagnostics.raise(notImportable({ type: typeName }))
      return {}
    }
    const asked = await decodeIdentity(resource, wire)
    if (asked) await checkAsked(asked)
    const named = asked ? { id: undefined, identity: asked } : { id, identity: undefined }
    const imported = await resource.importState({ ...call.providerData, ...context, ...named })
    const state = checkState(resource.attributes, imported, 'importState')
    const identity = identityIn(resource, state)
    if (asked) checkImportedIdentity(resource, asked, identity)
    const answer = { typeName, state: call.encode(state), identity: encodeIdentity(resource, identity) }
    return { importedResources: [answer] }
  }

  /** Refuses an identity that lacks a value, or has one that its attribute does not take. */
  async function checkAsked(asked: ObjectValue): Promise<void> {
    for (const [name, { forImport }] of Object.entries(resource.identity ?? {})) {
      const value = asked[name] ?? null
      if (containsUnknown(value) || (value === null && forImport === 'required'))
        throw new ProviderError(identityIncomplete({ type: typeName, attribute: name }))
    }
    const diagnostics = new Diagnostics()
    const how = { diagnostics, writeOnlyAllowed: true, isQuoted: true }
    await validateValues(identityAttributes(resource), asked, how)
    const [problem] = diagnostics.told
    if (problem) throw new ProviderError(problem)
  }
}
