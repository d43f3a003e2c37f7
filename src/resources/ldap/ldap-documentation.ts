import type { Documentation } from '../../terraform/provider/definition'

/** Interface document, 4.6 and 9.4. */
export const directoryDocumentation: Documentation = {
  subcategory: 'User directory',
  release:
    'The routes of the user directory came with release 4.50 Service Pack 7, and with 4.50 Service Pack 6 by hotfix ' +
    '20260618-00. They are served on a unix-domain socket of the appliance, which `endpoints.directory.url` names.',
}

/** What happens to what is in the directory while its service does not run. */
export const withoutService =
  'While the directory service is stopped nothing can be read, and a plan fails and says so. Where `appliance_ldap_service` is in ' +
  'the same configuration and named in `depends_on`, the state stands instead, and the apply starts the service first.'
