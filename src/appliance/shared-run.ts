import { cancellation, onAbort, throwIfCancelled } from './cancellation'
import { ApplianceError } from './errors'

/**
 * A piece of work that several callers wait for. Each may stop waiting by its own signal; when the last one has, the
 * work itself is cancelled, and who comes later has to begin anew.
 */
export class SharedRun<T> {
  readonly #controller = new AbortController()
  readonly #result: Promise<T>
  #waiting = 0

  constructor(start: (signal: AbortSignal) => Promise<T>) {
    this.#result = start(this.#controller.signal)
    // Who has stopped waiting does not hear of a failure, which must not end the process.
    this.#result.catch(() => {})
  }

  /** Nobody was left who waited, so the work was cancelled. */
  get abandoned(): boolean {
    return this.#controller.signal.aborted
  }

  /** Settles when the work has ended, however it ended, and never fails. */
  async ended(): Promise<void> {
    await this.#result.then(
      () => {},
      () => {},
    )
  }

  /**
   * Waits for the work. Throws what the work throws, or `cancelled` when the caller's signal is triggered before. Who leaves
   * last is told by the work itself how it was cancelled, where it ends at once: it alone knows whether anything was sent.
   */
  async join(signal: AbortSignal): Promise<T> {
    throwIfCancelled(signal)
    this.#waiting += 1
    return await new Promise<T>((resolve, reject) => {
      const leave = () => {
        this.#waiting -= 1
        const left = () => reject(cancellation(signal.reason))
        if (this.#waiting > 0) return left()
        this.#controller.abort(signal.reason)
        setImmediate(left)
      }
      const stopListening = onAbort(signal, leave)
      const failed = (error: unknown) =>
        reject(this.abandoned && !(error instanceof ApplianceError) ? cancellation(signal.reason) : error)
      this.#result.then(resolve, failed).finally(stopListening)
    })
  }
}
