import { isPublicSuffix } from '@webfilter/appliance-names'
import { numberText } from '@webfilter/text'
import { longestList, mostEntries, mostLeftOut } from '../list-size'
import { mergedTable, type SiteTable } from '../table/site-table'
import { SpanCollector } from '../table/spans'
import { type AddressCounts, AnswerCounter } from './answers'
import { type EntryCount, EntryCounter } from './list-count'
import { droppedFrom, type LeftOut, type LeftOutKind } from './list-line'
import { ListLines } from './list-lines'

/** A published list of sites, read. */
export interface ReadList {
  readonly table: SiteTable
  /** What its own exceptions name, if they are taken; otherwise empty. */
  readonly ownExceptions: SiteTable
  /** Those of the table, and of its own exceptions, whose rules have the option `important`; empty as long as these are not taken. */
  readonly important: { readonly sites: SiteTable; readonly exceptions: SiteTable }
  readonly entries: EntryCount
  /** How many lines name a site, those among them that have something else besides. */
  readonly linesWithSites: number
  readonly invalid: InvalidLines
  /** How many of its lines answer with each address of a sinkhole. */
  readonly sinkholes: AddressCounts
  /** What each of its files has. */
  readonly parts: readonly ReadPart[]
}

/** What one of the files of a list has. */
export interface ReadPart {
  /** How many lines name a site, those among them that have something else besides. */
  readonly linesWithSites: number
  readonly invalid: InvalidLines
  /** How many of its lines answer with each public address, and are left out. */
  readonly redirects: AddressCounts
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
interface InvalidLine {
  /** Index of its file among those of the list. */
  readonly part: number
  /** From 1, in its file. */
  readonly line: number
  /** A sentence without its full stop, which quotes what is invalid and says what to write instead. */
  readonly reason: string
}

/** What is done with lines such as `@@||example.com^`: they are left out, taken as exceptions, or read like sites. */
export type ExceptionLines = 'skip' | 'take' | 'sites'

/** A list that is being read, a part at a time. */
interface ListReading {
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
export function readList(...list: Parameters<typeof beginList>): ReadList {
  const reading = beginList(...list)
  while (reading.readOn());
  return reading.result()
}

/**
 * The same a part at a time.
 * @param begins where each file begins, if there are several, one behind the other
 * @throws {UnreadableList} for what is no text in UTF-8
 */
export function beginList(
  bytes: Uint8Array,
  exceptionLines: ExceptionLines = 'skip',
  begins: readonly number[] = [0],
): ListReading {
  refuseOtherFormats(bytes)
  const lines = new ListLines(bytes, begins)
  const found = new SpanCollector(bytes)
  const excepted = new SpanCollector()
  const important = { sites: new SpanCollector(), exceptions: new SpanCollector() }
  const parts = begins.map(() => new GrowingPart())
  let index = 0
  let part = parts[0] ?? new GrowingPart()
  /** Lines of the files before this one. */
  let linesBefore = 0
  const counter = new EntryCounter()
  let effort = 0
  return { readOn, result }

  function readOn(): boolean {
    effort = 0
    while (effort < effortOfTurn && lines.next()) {
      while (lines.from >= (begins[index + 1] ?? Number.POSITIVE_INFINITY)) goToNextPart()
      readLine()
      effort += lines.to + 1 - lines.from
    }
    refuseManyEntries(found.size)
    if (counter.leftOut > mostLeftOut) {
      throw new UnreadableList(
        `has more than ${numberText(mostLeftOut)} entries that are not sites`,
        'Specify a text file with one site per line.',
      )
    }
    return !lines.isOver
  }

  function goToNextPart(): void {
    index += 1
    part = parts[index] ?? part
    linesBefore = lines.number - 1
    lines.beginFile(begins[index + 1])
  }

  function readLine(): void {
    const plain = lines.plainSite()
    if (plain === 'nothing') return
    if (plain !== 'unclear') {
      found.take(plain.from, plain.to)
      part.linesWithSites += 1
      return
    }
    const line = lines.names()
    const { names } = line
    const leftOut = exceptionLines === 'skip' ? line.leftOut : line.leftOut.filter(staysOut)
    effort += effortOfUnclear * Math.max(1, names.length + line.leftOut.length)
    for (const name of names) {
      found.add(name.site, droppedFrom(name))
      if (name.isImportant && exceptionLines === 'take') important.sites.add(name.site)
    }
    const taken = line.leftOut.length - leftOut.length
    if (exceptionLines === 'take') counter.addLine(names.length, leftOut.length, taken)
    else counter.addLine(names.length + taken, leftOut.length)
    if (names.length > 0) part.linesWithSites += 1
    if (line.answer !== undefined) part.answers.add(line.answer)
    if (leftOut.length === 0) return
    part.invalid.add(leftOut, index, lines.number - linesBefore)
  }

  /** Takes what is an exception. @returns whether it is none that can be taken */
  function staysOut({ exception, isImportant }: LeftOut): boolean {
    // In a list of others, such an exception would leave out the domains of everybody.
    if (exception === undefined || isPublicSuffix(exception)) return true
    if (exceptionLines === 'take') excepted.add(exception)
    else found.add(exception)
    if (isImportant && exceptionLines === 'take') important.exceptions.add(exception)
    return false
  }

  function result(): ReadList {
    const spans = found.collected()
    // A name in other letters than those of ASCII is longer as a site than it is in the file.
    if (found.length > longestList) {
      throw tooLong(`has sites of more than ${longestList / 2 ** 20} MiB in total`)
    }
    const table = mergedTable(spans)
    // To make the table has sorted them.
    const entries = counter.counted(lines.number, spans, table.size)
    const linesWithSites = parts.reduce((sum, part) => sum + part.linesWithSites, 0)
    const ownExceptions = mergedTable(excepted.collected())
    return {
      table,
      ownExceptions,
      important: {
        sites: mergedTable(important.sites.collected()),
        exceptions: mergedTable(important.exceptions.collected()),
      },
      entries,
      linesWithSites,
      invalid: together(parts),
      sinkholes: sumOf(parts.map(({ answers }) => answers.sinkholes)),
      parts: parts.map(({ linesWithSites, invalid, answers: { redirects } }) => {
        return { linesWithSites, invalid, redirects }
      }),
    }
  }
}

/** A part that is being read. */
class GrowingPart {
  linesWithSites = 0
  readonly invalid = new GrowingInvalid()
  readonly answers = new AnswerCounter()
}

class GrowingInvalid implements InvalidLines {
  count = 0
  readonly kinds = new Map<LeftOutKind, number>()
  readonly first: InvalidLine[] = []

  add(leftOut: readonly LeftOut[], part: number, line: number): void {
    this.count += 1
    for (const { kind } of leftOut) this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1)
    if (this.first.length < shownInFull) this.first.push({ part, line, reason: shownReasons(leftOut) })
  }
}

function together(parts: readonly GrowingPart[]): InvalidLines {
  return {
    count: parts.reduce((sum, { invalid }) => sum + invalid.count, 0),
    kinds: sumOf(parts.map(({ invalid }) => invalid.kinds)),
    first: parts.flatMap(({ invalid }) => invalid.first).slice(0, shownInFull),
  }
}

function sumOf<Key>(counts: readonly ReadonlyMap<Key, number>[]): ReadonlyMap<Key, number> {
  const sum = new Map<Key, number>()
  for (const each of counts) for (const [key, count] of each) sum.set(key, (sum.get(key) ?? 0) + count)
  return sum
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

/**
 * Bytes that are no list in any form, or too long a one. The message is a clause, such as `is compressed`, and the advice a sentence
 * of what to do.
 */
export class UnreadableList extends Error {
  readonly advice: string
  /** It may be a list, but one that is longer than lists may be. */
  readonly isTooLong: boolean

  constructor(message: string, advice: string, isTooLong = false) {
    super(message)
    this.advice = advice
    this.isTooLong = isTooLong
  }
}

/** What to say of a list that is longer than one may be. @param what a clause */
export function tooLong(what: string): UnreadableList {
  return new UnreadableList(what, 'Split it into several files, and declare a list for each.', true)
}

/** What to say of a file that is longer than that of a list may be. */
export function tooLarge(): UnreadableList {
  return tooLong(`is larger than ${longestList / 2 ** 20} MiB`)
}

/**
 * Refuses what a file of a repository cannot be if it is a list: also the page of an error, which the provider only mentions beside
 * the lines that it skips.
 *
 * @throws {UnreadableList} for what `refuseOtherFormats` refuses, what looks like something else, and what is larger than a list may be
 */
export function refuseNoList(bytes: Uint8Array): void {
  if (bytes.length > longestList) throw tooLarge()
  refuseOtherFormats(bytes)
  const looksLike = apparentFormat(bytes)
  if (looksLike !== undefined) {
    throw new UnreadableList(`is ${looksLike}`, 'Fetch the list again, and look at what the server returned.')
  }
}

/** Whether most lines are no sites: such a file is probably no list, but the page of an error in plain text. */
export function isMostlyInvalid(linesWithSites: number, invalid: number): boolean {
  return invalid > linesWithSites
}

/** @throws {UnreadableList} for what is compressed (by gzip a second time), in UTF-16 or no text */
export function refuseOtherFormats(bytes: Uint8Array): void {
  const compression = compressions.find(([, first]) => first.every((byte, at) => bytes[at] === byte))?.[0]
  if (compression !== undefined)
    throw new UnreadableList(`is compressed with ${compression}`, 'Decompress it first, or use gzip.')
  const beginning = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  if (beginning === 0xfffe || beginning === 0xfeff) {
    throw new UnreadableList('is in UTF-16', 'Save it as UTF-8.')
  }
  if (bytes.subarray(0, 4096).includes(0)) {
    throw new UnreadableList('is not a text file', 'Specify a text file with one site per line.')
  }
}

/** The first bytes of what other programs compress. */
const compressions: readonly (readonly [string, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zip', [0x50, 0x4b, 3, 4]],
  ['zip', [0x50, 0x4b, 5, 6]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['7-Zip', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
]

/** @throws {UnreadableList} where a list has more entries than one may have */
function refuseManyEntries(entries: number): void {
  if (entries > mostEntries) throw tooLong(`has more than ${numberText(mostEntries)} entries`)
}

/**
 * What a text that is no list of sites looks like by its beginning, such as `an HTML page`; undefined where it could be a list in
 * some other form.
 */
export function apparentFormat(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, examined))
    .toString('utf8')
    .replace(/^\uFEFF/u, '')
    .trimStart()
  return formats.find(([, begins]) => begins.test(beginning))?.[0]
}

/** Bytes; comments and a heading of XML may stand before what shows the format. */
const examined = 4096

const formats: readonly (readonly [string, RegExp])[] = [
  ['an HTML page', /^(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/iu],
  ['XML', /^<(?:\?xml|!--|!doctype|[a-z_][\w.:-]*[\s/>])/iu],
  // Not the heading [Adblock Plus 2.0].
  ['JSON', /^(?:\{\s*["}]|\[\s*[[{"\]\d-])/u],
  ['the response of a web server', /^HTTP\/\d/u],
]
