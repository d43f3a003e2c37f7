import { categoryRoutes } from '../appliance/categories/interface/routes'
import { action } from '../definitions'
import { categoryReleases } from '../documentation'
import { carryOut, requestOf } from './carry-out'
import { checkInPlan } from './check-in-plan'
import { actionDocumentation } from './documentation'
import { limitOfRequests, timeoutAttribute } from './timeout'

const categoryBackup = { action: 'appliance_backup_categories', task: 'archive all category data' }
const categoryBackupRequest = requestOf(categoryRoutes.backup.older)

/** Orders an archive of all category data (interface document, sections 4.1 and 4.2). */
export const backupCategories = action('backup_categories', {
  description:
    'Archives all category data in a folder of the appliance, which keeps the five newest archives. The appliance answers before it ' +
    'begins, so the action ends when the appliance has accepted the request.',
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
