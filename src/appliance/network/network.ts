import { readSuccess } from '../protocol/envelope'
import type { RouteCaller } from '../protocol/route-caller'
import { type NetworkInterface, readInterfaces } from './network-answers'
import { hostnameRoute, interfacesRoute } from './network-routes'

/** The network area of one appliance (interface document, 4.4). Every method throws `ApplianceError`. */
export interface Network {
  /** All network interfaces, in the order of the appliance. */
  interfaces(signal: AbortSignal): Promise<readonly NetworkInterface[]>

  /** Sets the host name, which must be fully qualified. There is no route that tells it. */
  setHostname(hostname: string, signal: AbortSignal): Promise<void>
}

/** The network area of the appliance that the caller reaches. Sends nothing by itself. */
export function createNetwork(caller: RouteCaller): Network {
  return {
    async interfaces(signal) {
      return readInterfaces(await caller.ask(interfacesRoute, {}, signal))
    },
    async setHostname(hostname, signal) {
      readSuccess(await caller.ask(hostnameRoute, { parameters: { hostname } }, signal))
    },
  }
}
