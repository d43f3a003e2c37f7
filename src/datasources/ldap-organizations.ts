import { dataSource } from '../definitions'
import { directoryDocumentation } from '../documentation'
import { listOf } from '../terraform/schema/builders'

/** The organizations of the user directory (interface document, 4.6). */
export const ldapOrganizations = dataSource('ldap_organizations', {
  description:
    'The organizations of the user directory. Where the appliance is not set to have several, it is one alone.',
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
