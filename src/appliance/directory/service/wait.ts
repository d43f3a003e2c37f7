import { directoryWaitInterrupted, directoryWaitTooLong } from '../../../diagnostics/directory'
import { pause } from '../../cancellation'
import { ApplianceError } from '../../errors'
import type { Log } from '../../log'
import type { ServiceState, ServiceStatus } from './status'

/** What is waited for: the routes of the service answer before their work is done. */
export interface ServiceWait {
  readonly status: (signal: AbortSignal) => Promise<ServiceStatus>
  readonly log: Log
  /** What was begun, for messages. */
  readonly work: 'installation' | 'restart' | 'removal'
  readonly wanted: ServiceState
  /**
   * Whether a look shows that the work is over, so many milliseconds after it was begun; unless given, the first that finds
   * what is wanted does.
   */
  readonly isOver?: (seen: ServiceStatus | ApplianceError, waited: number) => boolean
  /** Milliseconds. */
  readonly within: number
  /** Called after each look that does not end the wait, so many milliseconds after the work was begun. */
  readonly looked?: ((seen: ServiceStatus | ApplianceError, waited: number) => void) | undefined
}

/** Milliseconds between two looks. */
const shortestDelay = 250
const longestDelay = 5_000

/**
 * Looks at the service until it is what is wanted, and logs each look. Throws `failed` when the time is over and
 * `cancelled` by the signal, which leaves the appliance at its work.
 */
export async function waitFor(wait: ServiceWait, signal: AbortSignal): Promise<ServiceStatus> {
  const started = performance.now()
  for (let delay = shortestDelay; ; delay = Math.min(longestDelay, delay * 1.5)) {
    const seen = await look(wait, signal)
    const waited = performance.now() - started
    const isOver = wait.isOver?.(seen, waited) ?? true
    if (isOver && isWanted(wait, seen)) return seen
    wait.log.info(`waiting until the directory service is ${wait.wanted}`, {
      state: seen instanceof ApplianceError ? seen.kind : seen.state,
      seconds: Math.round(waited / 1000),
    })
    wait.looked?.(seen, waited)
    if (waited + delay > wait.within) throw waitedTooLong(wait, seen)
    await cancellable(wait, signal, pause(delay, signal))
  }
}

function isWanted({ wanted }: ServiceWait, seen: ServiceStatus | ApplianceError): seen is ServiceStatus {
  return !(seen instanceof ApplianceError) && seen.state === wanted
}

/** While a service comes or goes, what tells of it may be away for a moment: such a failure is looked past. */
async function look(wait: ServiceWait, signal: AbortSignal): Promise<ServiceStatus | ApplianceError> {
  try {
    return await cancellable(wait, signal, wait.status(signal))
  } catch (error) {
    if (error instanceof ApplianceError && (error.transient || error.kind === 'failed')) return error
    throw error
  }
}

async function cancellable<T>(wait: ServiceWait, signal: AbortSignal, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw signal.aborted ? waitCancelled(wait, error) : error
  }
}

/** The wait was cancelled, or the request that began the work, which may have been received. */
export function waitCancelled({ work }: Pick<ServiceWait, 'work'>, cause: unknown): ApplianceError {
  return new ApplianceError({
    kind: 'cancelled',
    told: directoryWaitInterrupted({ work }),
    cause,
  })
}

function waitedTooLong(
  { work, wanted, within }: ServiceWait,
  seen: ServiceStatus | ApplianceError,
): ApplianceError {
  const last =
    seen instanceof ApplianceError
      ? `the last answer was: ${seen.message.replace(/\.$/, '')}`
      : `the appliance last reported it as ${seen.state}`
  return new ApplianceError({
    kind: 'failed',
    told: directoryWaitTooLong({ work, wanted, seconds: within / 1000, last }),
  })
}
