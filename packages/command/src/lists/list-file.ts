import type { Site } from '@webfilter/appliance-names'
import {
  type LeftOut,
  ListLines,
  refuseManyEntries,
  refuseManyLeftOut,
  refuseNoList,
  type WrittenName,
} from '@webfilter/site-lists'

/** A file of a list, line by line. */
export interface ListFile {
  /** As it was named. */
  readonly path: string
  readonly lines: readonly ListLine[]
}

/** One line of a list. */
export interface ListLine {
  /** From 1. */
  readonly number: number
  /** The line as it is, without its end. */
  readonly bytes: Uint8Array
  /** Empty for a last line that has no end. */
  readonly end: '' | '\n' | '\r\n'
  /** `frame` is what a format has around its entries, such as `server:` or the start of authority of a zone. */
  readonly kind: 'blank' | 'comment' | 'frame' | 'entry'
  readonly names: readonly WrittenName[]
  readonly leftOut: readonly LeftOut[]
  /** See `NamesOfLine`. */
  readonly keepsSpelling?: boolean
}

/**
 * Splits a file into lines and reads each of them, in the formats that `readList` knows.
 * @throws {UnreadableList} for what is no text in UTF-8 or looks like something else, and for what is longer than a list may be
 */
export function readListFile(path: string, bytes: Uint8Array): ListFile {
  refuseNoList(bytes)
  const reading = new ListLines(bytes)
  const lines: ListLine[] = []
  let entries = 0
  let leftOut = 0
  while (reading.next()) {
    const line = lineOf(reading)
    lines.push(line)
    entries += line.names.length
    leftOut += line.leftOut.length
    refuseManyEntries(entries)
    refuseManyLeftOut(leftOut)
  }
  return { path, lines }
}

const carriageReturn = 0x0d
const nothing: readonly never[] = []

function lineOf(line: ListLines): ListLine {
  const { bytes, number, from, to, hasFeed } = line
  const last = contentEnd(line)
  const end = !hasFeed ? '' : last < to ? '\r\n' : '\n'
  const content = bytes.subarray(from, last)
  const plain = line.plainSite()
  // A line that is its site, letter by letter, as nearly all are; what has more in it is read with its spelling.
  if (typeof plain === 'object' && plain.from === from && plain.to === last) {
    const site = bytes.toString('latin1', from, last) as Site
    return { number, bytes: content, end, kind: 'entry', names: [{ written: site, site }], leftOut: nothing }
  }
  const read = { number, bytes: content, end } as const
  if (plain === 'nothing') return { ...read, kind: kindOfNothing(content), names: nothing, leftOut: nothing }
  const { text, names, leftOut, keepsSpelling } = line.names()
  // Conditions enclose the lines below them.
  const isDirective = text?.startsWith('!#') === true
  if (!isDirective && (names.length > 0 || leftOut.length > 0))
    return { ...read, kind: 'entry', names, leftOut, ...(keepsSpelling && { keepsSpelling }) }
  // A heading such as [Adblock Plus 2.0] is a comment to the reader of sites, but has its place in the file.
  const isRemark = text === '' || text?.startsWith(';') === true
  return { ...read, kind: isRemark ? 'comment' : 'frame', names, leftOut }
}

/** Behind the last byte of a line, without its end. */
export function contentEnd({ bytes, from, to }: ListLines): number {
  let last = to
  while (last > from && bytes[last - 1] === carriageReturn) last -= 1
  return last
}

/** Of a line without an entry. */
export function kindOfNothing(content: Uint8Array): 'blank' | 'comment' {
  const beginning = Buffer.from(content.subarray(0, 1_000)).toString('latin1').trim()
  return beginning === '' && content.length < 1_000 ? 'blank' : 'comment'
}
