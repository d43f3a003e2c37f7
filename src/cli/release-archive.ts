import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { ProviderArchive } from '../installation/network-mirror'
import { fromArchiveName } from '../installation/provider-address'

/**
 * An archive that was downloaded from a release.
 * @throws {Error} where its name tells no version and platform, or it cannot be read
 */
export function readReleaseArchive(file: string): ProviderArchive {
  const told = fromArchiveName(basename(file))
  if (told === undefined) {
    throw new Error(
      `${file} is not called terraform-provider-appliance_VERSION_SYSTEM_PROCESSOR.zip. Give it the name that it has in the release.`,
    )
  }
  try {
    return { ...told, bytes: readFileSync(file) }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${file} cannot be read: ${reason}. Name an archive that is there.`, { cause })
  }
}
