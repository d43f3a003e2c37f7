import { bool, type Diagnostic } from '@webfilter/terraform-plugin'
import type { ProtectedTypes } from '../definitions'
import { deletionProtected } from '../diagnostics/protection'

/** The attribute of a resource that can be protected. Null, as in states of earlier releases, leaves it to the provider's setting. */
export const protectionAttributes = {
  deletion_protection: bool({
    optional: true,
    description:
      'Whether a destroy or replacement of this resource is rejected, regardless of `on_destroy`. The value of the state decides: to ' +
      'destroy a protected resource, first apply `false`. Removing the block is rejected too; a `removed` block with `destroy = false` ' +
      "is allowed. Defaults to the provider's `deletion_protection` for the type, or `false`.",
  }),
} as const

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
