/** One request that was received. */
export interface JournalEntry {
  readonly listener: string
  readonly method: string
  /** As it came over the wire, undecoded. */
  readonly path: string
  /** Undecoded too; only the beginning of a body beyond four million characters is kept. */
  readonly body: string
  /** The HTTP status that was answered, or what became of the request instead. */
  readonly status: number | 'pending' | 'dropped'
}

type MutableEntry = { -readonly [field in keyof JournalEntry]: JournalEntry[field] }

/** What a listener still has to tell of a request whose entry it opened. */
export interface OpenEntry {
  body(text: string): void
  /** The first end that is told stands. */
  ended(status: number | 'dropped'): void
}

const keptEntries = 100_000
const keptCharacters = 64_000_000
const keptOfBody = 4_000_000

/** The requests of an emulator in the order in which they were received. The oldest go when it grows too large. */
export class Journal {
  readonly #onEnded: (entry: JournalEntry) => void
  /** A map keeps the order of insertion, and lets the oldest go without moving the others. */
  readonly #entries = new Map<number, MutableEntry>()
  #opened = 0
  #oldest = 0
  #characters = 0

  constructor(onEnded: (entry: JournalEntry) => void = () => {}) {
    this.#onEnded = onEnded
  }

  entries(): readonly JournalEntry[] {
    return [...this.#entries.values()]
  }

  clear(): void {
    this.#entries.clear()
    this.#oldest = this.#opened
    this.#characters = 0
  }

  open(listener: string, method: string, path: string): OpenEntry {
    const number = this.#opened
    const entry: MutableEntry = { listener, method, path, body: '', status: 'pending' }
    this.#entries.set(number, entry)
    this.#opened += 1
    this.#forgetOldest()
    return {
      body: (text) => {
        entry.body = text.length <= keptOfBody ? text : copy(text.slice(0, keptOfBody))
        if (!this.#entries.has(number)) return
        this.#characters += entry.body.length
        this.#forgetOldest()
      },
      ended: (status) => {
        if (entry.status !== 'pending') return
        entry.status = status
        this.#onEnded(entry)
      },
    }
  }

  #forgetOldest(): void {
    while (this.#entries.size > keptEntries || this.#characters > keptCharacters) {
      this.#characters -= this.#entries.get(this.#oldest)?.body.length ?? 0
      this.#entries.delete(this.#oldest)
      this.#oldest += 1
    }
  }
}

/** A slice would keep the whole of a very large body in memory. */
function copy(text: string): string {
  return Buffer.from(text).toString()
}
