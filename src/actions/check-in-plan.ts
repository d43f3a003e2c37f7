import { actionNotChecked } from '../diagnostics/entries/operations'
import { lookInPlan } from '../look-in-plan'
import type { Diagnostics } from '../terraform/provider/diagnostics'

/**
 * Asks the appliance something that an action needs too, so that the plan refuses what cannot be done. If the appliance does not
 * answer for now, the plan says that it was not checked.
 *
 * @param action its type, such as `appliance_backup_categories`
 * @returns undefined where nothing was found out
 */
export async function checkInPlan<Found extends object>(
  action: string,
  diagnostics: Diagnostics,
  look: () => Promise<Found>,
): Promise<Found | undefined> {
  const notChecked = (failure: string) => actionNotChecked({ action, failure })
  const found = await lookInPlan(notChecked, undefined, diagnostics, look)
  return found === 'not looked' ? undefined : found
}
