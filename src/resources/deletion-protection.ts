import { deletionProtected } from '@webfilter/appliance-declarations/diagnostics/protection'
import type { Diagnostic } from '@webfilter/terraform-plugin'
import type { ProtectedTypes } from '../provider-data'

/**
 * Refuses to destroy what is protected. The state decides, not the configuration: a block that is gone by mistake has none.
 *
 * @param what the object, such as `Category "games"`
 * @param inherited the provider's setting; undefined while it is not known
 * @returns undefined if it may be destroyed
 */
export function refuseProtected(
  type: keyof ProtectedTypes,
  what: string,
  { deletion_protection: own }: { readonly deletion_protection: boolean | null },
  inherited: ProtectedTypes | undefined,
): Diagnostic | undefined {
  if (!(own ?? inherited?.[type])) return undefined
  return deletionProtected({ what, type: `appliance_${type}`, by: own === null ? 'provider' : 'resource' })
}
