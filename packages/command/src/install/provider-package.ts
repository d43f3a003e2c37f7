import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { unzipSync, type Zippable, zipSync } from 'fflate'
import { messageOf, systemReason } from '../files'
import { compared } from '../report/names'
import { visible } from '../report/phrase'
import { foundFile, namedFile } from '../text-file'

/** The files of the provider for one platform, by their paths with `/`. */
export type ProviderPackage = ReadonlyMap<string, PackageFile>

export interface PackageFile {
  readonly content: Uint8Array
  readonly executable: boolean
}

/** The provider of a version for one platform. */
export interface ProviderArchive {
  readonly version: string
  readonly platform: Platform
  readonly files: ProviderPackage
  /** The zip of these files, as it is downloaded. */
  readonly bytes: Uint8Array
}

/** The platforms on which a script is an executable if node is on PATH. */
export const scriptPlatforms: readonly Platform[] = [
  'darwin_amd64',
  'darwin_arm64',
  'linux_amd64',
  'linux_arm64',
]

/**
 * The provider as a script, with the same bytes for each of `scriptPlatforms`. So the code cache of V8, which fits only the machine that
 * built it, is left out.
 *
 * @param folder the provider as it was built
 */
export async function scriptPackage(folder: string, version: string): Promise<ProviderPackage> {
  const executable = 'terraform-provider-appliance'
  return new Map(
    [...(await packageFiles(folder))]
      .filter(([path]) => !path.startsWith('late/code/'))
      .map(([path, file]) => [path === executable ? executableName(version, 'linux_amd64') : path, file]),
  )
}

/** All files in a folder, in the order of their paths. */
export async function packageFiles(folder: string): Promise<ProviderPackage> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .sort()
  const files = new Map<string, PackageFile>()
  for (const path of paths) {
    const content = await foundFile(join(folder, path), archiveRoom)
    files.set(path, { content, executable: isProgram(content) })
  }
  return files
}

/** Whether a file is a script, or a program or a library of Linux. Folders and archives elsewhere may have lost who may run a file. */
function isProgram(content: Uint8Array): boolean {
  const start = Buffer.from(content.subarray(0, 4)).toString('latin1')
  return start.startsWith('#!') || start === '\x7fELF'
}

/** The registries under whose names Terraform and OpenTofu know the source address `webfilter/appliance`. */
export const registries = ['registry.terraform.io', 'registry.opentofu.org'] as const

/** Names of Terraform for a system and its processor, such as `linux_amd64`. */
export type Platform = `${string}_${string}`

/** @param system as `process.platform` has it; @param processor as `process.arch` has it */
export function platformOf(system: string, processor: string): Platform {
  const systems: Readonly<Record<string, string>> = { win32: 'windows' }
  const processors: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' }
  return `${systems[system] ?? system}_${processors[processor] ?? processor}`
}

/** Name of an archive of the provider in registries and mirrors. */
export function archiveName(version: string, platform: Platform): string {
  return `terraform-provider-appliance_${version}_${platform}.zip`
}

/** Version and platform in the name of an archive; undefined for another name. */
export function fromArchiveName(name: string): Pick<ProviderArchive, 'version' | 'platform'> | undefined {
  const [, version, system, processor] =
    /^terraform-provider-appliance_(\d[\w.+-]*)_([a-z0-9]+)_([a-z0-9]+)\.zip$/.exec(name) ?? []
  if (version === undefined || system === undefined || processor === undefined) return undefined
  return { version, platform: `${system}_${processor}` }
}

/** Name under which Terraform finds the executable. */
export function executableName(version: string, platform: Platform): string {
  return `terraform-provider-appliance_v${version}${platform.startsWith('windows_') ? '.exe' : ''}`
}

/** The earliest time that a zip can contain. All files have it, so that the same files make the same archive. */
const noTime = new Date(1980, 0, 1)
const unix = 3

/** A zip of the files, in the order of their names. The same files make the same bytes on every machine. */
export function writeArchive(files: ProviderPackage): Uint8Array {
  const entries: Zippable = {}
  for (const [path, { content, executable }] of [...files].sort(([one], [other]) => compared(one, other))) {
    entries[path] = [content, { mtime: noTime, os: unix, attrs: (executable ? 0o100755 : 0o100644) << 16 }]
  }
  return zipSync(entries, { level: 6 })
}

/** Bytes of an archive, and of what is in it: more than four times those of one with a Node. */
const archiveRoom = 512 * 2 ** 20

/** Names of folders and of the file in them. */
const mostNames = 16

/**
 * The files of a zip. The provider and all scripts and programs for Linux are executable.
 * @throws {Error} if it is no zip, contains a path outside of its folder, or says that it unpacks to more than a provider has: a small one
 *   can, and would be written twice
 */
export function readArchive(archive: Uint8Array): ProviderPackage {
  let left = archiveRoom
  const files = unzipSync(archive, {
    filter({ name, originalSize }) {
      if (name.endsWith('/')) return false
      const path = `It contains the path "${visible(name)}", which`
      if (/^([/\\]|[a-z]:)|(^|[/\\])\.\.([/\\]|$)/i.test(name))
        throw new Error(`${path} leads out of the archive.`)
      if (name.split(/[/\\]/u).length > mostNames)
        throw new Error(`${path} has more than ${mostNames} names.`)
      left -= originalSize
      if (left < 0) throw new Error(`It unpacks to more than ${archiveRoom / 2 ** 20} MiB.`)
      return true
    },
  })
  return new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      { content, executable: path.startsWith('terraform-provider-appliance_v') || isProgram(content) },
    ]),
  )
}

/**
 * An archive that was downloaded from a release.
 * @throws {Error} if its name has no version and platform, it cannot be read, or it contains no provider
 */
export async function readReleaseArchive(file: string): Promise<ProviderArchive> {
  const named = fromArchiveName(basename(file))
  if (named === undefined) {
    throw new Error(
      `${file} is not named terraform-provider-appliance_VERSION_SYSTEM_PROCESSOR.zip. Give it the name that it has in the release.`,
    )
  }
  const bytes = await namedFile(file, archiveRoom).catch((cause: unknown) => {
    throw new Error(`${file} cannot be read${systemReason(cause)}. Specify an existing archive.`, { cause })
  })
  const files = contentOf(file, bytes)
  if (!files.has(executableName(named.version, named.platform))) {
    throw new Error(`${file} does not contain provider ${named.version}. Download it again.`)
  }
  return { ...named, bytes, files }
}

function contentOf(file: string, bytes: Uint8Array): ProviderPackage {
  try {
    return readArchive(bytes)
  } catch (cause) {
    const reason = messageOf(cause).replace(/\.$/u, '')
    throw new Error(`${file} cannot be unpacked: ${reason}. Download it again.`, { cause })
  }
}

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
