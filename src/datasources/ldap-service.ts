import { dataSource } from '../definitions'
import { directoryDocumentation } from '../documentation'
import { bool, mapOf, retired, string } from '../terraform/schema/builders'
import { stringType } from '../terraform/values/type'

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
    details: mapOf('string', {
      computed: true,
      description:
        'What the appliance tells of the service, in its own words. Figures that differ in every answer, such as memory, are left ' +
        'out. Releases differ in the keys.',
    }),
    uptime: retired(stringType, {
      description: 'Always null.',
      deprecated:
        'It was another one whenever the appliance was asked, so that each plan with it changed something.',
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
