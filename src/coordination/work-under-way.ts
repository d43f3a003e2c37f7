import { plainReason } from '../concurrency/abort'
import { Condition } from '../concurrency/condition'

/**
 * How many resources a run is at work on. Terraform works on ten of them at once, or on as many as `-parallelism` says, and begins the
 * next one when one is done. It does not report how many are still to come. A change that depends on another one therefore waits as
 * long as any is at work, and a moment longer.
 */
export class WorkUnderWay {
  readonly #changed: Condition
  readonly #waiting = new Set<symbol>()
  #atWork = 0
  #lastChange = performance.now()

  constructor(errors = plainReason) {
    this.#changed = new Condition(errors)
  }

  /** Works on a resource. Until that ends it may still announce what it does, and changes that depend on that wait. */
  async whileAtWork<T>(work: () => Promise<T>): Promise<T> {
    this.#count(1)
    try {
      return await work()
    } finally {
      this.#count(-1)
    }
  }

  /**
   * Waits until it is decided what others do, or no resource is at work that could decide it. To be called while at work. Waiting
   * changes do not wait for each other. They give up one after the other, because each one that ends makes room for a resource that
   * Terraform has not begun, which may be the one that the others wait for. Throws the reason for which the caller stops waiting, if
   * the signal is triggered.
   */
  async waitForOthers(isDecided: () => boolean, signal: AbortSignal): Promise<void> {
    const own = Symbol()
    this.#waiting.add(own)
    try {
      await this.whileWaiting(() => this.#changed.wait(isDecided, signal, () => this.#givesUpAt(own)))
    } finally {
      this.#waiting.delete(own)
    }
  }

  /** Waits for other resources of the run, which must not wait for this one. To be called while at work. */
  async whileWaiting<T>(wait: () => Promise<T>): Promise<T> {
    this.#count(-1)
    try {
      return await wait()
    } finally {
      this.#count(1)
    }
  }

  /** Makes the waiting changes check again. */
  changed(): void {
    this.#changed.changed()
  }

  #givesUpAt(own: symbol): number {
    const [first] = this.#waiting
    return this.#atWork > 0 || first !== own
      ? Number.POSITIVE_INFINITY
      : this.#lastChange + untilTheNextBegins
  }

  #count(difference: 1 | -1): void {
    this.#atWork += difference
    this.#lastChange = performance.now()
    this.#changed.changed()
  }
}

/** Milliseconds within which Terraform begins the next resource after one is done. */
const untilTheNextBegins = 500
