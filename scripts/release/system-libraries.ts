import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type {
  PackageFile,
  Platform,
  ProviderPackage,
} from '@webfilter/appliance-command/install/provider-package'
import { platformOfExecutable } from './executable-format'

/** A package of Debian 12 by its version and the SHA-256 digest of its file, for each of the platforms for which it is used. */
export interface DebianPackage {
  readonly name: string
  /** The source package, whose folder of the archive holds this one. */
  readonly source: string
  /** As the name of the file has it. */
  readonly version: string
  readonly digests: Readonly<Partial<Record<Platform, string>>>
}

/** What a Node for Linux needs of its system. */
export interface LinuxSystem {
  /** Where glibc puts its loader, which is the interpreter that Node's binary names. */
  readonly loader: string
  /** Where musl puts its own. */
  readonly muslLoader: string
  /** The folder of libraries in Debian. */
  readonly folder: string
}

/** By platform. */
export const linuxSystems: Readonly<Record<Platform, LinuxSystem>> = {
  linux_amd64: {
    loader: '/lib64/ld-linux-x86-64.so.2',
    muslLoader: '/lib/ld-musl-x86_64.so.1',
    folder: 'x86_64-linux-gnu',
  },
  linux_arm64: {
    loader: '/lib/ld-linux-aarch64.so.1',
    muslLoader: '/lib/ld-musl-aarch64.so.1',
    folder: 'aarch64-linux-gnu',
  },
}

/** glibc and its loader. The modules that read `/etc/hosts` and `/etc/passwd` and ask name servers are part of libc.so.6 since 2.34. */
const glibc: DebianPackage = {
  name: 'libc6',
  source: 'glibc',
  version: '2.36-9+deb12u14',
  digests: {
    linux_amd64: 'ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf',
    linux_arm64: '01f4330719fd4f65580e16ea5a0527f372fca750e8f588d26deaf09f2d3b1cf4',
  },
}

const gcc = { source: 'gcc-12', version: '12.2.0-14+deb12u1' }
const libstdcxx: DebianPackage = {
  ...gcc,
  name: 'libstdc++6',
  digests: {
    linux_amd64: '5cd3171216d4ab0fc911cfe9c35509bf2dd8f47761c43b7f6a4296701551a24d',
    linux_arm64: '26e138c677a985775331373828a6c286c551ff397cb735d00e2383cb273d1cb2',
  },
}
const libgcc: DebianPackage = {
  ...gcc,
  name: 'libgcc-s1',
  digests: {
    linux_amd64: '3016e62cb4b7cd8038822870601f5ed131befe942774d0f745622cc77d8a88f7',
    linux_arm64: '576926b283613db80168ddf76380a3bd877602778cf0d226caa7bfbfa71eacf3',
  },
}

/** Only their texts are used, which are the same for every platform. */
const gccTexts: DebianPackage = {
  ...gcc,
  name: 'gcc-12-base',
  digests: { linux_amd64: '1896a2aacf4ad681ff5eacc24a5b0ca4d5d9c9b9c9e4b6de5197bc1e116ea619' },
}
const licenseTexts: DebianPackage = {
  name: 'base-files',
  source: 'base-files',
  version: '12.4+deb12u15',
  digests: { linux_amd64: '3eb1ea6d85488f488cc2a163b98ad640ef88cee4c79287cf14e361aaf6206f47' },
}

/** The packages that are shipped, with their licenses as SPDX writes them. */
export const shippedPackages: readonly (DebianPackage & { readonly license: string })[] = [
  { ...glibc, license: 'LGPL-2.1-or-later' },
  { ...libstdcxx, license: 'GPL-3.0-or-later WITH GCC-exception-3.1' },
  { ...libgcc, license: 'GPL-3.0-or-later WITH GCC-exception-3.1' },
]

/**
 * The libraries that Node needs and glibc's loader, by their names, with their licenses and where their source is: for systems that have
 * none of them.
 *
 * @param cache the folder in which the packages of Debian are kept
 * @throws {Error} if a package cannot be fetched or unpacked, or is not the one that is pinned
 */
export async function systemLibraries(platform: Platform, cache: string): Promise<ProviderPackage> {
  const system = linuxSystems[platform]
  if (system === undefined) throw new Error(`${platform} is no platform of Linux that is known here.`)
  const { folder, loader } = system
  const loaderName = loader.slice(loader.lastIndexOf('/') + 1)
  const libraries = [
    ...(await filesOf(
      glibc,
      platform,
      cache,
      [loaderName, 'libc.so.6', 'libm.so.6', 'libdl.so.2', 'libpthread.so.0'].map(
        (name) => `lib/${folder}/${name}`,
      ),
    )),
    ...(await filesOf(libstdcxx, platform, cache, [`usr/lib/${folder}/libstdc++.so.6`])),
    ...(await filesOf(libgcc, platform, cache, [`lib/${folder}/libgcc_s.so.1`])),
  ].map(([path, content]) => [path.slice(path.lastIndexOf('/') + 1), content] as const)
  for (const [name, content] of libraries) {
    const found = platformOfExecutable(content)
    if (found !== platform)
      throw new Error(`${name} is for ${found}, not for ${platform}. Check its package.`)
  }
  const texts = [
    ...(await filesOf(glibc, platform, cache, ['usr/share/doc/libc6/copyright'])),
    ...(await filesOf(gccTexts, 'linux_amd64', cache, ['usr/share/doc/gcc-12-base/copyright'])),
    ...(await filesOf(licenseTexts, 'linux_amd64', cache, [
      'usr/share/common-licenses/LGPL-2.1',
      'usr/share/common-licenses/GPL-3',
    ])),
  ]
  const names = ['COPYRIGHT-glibc', 'COPYRIGHT-gcc', 'LGPL-2.1', 'GPL-3']
  return new Map<string, PackageFile>([
    ...libraries.map(([name, content]) => [name, { content, executable: true }] as const),
    ...texts.map(([, content], index) => [names[index] ?? '', { content, executable: false }] as const),
    ['README', { content: Buffer.from(aboutLibraries), executable: false }],
  ])
}

/** Where the source of the LGPL's and the GPL's parts is, and how they are exchanged: what these licenses ask of whoever ships them. */
const aboutLibraries = `These libraries are used on systems without glibc, such as Alpine. They are unchanged files of packages of Debian 12:

${shippedPackages.map(({ name, version, license }) => `  ${name} ${version} (${license})`).join('\n')}

Their source is kept by Debian for each version:

${[...new Map(shippedPackages.map(({ source, version }) => [source, version]))]
  .map(
    ([source, version]) => `  https://snapshot.debian.org/package/${source}/${encodeURIComponent(version)}/`,
  )
  .join('\n')}

Their licenses are in COPYRIGHT-glibc, COPYRIGHT-gcc, LGPL-2.1 and GPL-3. You may replace these files by other builds of the same libraries.
Terraform then asks you to record the new checksum of the provider.
`

/** Files of a package, by their paths in it and in this order. */
async function filesOf(
  pinned: DebianPackage,
  platform: Platform,
  cache: string,
  paths: readonly string[],
): Promise<readonly (readonly [string, Buffer])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'debian-'))
  try {
    await unpackDebianPackage(pinned, platform, cache, folder)
    return await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Unpacks a pinned package, from Debian's archive, or from the cache if it was fetched before.
 * @throws {Error} if it cannot be fetched or unpacked, or is not the one that is pinned
 */
export async function unpackDebianPackage(
  pinned: DebianPackage,
  platform: Platform,
  cache: string,
  folder: string,
): Promise<void> {
  const file = `${pinned.name}_${pinned.version}_${platform.replace('linux_', '')}.deb`
  const place = join(cache, file)
  if (!existsSync(place)) {
    const content = await download(`${poolFolder(pinned.source)}/${file}`)
    await mkdir(cache, { recursive: true })
    await writeFile(`${place}.${process.pid}`, content)
    await rename(`${place}.${process.pid}`, place)
  }
  const digest = createHash('sha256')
    .update(await readFile(place))
    .digest('hex')
  if (digest !== pinned.digests[platform]) {
    throw new Error(
      `${place} has the digest ${digest} and not the one that is pinned. Delete it and try again; if it comes again, somebody has ` +
        'changed the package.',
    )
  }
  await promisify(execFile)('dpkg-deb', ['--extract', place, folder]).catch((cause) => {
    const reason = cause instanceof Error ? cause.message.trim() : String(cause)
    throw new Error(`${place} cannot be unpacked: ${reason}. Install dpkg, which Debian and Ubuntu have.`, {
      cause,
    })
  })
}

/** The archive, and what keeps versions that the archive has replaced. */
const archives = [
  'https://deb.debian.org/debian',
  'https://snapshot.debian.org/archive/debian/20261124T000000Z',
]

function poolFolder(source: string): string {
  return `pool/main/${source[0]}/${source}`
}

async function download(path: string): Promise<Uint8Array> {
  const failures: string[] = []
  for (const archive of archives) {
    try {
      const response = await fetch(`${archive}/${path}`, { signal: AbortSignal.timeout(60_000) })
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      failures.push(`${archive} answered HTTP ${response.status}`)
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      failures.push(`${archive}: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  }
  throw new Error(
    `${path} of Debian cannot be fetched: ${failures.join('; ')}. Check the network, and run it again.`,
  )
}
