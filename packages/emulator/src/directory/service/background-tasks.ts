/** Work that goes on after its request was answered. */
export class BackgroundTasks {
  readonly #timers = new Set<NodeJS.Timeout>()
  #whenSettled: (() => void)[] = []

  /** Does the work after so many milliseconds, unless all is closed by then. */
  start(milliseconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      try {
        work()
      } finally {
        this.#tellWhereSettled()
      }
    }, milliseconds)
    this.#timers.add(timer)
  }

  /** Resolves once nothing is under way, or all is closed. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenSettled.push(resolve)
      this.#tellWhereSettled()
    })
  }

  /** Abandons what is under way. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#tellWhereSettled()
  }

  #tellWhereSettled(): void {
    if (this.#timers.size > 0) return
    const waiting = this.#whenSettled
    this.#whenSettled = []
    for (const tell of waiting) tell()
  }
}
