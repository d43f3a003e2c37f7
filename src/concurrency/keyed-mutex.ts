import { plainReason } from './abort'
import { Semaphore } from './semaphore'

/** Work on one thing takes turns, work on different things does not wait. */
export class KeyedMutex {
  readonly #turns = new Map<string, Semaphore>()

  /**
   * Runs the work when all that came before it with the same key is done.
   *
   * @param error what is thrown if the signal is triggered while waiting: its reason, unless given
   */
  async run<T>(
    key: string,
    signal: AbortSignal,
    work: () => Promise<T>,
    error = plainReason.before,
  ): Promise<T> {
    const turn = this.#turns.get(key) ?? new Semaphore(1)
    this.#turns.set(key, turn)
    return await turn.run(signal, work, error)
  }
}
