import { ApplianceError } from '../../errors'
import type { ServiceStatus } from './status'
import { uptimeSeconds } from './uptime'

/**
 * Milliseconds for which a service has to stay running after the order of its restart, where nothing shows whether it was
 * down. The appliance begins with a restart when it has answered (field notes, "Async routes"), and it tells nothing of how far
 * it is: this is the last resort, longer than the 13 s after which its own console gives up.
 */
export const restartSettling = 15_000

/** What the looks at a service tell of its restart. */
export interface RestartWatch {
  /** Takes the next look, so many milliseconds after the order, and tells whether the service is back. */
  isBack(seen: ServiceStatus | ApplianceError, waited: number): boolean
  /** Whether a look showed that it was restarted, and not only that time has passed. */
  wasSeen(): boolean
}

/**
 * Watches a restart. The first answers may still be of the service that is to be restarted. It is back when it runs and did
 * not run before, or the appliance said that it cannot tell its status; or when its uptime is lower than before; or, if neither is
 * seen, when it runs after the settling time. An answer that was lost, or that is a proxy's, tells of the network and not of the
 * service: it proves nothing.
 *
 * @param before what the appliance told before the restart was ordered; undefined where it told nothing
 * @param settling milliseconds
 */
export function watchRestart(before: ServiceStatus | undefined, settling: number): RestartWatch {
  let seenGone = before !== undefined && before.state !== 'running'
  return {
    isBack(seen, waited) {
      if (seen instanceof ApplianceError) {
        seenGone ||= seen.kind === 'failed'
        return false
      }
      if (seen.state !== 'running') {
        seenGone = true
        return false
      }
      seenGone ||= hasLowerUptime(before, seen)
      return seenGone || waited >= settling
    },
    wasSeen: () => seenGone,
  }
}

function hasLowerUptime(before: ServiceStatus | undefined, { uptime = '' }: ServiceStatus): boolean {
  const [then, now] = [uptimeSeconds(before?.uptime ?? ''), uptimeSeconds(uptime)]
  return then !== undefined && now !== undefined && now < then
}
