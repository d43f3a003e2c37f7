import { createHash } from 'node:crypto'
import type { ProviderPackage } from './provider-package'

/**
 * The checksum of what is in a package, which Terraform writes into `.terraform.lock.hcl`: the "h1" of Go's module checksums,
 * over the names and contents of all files.
 */
export function packageHash(files: ProviderPackage): string {
  const lines = [...files.entries()]
    .map(([path, { content }]) => ({ path: Buffer.from(path), digest: sha256(content).digest('hex') }))
    .sort((one, other) => Buffer.compare(one.path, other.path))
    .map(({ path, digest }) => `${digest}  ${path}\n`)
  return `h1:${sha256(Buffer.from(lines.join(''))).digest('base64')}`
}

/** The checksum of an archive as it is downloaded, as Terraform writes it. */
export function archiveHash(archive: Uint8Array): string {
  return `zh:${sha256(archive).digest('hex')}`
}

function sha256(content: Uint8Array) {
  return createHash('sha256').update(content)
}
