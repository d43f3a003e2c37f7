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
 * before those, then a line feed. Seven to eight bytes for a site of a published list.
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
  const writing = new TableWriting(size, likelyRatio * packed.length)
  for await (const piece of decompressed(compressedIn(packed, begin.length))) writing.take(piece)
  const table = writing.table()
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
/** Characters of the longest host name, so that a count of them fits into its byte. */
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

/** A table has a third to a quarter of its bytes when it is packed. What is not written of a larger memory takes none. */
const likelyRatio = 4

/**
 * Writes a table as its sites are decompressed, so that nothing else of them is in memory, and no more than a list of that size can have:
 * what is beyond it is only counted.
 */
class TableWriting {
  /** How many sites there have to be, as the state says it. */
  readonly #wanted: number
  /** The same; -1 if no list has so many. */
  readonly #size: number
  readonly #starts: Uint32Array
  #bytes: Uint8Array
  #count = 0
  /** Bytes of all sites, with a line feed behind each. */
  #length = 0
  /** Where the site that is being read begins in the table, and where its next character goes. */
  #begin = 0
  #end = 0
  /** How long the site before it is. */
  #previous = 0
  /** How many characters it keeps of the one before; -1 before the byte that says so. */
  #kept = -1

  /** @param likely how many bytes the table most likely has at most */
  constructor(size: number, likely: number) {
    const isPossible = Number.isInteger(size) && size >= 0 && size <= mostUnpackedSites
    this.#size = isPossible ? size : -1
    this.#starts = new Uint32Array(isPossible ? size + 1 : 1)
    this.#bytes = new Uint8Array(Math.min(likely, longestUnpackedList) + roomOfSite)
    this.#wanted = size
  }

  take(piece: Buffer): void {
    let bytes = this.#bytes
    let kept = this.#kept
    let end = this.#end
    let most = this.#begin + longestSite - Math.max(kept, 0)
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0
      if (kept === -1) {
        kept = byte
        most = this.#begin + longestSite - kept
        if (end + roomOfSite > bytes.length) bytes = this.#enlarged()
      } else if (byte === lineFeed) {
        this.#endSite(bytes, end, kept)
        end = this.#begin
        kept = -1
      } else if (rankOf[byte] === 0 || end >= most) throw damaged()
      else {
        bytes[end] = byte
        end += 1
      }
    }
    this.#kept = kept
    this.#end = end
  }

  /** @throws {PackedListError} where it is not the table of so many sites */
  table(): SiteTable {
    if (this.#kept !== -1) throw damaged()
    if (this.#count !== this.#wanted) throw altered(`it has ${this.#count} sites instead of ${this.#wanted}`)
    return new SiteTable(this.#bytes.subarray(0, this.#begin), this.#starts)
  }

  /** Writes the characters that a site keeps of the one before it, behind its own, and goes to the next. */
  #endSite(bytes: Uint8Array, end: number, kept: number): void {
    const begin = this.#begin
    const site = end - begin + kept
    if (end === begin || kept > this.#previous) throw damaged()
    this.#count += 1
    this.#length += site + 1
    this.#previous = site
    if (this.#count > mostUnpackedSites || this.#length > longestUnpackedList)
      throw altered('it is longer than a list can be')
    if (this.#count > this.#size) return
    const ending = begin - 1 - kept
    // Sites before others end before them: where they begin to differ there is none, or a lower character.
    const isFirst = this.#count === 1 || ending === (this.#starts[this.#count - 2] ?? 0)
    if (!isFirst && (bytes[ending - 1] ?? 0) >= (bytes[end - 1] ?? 0)) throw damaged()
    let at = end
    for (let position = 0; position < kept; position += 1) {
      bytes[at] = bytes[ending + position] ?? 0
      at += 1
    }
    bytes[at] = lineFeed
    this.#begin = at + 1
    this.#starts[this.#count] = at + 1
  }

  #enlarged(): Uint8Array {
    const larger = new Uint8Array(Math.min(2 * this.#bytes.length, longestUnpackedList + roomOfSite))
    larger.set(this.#bytes)
    this.#bytes = larger
    return larger
  }
}

/** Bytes of the longest site with its line feed, and of what may be read of one that is longer. */
const roomOfSite = 2 ** 9

function damaged(): PackedListError {
  return altered('it is damaged')
}

function altered(how: string): PackedListError {
  return new PackedListError('altered', how)
}
