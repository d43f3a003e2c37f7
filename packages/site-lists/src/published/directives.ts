import { longestLine } from '../list-size'
import { directiveIn, type NamesOfLine, namesOfLine } from './list-line'

/**
 * What the lines of a list say of its other lines: `!#if false` hides those below it, up to its own `!#else` or `!#endif` in the same file, and a
 * rule with `$badfilter` cancels the lines with its text in all files. Both are found by their words, so that a list without them is gone
 * through at once. (AdGuard, "Preprocessor directives" and "badfilter"; uBlock Origin, "Pre-parsing directives")
 */
export class Directives {
  readonly #bytes: Buffer
  /** Where hidden lines begin and where what ends them does, in order, and each behind the one before. */
  readonly #hidden: Hidden[] = []
  /** Texts of lines, and how many characters they have. */
  readonly #canceled = new Set<string>()
  readonly #lengths = new Set<number>()

  /**
   * @param begins where each file begins
   * @param canceled texts that are canceled in other files of the list
   */
  constructor(bytes: Buffer, begins: readonly number[], canceled: Iterable<string> = []) {
    this.#bytes = bytes
    for (const [index, from] of begins.entries()) this.#findHidden(from, begins[index + 1] ?? bytes.length)
    for (const text of canceled) this.#addCanceled(text)
    this.#findCanceled()
  }

  /** The texts of lines that are canceled. */
  get canceled(): ReadonlySet<string> {
    return this.#canceled
  }

  /** Whether a line is hidden. @param from where it begins */
  hides(from: number): boolean {
    // Of nearly all lists, for each line.
    if (this.#hidden.length === 0) return false
    const range = this.#hidden[this.#indexFrom(from + 1) - 1]
    return range !== undefined && from < range.to
  }

  /** Whether the text between two places is one that is canceled, without the blanks around it. It has only characters of ASCII. */
  cancels(from: number, to: number): boolean {
    if (this.#canceled.size === 0) return false
    const text = this.#bytes.toString('latin1', from, to).trim()
    return this.#lengths.has(text.length) && this.#canceled.has(text)
  }

  /**
   * What a line holds if the others are heeded.
   * @param from where it begins
   * @param behind where the next one does
   */
  heeded(line: NamesOfLine, from: number, behind: number): NamesOfLine {
    const { text, cancels } = line
    const without = { text, names: [], leftOut: [] }
    if (this.hides(from)) return { ...without, withdrawn: 'hidden' }
    if (text !== undefined && this.#canceled.has(text)) return { ...without, withdrawn: 'canceled' }
    // No line but a condition has hidden ones behind it.
    const hides = this.#hidden[this.#indexFrom(behind)]?.from === behind
    if (hides || (cancels !== undefined && this.#canceled.has(cancels))) return without
    // In another spelling, it may be canceled.
    return this.#canceled.size > 0 ? { ...line, keepsSpelling: true } : line
  }

  /** The first index of what is hidden at a place or behind it. */
  #indexFrom(place: number): number {
    let [low, high] = [0, this.#hidden.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#hidden[middle]?.from ?? 0) < place) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Looks through one file. */
  #findHidden(begin: number, end: number): void {
    /** Conditions that have not ended: where their lines begin, if those are hidden. */
    const open: (number | undefined)[] = []
    /** How many more there are that are within too many others. */
    let further = 0
    for (const { from, to } of linesWith(this.#bytes, '!#', begin, end)) {
      const directive = directiveIn(this.#bytes.toString('utf8', from, to))
      if (directive?.is === 'if') {
        const hides = directive.condition === 'false' ? to + 1 : undefined
        if (open.length < mostOpen) open.push(hides)
        else further += 1
      } else if (further > 0) {
        if (directive?.is === 'endif') further -= 1
      } else if (directive?.is === 'endif') {
        this.#hide(open.pop(), from)
      } else if (directive?.is === 'else' && open.length > 0) {
        this.#hide(open.pop(), from)
        open.push(undefined)
      }
    }
  }

  #hide(from: number | undefined, to: number): void {
    if (from === undefined) return
    // What ends later has around it what ended before.
    while ((this.#hidden.at(-1)?.from ?? -1) >= from) this.#hidden.pop()
    if (this.#hidden.length < mostHidden) this.#hidden.push({ from, to })
  }

  #findCanceled(): void {
    let characters = 0
    for (const { from, to } of linesWith(this.#bytes, 'badfilter', 0, this.#bytes.length)) {
      if (characters > mostCharacters) return
      const { cancels } = namesOfLine(this.#bytes.subarray(from, to))
      if (cancels === undefined || this.hides(from)) continue
      this.#addCanceled(cancels)
      characters += cancels.length
    }
  }

  #addCanceled(text: string): void {
    this.#canceled.add(text)
    this.#lengths.add(text.length)
  }
}

interface Hidden {
  readonly from: number
  readonly to: number
}

/** No list has so many conditions within each other, so many that hide lines, or so long rules that cancel others. What is beyond is left out. */
const mostOpen = 1_000
const mostHidden = 1_000_000
const mostCharacters = 4 * 2 ** 20

/** The lines of a text with some words in them. A line that is too long is none of a list. */
function* linesWith(bytes: Buffer, words: string, begin: number, end: number): Generator<Hidden> {
  for (let at = bytes.indexOf(words, begin); at !== -1 && at < end; ) {
    const from = Math.max(begin, bytes.lastIndexOf(lineFeed, at) + 1)
    const feed = bytes.indexOf(lineFeed, at)
    const to = feed === -1 ? end : Math.min(feed, end)
    if (to - from <= longestLine) yield { from, to }
    at = bytes.indexOf(words, to)
  }
}

const lineFeed = 0x0a
