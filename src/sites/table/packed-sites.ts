import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createInflateRaw, deflateRaw, type ZlibOptions } from 'node:zlib'
import { longestUnpackedList, mostUnpackedSites } from '../list-size'
import { SiteTable } from './site-table'
import { rankOf } from './spans'

/**
 * Sites as one text, for a state: a version, a colon, and in base64 what DEFLATE makes of the sites in the order of the
 * table, each written as one byte, how many of its last characters are those of the one before, then the characters
 * before those, then a line feed. About six bytes for a site of a real block list.
 *
 * The bytes may differ between releases of the compression library, so equality of lists is a matter of their digests.
 */
export async function packSites(table: SiteTable): Promise<string> {
  return packedText(await packedPieces(table))
}

/** The same in pieces of its bytes, each with memory of its own: a thread can hand them over. */
export async function packedPieces(table: SiteTable): Promise<readonly Uint8Array[]> {
  const pieces = [latin1(`${version}:`)]
  const underWay: Promise<Buffer>[] = []
  /** Memory of runs that are compressed. */
  const free: Uint8Array[] = []
  let rest: Buffer = Buffer.alloc(0)
  let from = 0
  do {
    const [first] = underWay.length === runsAtOnce ? underWay.splice(0, 1) : []
    if (first) write(await first)
    const to = Math.min(from + sitesOfRun, table.size)
    underWay.push(compressed(from, to))
    from = to
  } while (from < table.size)
  for (const run of underWay) write(await run)
  pieces.push(latin1(rest.toString('base64')))
  return pieces

  async function compressed(from: number, to: number): Promise<Buffer> {
    const length = (table.starts[to] ?? 0) - (table.starts[from] ?? 0) + to - from
    const last = free.pop()
    const room = last && last.length >= length ? last : new Uint8Array(length)
    const written = sharingEndings(table, from, to, room)
    const finishFlush = to < table.size ? goesOn : ends
    // Most runs are compressed to less than half, which is then one chunk.
    const chunkSize = Math.max(shortestChunk, written.length >>> 1)
    const run = await compress(written, { level, finishFlush, chunkSize })
    free.push(room)
    return run
  }

  /** Three bytes make four characters: what is left over is written with the next run. */
  function write(run: Buffer): void {
    const bytes = rest.length > 0 ? Buffer.concat([rest, run]) : run
    const whole = bytes.length - (bytes.length % 3)
    pieces.push(latin1(bytes.toString('base64', 0, whole)))
    rest = Buffer.from(bytes.subarray(whole))
  }
}

/** The text of a packed list, of the pieces of its bytes. */
export function packedText(pieces: readonly Uint8Array[]): string {
  return Buffer.concat(pieces).toString('latin1')
}

function latin1(text: string): Uint8Array {
  const bytes = Buffer.from(new ArrayBuffer(text.length))
  bytes.write(text, 'latin1')
  return bytes
}

/** The values beside a packed list that describe it as it was packed. */
export interface ListDescription {
  /** As `digestOf` writes it. */
  readonly digest: string | null
  /** How many sites it has. */
  readonly size: number | null
}

/** A packed list that cannot be taken for what was packed. */
export class PackedListError extends Error {
  /** `version`: another release may read it. `altered`: it is not what `packSites` wrote. */
  readonly reason: 'version' | 'altered'

  /** @param message a clause about the list: `it does not match its digest` */
  constructor(reason: PackedListError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * Reads what `packSites` wrote. A text that was changed since would be another list, which was never declared, or take any amount of
 * memory. No more is therefore unpacked than the values beside the list allow, and the result has to match its digest.
 *
 * @param packed the text, or its bytes
 * @throws {PackedListError}
 */
export async function unpackSites(
  packed: string | Uint8Array,
  { digest, size }: ListDescription,
): Promise<SiteTable> {
  const begin = `${version}:`
  if (textOf(packed, 0, begin.length) !== begin) {
    throw new PackedListError('version', 'its version is one that this release of the provider cannot read')
  }
  if (digest === null || size === null) throw altered('its digest or the number of its sites is missing')
  const table = withEndings(await measured(decompressed(compressedIn(packed, begin.length)), size))
  if (digestOf(table) !== digest) throw altered('it does not match its digest')
  return table
}

/** A digest of a set of sites, the same for every spelling and order of them: `sha256:` and 64 hexadecimal digits. */
export function digestOf(table: SiteTable): string {
  return `sha256:${createHash('sha256').update(table.bytes).digest('hex')}`
}

const version = '1'
/** Of DEFLATE. The usual one takes two thirds more time, for a text that is two per cent shorter. */
const level = 4
/** What runs of sites are compressed to, side by side in the threads of the engine, makes one stream. */
const sitesOfRun = 1 << 17
/** More would take more memory than time they save. */
const runsAtOnce = 4
const shortestChunk = 1 << 10
const { Z_SYNC_FLUSH: goesOn, Z_FINISH: ends } = constants
const compress = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw)
const lineFeed = 0x0a
/** Characters (interface document), so that a count of them fits into its byte. */
const longestSite = 253

/** @param written where the sites are written, a byte more for each than they take in the table */
function sharingEndings(
  { bytes, starts }: SiteTable,
  from: number,
  to: number,
  written: Uint8Array,
): Uint8Array {
  let end = 0
  for (let index = from; index < to; index += 1) {
    const begin = starts[index] ?? 0
    const previous = index === 0 ? 0 : (starts[index - 1] ?? 0)
    let at = (starts[index + 1] ?? 0) - 2
    let before = begin - 2
    let shared = 0
    while (at >= begin && before >= previous && shared < longestSite && bytes[at] === bytes[before]) {
      shared += 1
      at -= 1
      before -= 1
    }
    written[end] = shared
    end += 1
    for (let position = begin; position <= at; position += 1) {
      written[end] = bytes[position] ?? 0
      end += 1
    }
    written[end] = lineFeed
    end += 1
  }
  return written.subarray(0, end)
}

/** What is compressed in a packed list, a piece at a time, so that it need not be in memory twice. */
function* compressedIn(packed: string | Uint8Array, begin: number): Generator<Buffer> {
  for (let from = begin; from < packed.length; from += charactersOfPiece) {
    yield Buffer.from(textOf(packed, from, from + charactersOfPiece), 'base64')
  }
}

/** A multiple of four, which are three bytes. */
const charactersOfPiece = 1 << 20

function textOf(packed: string | Uint8Array, from: number, to: number): string {
  if (typeof packed === 'string') return packed.slice(from, to)
  return Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString('latin1', from, to)
}

/** The bytes of a stream, a piece at a time. */
async function* decompressed(content: Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  const stream = createInflateRaw({ chunkSize: 1 << 18 })
  Readable.from(content, { objectMode: false }).pipe(stream)
  try {
    yield* stream as AsyncIterable<Buffer>
  } catch {
    throw damaged()
  }
}

/** What was compressed, in pieces, and what will come of it. */
interface Measured {
  readonly pieces: Buffer[]
  /** How many sites it has. */
  readonly size: number
  /** How many bytes the sites take with their line feeds. */
  readonly length: number
}

/**
 * Measures sites as they are decompressed, and keeps no more of them than a list of that size can have.
 * @param size how many sites there have to be
 */
async function measured(source: AsyncIterable<Buffer>, size: number): Promise<Measured> {
  const pieces: Buffer[] = []
  const measuring = new Measuring()
  for await (const piece of source) {
    measuring.take(piece)
    if (measuring.count <= size) pieces.push(piece)
  }
  measuring.end()
  const { count, length } = measuring
  if (count !== size) throw altered(`it has ${count} sites instead of ${size}`)
  return { pieces, size, length }
}

/** What is known of the sites whose bytes were taken. */
class Measuring {
  count = 0
  /** Bytes, with a line feed behind each site. */
  length = 0
  #previous = 0
  /** How much of the site before it the one that is being read keeps; -1 before the byte that says so. */
  #kept = -1
  /** The characters of the site that is being read. */
  #site = 0

  take(piece: Buffer): void {
    let site = this.#site
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0
      if (this.#kept === -1) {
        this.#kept = byte
        site = byte
      } else if (byte === lineFeed) this.#endSite(site)
      else if (rankOf[byte] === 0 || site === longestSite) throw damaged()
      else site += 1
    }
    this.#site = site
  }

  end(): void {
    if (this.#kept !== -1) throw damaged()
  }

  #endSite(site: number): void {
    if (site === this.#kept || this.#kept > this.#previous) throw damaged()
    this.#previous = site
    this.#kept = -1
    this.count += 1
    this.length += site + 1
    if (this.count > mostUnpackedSites || this.length > longestUnpackedList)
      throw altered('it is longer than a list can be')
  }
}

/** Lets each piece go as soon as its sites are written. */
function withEndings({ pieces, size, length }: Measured): SiteTable {
  const bytes = new Uint8Array(length)
  const starts = new Uint32Array(size + 1)
  let index = 0
  let end = 0
  let kept = -1
  pieces.reverse()
  for (let piece = pieces.pop(); piece; piece = pieces.pop()) {
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0
      if (kept === -1) kept = byte
      else if (byte !== lineFeed) {
        bytes[end] = byte
        end += 1
      } else {
        end = writeEnding(bytes, starts, { index, end, kept })
        index += 1
        kept = -1
      }
    }
  }
  return new SiteTable(bytes, starts)
}

/**
 * Writes the characters that a site keeps of the one before it, behind its own.
 * @returns where the next site begins
 */
function writeEnding(
  bytes: Uint8Array,
  starts: Uint32Array,
  { index, end, kept }: { readonly index: number; readonly end: number; readonly kept: number },
): number {
  const ending = (starts[index] ?? 0) - 1 - kept
  // Sites before others end before them: where they begin to differ there is none, or a lower character.
  const isFirst = index === 0 || ending === (starts[index - 1] ?? 0)
  if (!isFirst && (bytes[ending - 1] ?? 0) >= (bytes[end - 1] ?? 0)) throw damaged()
  let at = end
  for (let position = 0; position < kept; position += 1) {
    bytes[at] = bytes[ending + position] ?? 0
    at += 1
  }
  bytes[at] = lineFeed
  starts[index + 1] = at + 1
  return at + 1
}

function damaged(): PackedListError {
  return altered('it is damaged')
}

function altered(how: string): PackedListError {
  return new PackedListError('altered', how)
}
