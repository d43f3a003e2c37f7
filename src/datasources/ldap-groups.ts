import { integer, nestedList, string } from '@webfilter/terraform-plugin'
import { dataSource } from '../definitions'
import { directoryDocumentation } from '../documentation'
import { notBlank } from '../validators'

/** The groups of an organization (interface document, 4.6). */
export const ldapGroups = dataSource('ldap_groups', {
  description: 'Lists the groups of one organization of the user directory.',
  documentation: directoryDocumentation,

  attributes: {
    organization: string({ required: true, validate: notBlank, description: 'Name of the organization.' }),
    groups: nestedList(
      {
        gid: integer({ computed: true, description: 'Number of the group.' }),
        name: string({
          computed: true,
          nullable: true,
          description: 'Name of the group. Null if the appliance returns only the number.',
        }),
      },
      { computed: true, description: 'Groups, in the order of the appliance.' },
    ),
  },

  async read({ config: { organization }, appliance, signal }) {
    const groups = await appliance.directory.groups.list(organization, signal)
    return { organization, groups: groups.map(({ gid, name }) => ({ gid, name: name ?? null })) }
  },
})
