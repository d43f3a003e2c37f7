import { setTimeout as sleep } from 'node:timers/promises'
import { type AbortErrors, onAbort } from '@webfilter/concurrency'
import { ApplianceError } from './errors'

/** What the caller's signal, or the closing of the client, turns every wait into. */
export function cancellation(cause: unknown): ApplianceError {
  return new ApplianceError({ kind: 'cancelled', incident: { is: 'request-cancelled-midway' }, cause })
}

/**
 * What they turn a wait into before anything was sent: the appliance cannot have acted.
 *
 * @param what names the request
 */
export function cancellationBeforeSending(
  cause: unknown,
  what = 'The request to the appliance',
): ApplianceError {
  return new ApplianceError({
    kind: 'cancelled',
    incident: { is: 'request-not-sent', what },
    cause,
    nothingSent: true,
  })
}

/** Throws `cancelled`, with nothing sent, where the signal is triggered already. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancellationBeforeSending(signal.reason)
}

/**
 * Does what follows a request that may have worked: where it is canceled before it sends anything itself, that request was
 * sent all the same, and the error must not say the contrary.
 */
export async function afterSending<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ApplianceError && error.kind === 'cancelled' && error.nothingSent
      ? cancellation(error)
      : error
  }
}

/** What waits of the client throw. The work itself may describe its cancellation better. */
export const cancelled: AbortErrors = {
  before: (reason) => cancellationBeforeSending(reason),
  during: (reason, thrown) => (thrown instanceof ApplianceError ? thrown : cancellation(reason)),
}

/** Waits a number of milliseconds, or throws when the signal is triggered before. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal })
  } catch (error) {
    throw signal.aborted ? cancellation(signal.reason) : error
  }
}

/**
 * Does work that leaves something half done if it is interrupted: it goes on after Ctrl-C, for a time. It is not begun after Ctrl-C.
 *
 * @param work is given a signal that is triggered that long after the given one
 * @param milliseconds how long a person who has pressed Ctrl-C waits at most
 */
export async function finishing<T>(
  signal: AbortSignal,
  work: (late: AbortSignal) => Promise<T>,
  milliseconds = 30_000,
): Promise<T> {
  throwIfCancelled(signal)
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stopListening = onAbort(signal, () => {
    timer = setTimeout(() => controller.abort(signal.reason), milliseconds)
  })
  try {
    return await work(controller.signal)
  } finally {
    stopListening()
    clearTimeout(timer)
  }
}

/** Does work under a signal that is triggered as soon as the given one is, or one that is common to all work. */
export type WorkUnderEither = <T>(
  signal: AbortSignal,
  work: (either: AbortSignal) => Promise<T>,
) => Promise<T>

/**
 * Lets a common signal end work that has signals of its own. What is under way with the same signal shares what listens to
 * both: thousands of requests are, and a listener costs as much as a request's headers. `AbortSignal.any` would do, but it
 * keeps a trace of every use on a signal that lives as long as the process.
 */
export function endedAlsoBy(common: AbortSignal): WorkUnderEither {
  const inUse = new Map<AbortSignal, Either>()

  return async (signal, work) => {
    const either = inUse.get(signal) ?? new Either(signal, common)
    inUse.set(signal, either)
    either.users += 1
    try {
      return await work(either.signal)
    } finally {
      either.users -= 1
      if (either.users === 0) {
        either.stopListening()
        inUse.delete(signal)
      }
    }
  }
}

class Either {
  users = 0
  readonly #controller = new AbortController()
  readonly #stops: readonly (() => void)[]

  constructor(one: AbortSignal, other: AbortSignal) {
    this.#stops = [one, other].map((signal) => onAbort(signal, () => this.#controller.abort(signal.reason)))
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  stopListening(): void {
    for (const stop of this.#stops) stop()
  }
}
