import { type Route, type RouteCaller, routeName } from '@webfilter/appliance-client'

/**
 * A caller that refuses routes that change something. Many GET routes of the appliance do, so the description of the route decides, not
 * the method.
 */
export function readOnlyCaller(caller: RouteCaller): RouteCaller {
  function refuseChanges(route: Route): void {
    if (route.changes)
      throw new TypeError(
        `${routeName(route)} changes the appliance, so a command that only reads must not request it`,
      )
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
