import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readArchive } from './install/archive'

import { executableName, fromArchiveName } from './install/provider-address'
import type { ProviderArchive, ProviderPackage } from './install/provider-package'

/** An archive, and what is in it. */
export interface ReleaseArchive extends ProviderArchive {
  readonly files: ProviderPackage
}

/**
 * An archive that was downloaded from a release.
 * @throws {Error} where its name tells no version and platform, it cannot be read, or holds no provider
 */
export function readReleaseArchive(file: string): ReleaseArchive {
  const told = fromArchiveName(basename(file))
  if (told === undefined) {
    throw new Error(
      `${file} is not named terraform-provider-appliance_VERSION_SYSTEM_PROCESSOR.zip. Give it the name that it has in the release.`,
    )
  }
  const bytes = bytesOf(file)
  const files = contentOf(file, bytes)
  if (!files.has(executableName(told.version, told.platform))) {
    throw new Error(`${file} does not contain provider ${told.version}. Download it again.`)
  }
  return { ...told, bytes, files }
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${reasonOf(cause)}. Name an existing archive.`, { cause })
  }
}

function contentOf(file: string, bytes: Uint8Array): ProviderPackage {
  try {
    return readArchive(bytes)
  } catch (cause) {
    throw new Error(`${file} cannot be unpacked: ${reasonOf(cause)}. Download it again.`, {
      cause,
    })
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
