import { bool } from '@webfilter/terraform-plugin'

/** The attribute of a resource that can be protected. Null, as in states of earlier releases, leaves it to the provider's setting. */
export const protectionAttributes = {
  deletion_protection: bool({
    optional: true,
    description:
      'Whether a destroy or replacement of this resource is rejected, regardless of `on_destroy`. The state decides: to destroy the ' +
      'resource, first apply `false`. A `removed` block with `destroy = false` is allowed. ' +
      "Defaults to the provider's `deletion_protection` for the type, or `false`.",
  }),
} as const
