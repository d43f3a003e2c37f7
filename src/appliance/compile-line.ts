import { setImmediate } from 'node:timers/promises'
import { throwIfCancelled } from './cancellation'
import { SharedRun } from './shared-run'

/** The compiles of one thing, such as a category: one at a time, each shared by those who came before it began. */
export class CompileLine<T = void> {
  #next: SharedRun<T> | undefined
  #last: SharedRun<T> | undefined

  /** Waits for a compile that begins from now on. Returns what it returns; throws what it throws, or `cancelled` by the signal. */
  async join(signal: AbortSignal, compile: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const run = this.#next && !this.#next.abandoned ? this.#next : this.#lineUp(compile)
    return await run.join(signal)
  }

  #lineUp(compile: (signal: AbortSignal) => Promise<T>): SharedRun<T> {
    const before = this.#last
    const run = new SharedRun<T>(async (signal) => {
      await before?.ended()
      // One turn of the event loop, in which those who finish together come together.
      await setImmediate()
      if (this.#next === run) this.#next = undefined
      throwIfCancelled(signal)
      return await compile(signal)
    })
    this.#next = run
    this.#last = run
    return run
  }
}
