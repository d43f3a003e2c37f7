import { numberText } from '@webfilter/text'
import { longestArchive } from '../list-size'
import { tooLong, UnreadableList } from '../published/read-list'
import { shared } from './regular-file'

/** What an archive has of what was sought in it. */
interface SearchedArchive {
  /** The bytes of the sought member, in shared memory; undefined where there is no such member. */
  readonly content: Buffer | undefined
  /** The names of the first files in it. */
  readonly names: readonly string[]
  /** How many files it has. */
  readonly count: number
}

/**
 * Reads a tar archive to its end, and keeps one member of it. It knows the headers of ustar, of pax and of GNU tar; all else that a header
 * may say makes the archive unreadable, since a reader that guesses might return a part of a list.
 *
 * @param pieces of the archive, uncompressed
 * @param wanted name of the member; undefined to see only which there are
 * @param most bytes of the member
 * @throws {UnreadableList} for what is no whole archive, and for a member that is longer, no file, or there twice
 */
export async function searchArchive(
  pieces: AsyncIterable<Uint8Array>,
  wanted: string | undefined,
  most: number,
): Promise<SearchedArchive> {
  const archive = new ArchiveBytes(pieces)
  try {
    return await searched(archive, wanted === undefined ? undefined : plainName(wanted), most)
  } finally {
    await archive.close()
  }
}

async function searched(
  archive: ArchiveBytes,
  sought: string | undefined,
  most: number,
): Promise<SearchedArchive> {
  const names: string[] = []
  let count = 0
  let content: Buffer | undefined
  for (;;) {
    const entry = await nextEntry(archive)
    if (entry === undefined) break
    const isSought = entry.name === sought
    if (isSought) refuseMember(entry, content !== undefined, most)
    if (entry.kind === 'file') {
      count += 1
      if (names.length < shownNames) names.push(entry.name)
    }
    if (isSought) content = await archive.whole(entry.size, shared(entry.size))
    else await archive.skip(entry.size)
    await archive.skip(padding(entry.size))
  }
  await archive.end()
  return { content, names, count }
}

/** Whether a file begins as an archive does: with a header whose checksum is right. */
export function isTarArchive(beginning: Uint8Array): boolean {
  return beginning.length >= blockLength && hasChecksum(beginning.subarray(0, blockLength))
}

/** A file, a folder or something else in an archive. */
interface ArchiveEntry {
  /** Without `./` in front. */
  readonly name: string
  /** `part` is a file whose bytes are not all in the archive. */
  readonly kind: 'file' | 'link' | 'part' | 'other'
  /** Bytes that follow the header. */
  readonly size: number
}

const blockLength = 512
const shownNames = 10
/** Bytes of a name that is too long for a header, or of the records of pax. */
const longestExtension = 2 ** 20

/** Reads headers up to that of the next entry; undefined at the end of the archive. */
async function nextEntry(archive: ArchiveBytes): Promise<ArchiveEntry | undefined> {
  let extension: Extension = { records: new Map() }
  for (;;) {
    const header = await archive.whole(blockLength)
    if (header.every((byte) => byte === 0)) return undefined
    if (!hasChecksum(header)) throw damaged()
    const type = String.fromCharCode(header[156] ?? 0)
    if (!'LKxg'.includes(type)) return entryOf(header, type, extension)
    const content = await extensionOf(archive, numberIn(header.subarray(124, 136)))
    if (type === 'L') extension = { ...extension, name: textIn(content) }
    // What applies to all entries is about the archive, and names of links are not needed.
    if (type === 'x') extension = { ...extension, records: recordsIn(content) }
  }
}

/** What entries in front of another one say of it. */
interface Extension {
  /** By GNU tar. */
  readonly name?: string
  /** By pax. */
  readonly records: ReadonlyMap<string, string>
}

function entryOf(header: Buffer, type: string, { name: longName, records }: Extension): ArchiveEntry {
  const name = plainName(records.get('path') ?? longName ?? nameIn(header))
  if (type === '5' || (type === '\0' && name.endsWith('/'))) return { name, kind: 'other', size: 0 }
  const isPart = [...records.keys()].some((key) => key.startsWith('GNU.sparse'))
  const kind = isPart ? 'part' : (kinds.get(type) ?? 'other')
  return { name, kind, size: sizeOf(records, numberIn(header.subarray(124, 136))) }
}

const kinds: ReadonlyMap<string, ArchiveEntry['kind']> = new Map([
  ['0', 'file'],
  ['\0', 'file'],
  ['7', 'file'],
  ['1', 'link'],
  ['2', 'link'],
  ['S', 'part'],
  ['M', 'part'],
])

async function extensionOf(archive: ArchiveBytes, size: number): Promise<Buffer> {
  if (size > longestExtension) throw damaged()
  const content = await archive.whole(size)
  await archive.skip(padding(size))
  return content
}

/** Records of pax: `27 path=adult/domains` and a line feed, each with its own length in front. */
function recordsIn(extension: Buffer): ReadonlyMap<string, string> {
  const records = new Map<string, string>()
  for (let from = 0; from < extension.length; ) {
    const [, digits, key, equals] =
      /^(\d{1,7}) ([^=]*)(=)/su.exec(extension.toString('utf8', from, from + 300)) ?? []
    const length = Number(digits)
    const to = from + length
    if (equals === undefined || key === undefined || to > extension.length || extension[to - 1] !== lineFeed)
      throw damaged()
    const begin = from + Buffer.byteLength(`${digits} ${key}=`)
    if (begin >= to) throw damaged()
    records.set(key, extension.toString('utf8', begin, to - 1))
    from = to
  }
  return records
}

function sizeOf(records: ReadonlyMap<string, string>, written: number): number {
  const size = records.get('size')
  if (size === undefined) return written
  if (!/^\d{1,15}$/u.test(size)) throw damaged()
  return Number(size)
}

/** Only ustar has the beginning of a long name in a field of its own; GNU tar has times there. */
function nameIn(header: Buffer): string {
  const name = textIn(header.subarray(0, 100))
  const prefix = header.toString('latin1', 257, 263) === 'ustar\0' ? textIn(header.subarray(345, 500)) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

function plainName(name: string): string {
  return name.replace(/^(?:\.?\/)+/u, '')
}

function textIn(field: Buffer): string {
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? field.length : end)
}

/** Octal digits, or from 8 GiB on a number of bytes. */
function numberIn(field: Buffer): number {
  if (field[0] === 0x80) {
    const value = field.subarray(1).reduce((number, byte) => number * 256 + byte, 0)
    if (value > Number.MAX_SAFE_INTEGER) throw damaged()
    return value
  }
  const text = textIn(field).trim()
  if (!/^[0-7]*$/u.test(text)) throw damaged()
  return Number.parseInt(text || '0', 8)
}

/** The sum of the header's bytes, those of the sum itself taken for spaces. */
function hasChecksum(header: Uint8Array): boolean {
  const written = /^ *([0-7]{1,7})[\0 ]/u.exec(Buffer.from(header.subarray(148, 156)).toString('latin1'))?.[1]
  if (written === undefined) return false
  let sum = 8 * 0x20
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte
  return sum === Number.parseInt(written, 8)
}

const lineFeed = 0x0a

/** Bytes up to the next block. */
function padding(size: number): number {
  return (blockLength - (size % blockLength)) % blockLength
}

/** The bytes of an archive, which arrive in pieces of any length. */
class ArchiveBytes {
  readonly #pieces: AsyncIterator<Uint8Array>
  #piece: Uint8Array = new Uint8Array()
  #read = 0

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** The next bytes, in a buffer of that length. */
  async whole(length: number, target: Buffer = Buffer.alloc(length)): Promise<Buffer> {
    let end = 0
    await this.#each(length, (bytes) => {
      target.set(bytes, end)
      end += bytes.length
    })
    return target
  }

  async skip(length: number): Promise<void> {
    await this.#each(length, () => {})
  }

  /** Reads what is behind the archive: only at its end does compressed content show whether it is whole. */
  async end(): Promise<void> {
    while (await this.#next());
  }

  /** Lets go of where the pieces come from, such as an open file, also if not all of them were read. */
  async close(): Promise<void> {
    await this.#pieces.return?.()
  }

  async #each(length: number, take: (bytes: Uint8Array) => void): Promise<void> {
    for (let left = length; left > 0; ) {
      if (this.#piece.length === 0 && !(await this.#next())) throw truncated('is a tar archive')
      const bytes = this.#piece.subarray(0, left)
      take(bytes)
      left -= bytes.length
      this.#piece = this.#piece.subarray(bytes.length)
    }
  }

  async #next(): Promise<boolean> {
    const { done, value } = await this.#pieces.next()
    if (done) return false
    this.#read += value.length
    if (this.#read > longestArchive) throw archiveTooLong()
    this.#piece = value
    return true
  }
}

function refuseMember({ kind, size, name }: ArchiveEntry, isAgain: boolean, most: number): void {
  const called = shownMember(name)
  if (isAgain) throw new UnreadableList(`contains ${called} more than once`, unpackFirst)
  if (kind !== 'file') {
    const what = { link: 'a link', part: 'only a part of a file', other: 'not a file' }[kind]
    throw new UnreadableList(`has ${called} as ${what}`, unpackFirst)
  }
  if (size > most) throw tooLong(`has ${called} with more than ${numberText(most / 2 ** 20)} MiB`)
}

/** A name that an archive has, quoted for a sentence. */
export function shownMember(name: string): string {
  return JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name)
}

const unpackFirst = 'Unpack the archive, and name the file with the sites.'

export function archiveTooLong(): UnreadableList {
  return new UnreadableList(`unpacks to more than ${longestArchive / 2 ** 20} MiB`, unpackFirst, true)
}

/** @param what the file is, a clause such as `is compressed` */
export function truncated(what: string): UnreadableList {
  return new UnreadableList(`${what}, but ends too early`, downloadAgain)
}

function damaged(): UnreadableList {
  return new UnreadableList('is a tar archive, but is damaged', downloadAgain)
}

export const downloadAgain = 'Download it again, and compare its checksum if one is published.'
