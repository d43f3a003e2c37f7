import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApplianceError } from './errors'

/** What the caller's signal, or the closing of the client, turns every wait into. */
export function cancellation(cause: unknown): ApplianceError {
  return new ApplianceError({
    kind: 'cancelled',
    message: 'The request to the appliance was cancelled before it was done.',
    advice: 'Run the operation again; what was done until then is kept.',
    cause,
  })
}

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancellation(signal.reason)
}

/** Calls back once when the signal is triggered, at once if it is already. Returns how to stop listening. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback()
    return () => {}
  }
  // Many requests listen to one signal; that is no leak, and Node would warn of it on the standard error.
  setMaxListeners(0, signal)
  signal.addEventListener('abort', callback, { once: true })
  return () => signal.removeEventListener('abort', callback)
}

/** Waits for a promise, but no longer than until the signal is triggered; what the promise is about goes on. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopListening = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stopListening = onAbort(signal, () => reject(cancellation(signal.reason)))
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    stopListening()
  }
}

/** Waits a number of milliseconds, or throws when the signal is triggered before. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal })
  } catch (error) {
    throw signal.aborted ? cancellation(signal.reason) : error
  }
}

/** Does work under a signal that is triggered as soon as one of two is. */
export async function withEither<T>(
  one: AbortSignal,
  other: AbortSignal,
  work: (either: AbortSignal) => Promise<T>,
): Promise<T> {
  // AbortSignal.any would do, but it keeps a trace of every request on a signal that lives as long as the process.
  const either = new AbortController()
  const stopListening = [one, other].map((signal) => onAbort(signal, () => either.abort(signal.reason)))
  try {
    return await work(either.signal)
  } finally {
    for (const stop of stopListening) stop()
  }
}
