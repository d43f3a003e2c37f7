import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, deflateRaw, inflateRaw, type ZlibOptions } from 'node:zlib'
import { rankOf } from './site-characters'
import { SiteTable } from './site-table'

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

/** Reads what `packSites` wrote. Throws `TypeError` for all else that does not hold sites in the order of a table. */
export async function unpackSites(packed: string): Promise<SiteTable> {
  const [written, content] = packed.split(':', 2)
  if (written !== version || content === undefined) {
    throw new TypeError(
      'the packed list of sites is of a version that this release of the provider cannot read',
    )
  }
  const shared = await decompress(Buffer.from(content, 'base64')).catch(() => {
    throw damaged()
  })
  return withEndings(shared)
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
const decompress = promisify<Uint8Array, Buffer>(inflateRaw)
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

function withEndings(shared: Uint8Array): SiteTable {
  const { size, length } = measure(shared)
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

/** How many sites there are, and how many bytes they take with their line feeds. */
function measure(shared: Uint8Array): { readonly size: number; readonly length: number } {
  let size = 0
  let length = 0
  let previous = 0
  for (let from = 0; from < shared.length; ) {
    const kept = shared[from] ?? 0
    const feed = shared.indexOf(lineFeed, from + 1)
    const own = feed - from - 1
    if (own < 1 || kept > previous || kept + own > longestSite) throw damaged()
    previous = kept + own
    length += previous + 1
    size += 1
    from = feed + 1
  }
  // Where each site begins is kept in 32 bits.
  if (length > 0xffff_ffff) throw damaged()
  return { size, length }
}

function damaged(): TypeError {
  return new TypeError('the packed list of sites is damaged')
}
