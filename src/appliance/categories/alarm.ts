import { untilAborted } from '../cancellation'

/** Waits for a condition that somebody else brings about, and who then rings. */
export class Alarm {
  #wake = () => {}

  ring(): void {
    this.#wake()
  }

  /**
   * Returns when it is enough, or too late. Throws `cancelled` when the signal is triggered.
   * @param deadline milliseconds on the clock of `performance.now()`, asked for anew after each ring; may be infinite
   */
  async waitUntil(deadline: () => number, enough: () => boolean, signal: AbortSignal): Promise<void> {
    for (let left = leftOf(deadline); left > 0 && !enough(); left = leftOf(deadline)) {
      let timer: NodeJS.Timeout | undefined
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve
        if (left < Number.POSITIVE_INFINITY) timer = setTimeout(resolve, left)
      })
      try {
        await untilAborted(woken, signal)
      } finally {
        clearTimeout(timer)
      }
    }
  }
}

function leftOf(deadline: () => number): number {
  return deadline() - performance.now()
}
