import {
  ApplianceError,
  categoryRoutes,
  directoryRoutes,
  type ServiceStatus,
} from '@webfilter/appliance-client'
import { parseDuration } from '@webfilter/appliance-names/settings'
import { action } from '../definitions'
import { categoryReleases, directoryDocumentation } from '../documentation'
import { longestRestart } from '../orders'
import {
  actionDocumentation,
  carryOut,
  checkInPlan,
  limitOfRequests,
  requestOf,
  timeoutAttribute,
} from './carry-out'

const categoryBackup = { action: 'appliance_backup_categories', task: 'archive all category data' }
const categoryBackupRequest = requestOf(categoryRoutes.backup.older)

/** Orders an archive of all category data (docs/appliance, "Back up the categories"). */
export const backupCategories = action('backup_categories', {
  description:
    'Archives all category data in a folder of the appliance, which keeps the five newest archives. The action ends when the ' +
    'appliance has accepted the request.',
  documentation: actionDocumentation('category_backup', { release: categoryReleases }),

  attributes: { timeout: timeoutAttribute(limitOfRequests) },

  async plan({ appliance, onUnreachable, diagnostics, signal }) {
    if (!appliance) return
    await checkInPlan(categoryBackup.action, { diagnostics, onUnreachable }, () =>
      appliance.categories.list(signal),
    )
  },

  async invoke({ config: { timeout }, appliance, progress, signal }) {
    const { categories } = appliance
    await carryOut(categoryBackup, { timeout, signal }, async (limited) => {
      await categories.generation(limited.signal)
      limited.ordering(categoryBackupRequest)
      progress(`Sending ${categoryBackupRequest}, and waiting for the answer.`)
      await categories.backup(limited.signal)
    })
    progress('The appliance accepted the request, and archives all category data in the background.')
  },
})

const directoryBackup = { action: 'appliance_backup_directory', task: 'back up the user directory' }
const directoryBackupRequest = requestOf(directoryRoutes.backUp)

/** Orders a backup of the user directory (docs/appliance, "Directory backups"). */
export const backupDirectory = action('backup_directory', {
  description:
    'Starts a backup of the user directory. The action ends when the appliance has accepted the request. The data source ' +
    '`appliance_ldap_backup` reads the last backup.',
  documentation: actionDocumentation('directory_backup', directoryDocumentation),

  attributes: { timeout: timeoutAttribute(limitOfRequests) },

  async plan({ appliance, onUnreachable, diagnostics, signal }) {
    if (!appliance) return
    await checkInPlan(directoryBackup.action, { diagnostics, onUnreachable }, () =>
      appliance.directory.service.status(signal),
    )
  },

  async invoke({ config: { timeout }, appliance, progress, signal }) {
    await carryOut(directoryBackup, { timeout, signal }, async (limited) => {
      limited.ordering(directoryBackupRequest)
      progress(`Sending ${directoryBackupRequest}, and waiting for the answer.`)
      await appliance.directory.backUp(limited.signal)
    })
    progress('The appliance accepted the request, and backs up the user directory.')
  },
})

const directoryRestart = { action: 'appliance_restart_directory', task: 'restart the directory service' }
const directoryRestartRequest = requestOf(directoryRoutes.restart)

/** Restarts the directory service (docs/appliance, "Install, restart and uninstall"). */
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
        looked: (seen, waited) => progress(`${statusText(seen)} ${Math.round(waited / 1000)} s have passed.`),
      })
    })
    progress('The directory service runs again.')
  },
})

function statusText(seen: ServiceStatus | ApplianceError): string {
  if (seen instanceof ApplianceError)
    return 'The appliance does not report the status of the directory service.'
  return seen.state === 'running'
    ? 'The directory service is running, but nothing shows yet that it has restarted.'
    : `The directory service is ${seen.state}.`
}
