import type { Diagnostic, Diagnostics, Path } from '@webfilter/terraform-plugin'
import { ApplianceError } from './appliance/errors'
import type { OnUnreachable } from './definitions'
import { checkNotPossible } from './diagnostics/connection'

/**
 * Looks at the appliance while a creation is planned. A failure that may pass is no reason to refuse the plan, unless the provider's
 * settings say so: the plan says what was not checked.
 *
 * @param notChecked what the plan says then, made of what the failure tells and advises: `(failure) => categoryNotChecked({ name, failure })`
 */
export async function lookInPlan<Found extends object>(
  notChecked: (failure: string) => Diagnostic,
  path: Path | undefined,
  { diagnostics, onUnreachable }: LookContext,
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined | 'not looked'> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof ApplianceError) || !error.transient) throw error
    const told = notChecked(`${error.told.message} ${error.told.advice}`)
    diagnostics.raise(onUnreachable === 'fail' ? checkNotPossible(told) : told, path)
    return 'not looked'
  }
}

/** What a look is made with. */
export interface LookContext {
  readonly diagnostics: Diagnostics
  /** Undefined while the provider's settings are not known: then no look is made. */
  readonly onUnreachable: OnUnreachable | undefined
}
