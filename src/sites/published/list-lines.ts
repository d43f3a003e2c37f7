import { type NamesOfLine, namesOfLine } from './list-line'
import { plainSiteIn, type Span } from './plain-site'

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

  /** @param bytes of the file, with or without a byte order mark, which is no part of its first line */
  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#following = hasByteOrderMark(bytes) ? byteOrderMark.length : 0
  }

  /** Goes to the next line. @returns false if there is none */
  next(): boolean {
    if (this.isOver) return false
    this.#number += 1
    this.#from = this.#following
    const feed = this.bytes.indexOf(lineFeed, this.#from)
    this.#to = feed === -1 ? this.bytes.length : feed
    this.#following = this.#to + 1
    return true
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

  /** What the line holds, where that can be told without making a string of it, as of nearly all lines. */
  plainSite(): Span | 'nothing' | 'unclear' {
    return plainSiteIn(this.bytes, this.#from, this.#to)
  }

  /** What any line holds, those that are unclear otherwise. */
  names(): NamesOfLine {
    return namesOfLine(this.bytes.subarray(this.#from, this.#to))
  }
}

const lineFeed = 0x0a

/** What some editors put in front of UTF-8. */
export const byteOrderMark: Uint8Array = Uint8Array.of(0xef, 0xbb, 0xbf)

export function hasByteOrderMark(bytes: Uint8Array): boolean {
  return byteOrderMark.every((byte, index) => bytes[index] === byte)
}
