import { ApplianceError } from './appliance/errors'
import type { Diagnostic } from './diagnostics/diagnostic'
import type { Diagnostics } from './terraform/provider/diagnostics'
import type { Path } from './terraform/values/path'

/**
 * Looks at the appliance while a creation is planned. A failure that may pass is no reason to refuse the plan: the plan says
 * what was not checked.
 *
 * @param notChecked what the plan says then, made of what the failure tells and advises: `(failure) => categoryNotChecked({ name, failure })`
 */
export async function lookInPlan<Found extends object>(
  notChecked: (failure: string) => Diagnostic,
  path: Path | undefined,
  diagnostics: Diagnostics,
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined | 'not looked'> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof ApplianceError) || !error.transient) throw error
    diagnostics.raise(notChecked(`${error.told.message} ${error.told.advice}`), path)
    return 'not looked'
  }
}
