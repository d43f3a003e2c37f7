import { ApplianceError } from '../appliance/errors'
import type { Diagnostics } from '../terraform/provider/diagnostics'
import type { Path } from '../terraform/values/path'

/**
 * Looks at the appliance while a creation is planned. A failure that may pass is no reason to refuse the plan: the plan says
 * that nobody looked.
 *
 * @param warning what the plan says then: `Nobody looked whether …`
 */
export async function lookInPlan<Found extends object>(
  warning: string,
  path: Path,
  diagnostics: Diagnostics,
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined | 'not looked'> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof ApplianceError) || !error.transient) throw error
    diagnostics.warn(warning, `${error.message} ${error.advice}`, path)
    return 'not looked'
  }
}
