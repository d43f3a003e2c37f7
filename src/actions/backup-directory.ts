import { directoryRoutes } from '../appliance/directory/interface/routes'
import { action } from '../definitions'
import { directoryDocumentation } from '../documentation'
import { carryOut, requestOf } from './carry-out'
import { checkInPlan } from './check-in-plan'
import { actionDocumentation } from './documentation'
import { limitOfRequests, timeoutAttribute } from './timeout'

const directoryBackup = { action: 'appliance_backup_directory', task: 'back up the user directory' }
const directoryBackupRequest = requestOf(directoryRoutes.backUp)

/** Orders a backup of the user directory (interface document, section 4.6). */
export const backupDirectory = action('backup_directory', {
  description:
    'Starts a backup of the user directory. The appliance may answer before the backup is complete, so the action ends when the ' +
    'appliance has accepted the request. The data source `appliance_ldap_backup` reads the last backup.',
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
