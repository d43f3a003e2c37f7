import { stat } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { unlessAborted } from '@webfilter/concurrency'
import { longestArchive, longestList } from '../list-size'
import { tooLong, UnreadableList } from '../published/read-list'
import { piecesOfRegularFile, readRegularFile, shared, TooLarge } from './regular-file'
import {
  archiveTooLong,
  downloadAgain,
  isTarArchive,
  searchArchive,
  shownMember,
  truncated,
} from './tar-archive'

/** The text of a list. */
export interface ListText {
  /** In shared memory. */
  readonly text: Uint8Array
  /** Whether the lines are not those of the file on disk, which is compressed or an archive. */
  readonly isUnpacked: boolean
}

/**
 * Reads the text of a list: a file, one that gzip has compressed, or a member of a tar archive, as in `adult.tar.gz//adult/domains`. Which
 * of them it is shows in the content, and not in the name.
 *
 * @throws {UnreadableList} for a compressed file or an archive that is not whole, unpacks to too much, or has no such member
 * @throws what `readRegularFile` throws
 */
export async function readListText(path: string, signal: AbortSignal): Promise<ListText> {
  const stored = await readStored(path, signal)
  const text = await unpacked(stored.bytes, signal)
  return { text, isUnpacked: stored.isMember || text !== stored.bytes }
}

/** The bytes of a file of a list, or of a member of an archive, which may be compressed. */
interface StoredList {
  readonly bytes: Uint8Array
  readonly isMember: boolean
}

/**
 * Reads what is under the path of a list, as it is.
 * @throws what `readListText` throws
 */
export async function readStored(path: string, signal: AbortSignal): Promise<StoredList> {
  const { file, member } = await placeOfList(path, signal)
  if (member !== undefined) return { bytes: await memberOf(file, member, signal), isMember: true }
  return { bytes: await readRegularFile(file, longestList, signal), isMember: false }
}

/**
 * The text of a list that is compressed; the same bytes if it is not.
 * @throws {UnreadableList} where it is not whole, unpacks to more than it may have, or is an archive
 * @throws the reason of the signal
 */
export async function unpacked(stored: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  if (isTarArchive(stored)) throw await archiveWithoutMember(piecesOf(stored), signal)
  if (!isCompressed(stored)) return stored
  const text = new SharedBytes(Math.min(likelyLength(stored), longestList))
  for await (const piece of decompressed(piecesOf(stored), signal)) {
    text.append(piece)
    if (text.length > longestList) break
  }
  // An archive may be longer than a list in it.
  if (isTarArchive(text.bytes()))
    throw await archiveWithoutMember(decompressed(piecesOf(stored), signal), signal)
  if (text.length > longestList) throw tooLong(`unpacks to more than ${longestList / 2 ** 20} MiB`)
  return text.bytes()
}

/** Whether gzip has made a file: by its first bytes. */
export function isCompressed(beginning: Uint8Array): boolean {
  return beginning[0] === 0x1f && beginning[1] === 0x8b && beginning[2] === 8
}

/** Where a list is. */
interface PlaceOfList {
  readonly file: string
  /** Of the archive that the file is; undefined for the file itself. */
  readonly member: string | undefined
}

/**
 * The file in which a list is, and the member if the path goes on behind the name of a file. A folder may be followed by two slashes,
 * too: there, they mean no more than one.
 */
export async function placeOfList(path: string, signal: AbortSignal): Promise<PlaceOfList> {
  for (let at = path.indexOf(slashes, 1); at !== -1; at = path.indexOf(slashes, at + 1)) {
    const file = path.slice(0, at)
    const found = await unlessAborted(stat(file), signal).catch(() => undefined)
    signal.throwIfAborted()
    if (found?.isFile()) return { file, member: path.slice(at + slashes.length) }
  }
  return { file: path, member: undefined }
}

const slashes = '//'

/** The full path of a list, from a folder on. What follows two slashes stays as it is. */
export function pathOfList(folder: string, path: string): string {
  return atFile(path, (file) => resolve(folder, file))
}

/** The path of a list as it is from a folder. */
export function relativePathOfList(folder: string, path: string): string {
  return atFile(path, (file) => relative(folder, file))
}

function atFile(path: string, change: (file: string) => string): string {
  const at = path.indexOf(slashes, 1)
  return at === -1 ? change(path) : `${change(path.slice(0, at))}${path.slice(at)}`
}

async function memberOf(file: string, member: string, signal: AbortSignal): Promise<Buffer> {
  const pieces = await archiveIn(file, signal)
  const { content, names, count } = await searchArchive(pieces, member, longestList)
  if (content !== undefined) return content
  const what = member === '' ? 'is a tar archive' : `contains no file ${shownMember(member)}`
  throw new UnreadableList(what, nameMember(names, count))
}

/** The archive in a file, uncompressed. */
async function archiveIn(file: string, signal: AbortSignal): Promise<AsyncGenerator<Uint8Array>> {
  const isGzip = isCompressed(await beginningOf(piecesOfArchive(file, signal), 3))
  const pieces = () => {
    const stored = piecesOfArchive(file, signal)
    return isGzip ? decompressed(stored, signal) : stored
  }
  if (!isTarArchive(await beginningOf(pieces(), 512))) {
    throw new UnreadableList('is not a tar archive', `Remove everything from ${JSON.stringify(slashes)} on.`)
  }
  return pieces()
}

async function* piecesOfArchive(file: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* piecesOfRegularFile(file, longestArchive, signal)
  } catch (error) {
    throw error instanceof TooLarge ? archiveTooLong() : error
  }
}

async function beginningOf(pieces: AsyncIterable<Uint8Array>, length: number): Promise<Uint8Array> {
  let beginning: Uint8Array = new Uint8Array()
  for await (const piece of pieces) {
    beginning = Buffer.concat([beginning, piece.subarray(0, length - beginning.length)])
    if (beginning.length === length) break
  }
  return beginning
}

async function archiveWithoutMember(
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<UnreadableList> {
  try {
    const { names, count } = await searchArchive(pieces, undefined, 0)
    return new UnreadableList('is a tar archive', nameMember(names, count))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UnreadableList) return error
    throw error
  }
}

function nameMember(names: readonly string[], count: number): string {
  if (count === 0) return 'It contains no file. Check its download.'
  const shown = names.map((name) => shownMember(`${slashes}${name}`)).join(', ')
  const more = count > names.length ? `, and ${count - names.length} more` : ''
  return `Add the file with the sites to the path: ${shown}${more}.`
}

/** Bytes that are handed to the decompression at once. */
const pieceLength = 2 ** 20

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength)
}

/**
 * What gzip has compressed, a piece after the other: all members of it, as `cat` makes one file of several.
 * @throws {UnreadableList} where it is not whole
 * @throws what the pieces throw, or the reason of the signal
 */
async function* decompressed(
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const stream = createGunzip({ chunkSize: 1 << 18 })
  let given = 0
  const feeding = Readable.from(counted(), { objectMode: false }).on('error', (error) =>
    stream.destroy(error),
  )
  feeding.pipe(stream)
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      signal.throwIfAborted()
      yield piece
    }
  } catch (error) {
    throw refusalOf(error)
  } finally {
    feeding.destroy()
    stream.destroy()
  }
  // The library takes a zero byte for the end, whatever follows it.
  if (stream.bytesWritten !== given) throw damaged()

  async function* counted() {
    for await (const piece of pieces) {
      given += piece.length
      // The stream may keep it longer than the file leaves it as it is.
      yield Buffer.from(piece)
    }
  }
}

/** An error of the library in the words of this one. */
function refusalOf(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === 'Z_BUF_ERROR') return truncated('is compressed')
  return typeof code === 'string' && code.startsWith('Z_') ? damaged() : error
}

function damaged(): UnreadableList {
  return new UnreadableList('is compressed, but is damaged', downloadAgain)
}

/** What the last bytes say of the length, which may be that of the last member only; no more than a list may have. */
function likelyLength(stored: Uint8Array): number {
  if (stored.length < 4) return 0
  const length = Buffer.from(stored.subarray(-4)).readUInt32LE()
  return Math.min(length, longestList)
}

/** Bytes in shared memory that grow. */
class SharedBytes {
  #bytes: Buffer
  #length = 0

  constructor(likely: number) {
    this.#bytes = shared(Math.max(likely, 4096))
  }

  get length(): number {
    return this.#length
  }

  append(piece: Uint8Array): void {
    const length = this.#length + piece.length
    if (length > this.#bytes.length) {
      // No more than a list may have, and the piece with which it is too long.
      const larger = shared(Math.max(Math.min(2 * this.#bytes.length, longestList), length))
      larger.set(this.bytes())
      this.#bytes = larger
    }
    this.#bytes.set(piece, this.#length)
    this.#length = length
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }
}
