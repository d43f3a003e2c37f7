import { unzipSync, type Zippable, zipSync } from 'fflate'
import type { ProviderPackage } from './provider-package'

/** The first moment that a zip can tell. All files have it, so that the same files make the same archive. */
const noTime = new Date(1980, 0, 1)
const unix = 3

/** A zip of the files, in the order of their names: the same bytes wherever and whenever it is made. */
export function writeArchive(files: ProviderPackage): Uint8Array {
  const entries: Zippable = {}
  for (const [path, { content, executable }] of [...files].sort(byPath)) {
    entries[path] = [content, { mtime: noTime, os: unix, attrs: (executable ? 0o100755 : 0o100644) << 16 }]
  }
  return zipSync(entries, { level: 6 })
}

/**
 * The files of a zip; those that a provider's name begins are the executables.
 * @throws {Error} where it is no zip, or one that would write outside of its folder
 */
export function readArchive(archive: Uint8Array): ProviderPackage {
  const files = Object.entries(unzipSync(archive)).filter(([path]) => !path.endsWith('/'))
  for (const [path] of files) {
    if (/^([/\\]|[a-z]:)|(^|[/\\])\.\.([/\\]|$)/i.test(path)) {
      throw new Error(`It contains the path ${JSON.stringify(path)}, which leads out of the archive.`)
    }
  }
  return new Map(
    files.map(([path, content]) => [
      path,
      { content, executable: path.startsWith('terraform-provider-appliance_v') },
    ]),
  )
}

function byPath([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}
