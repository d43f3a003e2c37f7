import { actionNotChecked } from '../diagnostics/operations'
import { type LookContext, lookInPlan } from '../look-in-plan'

/**
 * Asks the appliance something that an action needs too, so that the plan refuses what cannot be done. If the appliance does not
 * answer for now, the plan says that it was not checked, or is refused if the provider's settings say so.
 *
 * @param action its type, such as `appliance_backup_categories`
 * @returns what the appliance answered; undefined if it did not answer
 */
export async function checkInPlan<Found extends object>(
  action: string,
  context: LookContext,
  look: () => Promise<Found>,
): Promise<Found | undefined> {
  const notChecked = (failure: string) => actionNotChecked({ action, failure })
  const found = await lookInPlan(notChecked, undefined, context, look)
  return found === 'not looked' ? undefined : found
}
