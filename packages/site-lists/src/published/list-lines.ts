import { isDeletedByCompileIn, isPublicSuffix } from '@webfilter/appliance-names'
import { LocalData } from './answers'
import { Directives } from './directives'
import { type FileOfLine, hasHeadingOfRules, type NamesOfLine, namesOfLine } from './list-line'
import { Zone } from './zone'

/**
 * The lines of a list, one after the other: begins before the first, and `next` goes to the following one. It makes nothing of a line
 * but what is asked for, so that a million lines are gone through in a fraction of a second.
 */
export class ListLines {
  /** The whole file, in which `from`, `to` and the span of a site are positions. */
  readonly bytes: Buffer
  /** Where the line after this one begins. */
  #following: number
  #number = 0
  #from = 0
  #to = 0
  #file: FileOfLine
  readonly #directives: Directives

  /**
   * @param bytes of the file, with or without a byte order mark, which is no part of its first line
   * @param begins where each file begins, if there are several, one behind the other
   * @param canceled see `canceled`, of other files of the list
   */
  constructor(bytes: Uint8Array, begins: readonly number[] = [0], canceled?: ReadonlySet<string>) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#following = hasByteOrderMark(bytes) ? byteOrderMark.length : 0
    this.#file = fileOfLines(this.bytes, this.#following, begins[1])
    this.#directives = new Directives(this.bytes, begins, canceled)
  }

  /** Says that another file begins with this line. @param to where it ends */
  beginFile(to?: number): void {
    this.#file = fileOfLines(this.bytes, this.#from, to)
    this.#goThroughDirective()
  }

  /** Goes to the next line. @returns false if there is none */
  next(): boolean {
    if (this.isOver) return false
    this.#number += 1
    this.#from = this.#following
    const feed = this.bytes.indexOf(lineFeed, this.#from)
    this.#to = feed === -1 ? this.bytes.length : feed
    this.#following = this.#to + 1
    this.#goThroughDirective()
    return true
  }

  #goThroughDirective(): void {
    if (this.bytes[this.#from] === dollar)
      this.#file.zone?.goThrough(this.bytes.toString('latin1', this.#from, this.#to))
  }

  /** The texts of lines that rules with the option `badfilter` cancel, in all files of the list. */
  get canceled(): ReadonlySet<string> {
    return this.#directives.canceled
  }

  /** Whether no line follows this one. */
  get isOver(): boolean {
    return this.#following >= this.bytes.length
  }

  /** Of this line, from 1. */
  get number(): number {
    return this.#number
  }

  /** Where in the file this line begins. */
  get from(): number {
    return this.#from
  }

  /** Behind its last byte: at its line feed, or at the end of the file. */
  get to(): number {
    return this.#to
  }

  /** Whether a line feed ends it, as one does all lines but perhaps the last. */
  get hasFeed(): boolean {
    return this.#to < this.bytes.length
  }

  /** What the line holds, where that is clear without making a string of it, as of nearly all lines. */
  plainSite(): Span | 'nothing' | 'unclear' {
    const plain = plainSiteIn(this.bytes, this.#from, this.#to)
    if (typeof plain === 'string') return plain
    const isAlone = !this.#directives.hides(this.#from) && !this.#directives.cancels(this.#from, this.#to)
    return isAlone ? plain : 'unclear'
  }

  /** What any line holds, those that are unclear otherwise. */
  names(): NamesOfLine {
    // Its text is of no use, but has to be that of no comment.
    if (this.#file.zone?.hasInStart(this.#from)) return { text: 'SOA', names: [], leftOut: [] }
    const line = namesOfLine(this.bytes.subarray(this.#from, this.#to), this.#file)
    return this.#directives.heeded(line, this.#from, this.#following)
  }
}

/** @param to where the file ends, which is at the end of the bytes otherwise */
function fileOfLines(bytes: Buffer, from: number, to = bytes.length): FileOfLine {
  const file = { from, to }
  return {
    zone: Zone.of(bytes, file),
    localData: new LocalData(bytes, file),
    hasRules: hasHeadingOfRules(bytes, file),
  }
}

const lineFeed = 0x0a
const dollar = 0x24

/** What some editors put in front of UTF-8. */
export const byteOrderMark: Uint8Array = Uint8Array.of(0xef, 0xbb, 0xbf)

export function hasByteOrderMark(bytes: Uint8Array): boolean {
  return byteOrderMark.every((byte, index) => bytes[index] === byte)
}

/** Where in a buffer a canonical site stands. */
interface Span {
  readonly from: number
  /** Behind its last byte. */
  readonly to: number
}

/**
 * What a line holds, where that is clear without making a string of it: the bytes of one canonical site (alone, behind
 * the address of a hosts file or a wildcard, or between `||` and `^`), or `nothing` for a comment or white space. All else is `unclear`.
 */
export function plainSiteIn(
  bytes: Uint8Array,
  lineBegin: number,
  lineEnd: number,
): Span | 'nothing' | 'unclear' {
  let from = lineBegin
  let to = lineEnd
  while (from < to && isBlank(bytes[from])) from += 1
  while (to > from && isBlank(bytes[to - 1])) to -= 1
  const beginning = bytes[from]
  if (from === to || beginning === hash) return 'nothing'
  if (beginning === exclamationMark) return bytes[from + 1] === hash ? 'unclear' : 'nothing'
  if (beginning === bar && bytes[from + 1] === bar && bytes[to - 1] === caret) {
    from += 2
    to -= 1
    // Of a rule, such a name is the beginning of others.
    if (bytes[to - 1] === hyphen || bytes[to - 1] === underscore) return 'unclear'
  } else if (beginning === asterisk && bytes[from + 1] === dot) {
    from += 2
  } else {
    from = behindAddress(bytes, from, to)
  }
  return canonicalSite(bytes, from, to) ?? 'unclear'
}

const [tab, carriageReturn, space] = [0x09, 0x0d, 0x20]
const [exclamationMark, hash, asterisk, bar, caret] = [0x21, 0x23, 0x2a, 0x7c, 0x5e]
const [hyphen, dot, underscore] = [0x2d, 0x2e, 0x5f]
const [letterA, letterD, letterI, letterL, letterO, letterP, letterR, letterW] = [
  0x61, 0x64, 0x69, 0x6c, 0x6f, 0x70, 0x72, 0x77,
]

function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab || byte === carriageReturn
}

/** Where the name of a line of a hosts file begins, behind the usual addresses of a block; `from` for any other line. */
function behindAddress(bytes: Uint8Array, from: number, to: number): number {
  for (const address of usualAddresses) {
    let at = from
    while (at - from < address.length && bytes[at] === address[at - from]) at += 1
    if (at - from < address.length || at >= to || !isBlank(bytes[at])) continue
    while (at < to && isBlank(bytes[at])) at += 1
    return at
  }
  return from
}

const usualAddresses: readonly Uint8Array[] = ['0.0.0.0', '127.0.0.1'].map((address) => Buffer.from(address))

/** The site that `parseSite` makes of a name that needs no other change than the loss of one `www.`; addresses are left to it. */
function canonicalSite(bytes: Uint8Array, lineFrom: number, to: number): Span | undefined {
  const from = beginsWithWww(bytes, lineFrom) ? lineFrom + 4 : lineFrom
  let label = from
  for (let at = from; at < to; at += 1) {
    // Letters and digits change too often for branches, which processors could not predict.
    const kind = kinds[bytes[at] ?? 0] ?? other
    if (kind === inLabel) continue
    if (kind === other || !isLabel(label, at)) return undefined
    label = at + 1
  }
  const hasDot = label > from
  if (!hasDot || !isLabel(label, to) || to - from > 253) return undefined
  if (isDeletedByCompileIn(bytes, from, to) || endsLikeANumberOfAddress(bytes, to)) return undefined
  if (isDigit(bytes[label] ?? 0) || beginsLikeLocalhost(bytes, from)) return undefined
  return from > lineFrom && isMoreThanNamed(bytes, from, to) ? undefined : { from, to }
}

/** What a character of a name may be; a dot ends a label, and any other character the canonical name. */
const [inLabel, labelEnd, other] = [1, 2, 4]
const kinds = new Uint8Array(256).fill(other)
for (let byte = 0; byte < 256; byte += 1) if (isDigit(byte)) kinds[byte] = inLabel
for (let byte = 0x61; byte <= 0x7a; byte += 1) kinds[byte] = inLabel
kinds[hyphen] = inLabel
kinds[underscore] = inLabel
kinds[dot] = labelEnd

/** Whether it ends in `.addr`, as the numbers do by which the autonomous service stores addresses: `parseSite` looks closer. */
function endsLikeANumberOfAddress(bytes: Uint8Array, to: number): boolean {
  return (
    bytes[to - 1] === letterR &&
    bytes[to - 2] === letterD &&
    bytes[to - 4] === letterA &&
    bytes[to - 5] === dot
  )
}

/**
 * Whether it begins as the names do that hosts files have for their own machine, such as `localhost.localdomain` and `ip6-loopback`, which are
 * no sites there: `namesOfLine` looks closer.
 */
function beginsLikeLocalhost(bytes: Uint8Array, from: number): boolean {
  const [first, second] = [bytes[from], bytes[from + 1]]
  return (first === letterL && second === letterO) || (first === letterI && second === letterP)
}

/** Whether a name that has lost its `www.` would lose another one, or stands for all the domains below a public suffix. */
function isMoreThanNamed(bytes: Uint8Array, from: number, to: number): boolean {
  if (beginsWithWww(bytes, from)) return true
  return isPublicSuffix(Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1'))
}

function isLabel(from: number, to: number): boolean {
  return to > from && to - from <= 63
}

function beginsWithWww(bytes: Uint8Array, at: number): boolean {
  const isWww = bytes[at] === letterW && bytes[at + 1] === letterW && bytes[at + 2] === letterW
  return isWww && bytes[at + 3] === dot
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}
