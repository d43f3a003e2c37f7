import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from './make-folder'
import { type Platform, registries, source } from './provider-address'
import type { ProviderPackage } from './provider-package'

/** The provider of a version for one platform. */
export interface PlacedPackage {
  readonly version: string
  readonly platform: Platform
  readonly files: ProviderPackage
}

/**
 * Lays the provider into a filesystem mirror, as Terraform and as OpenTofu look for it there. What was there of this version
 * and platform is replaced as a whole; nothing else in the mirror is touched.
 *
 * @returns the folders that hold it
 * @throws {Error} where it cannot be written
 */
export function layIntoMirror(
  mirror: string,
  { version, platform, files }: PlacedPackage,
): readonly string[] {
  return registries.map((registry) => {
    const place = join(mirror, registry, source, version, platform)
    try {
      replace(place, files)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`${place} cannot be written: ${reason}. Choose another folder with --dir.`, { cause })
    }
    return place
  })
}

function replace(place: string, files: ProviderPackage): void {
  // Beside its place, so that it can be renamed, and with a name that is no platform, so that nobody takes it for one.
  const made = join(dirname(place), `.new-${process.pid}`)
  makeFolder(made)
  try {
    writeFiles(made, files)
    rmSync(place, { recursive: true, force: true })
    renameSync(made, place)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

function writeFiles(folder: string, files: ProviderPackage): void {
  for (const [path, { content, executable }] of files) {
    const file = join(folder, path)
    makeFolder(dirname(file))
    writeFileSync(file, content, { mode: executable ? 0o755 : 0o644 })
  }
}
