import { parseDuration } from '@webfilter/appliance-names'
import { ProviderError } from '@webfilter/terraform-plugin'
import { ApplianceError, mayHaveWorked } from '../appliance/errors'
import { actionNotSent, actionOutcomeUnknown } from '../diagnostics/operations'

/** An action, as messages name it. */
export interface InvokedAction {
  /** Its type, such as `appliance_backup_categories`. */
  readonly action: string
  /** What the appliance is asked to do, as a verb: `archive all category data`. */
  readonly task: string
}

/** What ends an action early. */
export interface Limits {
  /** A duration; null for none. */
  readonly timeout: string | null
  /** Triggered by Ctrl-C. */
  readonly signal: AbortSignal
}

/** A request as messages name it, such as `GET /categories/backup`. */
export function requestOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path}`
}

/** What may be done within the limits of an action. */
export interface Limited {
  /** Triggered by either limit. */
  readonly signal: AbortSignal
  /** Says that from now on a request may reach the appliance that makes it act, such as `GET /categories/backup`. */
  ordering(request: string): void
}

/**
 * Does the work of an action. Nothing shows later what an action did. If it ends early, or if an answer is lost, its error therefore says
 * what was sent and what is not known.
 *
 * @throws {ProviderError} if a limit ended it, or if the appliance may have acted
 * @throws {ApplianceError} for every other failure of the appliance
 */
export async function carryOut(
  invoked: InvokedAction,
  { timeout, signal }: Limits,
  work: (limited: Limited) => Promise<void>,
): Promise<void> {
  const timer = timeout === null ? undefined : AbortSignal.timeout(wholeMilliseconds(timeout))
  let request: string | undefined
  try {
    await work({
      signal: timer ? AbortSignal.any([signal, timer]) : signal,
      ordering: (named) => {
        request = named
      },
    })
  } catch (error) {
    throw failureOf(error) ?? error
  }

  function failureOf(error: unknown): ProviderError | undefined {
    const ended = endedBy()
    if (request !== undefined && mayHaveWorked(error)) {
      const { message, advice } = error.told
      const lost = ended ? { reason: ended, advice: '' } : { reason: message, advice }
      return new ProviderError(actionOutcomeUnknown({ ...invoked, ...lost, request }), { cause: error })
    }
    if (ended === undefined || !isCancellation(error)) return undefined
    return new ProviderError(actionNotSent({ ...invoked, reason: ended }), { cause: error })
  }

  function endedBy(): string | undefined {
    if (signal.aborted) return 'The run was stopped.'
    return timer?.aborted ? `The action exceeded its timeout of ${timeout}.` : undefined
  }
}

function isCancellation(error: unknown): boolean {
  return error instanceof ApplianceError && error.kind === 'cancelled'
}

/** Timers take whole numbers below 2^31, some 24 days. */
function wholeMilliseconds(duration: string): number {
  return Math.min(Math.ceil(parseDuration(duration) ?? 0), 2 ** 31 - 1)
}
