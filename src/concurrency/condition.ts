import { type AbortErrors, plainReason, unlessAborted } from './abort'

/** Something that several wait for, and that others bring about: these say so with `changed`. */
export class Condition {
  readonly #waiting = new Set<() => void>()
  readonly #errors: AbortErrors

  /** @param errors what is thrown to a caller that stops waiting: the reason of the signal, unless given */
  constructor(errors = plainReason) {
    this.#errors = errors
  }

  /** Has all who wait look again. */
  changed(): void {
    for (const wake of this.#waiting) wake()
  }

  /**
   * Waits until something holds, or it is too late. Throws why the caller stops waiting, if the signal is triggered.
   *
   * @param deadline milliseconds on the clock of `performance.now()`, asked for anew after each change; never, unless given
   * @returns whether it holds
   */
  async wait(
    holds: () => boolean,
    signal: AbortSignal,
    deadline: () => number = () => Number.POSITIVE_INFINITY,
  ): Promise<boolean> {
    while (!holds()) {
      const left = deadline() - performance.now()
      if (left > 0) await this.#changeWithin(left, signal)
      else if (await this.#isStillTooLate(deadline)) break
    }
    return holds()
  }

  /** What comes in while the process is busy is read only after the timers: it may be what is waited for. */
  async #isStillTooLate(deadline: () => number): Promise<boolean> {
    await new Promise<void>((resolve) => setImmediate(resolve))
    return deadline() <= performance.now()
  }

  async #changeWithin(milliseconds: number, signal: AbortSignal): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    let wake = () => {}
    const woken = new Promise<void>((resolve) => {
      wake = resolve
      if (milliseconds < Number.POSITIVE_INFINITY) timer = setTimeout(resolve, milliseconds)
    })
    this.#waiting.add(wake)
    try {
      await unlessAborted(woken, signal, this.#errors)
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(wake)
    }
  }
}
