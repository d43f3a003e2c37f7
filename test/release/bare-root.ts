import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  type Platform,
  type ProviderPackage,
  platformOf,
} from '@webfilter/appliance-command/install/provider-package'
import { findEngine } from '../../engine/find-engine'
import { runtimeCache } from '../../scripts/release/fetch-runtime'
import { linuxSystems, unpackDebianPackage } from '../../scripts/release/system-libraries'

const here: Platform = platformOf(process.platform, process.arch)

/** The libraries that a program needs on this machine, and their loader, by their names. */
export function librariesOf(program: string): ProviderPackage {
  const printed = execFileSync('ldd', [program], { encoding: 'utf8' })
  const paths = [...printed.matchAll(/(\/\S+)\s+\(0x[0-9a-f]+\)/g)].map(([, path = '']) => path)
  return new Map(paths.map((path) => [basename(path), { content: readFileSync(path), executable: true }]))
}

/** A program that needs nothing, and musl's loader, of Debian 12: what Alpine has of both at least. */
const busybox = {
  name: 'busybox-static',
  source: 'busybox',
  version: '1.35.0-4+deb12u1+b1',
  digests: { linux_amd64: '3d3fdbe91d4660c873e14b092c213fe81c1da6362daa236eb25d0171eb108744' },
}
const musl = {
  name: 'musl',
  source: 'musl',
  version: '1.2.3-1',
  digests: { linux_amd64: '4fc1e3d9b579f5c682ca99a4d45aec08d72a2e6b82b4c2e1bbcb7095466ae96d' },
}

/**
 * Makes the root of a system in a folder: with busybox, an engine that needs no libraries, and either musl's loader or the libraries of this
 * machine with their loader.
 *
 * @param engine its path
 * @throws {Error} if the packages cannot be fetched
 */
export async function makeRoot(folder: string, libc: 'musl' | 'glibc', engine: string): Promise<void> {
  const system = linuxSystems[here]
  if (system === undefined) throw new Error(`${here} has no root of its own here.`)
  for (const name of ['bin', 'dev', 'etc/ssl/certs', 'proc', 'tmp', 'usr/bin', 'work'])
    mkdirSync(join(folder, name), { recursive: true })
  await place(busybox, 'bin/busybox', join(folder, 'bin/busybox'))
  const applets = ['sh', 'env', 'cat', 'cp', 'ls', 'mkdir', 'readlink', 'rm', 'sleep']
  for (const name of applets) symlinkSync('busybox', join(folder, 'bin', name))
  copyFileSync(engine, join(folder, 'usr/bin', basename(engine)))
  writeFileSync(join(folder, 'etc/passwd'), 'root:x:0:0:root:/tmp:/bin/sh\n')
  writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost appliance.test\n')
  if (libc === 'musl') {
    await place(musl, 'lib/x86_64-linux-musl/libc.so', join(folder, system.muslLoader))
    return
  }
  for (const [name, { content }] of librariesOf(process.execPath)) {
    const isLoader = basename(system.loader) === name
    const path = isLoader ? system.loader : `/usr/lib/${system.folder}/${name}`
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content, { mode: 0o755 })
  }

  async function place(pinned: typeof busybox, path: string, to: string): Promise<void> {
    const unpacked = join(folder, 'unpacked', pinned.name)
    mkdirSync(unpacked, { recursive: true })
    await unpackDebianPackage(pinned, here, runtimeCache, unpacked)
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(join(unpacked, path), to)
    chmodSync(to, 0o755)
  }
}

/**
 * The engine on PATH, which must need no libraries to run in such a root.
 * @throws {Error} if there is none
 */
export function engineWithoutLibraries(): { readonly path: string; readonly name: string } {
  const name = findEngine()?.command
  if (name === undefined) throw new Error('Neither terraform nor tofu is on PATH.')
  return {
    path: realpathSync(execFileSync('which', [name], { encoding: 'utf8' }).trim()),
    name: basename(name),
  }
}

/** What a program in a root printed on both outputs, and how it ended. */
export interface Ended {
  readonly exitCode: number | null
  readonly output: string
}

/** Runs a command of a shell in the folder `/work` of a root. */
export async function runIn(
  folder: string,
  command: string,
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const enter =
    'mount --rbind /dev "$0/dev" && mount --rbind /proc "$0/proc" && exec chroot "$0" /bin/sh -c "$1"'
  const child = spawn('unshare', [...namespaces(), 'sh', '-c', enter, folder, `cd /work; ${command}`], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/tmp', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [exitCode] = await once(child, 'close')
  return { exitCode, output }
}

/** Whether this user can run programs in another root, and the packages for one are known. */
export function canMakeRoots(): boolean {
  return here === 'linux_amd64' && spawnSync('unshare', [...namespaces(), 'true']).status === 0
}

/** Users other than root need a namespace in which they are root. */
function namespaces(): readonly string[] {
  return process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--map-root-user']
}
