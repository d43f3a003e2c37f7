import { join, resolve } from 'node:path'
import { z } from 'zod'
import { exists, makeFolder } from '../files'
import { source } from '../inventory/block'
import { jsonText } from '../report/json'
import { shownLines } from '../report/terminal'
import { foundText } from '../text-file'
import { writableFile, writeWhole } from '../whole-file'
import { networkInstallation } from './cli-configuration'
import {
  archiveHash,
  archiveName,
  type ProviderArchive,
  packageHash,
  readReleaseArchive,
  registries,
  scriptPackage,
  scriptPlatforms,
  writeArchive,
} from './provider-package'

/** Writes the mirror, and prints what it contains and how to use it. */
export async function runMirror(version: string, folder: string, files: readonly string[]): Promise<void> {
  const archives =
    files.length === 0 ? await ownArchives(version) : await Promise.all(files.map(readReleaseArchive))
  try {
    await writeNetworkMirror(folder, archives)
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw new Error(`The mirror cannot be written: ${cause.message}. Choose another folder.`, { cause })
  }
  const lines = [
    `The mirror is in ${resolve(folder)}, with the provider for:`,
    ...archives.map((archive) => `  ${archive.platform}, version ${archive.version}`),
    '',
    'Serve it over HTTPS, and name its address in the CLI configuration, with a slash at the end:',
    '',
    networkInstallation('https://mirror.example.org/'),
  ]
  process.stdout.write(shownLines(lines.join('\n')))
}

/** One archive for all platforms, because it is a script. */
async function ownArchives(version: string): Promise<readonly ProviderArchive[]> {
  const files = await scriptPackage(join(__dirname, '..', 'provider'), version)
  const bytes = writeArchive(files)
  return scriptPlatforms.map((platform) => ({ version, platform, files, bytes }))
}

const indexFile = z.object({ versions: z.record(z.string(), z.object({})) })
const versionFile = z.object({
  archives: z.record(z.string(), z.object({ url: z.string(), hashes: z.array(z.string()).optional() })),
})

/**
 * Writes the files of a network mirror (the provider network mirror protocol), which any web server can serve over HTTPS: for
 * Terraform and for OpenTofu, `index.json` with the versions, `VERSION.json` with the archives and their checksums, and the
 * archives. Other versions and platforms that the folder holds stay. It is a filesystem mirror as well.
 *
 * @throws {Error} if the folder has a file of that name that is not one of a mirror
 */
export async function writeNetworkMirror(
  folder: string,
  archives: readonly ProviderArchive[],
): Promise<void> {
  const described = archives.map((archive) => ({
    ...archive,
    name: archiveName(archive.version, archive.platform),
    hashes: [packageHash(archive.files), archiveHash(archive.bytes)],
  }))
  for (const registry of registries) {
    const place = join(folder, registry, source)
    makeFolder(place)
    for (const { version, platform, bytes, name, hashes } of described) {
      await write(join(place, name), bytes)
      const known = (await jsonIn(join(place, `${version}.json`), versionFile)) ?? { archives: {} }
      const all = { ...known.archives, [platform]: { url: name, hashes } }
      await write(join(place, `${version}.json`), jsonText({ archives: inOrder(all) }))
    }
    const known = (await jsonIn(join(place, 'index.json'), indexFile)) ?? { versions: {} }
    const added = Object.fromEntries(described.map(({ version }) => [version, {}]))
    await write(join(place, 'index.json'), jsonText({ versions: inOrder({ ...known.versions, ...added }) }))
  }
}

async function jsonIn<T>(file: string, shape: z.ZodType<T>): Promise<T | undefined> {
  if (!(await exists(file))) return undefined
  try {
    return shape.parse(JSON.parse(await foundText(file)))
  } catch (cause) {
    throw new Error(`${file} is not a file of a network mirror. Move it, or choose another folder.`, {
      cause,
    })
  }
}

/** Servers may be reading it. */
async function write(file: string, content: string | Uint8Array): Promise<void> {
  const advice = 'Choose another folder.'
  await writeWhole(await writableFile(file, advice), content, advice)
}

function inOrder<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)))
}
