import { type TerraformElement, TerraformResource } from 'cdktf'
import type { Construct } from 'constructs'
import type { LdapMember } from '../../bindings/cdktf/ldap-member'
import type { RenamedResource } from '../former-keys'
import { resolved } from '../synthesized'
import { quoted } from '../wording'

/**
 * A member with another login, and all memberships of the stack whose id is the login: a group has them below it, be it one of the
 * team, of another team, or one that exists on the appliance.
 *
 * @param members what contains the members of the team
 */
export function renamedMember(
  member: LdapMember,
  logins: readonly string[],
  members: Construct,
): readonly RenamedResource[] {
  const login = member.node.id
  const formerly = logins.map((key) => ({ key, path: [key] }))
  const memberships = member.cdktfStack.node.findAll().filter((each) => isMembershipOf(each, member))
  return [
    { resource: member, name: `member ${quoted(login)}`, within: members, formerly },
    ...memberships.flatMap((membership) => {
      const group = membership.node.scope
      const name = `the membership of ${quoted(login)} in group ${quoted(group?.node.id ?? '')}`
      return group ? [{ resource: membership, name, within: group as Construct, formerly }] : []
    }),
  ]
}

function isMembershipOf(construct: unknown, member: LdapMember): construct is TerraformResource {
  if (!TerraformResource.isTerraformResource(construct)) return false
  if (construct.terraformResourceType !== 'appliance_ldap_group_membership') return false
  const { uidInput } = construct as TerraformElement & { readonly uidInput?: unknown }
  return (
    construct.node.id === member.node.id && resolved(uidInput, construct) === resolved(member.uid, member)
  )
}
