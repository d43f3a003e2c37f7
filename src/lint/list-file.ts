import { longestList, mostEntries, mostLeftOut } from '../sites/list-size'
import { apparentFormat } from '../sites/published/apparent-format'
import { namesOfLine, type WrittenName } from '../sites/published/list-line'
import { plainSiteIn } from '../sites/published/plain-site'
import type { LeftOut } from '../sites/published/read-line'
import { hasByteOrderMark, refuseOtherFormats, tooLong, UnreadableList } from '../sites/published/read-list'
import type { Site } from '../sites/site'

/** A file of a list, line by line. */
export interface ListFile {
  /** As it was named. */
  readonly path: string
  /** Whether the file begins with a byte order mark. */
  readonly hasMark: boolean
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
}

/** A file that is no list; the message is a clause, such as `is compressed`, and the advice a sentence. */
export { UnreadableList as NoList }

/**
 * Splits a file into lines and reads each of them, in the formats that `readList` knows.
 * @throws {NoList} for what is no text in UTF-8 or looks like something else, and for what is longer than a list may be
 */
export function readListFile(path: string, bytes: Uint8Array): ListFile {
  if (bytes.length > longestList) {
    throw tooLong(`is larger than ${longestList / 2 ** 20} MiB`)
  }
  refuseOtherFormats(bytes)
  const looksLike = apparentFormat(bytes)
  if (looksLike !== undefined) {
    throw new UnreadableList(`is ${looksLike}`, 'Fetch the list again, and look at what the server returned.')
  }
  const hasMark = hasByteOrderMark(bytes)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lines: ListLine[] = []
  let entries = 0
  let leftOut = 0
  for (let from = hasMark ? 3 : 0; from < bytes.length; ) {
    const feed = bytes.indexOf(lineFeed, from)
    const to = feed === -1 ? bytes.length : feed
    const line = lineOf(buffer, from, to, feed !== -1, lines.length + 1)
    lines.push(line)
    entries += line.names.length
    leftOut += line.leftOut.length
    if (entries > mostEntries) throw tooLong(`has more than ${mostEntries.toLocaleString('en-US')} entries`)
    if (leftOut > mostLeftOut) throw new UnreadableList('contains almost no sites', 'Name a list of sites.')
    from = to + 1
  }
  return { path, hasMark, lines }
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const nothing: readonly never[] = []

function lineOf(bytes: Buffer, from: number, to: number, hasFeed: boolean, number: number): ListLine {
  let last = to
  while (last > from && bytes[last - 1] === carriageReturn) last -= 1
  const end = !hasFeed ? '' : last < to ? '\r\n' : '\n'
  const content = bytes.subarray(from, last)
  const plain = plainSiteIn(bytes, from, last)
  // A line that is its site, letter by letter, as nearly all are; what has more in it is read with its spelling.
  if (typeof plain === 'object' && plain.from === from && plain.to === last) {
    const site = bytes.toString('latin1', from, last) as Site
    return { number, bytes: content, end, kind: 'entry', names: [{ written: site, site }], leftOut: nothing }
  }
  const line = { number, bytes: content, end } as const
  if (plain === 'nothing') return { ...line, kind: kindOfNothing(content), names: nothing, leftOut: nothing }
  const { text, names, leftOut } = namesOfLine(content)
  if (names.length > 0 || leftOut.length > 0) return { ...line, kind: 'entry', names, leftOut }
  // A heading such as [Adblock Plus 2.0] is a comment to the reader of sites, but has its place in the file.
  const isRemark = text === '' || /^[;]/u.test(text ?? '')
  return { ...line, kind: isRemark ? 'comment' : 'frame', names, leftOut }
}

/** Of a line without an entry: `!#if` and the like enclose the lines below them. */
function kindOfNothing(content: Uint8Array): 'blank' | 'comment' | 'frame' {
  const beginning = Buffer.from(content.subarray(0, 1_000)).toString('latin1').trim()
  if (beginning.startsWith('!#')) return 'frame'
  return beginning === '' && content.length < 1_000 ? 'blank' : 'comment'
}
