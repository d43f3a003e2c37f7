import { envelopeSize, listSize } from '../protocol/answer-size'
import type { Route } from '../protocol/route'

/** The routes of the network area (interface document, 4.4). */

const network = {
  area: 'network',
  method: 'GET',
  answer: envelopeSize,
  release: 'a release that the interface document does not name',
} as const

export const interfacesRoute: Route = {
  ...network,
  path: '/system/network/interfaces',
  answer: listSize,
  changes: false,
  repeatable: 'always',
  withoutIt: 'Check endpoints.network.url, or update the appliance.',
}

export const hostnameRoute: Route = {
  ...network,
  path: '/system/network/hostname/[hostname]',
  changes: true,
  // Setting a name that is set already changes nothing.
  repeatable: 'always',
  withoutIt: 'Check endpoints.network.url, or set the host name in the console of the appliance.',
}
