/** One request that was received. */
export interface JournalEntry {
  readonly listener: string
  readonly method: string
  /** As it came over the wire, undecoded. */
  readonly path: string
  /** Undecoded too, passwords of JSON bodies masked; only the beginning of a body beyond four million characters is kept. */
  readonly body: string
  /** The HTTP status that was answered, or what became of the request instead. */
  readonly status: number | 'pending' | 'dropped'
}

/** An entry whose request has not ended. */
export type OpenEntry = { -readonly [field in keyof JournalEntry]: JournalEntry[field] }

const keptEntries = 100_000
const keptCharacters = 64_000_000
const keptOfBody = 4_000_000

/** The requests of an emulator in the order in which they were received whole. The oldest go when it grows too large. */
export class Journal {
  readonly #onEnded: (entry: JournalEntry) => void
  /** A map keeps the order of insertion, and lets the oldest go without moving the others. */
  readonly #entries = new Map<number, OpenEntry>()
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

  open(listener: string, method: string, path: string, body: string): OpenEntry {
    const kept = body.length <= keptOfBody ? body : copy(body.slice(0, keptOfBody))
    const entry: OpenEntry = { listener, method, path, body: kept, status: 'pending' }
    this.#entries.set(this.#opened, entry)
    this.#opened += 1
    this.#characters += kept.length
    this.#forgetOldest()
    return entry
  }

  end(entry: OpenEntry, status: number | 'dropped'): void {
    entry.status = status
    this.#onEnded(entry)
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
