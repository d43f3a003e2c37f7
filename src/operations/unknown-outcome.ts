import { type Diagnostic, ProviderError } from '@webfilter/terraform-plugin'
import { mayHaveWorked } from '../appliance/errors'

/** What befell an order that may have been carried out all the same. */
export interface LostOutcome {
  /** One or more sentences. */
  readonly reason: string
  readonly advice: string
}

/**
 * Does work that nothing shows later. Where it fails after its order may have been carried out, it throws what is told of that;
 * every other failure stays as it is.
 *
 * @throws {ProviderError} with what `told` makes of the failure
 */
export async function unlessOutcomeUnknown<T>(
  work: () => Promise<T>,
  told: (lost: LostOutcome) => Diagnostic,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!mayHaveWorked(error)) throw error
    const { message: reason, advice } = error.told
    throw new ProviderError(told({ reason, advice }), { cause: error })
  }
}
