import { notImportable } from '../../../diagnostics/entries/framework'
import { identityIncomplete } from '../../../diagnostics/entries/identity/identities'
import type { RequestOf, ResponseOf } from '../../protocol/service'
import { containsUnknown } from '../../values/unknown'
import type { ObjectValue } from '../../values/value'
import { checkImportedIdentity } from '../checks/check-identity'
import { checkState } from '../checks/check-state'
import { validateValues } from '../checks/validate-values'
import type { ResourceCall } from '../definition-call'
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
    if (asked && !(await isSound(asked))) return {}
    const named = asked ? { id: undefined, identity: asked } : { id, identity: undefined }
    const imported = await resource.importState({ ...call.providerData, ...context, ...named })
    const state = checkState(resource.attributes, imported, 'importState')
    const identity = identityIn(resource, state)
    if (asked) checkImportedIdentity(resource, asked, identity)
    const answer = { typeName, state: call.encode(state), identity: encodeIdentity(resource, identity) }
    return { importedResources: [answer] }
  }

  /** Whether an identity has the values that it must have, each of them one that its attribute takes. */
  async function isSound(asked: ObjectValue): Promise<boolean> {
    const { diagnostics } = context
    for (const [name, { forImport }] of Object.entries(resource.identity ?? {})) {
      const value = asked[name] ?? null
      if (containsUnknown(value) || (value === null && forImport === 'required'))
        throw new ProviderError(identityIncomplete({ type: typeName, attribute: name }))
    }
    await validateValues(identityAttributes(resource), asked, {
      diagnostics,
      writeOnlyAllowed: true,
      isQuoted: true,
    })
    return !diagnostics.hasErrors
  }
}
