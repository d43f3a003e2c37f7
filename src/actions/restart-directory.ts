import { parseDuration } from '@webfilter/appliance-names'
import { directoryRoutes } from '../appliance/directory/interface/routes'
import type { ServiceStatus } from '../appliance/directory/service/status'
import { ApplianceError } from '../appliance/errors'
import { action } from '../definitions'
import { directoryDocumentation } from '../documentation'
import { longestRestart } from '../operations/restart'
import { carryOut, requestOf } from './carry-out'
import { checkInPlan } from './check-in-plan'
import { actionDocumentation } from './documentation'
import { timeoutAttribute } from './timeout'

const directoryRestart = { action: 'appliance_restart_directory', task: 'restart the directory service' }
const directoryRestartRequest = requestOf(directoryRoutes.restart)

/** Restarts the directory service (interface document, section 4.6). */
export const restartDirectory = action('restart_directory', {
  description:
    'Restarts the directory service, and waits until it has stopped and started. If neither its status nor its uptime shows the ' +
    'restart, the service must stay running for 15 seconds.\n\n' +
    'While the service restarts, it answers no requests for members, groups and memberships. If the same run also changes these, let ' +
    'them depend on the resource that triggers the action.',
  documentation: actionDocumentation('directory_restart', directoryDocumentation),

  attributes: { timeout: timeoutAttribute(`Defaults to \`${longestRestart}\`.`) },

  async plan({ appliance, onUnreachable, diagnostics, signal }) {
    if (!appliance) return
    await checkInPlan(directoryRestart.action, { diagnostics, onUnreachable }, () =>
      appliance.directory.service.status(signal),
    )
  },

  async invoke({ config, appliance, progress, signal }) {
    const timeout = config.timeout ?? longestRestart
    await carryOut(directoryRestart, { timeout, signal }, async (limited) => {
      await appliance.directory.service.restart(parseDuration(timeout) ?? 0, limited.signal, undefined, {
        ordering() {
          limited.ordering(directoryRestartRequest)
          progress(
            `Sending ${directoryRestartRequest}, and waiting up to ${timeout} until the service is back.`,
          )
        },
        looked: (seen, waited) => progress(`${found(seen)} ${Math.round(waited / 1000)} s have passed.`),
      })
    })
    progress('The directory service runs again.')
  },
})

function found(seen: ServiceStatus | ApplianceError): string {
  if (seen instanceof ApplianceError)
    return 'The appliance does not report the status of the directory service.'
  return seen.state === 'running'
    ? 'The directory service is running, but nothing shows yet that it has restarted.'
    : `The directory service is ${seen.state}.`
}
