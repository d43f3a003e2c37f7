import { greatestGid } from '@webfilter/appliance-names'
import { ProviderError, string } from '@webfilter/terraform-plugin'
import { listResource } from '../../definitions'
import { memberMissing } from '../../diagnostics/accounts'

import { loginName } from '../../validators'
import { importedMembership } from './ldap-group-membership'

/** The groups of one member, for `terraform query` (interface document, 4.6). */
export const ldapGroupMembershipList = listResource('ldap_group_membership', {
  description:
    'Lists the memberships of one member of the user directory. The REST interface lists the groups of a member, but not the members ' +
    'of a group, so a list begins with a member.',

  attributes: {
    uid: string({
      required: true,
      validate: loginName,
      description: 'Login of the member, in any letter case.',
    }),
  },

  async *list({ config: { uid }, appliance, signal }) {
    const groups = await appliance.directory.groups.ofUnseenMember(uid, signal)
    if (!groups) throw new ProviderError(memberMissing({ uid }), { path: ['uid'] })
    for (const { gid, name } of groups) {
      // No configuration can declare a membership in any other group.
      if (gid < 1 || gid > greatestGid) continue
      const state = importedMembership(uid, gid)
      yield { displayName: name === undefined ? state.id : `${state.id} (${name})`, state }
    }
  },
})
