import { identityTooNew } from '../../diagnostics/entries'
import type { RequestOf, ResponseOf } from '../../protocol/service'
import { objectOf } from '../../schema/object-type'
import { isObjectValue } from '../../values/value'
import type { ResourceCall } from '../definition-call'
import { ProviderError } from '../failures'
import { encodeIdentity, identityAttributes } from './identity-values'

type Request = RequestOf<'UpgradeResourceIdentity'>
type Response = ResponseOf<'UpgradeResourceIdentity'>

/**
 * Brings a stored identity to the schema of this release: all of them have version 0, so that it is what it was. Terraform asks so of
 * a state that has none yet, with an empty text: the next refresh makes it.
 */
export function upgradeIdentity<ProviderData extends object>(
  call: ResourceCall<ProviderData>,
  { version, rawIdentity }: Request,
): Promise<Response> {
  const { definition: resource, typeName } = call

  return call.answer('upgrade the identity of', upgrade, () => ({}))

  async function upgrade(): Promise<Response> {
    if (version > 0) throw new ProviderError(identityTooNew({ type: typeName, found: version }))
    const stored = rawIdentity?.json
    if (!resource.identity || !stored?.length) return {}
    const { decodeJson } = await import('../../values/json')
    const text = Buffer.from(stored).toString('utf8')
    const identity = decodeJson(objectOf(identityAttributes(resource)), text)
    return { upgradedIdentity: encodeIdentity(resource, isObjectValue(identity) ? identity : undefined) }
  }
}
