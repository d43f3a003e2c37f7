import type { Construct } from 'constructs'
import { DataApplianceLdapMember } from '../bindings/cdktf/data-appliance-ldap-member/index'
import { type CommonOptions, commonConfig } from './team-members'

/**
 * A member that exists in the user directory, and that this stack does not own: one of another stack, or one that is maintained in the
 * console. The stack can put the member into groups.
 *
 * ```ts
 * const eve = ExistingMember.fromUid(this, 'eve', 'eve.may')
 * team.groups.editors.addMember(eve)
 * ```
 */
export class ExistingMember extends DataApplianceLdapMember {
  /** A member by the login, in any letter case. Each plan reads the member, and fails if there is none. */
  static fromUid(scope: Construct, id: string, uid: string, options: CommonOptions = {}): ExistingMember {
    return new ExistingMember(scope, id, { ...commonConfig(options), uid })
  }
}
