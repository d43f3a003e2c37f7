import type { LdapMember, LdapMemberConfig } from '../../bindings/cdktf/ldap-member'
import type { WithAllowedValues } from '../allowed-values'
import type { FormerKeys } from '../former-keys'
import type { Secret } from '../secrets/secret'

type Password = 'password' | 'passwordWo' | 'passwordWoVersion'

/** A member of a team, with the attributes of the resource. */
export interface TeamMember<Group extends string = string>
  extends Omit<
    WithAllowedValues<LdapMemberConfig, 'appliance_ldap_member'>,
    'uid' | 'organization' | 'gid' | Password
  > {
  /**
   * Primary group of the member: a group of the team by its name, or any other group, such as an `ExistingGroup`. If not set, the
   * appliance chooses the group. A later change is rejected unless `onMove` is "replace".
   */
  readonly group?: Group | { readonly gid: number }
  /** Groups that the member is in besides its primary group: groups of the team by their names, or any other groups. */
  readonly groups?: readonly (Group | GroupWithMembers)[]
  /**
   * Sensitive variable without a default, or another reference, such as the attribute of an ephemeral resource. It is sent as a
   * write-only attribute, so no state contains it. Requires Terraform or OpenTofu 1.11.
   */
  readonly password?: Secret
  /** Version of the password. Change it to send a new password. Defaults to 1. */
  readonly passwordVersion?: number
  /** Login of an existing member, which the first apply imports. Set `onDestroy` too: a destroy deletes imported accounts. */
  readonly importId?: string
  /**
   * Login that the member had before, or several. The plan then replaces the account: it makes one with the new login, puts it into the
   * groups, and deletes the old one unless `onDestroy` is "keep". The new account needs a password. If only the letter case differs,
   * nothing changes on the appliance.
   */
  readonly formerly?: FormerKeys
}

/** A group that members can be put into: of another team, or one that exists on the appliance. */
export interface GroupWithMembers {
  readonly gid: number
  addMember(member: LdapMember): unknown
}
