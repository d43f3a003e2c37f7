import { dataSource } from '../definitions'
import { directoryDocumentation } from '../documentation'
import { bool, mapOf, string } from '../terraform/schema/builders'

/** The state of the directory service (interface document, 4.6). */
export const ldapService = dataSource('ldap_service', {
  description: 'The state of the directory service, whether it is installed or not.',
  documentation: directoryDocumentation,

  attributes: {
    installed: bool({ computed: true, description: 'Whether the service is installed.' }),
    running: bool({ computed: true, description: 'Whether the service runs.' }),
    version: string({
      computed: true,
      nullable: true,
      description: 'Version of the service. Null where the appliance does not tell.',
    }),
    uptime: string({
      computed: true,
      nullable: true,
      description:
        'How long the service has been running, in the words of the appliance. Null where it does not tell.',
    }),
    details: mapOf('string', {
      computed: true,
      description:
        'All that the appliance tells of the service, as it tells it. Releases differ in the keys.',
    }),
  },

  async read({ appliance, signal }) {
    const { state, version, uptime, details } = await appliance.directory.service.status(signal)
    return {
      installed: state !== 'not installed',
      running: state === 'running',
      version: version ?? null,
      uptime: uptime ?? null,
      details,
    }
  },
})
