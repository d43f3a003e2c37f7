import { hostNameDeclaredTwice } from '@webfilter/appliance-declarations/diagnostics/other-areas'
import { fullyQualified } from '@webfilter/appliance-declarations/validators'
import { string } from '@webfilter/terraform-plugin'
import { resource } from '../definitions'
import { refuseSecond } from '../provider-data'

/** The id: an appliance has one host name. */
const onlyOne = 'hostname'

/** The host name of the appliance (docs/appliance, "Set the host name"). */
export const hostname = resource('hostname', {
  description:
    'Manages the host name of the appliance. Declare it only once: a configuration with two is rejected.',
  documentation: {
    subcategory: 'Network',
    irreversible:
      'The appliance does not return its host name, so the provider cannot restore the name that it had before. Note it down before ' +
      'the first apply.',
    destroy: 'Nothing is sent. The appliance keeps the name.',
    drift:
      'None. The state contains the name that was set last; changes made in the console are not detected. To set the name again, use ' +
      '`terraform apply -replace=…`.',
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
      description: 'Always `hostname`, because an appliance has only one.',
    }),
  },

  plan({ object, run, diagnostics }) {
    if (run?.claims.claim('host name', onlyOne, object) === false) {
      diagnostics.raise(hostNameDeclaredTwice())
    }
    return { id: onlyOne }
  },

  async create({ plan, object, appliance, run, signal }) {
    refuseSecond(run.claims.create('host name', onlyOne, object), hostNameDeclaredTwice())
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
