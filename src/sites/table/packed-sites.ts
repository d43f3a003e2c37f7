import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, createInflateRaw, deflateRaw, type ZlibOptions } from 'node:zlib'
import { longestPackedList, mostPackedSites } from '../list-size'
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
  const runs: Promise<Buffer>[] = []
  let from = 0
  do {
    const to = Math.min(from + sitesOfRun, table.size)
    runs.push(compress(sharingEndings(table, from, to), { finishFlush: to < table.size ? goesOn : ends }))
    from = to
  } while (from < table.size)
  return `${version}:${Buffer.concat(await Promise.all(runs)).toString('base64')}`
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
 * @throws {PackedListError}
 */
export async function unpackSites(packed: string, { digest, size }: ListDescription): Promise<SiteTable> {
  const [written, content] = packed.split(':', 2)
  if (written !== version || content === undefined) {
    throw new PackedListError('version', 'its version is one that this release of the provider cannot read')
  }
  if (digest === null || size === null) throw altered('its digest or the number of its sites is missing')
  const most = Math.min(Math.max(size, 0) * (longestSite + 2), longestPackedList + mostPackedSites)
  const table = withEndings(await decompressed(Buffer.from(content, 'base64'), most), size)
  if (digestOf(table) !== digest) throw altered('it does not match its digest')
  return table
}

/** A digest of a set of sites, the same for every spelling and order of them: `sha256:` and 64 hexadecimal digits. */
export function digestOf(table: SiteTable): string {
  return `sha256:${createHash('sha256').update(table.bytes).digest('hex')}`
}

const version = '1'
/** What runs of sites are compressed to, side by side in the threads of the engine, makes one stream. */
const sitesOfRun = 1 << 17
const { Z_SYNC_FLUSH: goesOn, Z_FINISH: ends } = constants
const compress = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw)
const lineFeed = 0x0a
/** Characters (interface document), so that a count of them fits into its byte. */
const longestSite = 253

function sharingEndings({ bytes, starts }: SiteTable, from: number, to: number): Uint8Array {
  const written = new Uint8Array((starts[to] ?? 0) - (starts[from] ?? 0) + to - from)
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

/** @param most bytes, beyond which nothing is decompressed */
async function decompressed(content: Uint8Array, most: number): Promise<Uint8Array> {
  // Memory that is never written to is never taken.
  const bytes = Buffer.allocUnsafeSlow(most)
  let length = 0
  const stream = createInflateRaw({ chunkSize: 1 << 18 })
  stream.end(content)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (length + chunk.length > most) throw altered('it is longer than its number of sites allows')
      length += chunk.copy(bytes, length)
    }
  } catch (error) {
    throw error instanceof PackedListError ? error : damaged()
  }
  return bytes.subarray(0, length)
}

/** @param size how many sites there have to be */
function withEndings(shared: Uint8Array, size: number): SiteTable {
  const length = measure(shared, size)
  const bytes = new Uint8Array(length)
  const starts = new Uint32Array(size + 1)
  let from = 0
  let end = 0
  let previous = 0
  for (let index = 0; index < size; index += 1) {
    const kept = shared[from] ?? 0
    from += 1
    while (shared[from] !== lineFeed) {
      const byte = shared[from] ?? 0
      if (rankOf[byte] === 0) throw damaged()
      bytes[end] = byte
      end += 1
      from += 1
    }
    from += 1
    const begin = starts[index] ?? 0
    const ending = begin - 1 - kept
    // Sites before others end before them: where they begin to differ there is none, or a lower character.
    const hasLower = index === 0 || ending === previous || (bytes[ending - 1] ?? 0) < (bytes[end - 1] ?? 0)
    if (!hasLower) throw damaged()
    previous = begin
    for (let position = 0; position < kept; position += 1) {
      bytes[end] = bytes[ending + position] ?? 0
      end += 1
    }
    bytes[end] = lineFeed
    end += 1
    starts[index + 1] = end
  }
  return new SiteTable(bytes, starts)
}

/** How many bytes the sites take with their line feeds. */
function measure(shared: Uint8Array, size: number): number {
  let count = 0
  let length = 0
  let previous = 0
  for (let from = 0; from < shared.length; ) {
    const kept = shared[from] ?? 0
    const feed = shared.indexOf(lineFeed, from + 1)
    const own = feed - from - 1
    if (own < 1 || kept > previous || kept + own > longestSite) throw damaged()
    previous = kept + own
    length += previous + 1
    count += 1
    from = feed + 1
  }
  if (count !== size) throw altered(`it has ${count} sites instead of ${size}`)
  if (length > longestPackedList) throw altered('it is longer than a list can be')
  return length
}

function damaged(): PackedListError {
  return altered('it is damaged')
}

function altered(how: string): PackedListError {
  return new PackedListError('altered', how)
}
