import { nameOf, type Route } from '../appliance/protocol/route'
import type { RouteCaller } from '../appliance/protocol/route-caller'

/**
 * The caller, but for routes that change something: those it refuses to ask, whoever wants it. Many GETs of this interface
 * change something, so it goes by what the client says of each route.
 */
export function readOnlyCaller(caller: RouteCaller): RouteCaller {
  function refuseChanges(route: Route): void {
    if (route.changes)
      throw new TypeError(`${nameOf(route)} changes the appliance, so the doctor must not request it`)
  }

  return {
    concurrency: caller.concurrency,
    async ask(route, request, signal) {
      refuseChanges(route)
      return await caller.ask(route, request, signal)
    },
    async receive(route, request, signal, isExpected) {
      refuseChanges(route)
      return await caller.receive(route, request, signal, isExpected)
    },
  }
}
