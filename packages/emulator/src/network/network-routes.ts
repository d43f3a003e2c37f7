import { type Answer, olderDialect as dialect, json } from '../protocol/envelope'
import type { Call, Route } from '../protocol/route'
import type { Network } from './network'

/**
 * The network routes (interface document 4.4). The answer of the hostname route is not shown; assumed is the envelope of the
 * other routes, with an error in upper case for a name that is not fully qualified.
 */
export function networkRoutes(network: Network): Route[] {
  return [
    {
      method: 'GET',
      path: '/system/network/interfaces',
      operation: 'interfaces',
      dialect,
      work: () => json({ interfaces: network.interfaces() }),
    },
    {
      method: 'GET',
      path: '/system/network/hostname/:hostname',
      operation: 'hostname',
      dialect,
      work: setHostname,
    },
  ]

  function setHostname(call: Call): Answer {
    const hostname = call.parameter('hostname')
    if (!isFullyQualified(hostname)) return dialect.failure('INVALID_HOSTNAME')
    network.setHostname(hostname)
    return dialect.success('')
  }
}

/** Two labels or more of letters, digits and inner hyphens; the last is no number, lest an address be taken for a name. */
function isFullyQualified(hostname: string): boolean {
  const labels = hostname.split('.')
  return (
    hostname.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}
