import { type AbortErrors, onAbort, plainReason } from './abort'

/**
 * A piece of work that several callers wait for. Each may stop waiting by its own signal; when the last one has, the
 * work itself is cancelled, and a later caller has to start it again.
 */
export class Flight<T> {
  readonly #controller = new AbortController()
  readonly #result: Promise<T>
  readonly #errors: AbortErrors
  #waiting = 0
  #isOver = false

  /** @param errors what is thrown to a caller that stops waiting: the reason of the signal, unless given */
  constructor(start: (signal: AbortSignal) => Promise<T>, errors = plainReason) {
    this.#errors = errors
    this.#result = start(this.#controller.signal)
    // Who has stopped waiting does not hear of a failure, which must not end the process.
    this.#result.catch(() => {})
    void this.ended().then(() => {
      this.#isOver = true
    })
  }

  /** It has ended, or was cancelled: no caller can join it for its result any more. */
  get isOver(): boolean {
    return this.#isOver || this.abandoned
  }

  /** Nobody was left who waited, so the work was cancelled. */
  get abandoned(): boolean {
    return this.#controller.signal.aborted
  }

  /** Settles when the work has ended, however it ended, and never fails. */
  async ended(): Promise<void> {
    await this.#result.then(
      () => {},
      () => {},
    )
  }

  /**
   * Waits for the work. Throws what the work throws, or why the caller stops waiting. Who leaves last is told by the work
   * itself how it was cancelled, where it ends at once: it alone knows what it has done.
   */
  async join(signal: AbortSignal): Promise<T> {
    if (signal.aborted) throw this.#errors.before(signal.reason)
    this.#waiting += 1
    return await new Promise<T>((resolve, reject) => {
      const leave = () => {
        this.#waiting -= 1
        const left = () => reject(this.#errors.during(signal.reason))
        if (this.#waiting > 0) return left()
        this.#controller.abort(signal.reason)
        setImmediate(left)
      }
      const stopListening = onAbort(signal, leave)
      const failed = (thrown: unknown) =>
        reject(this.abandoned ? this.#errors.during(signal.reason, thrown) : thrown)
      this.#result.then(resolve, failed).finally(stopListening)
    })
  }
}

/** Work that is done once for all callers that request it while it is under way. No result is kept: for a later caller it is done again. */
export class SingleFlight<T> {
  readonly #errors: AbortErrors
  #flight: Flight<T> | undefined

  /** @param errors what is thrown to a caller that stops waiting: the reason of the signal, unless given */
  constructor(errors = plainReason) {
    this.#errors = errors
  }

  /** Joins the work that is under way, or begins it. Throws what it throws, or why the caller stops waiting. */
  async join(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const known = this.#flight
    const flight = known && !known.isOver ? known : new Flight(work, this.#errors)
    this.#flight = flight
    try {
      return await flight.join(signal)
    } finally {
      if (this.#flight === flight && flight.isOver) this.#flight = undefined
    }
  }

  /** Who asks from now on has it done anew: what is under way may be out of date. */
  forget(): void {
    this.#flight = undefined
  }
}

/** The same for many things, each by its key. */
export class SingleFlights<T> {
  readonly #flights = new Map<string, Flight<T>>()
  readonly #errors: AbortErrors

  constructor(errors = plainReason) {
    this.#errors = errors
  }

  async join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const known = this.#flights.get(key)
    const flight = known && !known.isOver ? known : this.#begin(key, work)
    try {
      return await flight.join(signal)
    } finally {
      if (flight.abandoned) this.#remove(key, flight)
    }
  }

  forget(key: string): void {
    this.#flights.delete(key)
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const flight = new Flight(work, this.#errors)
    this.#flights.set(key, flight)
    void flight.ended().then(() => this.#remove(key, flight))
    return flight
  }

  #remove(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
  }
}
