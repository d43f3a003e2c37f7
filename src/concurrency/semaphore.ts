import { onAbort, plainReason } from './abort'

/** A number of places for work under way; who finds none free waits in line. */
export class Semaphore {
  #free: number
  readonly #waiting = new Set<() => void>()

  /** @param places how many pieces of work may be under way at once */
  constructor(places: number) {
    this.#free = places
  }

  /**
   * Runs the work as soon as a place is free.
   *
   * @param error what is thrown if the signal is triggered while waiting: its reason, unless given
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>, error = plainReason.before): Promise<T> {
    await this.#take(signal, error)
    try {
      return await work()
    } finally {
      this.#giveBack()
    }
  }

  async #take(signal: AbortSignal, error: (reason: unknown) => unknown): Promise<void> {
    if (signal.aborted) throw error(signal.reason)
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const stopListening = onAbort(signal, () => {
        this.#waiting.delete(admit)
        reject(error(signal.reason))
      })
      const admit = () => {
        stopListening()
        resolve()
      }
      this.#waiting.add(admit)
    })
  }

  #giveBack(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
