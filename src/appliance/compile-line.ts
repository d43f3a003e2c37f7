import { setImmediate } from 'node:timers/promises'
import { Flight } from '../concurrency/single-flight'
import { cancelled, throwIfCancelled } from './cancellation'

/** The compiles of one thing, such as a category: one at a time, each shared by those who came before it began. */
export class CompileLine<T = void> {
  #next: Flight<T> | undefined
  #last: Flight<T> | undefined

  /** Waits for a compile that begins from now on. Returns what it returns; throws what it throws, or `cancelled` by the signal. */
  async join(signal: AbortSignal, compile: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const flight = this.#next && !this.#next.abandoned ? this.#next : this.#lineUp(compile)
    return await flight.join(signal)
  }

  #lineUp(compile: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const before = this.#last
    const flight = new Flight<T>(async (signal) => {
      await before?.ended()
      // One turn of the event loop, in which those who finish together come together.
      await setImmediate()
      if (this.#next === flight) this.#next = undefined
      throwIfCancelled(signal)
      return await compile(signal)
    }, cancelled)
    this.#next = flight
    this.#last = flight
    return flight
  }
}
