import { error } from '@webfilter/terraform-plugin/diagnostics'

// What is protected from being replaced or destroyed.

export const deletionProtected = error(
  'deletion-protected',
  'The resource is protected from destroy and replacement',
  ({
    what,
    type,
    by,
  }: {
    /** Such as `Category "games"`. */
    readonly what: string
    /** Such as `appliance_category`. */
    readonly type: string
    /** Whose deletion_protection it is; `service` if an uninstall would delete what the provider's protects. */
    readonly by: 'resource' | 'provider' | 'service'
  }) => [
    `${what} must not be destroyed or replaced: deletion_protection ${
      by === 'resource' ? 'is true in the state' : `of the provider protects each ${type}`
    }. Nothing was sent.`,
    by === 'service'
      ? 'To destroy it without its members and groups, set uninstall_on_destroy = false in it, and apply. To delete them too, set ' +
        'deletion_protection of the provider to false for them.'
      : 'To destroy or replace it, put the block back if you have removed it, set deletion_protection = false in it, and apply. Then make ' +
        'the change again. To only stop managing it, use a removed block with destroy = false.',
  ],
)
