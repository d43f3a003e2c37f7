import { createHash } from 'node:crypto'
import {
  archiveName,
  type Platform,
  type ProviderPackage,
  writeArchive,
} from '@webfilter/appliance-command/install/provider-package'

/** A file of a release. */
export interface ReleaseFile {
  readonly name: string
  readonly content: Uint8Array
}

/**
 * A release: what a registry reads of it, which are the archives, the manifest and the checksums, and files beside these.
 *
 * @param beside covered by the checksums too
 */
export function* releaseFiles(
  version: string,
  packages: ReadonlyMap<Platform, ProviderPackage>,
  beside: readonly ReleaseFile[] = [],
): Generator<ReleaseFile> {
  const lines: string[] = []
  for (const file of [...covered(version, packages), ...beside]) {
    lines.push(`${createHash('sha256').update(file.content).digest('hex')}  ${file.name}\n`)
    yield file
  }
  yield { name: checksumsName(version), content: Buffer.from(lines.join('')) }
}

/** How the file with the checksums is called. */
export function checksumsName(version: string): string {
  return `terraform-provider-appliance_${version}_SHA256SUMS`
}

function* covered(version: string, packages: ReadonlyMap<Platform, ProviderPackage>): Generator<ReleaseFile> {
  for (const platform of [...packages.keys()].sort()) {
    const files = packages.get(platform)
    if (files) yield { name: archiveName(version, platform), content: writeArchive(files) }
  }
  const manifest = { version: 1, metadata: { protocol_versions: ['6.0'] } }
  yield {
    name: `terraform-provider-appliance_${version}_manifest.json`,
    content: Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`),
  }
}
