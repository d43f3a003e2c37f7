import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import {
  executableName,
  type PackageFile,
  type ProviderPackage,
  packageFiles,
} from '@webfilter/appliance-command/install/provider-package'
import { checkNode } from './executable-format'
import type { Runtime } from './fetch-runtime'
import { type LinuxSystem, linuxSystems } from './system-libraries'

/** What the provider for Linux is made of. */
interface LinuxParts {
  /** The folder of the provider as it was built. */
  readonly provider: string
  /** The folder of the command as it was built. */
  readonly command: string
  readonly version: string
  /** The Node that runs both. */
  readonly runtime: Runtime
  /** A Node of the same version that runs here. */
  readonly maker: Runtime
  /** The file with the license of Node and of what is in it. */
  readonly nodeLicense: string
  /** For systems without glibc, by their names. */
  readonly libraries: ProviderPackage
}

const codeCache = resolve(__dirname, '../code-cache.cjs')

/**
 * The provider and the `appliance` command with their Node, for every Linux of a processor: a script starts Node with the libraries of
 * the system, or with the ones that are shipped if it has none.
 *
 * What V8 makes of the provider is put in if the runtime can run here: it is good for the very same V8 only.
 *
 * @throws {Error} if the Node is not for its platform
 */
export async function linuxPackage(parts: LinuxParts): Promise<ProviderPackage> {
  const { provider, command, version, runtime, nodeLicense, libraries } = parts
  const system = linuxSystems[runtime.platform]
  if (system === undefined) throw new Error(`${runtime.platform} is no Linux.`)
  const node = withoutSymbols(await readFile(runtime.binary))
  checkNode(node, runtime)
  return new Map<string, PackageFile>([
    [executableName(version, runtime.platform), startOf('provider/terraform-provider-appliance', system)],
    ['appliance', startOf('cli/appliance.cjs', system)],
    ['LICENSE', await textFile(join(provider, 'LICENSE'))],
    ['NODE-LICENSE', await textFile(nodeLicense)],
    ['bin/node', { content: node, executable: true }],
    ...inFolder('libraries', libraries),
    ...inFolder('cli', await packageFiles(command)),
    ...inFolder('provider', await packageFiles(provider)).filter(
      ([path]) => !path.startsWith('provider/late/code/'),
    ),
    ...inFolder('provider', await compiledCode(parts)),
  ])
}

/**
 * Starts a script with the Node beside it, in place of the shell, so that signals reach it. musl's loader is there on Alpine, where what
 * stands at the place of glibc's may be an imitation that Node does not start with. `LD_PRELOAD` names libraries for the other libc there.
 */
function startOf(script: string, { loader, muslLoader, folder }: LinuxSystem): PackageFile {
  const text = `#!/bin/sh
# Starts ${script} with the Node in bin: with the system's own libraries if they are glibc's, or else with those in libraries.
self=$0
if [ -L "$self" ]; then self=$(readlink -f "$self"); fi
case $self in
  */*) here=\${self%/*} ;;
  *) here=. ;;
esac
if [ -e ${loader} ] && [ ! -e ${muslLoader} ]; then
  for libraries in /usr/lib/${folder} /usr/lib64 /usr/lib; do
    if [ -e "$libraries/libstdc++.so.6" ]; then exec "$here/bin/node" "$here/${script}" "$@"; fi
  done
fi
unset LD_PRELOAD
exec "$here/libraries/${loader.slice(loader.lastIndexOf('/') + 1)}" --library-path "$here/libraries" "$here/bin/node" "$here/${script}" "$@"
`
  return { content: Buffer.from(text), executable: true }
}

/** What V8 makes of the files that the provider loads late, by their paths in the folder of the provider. */
async function compiledCode({ provider, runtime, maker }: LinuxParts): Promise<ProviderPackage> {
  if (runtime.platform !== maker.platform) return new Map()
  const folder = await mkdtemp(join(tmpdir(), 'compiled-'))
  try {
    const late = join(folder, 'late')
    await mkdir(late)
    for (const path of (await packageFiles(join(provider, 'late'))).keys()) {
      if (!path.includes('/')) await copyFile(join(provider, 'late', path), join(late, path))
    }
    await promisify(execFile)(maker.binary, [codeCache, late])
    return new Map([...(await packageFiles(folder))].filter(([path]) => path.startsWith('late/code/')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * An ELF file of 64 bits (System V ABI, chapters 4 and 5) without what follows its last segment: symbols and notes for debuggers, 18 MB of
 * Node's binary. Nothing loads them, but Terraform computes the checksum of all files in each command.
 */
export function withoutSymbols(content: Buffer): Buffer {
  const [table, size, count] = [
    Number(content.readBigUInt64LE(32)),
    content.readUInt16LE(54),
    content.readUInt16LE(56),
  ]
  const ends = Array.from({ length: count }, (_, index) => {
    const segment = table + index * size
    return Number(content.readBigUInt64LE(segment + 8) + content.readBigUInt64LE(segment + 32))
  })
  const kept = Buffer.from(content.subarray(0, Math.max(...ends)))
  // The table of sections is gone: its offset, the number of its entries, and which of them has their names.
  kept.writeBigUInt64LE(0n, 40)
  kept.writeUInt16LE(0, 60)
  kept.writeUInt16LE(0, 62)
  return kept
}

function inFolder(folder: string, files: ProviderPackage): readonly (readonly [string, PackageFile])[] {
  return [...files].map(([path, file]) => [`${folder}/${path}`, file] as const)
}

async function textFile(path: string): Promise<PackageFile> {
  return { content: await readFile(path), executable: false }
}
