import { longestList, mostLeftOut } from '../list-size'
import { mergedTable, type SiteTable } from '../table/site-table'
import { SpanCollector } from '../table/spans'
import { ListLines } from './list-lines'
import type { LeftOut, LeftOutKind } from './read-line'
import { refuseManyEntries, refuseOtherFormats, tooLong, UnreadableList } from './unreadable-list'

/** A published list of sites, read. */
export interface ReadList {
  readonly table: SiteTable
  /** How many entries name a site that an earlier one names already, in the same or in another spelling. */
  readonly duplicates: number
  /** How many lines name a site, those among them that have something else besides. */
  readonly linesWithSites: number
  readonly invalid: InvalidLines
}

/** Lines with something that is neither a site nor a comment; what else stands on such a line is taken. */
export interface InvalidLines {
  readonly count: number
  /** What is left out, and how often: a line may hold several of it. */
  readonly kinds: ReadonlyMap<LeftOutKind, number>
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

/** A list that is being read, a part at a time. */
export interface ListReading {
  /**
   * Reads on for some hundredths of a second, so that something else may have its turn.
   * @returns whether there is more to read
   * @throws {UnreadableList} where it has too many entries, or too many that are no sites
   */
  readOn(): boolean
  /**
   * What was read.
   * @throws {UnreadableList} where the sites are longer than those of a list may be
   */
  result(): ReadList
}

/**
 * Reads a list in the forms in which such are published: one site per line, with `*.` or a dot in front or without, hosts files,
 * rules such as `||example.com^`, lines of dnsmasq and unbound, records of response policy zones, comments after `#`, `!` and `;`, any
 * line ends, with or without a byte order mark. A list of a million is read in less than a second where its lines are plain, since
 * those never become strings.
 *
 * @throws {UnreadableList} for what is no text in UTF-8, and for what is longer than a list may be (`list-size.ts`)
 */
export function readList(bytes: Uint8Array): ReadList {
  const reading = beginList(bytes)
  while (reading.readOn());
  return reading.result()
}

/**
 * The same a part at a time.
 * @throws {UnreadableList} for what is no text in UTF-8
 */
export function beginList(bytes: Uint8Array): ListReading {
  refuseOtherFormats(bytes)
  const lines = new ListLines(bytes)
  const found = new SpanCollector(bytes)
  const first: InvalidLine[] = []
  const kinds = new Map<LeftOutKind, number>()
  let count = 0
  let linesWithSites = 0
  let entriesLeftOut = 0
  let effort = 0
  return { readOn, result }

  function readOn(): boolean {
    effort = 0
    while (effort < effortOfTurn && lines.next()) {
      readLine()
      effort += lines.to + 1 - lines.from
    }
    refuseManyEntries(found.size)
    if (entriesLeftOut > mostLeftOut) {
      throw new UnreadableList(
        `has more than ${mostLeftOut.toLocaleString('en-US')} entries that are not sites`,
        'Name a text file with one site per line.',
      )
    }
    return !lines.isOver
  }

  function readLine(): void {
    const plain = lines.plainSite()
    if (plain === 'nothing') return
    if (plain !== 'unclear') {
      found.take(plain.from, plain.to)
      linesWithSites += 1
      return
    }
    const { names, leftOut } = lines.names()
    effort += effortOfUnclear * Math.max(1, names.length + leftOut.length)
    for (const { site } of names) found.add(site)
    if (names.length > 0) linesWithSites += 1
    if (leftOut.length === 0) return
    count += 1
    entriesLeftOut += leftOut.length
    for (const { kind } of leftOut) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    if (first.length < shownInFull) first.push({ line: lines.number, reason: shownReasons(leftOut) })
  }

  function result(): ReadList {
    const spans = found.collected()
    // A name in other letters than those of ASCII is longer as a site than it is in the file.
    if (found.length > longestList) {
      throw tooLong(`has sites of more than ${longestList / 2 ** 20} MiB in total`)
    }
    const table = mergedTable(spans)
    const duplicates = found.size - table.size
    return { table, duplicates, linesWithSites, invalid: { count, kinds, first } }
  }
}

/** Bytes of lines that are plain to read, and besides so many for each line that is not, or for each entry where it has several. */
const effortOfTurn = 4 * 2 ** 20
const effortOfUnclear = 512
const shownInFull = 20
const reasonsOfLine = 3

function shownReasons(leftOut: readonly LeftOut[]): string {
  const more = leftOut.length - reasonsOfLine
  const reasons = leftOut.slice(0, reasonsOfLine).map(({ reason }) => reason)
  return [...reasons, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}
