import type { LdapMember } from '../bindings/cdktf/ldap-member/index'
import { quoted, warnOnce } from './messages'
import type { SynthesizedAttributes, SynthesizedStack } from './synthesized'

import type { TeamGroup } from './team-members'

/** Warns about what a team may say but hardly means. Warnings are annotations of the groups and members. */
export function warnAboutTeam(
  {
    groups,
    members,
  }: {
    readonly groups: readonly TeamGroup[]
    readonly members: readonly LdapMember[]
  },
  stack: SynthesizedStack,
): void {
  const gids = ['appliance_ldap_member', 'appliance_ldap_group_membership'].flatMap((type) =>
    stack.resources(type).map(({ attributes }) => String(attributes.gid)),
  )
  for (const group of groups) {
    if (stack.attributesOf(group) && !isReferredTo(group, gids)) {
      warnOnce(group, [
        `Group ${quoted(group.node.id)} has no members in this stack. Put members into it, or remove it.`,
      ])
    }
  }
  for (const member of members) {
    const attributes = stack.attributesOf(member)
    if (!attributes) continue
    warnOnce(member, warningsOfMember(member, attributes))
    const repeated = groups.filter((group) => isPrimaryAndFurther(group, member, stack))
    warnOnce(
      member,
      repeated.map(
        ({ node }) =>
          `Member ${quoted(member.node.id)} has group ${quoted(node.id)} as its primary group, and is put into it once more. Keep the ` +
          'primary group only.',
      ),
    )
  }
}

/** By memberships, or as the primary group of members. */
function isReferredTo({ friendlyUniqueId }: TeamGroup, gids: readonly string[]): boolean {
  return gids.some((gid) => gid.includes(`appliance_ldap_group.${friendlyUniqueId}.`))
}

function isPrimaryAndFurther(
  { memberships }: TeamGroup,
  member: LdapMember,
  stack: SynthesizedStack,
): boolean {
  const membership = memberships[member.node.id]
  const further = membership && stack.attributesOf(membership)
  return further !== undefined && further.gid === stack.attributesOf(member)?.gid
}

function warningsOfMember(member: LdapMember, attributes: SynthesizedAttributes): readonly string[] {
  const name = `Member ${quoted(member.node.id)}`
  const imported = isImported(member)
  const hasPassword = attributes.password !== undefined || attributes.password_wo !== undefined
  return [
    ...(imported && attributes.on_destroy === undefined
      ? [
          `${name} is imported, and a destroy deletes an imported account. Set onDestroy to "keep", or to "delete" if you want that.`,
        ]
      : []),
    ...(imported && hasPassword
      ? [
          `${name} is imported with a password, and the apply that imports the account sets it. Remove the password if the account ` +
            'keeps its own.',
        ]
      : []),
  ]
}

/** The library keeps to itself what `importFrom` was called with. */
function isImported(member: LdapMember): boolean {
  const { import: imports }: { readonly import?: unknown } = member.toTerraform()
  return imports !== undefined
}
