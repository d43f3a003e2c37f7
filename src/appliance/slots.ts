import { cancellationBeforeSending, onAbort } from './cancellation'

/** A number of places for work under way; who finds none free waits in line. */
export class Slots {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(count: number) {
    this.#free = count
  }

  /**
   * Runs the work as soon as a place is free. Throws `cancelled`, with nothing sent, if the signal is triggered while waiting.
   *
   * @param what names the work for that error
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>, what?: () => string): Promise<T> {
    await this.#take(signal, () => cancellationBeforeSending(signal.reason, what?.()))
    try {
      return await work()
    } finally {
      this.#giveBack()
    }
  }

  async #take(signal: AbortSignal, cancelled: () => Error): Promise<void> {
    if (signal.aborted) throw cancelled()
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const stopListening = onAbort(signal, () => {
        this.#waiting.delete(admit)
        reject(cancelled())
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
