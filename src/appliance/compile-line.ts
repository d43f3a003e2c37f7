import { setImmediate } from 'node:timers/promises'
import { throwIfCancelled } from './cancellation'
import { SharedRun } from './shared-run'

/** The compiles of one thing, such as a category: one at a time, each shared by those who came before it began. */
export class CompileLine {
  #next: SharedRun<void> | undefined
  #last: SharedRun<void> | undefined

  /** Waits for a compile that begins from now on. Throws what it throws, or `cancelled` by the signal. */
  async join(signal: AbortSignal, compile: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const run = this.#next && !this.#next.abandoned ? this.#next : this.#lineUp(compile)
    await run.join(signal)
  }

  #lineUp(compile: (signal: AbortSignal) => Promise<void>): SharedRun<void> {
    const before = this.#last
    const run = new SharedRun<void>(async (signal) => {
      await before?.ended()
      // One turn of the event loop, in which those who finish together come together.
      await setImmediate()
      if (this.#next === run) this.#next = undefined
      throwIfCancelled(signal)
      await compile(signal)
    })
    this.#next = run
    this.#last = run
    return run
  }
}
