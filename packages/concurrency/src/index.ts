import { setMaxListeners } from 'node:events'

/**
 * What a wait throws if its signal is triggered, made of the reason of the signal. Without one of its own, a wait throws that
 * reason itself.
 */
export interface AbortErrors {
  /** The work that was waited for had not begun. */
  before(reason: unknown): unknown
  /**
   * The work had begun. It goes on without the caller, or was canceled with it.
   *
   * @param thrown what the work ended with, if it ended because of that
   */
  during(reason: unknown, thrown?: unknown): unknown
}

/** The reason of the signal, as it is. */
export const plainReason: AbortErrors = { before: (reason) => reason, during: (reason) => reason }

/** A person or the system asked this process to end. */
export class Interrupted extends Error {}

/** Calls back once when the signal is triggered, at once if it is already. Returns how to stop listening. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback()
    return () => {}
  }
  // Many waits listen to one signal; that is no leak, and Node would warn of it on the standard error.
  setMaxListeners(0, signal)
  signal.addEventListener('abort', callback, { once: true })
  return () => signal.removeEventListener('abort', callback)
}

/** Waits for a promise, but no longer than until the signal is triggered; what the promise is about goes on. */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
  errors = plainReason,
): Promise<T> {
  if (signal === undefined) return await promise
  let stopListening = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stopListening = onAbort(signal, () => reject(errors.during(signal.reason)))
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    stopListening()
  }
}

/** A number of places for work under way; callers that find none free wait in line. */
export class Semaphore {
  #free: number
  readonly #waiting = new Set<() => void>()

  /** @param places how many pieces of work may be under way at once */
  constructor(places: number) {
    this.#free = places
  }

  /** Whether work would begin at once. */
  get isFree(): boolean {
    return this.#free > 0
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

/** So many turns a second, evenly: none is closer to the one before than its share of the second, however late timers are. */
export class Pace {
  readonly #interval: number
  readonly #line = new Semaphore(1)
  #next = Number.NEGATIVE_INFINITY

  /** @param perSecond more than 0 */
  constructor(perSecond: number) {
    this.#interval = 1_000 / perSecond
  }

  /**
   * Waits for a turn, in line.
   *
   * @param error what is thrown if the signal is triggered while waiting, which takes no turn: its reason, unless given
   */
  async turn(signal: AbortSignal, error = plainReason.before): Promise<void> {
    const take = async () => {
      // A timer may be a little early.
      for (let wait = this.#wait(); wait > 0; wait = this.#wait()) await sleep(wait, signal, error)
      this.#next = performance.now() + this.#interval
    }
    await this.#line.run(signal, take, error)
  }

  #wait(): number {
    return this.#next - performance.now()
  }
}

function sleep(
  milliseconds: number,
  signal: AbortSignal,
  error: (reason: unknown) => unknown,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stopListening()
      resolve()
    }, Math.ceil(milliseconds))
    let stopListening = () => {}
    stopListening = onAbort(signal, () => {
      clearTimeout(timer)
      reject(error(signal.reason))
    })
  })
}

/** Work on one thing takes turns, work on different things does not wait. */
export class KeyedMutex {
  readonly #turns = new Map<string, { readonly semaphore: Semaphore; users: number }>()

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
    const turn = this.#turns.get(key) ?? { semaphore: new Semaphore(1), users: 0 }
    this.#turns.set(key, turn)
    turn.users += 1
    try {
      return await turn.semaphore.run(signal, work, error)
    } finally {
      turn.users -= 1
      if (turn.users === 0) this.#turns.delete(key)
    }
  }
}

/**
 * A piece of work that several callers wait for. Each may stop waiting by its own signal; when the last one has, the
 * work itself is canceled, and a later caller has to start it again.
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
    // After all callers have left, nothing handles a failure, which must not end the process.
    this.#result.catch(() => {})
    void this.ended().then(() => {
      this.#isOver = true
    })
  }

  /** It has ended, or was canceled: no caller can join it for its result any more. */
  get isOver(): boolean {
    return this.#isOver || this.abandoned
  }

  /** All callers have left, so the work was canceled. */
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
   * Waits for the work. Throws what the work throws, or why the caller stops waiting. The last caller that leaves gets
   * the error of the work itself if that ends at once: only the work knows what it has done.
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

  /** Later callers have the work done anew: what is under way may be out of date. */
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

/** Something that several wait for, and that others bring about: these say so with `changed`. */
export class Condition {
  readonly #waiting = new Set<() => void>()
  readonly #errors: AbortErrors

  /** @param errors what is thrown to a caller that stops waiting: the reason of the signal, unless given */
  constructor(errors = plainReason) {
    this.#errors = errors
  }

  /** Lets all callers that wait check again. */
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
