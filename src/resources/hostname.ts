import { resource } from '../definitions'
import { hostNameDeclaredTwice } from '../diagnostics/entries/records-and-network'
import { string } from '../terraform/schema/builders'
import { fullyQualified } from '../validators'

/** The id: an appliance has one host name. */
const onlyOne = 'hostname'

/** The host name of the appliance (interface document, 4.4). */
export const hostname = resource('hostname', {
  description:
    'Sets the host name of the appliance. Declare it once: a configuration that declares two is refused.',
  documentation: {
    subcategory: 'Network',
    destroy: 'Nothing is sent: the appliance keeps the name, as there is no name before to go back to.',
    drift:
      'The appliance has no way to tell its host name. The state holds the name that was set last; a change in the ' +
      'console is not found. Replace the resource (`terraform apply -replace=…`) to set the name again.',
  },

  attributes: {
    hostname: string({
      required: true,
      validate: fullyQualified,
      semanticEquals: (prior, next) => prior.toLowerCase() === next.toLowerCase(),
      description: 'Fully qualified host name, such as `proxy.example.org`.',
    }),
    id: string({
      computed: true,
      useStateForUnknown: true,
      inOlderStates: onlyOne,
      description: 'Always `hostname`: an appliance has one.',
    }),
  },

  plan({ replanned, run, diagnostics }) {
    if (!replanned && run?.hostname.claim('the host name') === false) {
      diagnostics.raise(hostNameDeclaredTwice())
    }
    return { id: onlyOne }
  },

  async create({ plan, appliance, signal }) {
    await appliance.network.setHostname(plan.hostname, signal)
    return { ...plan, id: onlyOne }
  },

  async read({ state }) {
    return state
  },

  async update({ plan, appliance, signal }) {
    await appliance.network.setHostname(plan.hostname, signal)
    return { ...plan, id: onlyOne }
  },

  async delete() {},
})
