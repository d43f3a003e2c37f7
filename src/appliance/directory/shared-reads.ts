import { SharedRun } from '../shared-run'

/** Reads by key, each shared by those who ask for it while it is under way. Nothing is kept: others may change what is there. */
export class SharedReads<T> {
  readonly #read: (key: string, signal: AbortSignal) => Promise<T>
  readonly #running = new Map<string, SharedRun<T>>()

  constructor(read: (key: string, signal: AbortSignal) => Promise<T>) {
    this.#read = read
  }

  async get(key: string, signal: AbortSignal): Promise<T> {
    const known = this.#running.get(key)
    const run = known && !known.abandoned ? known : new SharedRun<T>((shared) => this.#read(key, shared))
    this.#running.set(key, run)
    try {
      return await run.join(signal)
    } finally {
      if (this.#running.get(key) === run) this.#running.delete(key)
    }
  }

  /** What is being read may be out of date: who asks from now on reads anew. */
  forget(key: string): void {
    this.#running.delete(key)
  }
}
