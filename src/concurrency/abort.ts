import { setMaxListeners } from 'node:events'

/**
 * What a wait throws if its signal is triggered, made of the reason of the signal. Without one of its own, a wait throws that
 * reason itself.
 */
export interface AbortErrors {
  /** The work that was waited for had not begun. */
  before(reason: unknown): unknown
  /**
   * The work had begun. It goes on without the caller, or was cancelled with it.
   *
   * @param thrown what the work ended with, if it ended because of that
   */
  during(reason: unknown, thrown?: unknown): unknown
}

/** The reason of the signal, as it is. */
export const plainReason: AbortErrors = { before: (reason) => reason, during: (reason) => reason }

/** Calls back once when the signal is triggered, at once if it is already. Returns how to stop listening. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback()
    return () => {}
  }
  // Many waits listen to one signal; that is no leak, and Node would warn of it on the standard error.
  setMaxListeners(0, signal)
  signal.addEventListener('abort', callback, { once: true })
  return () => signal.removeEventListener('abort', callback)
}

/** Waits for a promise, but no longer than until the signal is triggered; what the promise is about goes on. */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
  errors = plainReason,
): Promise<T> {
  if (signal === undefined) return await promise
  let stopListening = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stopListening = onAbort(signal, () => reject(errors.during(signal.reason)))
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    stopListening()
  }
}
