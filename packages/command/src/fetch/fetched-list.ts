import { createHash } from 'node:crypto'
import {
  byteOrderMark,
  hasByteOrderMark,
  ListLines,
  longestList,
  mostCommonRedirect,
  type ReadList,
  readList,
  refuseNoList,
  tooLarge,
  UnreadableList,
  unpacked,
} from '@webfilter/site-lists'
import { fixedList, NotRepairable } from '../lists/fixed-list'
import { counted, Name, type Phrase, say } from '../report/phrase'
import type { Download } from './download'
import { SourceFailure, shorter } from './failure'
import type { Source } from './sources'

/** A list, and what was read in it. */
export interface FetchedList {
  readonly bytes: Buffer
  readonly read: ReadList
}

/**
 * The text that an address returned, unpacked.
 * @param address as reports show it
 * @param room bytes that the parts before it leave of the longest list
 * @throws {SourceFailure} where it is no list
 */
export async function partOf({ bytes, isEncoded }: Download, address: Phrase, room: number): Promise<Buffer> {
  try {
    const { signal } = new AbortController()
    const sent = isEncoded ? await unpacked(bytes, signal, room) : bytes
    const text = await unpacked(sent, signal, room)
    refuseNoList(text)
    return Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error
    const says = say`${address} returned something that ${[error.message]}`
    throw error.isTooLong ? new SourceFailure('not-a-list', says, shorter) : noList(says)
  }
}

/**
 * Puts the parts of a list together, in a form in which a later version differs by few lines only: without repeated lines, sorted, and with
 * each site in its normal form.
 *
 * @throws {SourceFailure} where there is no site, or not what the source expects
 */
export function listOf(parts: readonly Buffer[], source: Source, current: ReadList | undefined): FetchedList {
  try {
    const bytes = fixed(source.file, joinedParts(parts))
    const read = readList(bytes)
    refuseUnexpected(read, source, current)
    return { bytes, read }
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error
    throw noList(say`the list ${[error.message]}`)
  }
}

function noList(says: Phrase): SourceFailure {
  return new SourceFailure('not-a-list', says, 'Open the address in a browser, and look at what it returns.')
}

function joinedParts(parts: readonly Buffer[]): Buffer {
  const texts = parts.map((part) => (hasByteOrderMark(part) ? part.subarray(byteOrderMark.length) : part))
  const pieces = texts.flatMap((text) => (text.at(-1) === lineFeed ? [text] : [text, Buffer.of(lineFeed)]))
  const joined = Buffer.concat(pieces)
  if (joined.length > longestList) throw tooLarge()
  return joined
}

const lineFeed = 0x0a

function fixed(file: string, bytes: Buffer): Buffer {
  try {
    return fixedList(file, bytes)
  } catch (error) {
    // As it was published, it has the same sites.
    if (error instanceof NotRepairable) return bytes
    throw error
  }
}

function refuseUnexpected(read: ReadList, source: Source, current: ReadList | undefined): void {
  const { minimumSites, minimumShare, maximumInvalid } = source
  const sites = read.table.size
  if (sites === 0) throw noList(say`the list has no site`)
  if (sites < minimumSites) {
    const expected = counted(minimumSites, 'site is', 'sites are')
    throw tooSmall(
      say`the list has ${counted(sites, 'site')}, but at least ${expected} expected (minimum_sites)`,
    )
  }
  const before = current?.table.size ?? 0
  if (100 * sites < minimumShare * before) {
    const share = `less than ${minimumShare}%`
    throw tooSmall(
      say`the list has ${counted(sites, 'site')}, ${[share]} of the ${counted(before, 'site')} in the current file (minimum_share)`,
    )
  }
  const lines = read.linesWithSites + read.invalid.count
  if (100 * read.invalid.count > maximumInvalid * lines) {
    const invalid = counted(read.invalid.count, 'line')
    const share = `more than ${maximumInvalid}%`
    const address = read.parts.flatMap(({ redirects }) => mostCommonRedirect(redirects, lines) ?? [])
    const redirected = address.map(
      (each) => say`. Most lines redirect to the public address ${new Name(each)}`,
    )
    throw tooSmall(
      say`${invalid} of the list contain something that is not a site, ${[share]} (maximum_invalid)${redirected.flat()}`,
    )
  }
}

function tooSmall(says: Phrase): SourceFailure {
  const advice = 'Look at the published list. If it is right, change this expectation in the sources file.'
  return new SourceFailure('list-too-small', says, advice)
}

/**
 * Whether two lists mean the same: the same sites, and the same entries that are no sites, in any order. Published lists often have a
 * comment with the date, which alone is no change.
 */
export function meansTheSame(one: FetchedList, other: FetchedList): boolean {
  return (
    one.read.table.size === other.read.table.size &&
    Buffer.compare(one.read.table.bytes, other.read.table.bytes) === 0 &&
    one.read.invalid.count === other.read.invalid.count &&
    digestOfInvalid(one) === digestOfInvalid(other)
  )
}

/** Rules such as exceptions are no sites, but a change of them is one of the list. */
function digestOfInvalid({ bytes, read }: FetchedList): string {
  if (read.invalid.count === 0) return ''
  const texts: string[] = []
  const lines = new ListLines(bytes)
  while (lines.next()) {
    if (lines.plainSite() !== 'unclear') continue
    const { text, leftOut } = lines.names()
    if (leftOut.length > 0) texts.push(text ?? bytes.toString('latin1', lines.from, lines.to))
  }
  const hash = createHash('sha256')
  for (const text of texts.sort()) hash.update(`${text}\n`)
  return hash.digest('base64')
}
