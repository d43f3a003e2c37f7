import { nameOf } from '../appliance/route'
import type { RouteCaller } from '../appliance/route-caller'

/**
 * The caller, but for routes that change something: those it refuses to ask, whoever wants it. Many GETs of this interface
 * change something, so it goes by what the client says of each route.
 */
export function readOnlyCaller(caller: RouteCaller): RouteCaller {
  return {
    concurrency: caller.concurrency,
    async ask(route, request, signal) {
      if (route.changes)
        throw new TypeError(`${nameOf(route)} changes the appliance, and was not to be asked`)
      return await caller.ask(route, request, signal)
    },
  }
}
