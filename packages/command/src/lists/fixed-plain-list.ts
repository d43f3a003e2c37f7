import { ListLines, refuseManyEntries, sortSpans } from '@webfilter/site-lists'
import { contentEnd, kindOfNothing } from './list-file'

/**
 * What `fixedLineByLine` makes of a list, if each of its entries is a line with nothing but a site in its normal form, as in most lists of
 * millions: in typed arrays, without an object for each line. Undefined for all other lists.
 *
 * @throws {UnreadableList} where it has too many entries
 */
export function fixedPlainList(bytes: Buffer): Buffer | undefined {
  const list = plainListIn(bytes)
  if (list === undefined) return undefined
  const order = keptInOrder(bytes, list)
  const pieces = new Pieces(bytes, list.end)
  let next = 0
  for (const { heading, last } of list.paragraphs) {
    for (const line of heading) pieces.addLine(line)
    const top = order[next] ?? last
    // Without a blank line between them, the comments of the first entry would be taken for the file's from now on.
    if (top < last && list.comments.has(top) && !isBlank(bytes, heading.at(-1))) pieces.addEnd()
    next = pieces.addEntries(list, order, next, last)
  }
  return pieces.all()
}

/** Where a line is in the file, without its end. */
interface Span {
  readonly from: number
  readonly to: number
}

interface PlainList {
  /** Where each entry is, in the order of the file. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** The comments above an entry, by its index. */
  readonly comments: Map<number, readonly Span[]>
  /** Each with the lines above its entries, and the index behind its last entry. */
  readonly paragraphs: readonly { readonly heading: readonly Span[]; readonly last: number }[]
  /** The usual end of a line. */
  readonly end: '\n' | '\r\n'
}

/** Undefined if a line has something else. */
function plainListIn(bytes: Buffer): PlainList | undefined {
  const lines = new ListLines(bytes)
  const paragraphs = new Paragraphs()
  let end: PlainList['end'] | undefined
  while (lines.next()) {
    const line = { from: lines.from, to: contentEnd(lines) }
    const kind = kindOf(lines, line)
    if (kind === undefined) return undefined
    paragraphs.add(kind, line)
    if (lines.hasFeed) end ??= line.to < lines.to ? '\r\n' : '\n'
  }
  return { ...paragraphs.all(), end: end ?? '\n' }
}

function kindOf(lines: ListLines, { from, to }: Span): 'entry' | 'comment' | 'blank' | undefined {
  const plain = lines.plainSite()
  if (typeof plain === 'object') return plain.from === from && plain.to === to ? 'entry' : undefined
  return plain === 'unclear' ? undefined : kindOfNothing(lines.bytes.subarray(from, to))
}

/** Lines as they are read, in the paragraphs of `fixedLineByLine`. */
class Paragraphs {
  readonly #entries = new Entries()
  readonly #comments = new Map<number, readonly Span[]>()
  readonly #paragraphs: { readonly heading: readonly Span[]; readonly last: number }[] = []
  #heading: readonly Span[] = []
  #above: Span[] = []
  /** Where comments are of the file, and not of the entry below. */
  #isTop = true

  add(kind: 'entry' | 'comment' | 'blank', line: Span): void {
    if (kind === 'comment') this.#above.push(line)
    else if (kind === 'entry') this.#addEntry(line)
    else this.#begin([...this.#takeAbove(), line])
  }

  all(): Omit<PlainList, 'end'> {
    this.#begin(this.#takeAbove())
    this.#begin([])
    return { ...this.#entries.spans(), comments: this.#comments, paragraphs: this.#paragraphs }
  }

  #addEntry(line: Span): void {
    if (this.#above.length > 0) {
      const above = this.#takeAbove()
      if (this.#isTop) this.#heading = [...this.#heading, ...above]
      else this.#comments.set(this.#entries.size, above)
    }
    this.#isTop = false
    this.#entries.add(line)
    refuseManyEntries(this.#entries.size)
  }

  #takeAbove(): readonly Span[] {
    const above = this.#above
    this.#above = []
    return above
  }

  #begin(heading: readonly Span[]): void {
    this.#paragraphs.push({ heading: this.#heading, last: this.#entries.size })
    this.#heading = heading
    this.#isTop = false
  }
}

/** Spans that are added one by one. */
class Entries {
  #starts: Uint32Array = new Uint32Array(1 << 12)
  #ends: Uint32Array = new Uint32Array(1 << 12)
  size = 0

  add({ from, to }: Span): void {
    if (this.size === this.#starts.length) {
      this.#starts = twice(this.#starts)
      this.#ends = twice(this.#ends)
    }
    this.#starts[this.size] = from
    this.#ends[this.size] = to
    this.size += 1
  }

  spans() {
    return { starts: this.#starts.subarray(0, this.size), ends: this.#ends.subarray(0, this.size) }
  }
}

function twice(array: Uint32Array): Uint32Array {
  const larger = new Uint32Array(2 * array.length)
  larger.set(array)
  return larger
}

/**
 * The entries that do not repeat an earlier one, sorted within their paragraphs, paragraph by paragraph. The comments of the others are
 * put above the one that they repeat.
 */
function keptInOrder(bytes: Buffer, { starts, ends, comments, paragraphs }: PlainList): Uint32Array {
  const size = starts.length
  // Spans are sorted from their ends, so that those of the reversed file are sorted from the beginnings of the sites.
  const reversed = Uint8Array.from(bytes).reverse()
  const sorted = {
    bytes: reversed,
    starts: ends.map((end) => bytes.length - end),
    ends: starts.map((start) => bytes.length - start),
  }
  sortSpans(sorted)
  const kept = new Uint32Array(size)
  let count = 0
  for (let index = 0; index < size; ) {
    const start = bytes.length - (sorted.ends[index] ?? 0)
    const length = (sorted.ends[index] ?? 0) - (sorted.starts[index] ?? 0)
    let first = indexOf(starts, start)
    const repeated = [first]
    for (index += 1; index < size; index += 1) {
      const other = bytes.length - (sorted.ends[index] ?? 0)
      if ((sorted.ends[index] ?? 0) - (sorted.starts[index] ?? 0) !== length) break
      if (bytes.compare(bytes, start, start + length, other, other + length) !== 0) break
      const entry = indexOf(starts, other)
      first = Math.min(first, entry)
      repeated.push(entry)
    }
    if (repeated.length > 1 && comments.size > 0) joinComments(comments, repeated)
    kept[count] = first
    count += 1
  }
  return byParagraph(kept.subarray(0, count), paragraphs)
}

function joinComments(comments: PlainList['comments'], entries: readonly number[]): void {
  const inOrder = [...entries].sort((one, other) => one - other)
  const all = inOrder.flatMap((entry) => comments.get(entry) ?? [])
  const [first] = inOrder
  if (first !== undefined && all.length > 0) comments.set(first, all)
}

/** The same entries, those of the first paragraph first; the order within a paragraph stays. */
function byParagraph(entries: Uint32Array, paragraphs: PlainList['paragraphs']): Uint32Array {
  const lasts = Uint32Array.from(paragraphs, ({ last }) => last)
  const paragraphOf = (entry: number) => indexOf(lasts, entry + 1)
  const places = new Uint32Array(paragraphs.length + 1)
  for (const entry of entries) {
    const next = paragraphOf(entry) + 1
    places[next] = (places[next] ?? 0) + 1
  }
  for (let paragraph = 1; paragraph < places.length; paragraph += 1)
    places[paragraph] = (places[paragraph] ?? 0) + (places[paragraph - 1] ?? 0)
  const result = new Uint32Array(entries.length)
  for (const entry of entries) {
    const paragraph = paragraphOf(entry)
    const place = places[paragraph] ?? 0
    result[place] = entry
    places[paragraph] = place + 1
  }
  return result
}

/** The first index of ascending numbers at which one is not smaller than what is sought. */
function indexOf(numbers: Uint32Array, sought: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) < sought) low = middle + 1
    else high = middle
  }
  return low
}

/** Also of nothing at all. */
function isBlank(bytes: Buffer, line: Span | undefined): boolean {
  return line === undefined || bytes.toString('latin1', line.from, line.to).trim() === ''
}

/** Lines of a file, put together in another order. */
class Pieces {
  readonly #source: Buffer
  readonly #end: Buffer
  /** A line may lose its end in the source, and a blank line may be added. */
  #bytes: Buffer
  #length = 0

  constructor(source: Buffer, end: string) {
    this.#source = source
    this.#end = Buffer.from(end)
    this.#bytes = Buffer.allocUnsafe(source.length + 1_024)
  }

  add(from: number, to: number): void {
    const length = this.#length + to - from + this.#end.length
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * length)
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    this.#source.copy(this.#bytes, this.#length, from, to)
    this.#length = length
    this.#end.copy(this.#bytes, length - this.#end.length)
  }

  /** Adds entries with their comments, from a place in their order on, those before an index. @returns the place behind them */
  addEntries({ starts, ends, comments }: PlainList, order: Uint32Array, from: number, last: number): number {
    for (let at = from; ; at += 1) {
      const entry = order[at] ?? last
      if (entry >= last) return at
      for (const line of comments.get(entry) ?? []) this.addLine(line)
      this.add(starts[entry] ?? 0, ends[entry] ?? 0)
    }
  }

  addLine({ from, to }: Span): void {
    this.add(from, to)
  }

  addEnd(): void {
    this.add(0, 0)
  }

  all(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }
}
