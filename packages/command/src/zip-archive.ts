import { unzipSync } from 'fflate'
import { visible } from './report/phrase'

/** What an archive may unpack to: a small one can say that it has any size, and unpack to it. */
interface ArchiveLimits {
  /** Bytes of all files that are unpacked. */
  readonly room: number
  /** Names in the path of a file. */
  readonly depth: number
}

/**
 * The files of a zip, by their paths. Nothing is unpacked beyond the limits.
 *
 * @param isWanted whether a file is unpacked at all
 * @throws {Error} if it is no zip, unpacks to more than it may, or contains a path outside of its folder
 */
export function unzipped(
  archive: Uint8Array,
  { room, depth }: ArchiveLimits,
  isWanted: (path: string) => boolean = () => true,
): ReadonlyMap<string, Uint8Array> {
  let left = room
  const files = unzipSync(archive, {
    filter({ name, originalSize }) {
      if (name.endsWith('/') || !isWanted(name)) return false
      if (/^([/\\]|[a-z]:)|(^|[/\\])\.\.([/\\]|$)/i.test(name)) {
        throw new Error(`It contains the path "${visible(name)}", which leads out of the archive.`)
      }
      if (name.split(/[/\\]/u).length > depth) {
        throw new Error(`It contains the path "${visible(name)}", which has more than ${depth} names.`)
      }
      left -= originalSize
      if (left < 0) throw new Error(`It unpacks to more than ${room / 2 ** 20} MiB.`)
      return true
    },
  })
  return new Map(Object.entries(files))
}
