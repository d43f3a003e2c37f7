import { sitesOfLine } from './list-line'
import { plainSiteIn } from './plain-site'
import { SpanCollector } from './site-spans'
import { mergedTable, type SiteTable } from './site-table'
import { mostSites } from './span-order'

/** A published list of sites, read. */
export interface ReadList {
  readonly table: SiteTable
  /** How many entries name a site that an earlier one names already, in the same or in another spelling. */
  readonly duplicates: number
  readonly invalid: InvalidLines
}

/** Lines with something that is neither a site nor a comment; what else stands on such a line is taken. */
export interface InvalidLines {
  readonly count: number
  /** The first twenty. */
  readonly first: readonly InvalidLine[]
}

/** A line with something that is no site. */
export interface InvalidLine {
  /** From 1. */
  readonly line: number
  /** A sentence without its full stop, which quotes what is invalid and says what to write instead. */
  readonly reason: string
}

/** Bytes that are no list in any form. The advice says what to do. */
export class UnreadableList extends Error {
  readonly advice: string

  constructor(message: string, advice: string) {
    super(message)
    this.advice = advice
  }
}

/**
 * Reads a list in the forms in which such are published: one site per line, hosts files, rules such as `||example.com^`,
 * comments after `#` and `!`, any line ends, with or without a byte order mark. A list of a million is read in less than
 * a second, since most of its lines never become strings.
 *
 * Throws `UnreadableList` for what is no text in UTF-8, and for more than 16,777,216 entries.
 */
export function readList(bytes: Uint8Array): ReadList {
  refuseOtherFormats(bytes)
  const found = new SpanCollector(bytes)
  const first: InvalidLine[] = []
  let count = 0
  let line = 0
  for (let from = hasByteOrderMark(bytes) ? 3 : 0; from < bytes.length; ) {
    line += 1
    const feed = bytes.indexOf(lineFeed, from)
    const to = feed === -1 ? bytes.length : feed
    readLine(from, to)
    from = to + 1
  }
  if (found.size > mostSites) {
    throw new UnreadableList(
      `has ${found.size} entries, and a list has ${mostSites} at most`,
      'Split it into several files, each of a list of its own.',
    )
  }
  const table = mergedTable(found.collected())
  return { table, duplicates: found.size - table.size, invalid: { count, first } }

  function readLine(from: number, to: number): void {
    const plain = plainSiteIn(bytes, from, to)
    if (plain === 'nothing') return
    if (plain !== 'unclear') {
      found.take(plain.from, plain.to)
      return
    }
    const { sites, reasons } = sitesOfLine(bytes.subarray(from, to))
    for (const site of sites) found.add(site)
    if (reasons.length > 0) count += 1
    if (reasons.length > 0 && first.length < shownInFull) first.push({ line, reason: reasons.join('; ') })
  }
}

const shownInFull = 20
const lineFeed = 0x0a

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

function refuseOtherFormats(bytes: Uint8Array): void {
  const beginning = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  if (beginning === 0x1f8b || beginning === 0x504b) {
    throw new UnreadableList('is compressed', 'Unpack it first.')
  }
  if (beginning === 0xfffe || beginning === 0xfeff) {
    throw new UnreadableList('is written in UTF-16', 'Save it as UTF-8.')
  }
  if (bytes.subarray(0, 4096).includes(0)) {
    throw new UnreadableList('is not a text', 'Name a text file with one site per line.')
  }
}
