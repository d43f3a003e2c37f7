import { integer, nestedList, ProviderError, string } from '@webfilter/terraform-plugin'
import type { MemberText } from '../appliance/directory/member'
import { dataSource } from '../definitions'
import { memberMissing } from '../diagnostics/accounts'
import { directoryDocumentation } from '../documentation'

import { loginName } from '../validators'

/** A member of the user directory (interface document, 4.6). */
export const ldapMember = dataSource('ldap_member', {
  description: 'Reads one member of the user directory by its login, and the groups of the member.',
  documentation: directoryDocumentation,

  attributes: {
    uid: string({
      required: true,
      validate: loginName,
      description: 'Login of the member, in any letter case.',
    }),
    first_name: told('First name.'),
    last_name: told('Last name.'),
    email: told('Email address.'),
    organization: told('Organization that the member belongs to.'),
    gid: integer({
      computed: true,
      nullable: true,
      description: "Number of the member's primary group. Null if the appliance does not return it.",
    }),
    title: told('Title.'),
    telephone_number: told('Phone number.'),
    mobile: told('Mobile phone number.'),
    groups: nestedList(
      {
        gid: integer({ computed: true, description: 'Number of the group.' }),
        name: told('Name of the group.'),
      },
      { computed: true, description: 'Groups of the member, in the order of the appliance.' },
    ),
  },

  async read({ config: { uid }, appliance, signal }) {
    const { members, groups } = appliance.directory
    const [seen, memberships] = await Promise.all([
      members.look(uid, signal),
      groups.ofUnseenMember(uid, signal),
    ])
    const { member, unproven } = seen
    if (!member) {
      throw new ProviderError(memberMissing({ uid, unproven }), { path: ['uid'] })
    }
    const text = (name: MemberText) => member.texts[name]?.[0] ?? null
    return {
      uid,
      first_name: text('firstName'),
      last_name: text('lastName'),
      email: text('email'),
      organization: member.organization ?? null,
      gid: member.gid ?? null,
      title: text('title'),
      telephone_number: text('telephoneNumber'),
      mobile: text('mobile'),
      groups: (memberships ?? []).map(({ gid, name }) => ({ gid, name: name ?? null })),
    }
  },
})

function told(description: string) {
  return string({
    computed: true,
    nullable: true,
    description: `${description} Null if there is none, or if the appliance does not return it.`,
  })
}
