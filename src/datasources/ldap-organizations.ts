import { listOf } from '@webfilter/terraform-plugin'
import { dataSource } from '../definitions'
import { directoryDocumentation } from '../documentation'

/** The organizations of the user directory (interface document, 4.6). */
export const ldapOrganizations = dataSource('ldap_organizations', {
  description:
    'Lists the organizations of the user directory. It is a single one, unless the appliance is configured for several.',
  documentation: directoryDocumentation,

  attributes: {
    organizations: listOf('string', {
      computed: true,
      description: 'Names of the organizations, in the order of the appliance.',
    }),
  },

  async read({ appliance, signal }) {
    return { organizations: await appliance.directory.organizations(signal) }
  },
})
