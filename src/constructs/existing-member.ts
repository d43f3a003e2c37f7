import type { Construct } from 'constructs'
import { DataApplianceLdapMember } from '../../bindings/cdktf/data-appliance-ldap-member'
import type { CommonOptions } from './team/group-memberships'

/** Options of what is only read from an appliance. */
export type ExistingMemberOptions = CommonOptions

/**
 * A member that exists in the user directory and that this app does not manage. It can be put into groups. Terraform reads it in each
 * plan, which fails if there is no such member.
 *
 * ```ts
 * const eve = ExistingMember.fromUid(this, 'eve', 'eve.may')
 * team.groups.editors.addMember(eve)
 * ```
 */
export class ExistingMember extends DataApplianceLdapMember {
  /** @param uid login of the member, in any letter case */
  static fromUid(
    scope: Construct,
    id: string,
    uid: string,
    options: ExistingMemberOptions = {},
  ): ExistingMember {
    const { provider, dependsOn } = options
    return new ExistingMember(scope, id, { uid, provider, dependsOn: dependsOn && [...dependsOn] })
  }
}
