import { bool, mapOf, retired, string, stringType } from '@webfilter/terraform-plugin'
import { dataSource } from '../definitions'
import { directoryDocumentation } from '../documentation'

/** The state of the directory service (interface document, 4.6). */
export const ldapService = dataSource('ldap_service', {
  description: 'Reads the status of the directory service, even if it is not installed.',
  documentation: directoryDocumentation,

  attributes: {
    installed: bool({ computed: true, description: 'Whether the service is installed.' }),
    running: bool({ computed: true, description: 'Whether the service runs.' }),
    version: string({
      computed: true,
      nullable: true,
      description: 'Version of the service. Null if the appliance does not return it.',
    }),
    details: mapOf('string', {
      computed: true,
      description:
        'Details of the service, as the appliance returns them. Values that differ in each answer, such as memory usage, are left ' +
        'out. The keys differ between releases.',
    }),
    uptime: retired(stringType, {
      description: 'Always null.',
      deprecated: 'The value differed in each answer, so that each plan that used it showed a change.',
    }),
  },

  async read({ appliance, signal }) {
    const { state, version, details } = await appliance.directory.service.status(signal)
    return {
      installed: state !== 'not installed',
      running: state === 'running',
      version: version ?? null,
      uptime: null,
      details: Object.fromEntries(Object.entries(details).filter(([key]) => !isMeasured(key))),
    }
  },
})

/** Whether a key of the status tells of the process that runs at the moment: its age, its number, what it uses. */
function isMeasured(key: string): boolean {
  return /uptime|time$|_pid$|^pid$|memory|processes|cpu|threads/.test(key)
}
