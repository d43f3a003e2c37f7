import { shownLines } from './terminal'

/** What a progress line is written to: standard error. */
interface ProgressTarget {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** One line that is written over again and again, on a terminal; elsewhere nothing. */
export class ProgressLine {
  readonly #target: ProgressTarget
  /** A terminal that cannot take a line away gets none. */
  readonly #draws: boolean
  readonly #start = Date.now()
  readonly #clock: NodeJS.Timeout | undefined
  #text = ''

  constructor(target: ProgressTarget) {
    this.#target = target
    this.#draws = target.isTTY === true && process.env.TERM !== 'dumb'
    this.#clock = this.#draws ? setInterval(() => this.#draw(), 1_000).unref() : undefined
  }

  show(text: string): void {
    this.#text = text
    this.#draw()
  }

  /** Takes the line away until it is shown again, so that something else can be written. */
  clear(): void {
    if (this.#draws) this.#target.write(clear)
  }

  /** Takes the line away. */
  end(): void {
    clearInterval(this.#clock)
    this.clear()
  }

  #draw(): void {
    if (!this.#draws) return
    const seconds = Math.round((Date.now() - this.#start) / 1_000)
    const line = shownLines(`${seconds} s: ${this.#text}`)
    // A line that wraps could not be taken away; a terminal that does not know its width says 0.
    this.#target.write(`${clear}${line.slice(0, (this.#target.columns || 80) - 1)}`)
  }
}

const clear = '\r\u001b[K'
