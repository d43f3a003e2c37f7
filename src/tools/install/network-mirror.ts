import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readArchive } from './archive'
import { makeFolder } from './make-folder'
import { archiveHash, packageHash } from './package-hash'
import { archiveName, registries, source } from './provider-address'
import type { ProviderArchive } from './provider-package'

const indexFile = z.object({ versions: z.record(z.string(), z.object({})) })
const versionFile = z.object({
  archives: z.record(z.string(), z.object({ url: z.string(), hashes: z.array(z.string()).optional() })),
})

/**
 * Writes the files of a network mirror (the provider network mirror protocol), which any web server can serve over HTTPS: for
 * Terraform and for OpenTofu, `index.json` with the versions, `VERSION.json` with the archives and their checksums, and the
 * archives. Other versions and platforms that the folder holds stay. It is a filesystem mirror as well.
 *
 * @throws {Error} where a file is there that is not one of a mirror
 */
export function writeNetworkMirror(folder: string, archives: readonly ProviderArchive[]): void {
  const described = archives.map((archive) => ({
    ...archive,
    name: archiveName(archive.version, archive.platform),
    hashes: [packageHash(readArchive(archive.bytes)), archiveHash(archive.bytes)],
  }))
  for (const registry of registries) {
    const place = join(folder, registry, source)
    makeFolder(place)
    for (const { version, platform, bytes, name, hashes } of described) {
      writeFileSync(join(place, name), bytes)
      const known = jsonIn(join(place, `${version}.json`), versionFile) ?? { archives: {} }
      const all = { ...known.archives, [platform]: { url: name, hashes } }
      writeJson(join(place, `${version}.json`), { archives: inOrder(all) })
    }
    const known = jsonIn(join(place, 'index.json'), indexFile) ?? { versions: {} }
    const added = Object.fromEntries(described.map(({ version }) => [version, {}]))
    writeJson(join(place, 'index.json'), { versions: inOrder({ ...known.versions, ...added }) })
  }
}

function jsonIn<T>(file: string, shape: z.ZodType<T>): T | undefined {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  try {
    return shape.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${file} is not a file of a network mirror. Move it, or choose another folder.`, {
      cause,
    })
  }
}

function writeJson(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`)
}

function inOrder<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)))
}
