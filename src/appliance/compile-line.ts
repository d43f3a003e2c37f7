import { setImmediate } from 'node:timers/promises'
import { Flight } from '../concurrency/single-flight'
import { cancelled, throwIfCancelled } from './cancellation'

/**
 * The compiles of one thing, such as a category: one at a time. Each is shared by those who came before it began, if they ask for the
 * same: none of them gets a request, or a failure, that another one caused.
 */
export class CompileLine<T = void> {
  readonly #waiting = new Map<string, Flight<T>>()
  #last: Flight<T> | undefined

  /**
   * Waits for a compile that begins from now on. Returns what it returns; throws what it throws, or `cancelled` by the signal.
   *
   * @param request all that the compile depends on: only those with the same request share one
   */
  async join(
    signal: AbortSignal,
    compile: (signal: AbortSignal) => Promise<T>,
    request: readonly unknown[] = [],
  ): Promise<T> {
    const key = JSON.stringify(request)
    const waiting = this.#waiting.get(key)
    const flight = waiting && !waiting.abandoned ? waiting : this.#lineUp(key, compile)
    return await flight.join(signal)
  }

  #lineUp(key: string, compile: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const before = this.#last
    const flight = new Flight<T>(async (signal) => {
      await before?.ended()
      // One turn of the event loop, in which those who finish together come together.
      await setImmediate()
      if (this.#waiting.get(key) === flight) this.#waiting.delete(key)
      throwIfCancelled(signal)
      return await compile(signal)
    }, cancelled)
    this.#waiting.set(key, flight)
    this.#last = flight
    return flight
  }
}
