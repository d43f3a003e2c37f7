import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import {
  executableName,
  type PackageFile,
  type ProviderPackage,
} from '@webfilter/appliance-command/install/provider-package'

import { checkExecutable } from './executable-format'
import type { Runtime } from './fetch-runtime'
import { macExecutable, sentinelFuse } from './macos-executable'

/** What an executable is made of. */
export interface ExecutableParts {
  /** The folder of the provider as it was built. */
  readonly provider: string
  readonly version: string
  /** The Node that goes into it. */
  readonly runtime: Runtime
  /** A Node of exactly the same version that runs here. */
  readonly maker: Runtime
  /** The file with the license of Node and of what is in it. */
  readonly nodeLicense: string
}

const codeCache = resolve(__dirname, '../code-cache.cjs')

/**
 * The provider and its Node as one executable, with the licenses of what is in it.
 *
 * What V8 makes of the provider is put in where the runtime can run here: it is good for the very same V8 only.
 *
 * @throws {Error} where what came out is not for its platform
 */
export async function executablePackage(parts: ExecutableParts): Promise<ProviderPackage> {
  const { provider, version, runtime, nodeLicense } = parts
  const folder = await mkdtemp(join(tmpdir(), 'executable-'))
  try {
    const application = await applicationFor(parts, folder)
    const content = runtime.platform.startsWith('darwin_')
      ? macExecutable(await readFile(runtime.binary), application, 'terraform-provider-appliance')
      : await injected(runtime, folder)
    checkExecutable(content, { ...runtime, application })
    return new Map<string, PackageFile>([
      [executableName(version, runtime.platform), { content, executable: true }],
      ['LICENSE', await textFile(join(provider, 'LICENSE'))],
      ['NODE-LICENSE', await textFile(nodeLicense)],
      ['THIRD-PARTY-NOTICES', await textFile(join(provider, 'THIRD-PARTY-NOTICES'))],
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What Node reads from within itself: the provider's script, and as assets what it loads late (src/load-built.ts). */
async function applicationFor(
  { provider, runtime, maker }: ExecutableParts,
  folder: string,
): Promise<Buffer> {
  const late = join(folder, 'late')
  await mkdir(late)
  const scripts = (await readdir(join(provider, 'late'))).filter((name) => name.endsWith('.cjs'))
  for (const name of scripts) await copyFile(join(provider, 'late', name), join(late, name))
  if (runtime.platform === maker.platform) await run(maker.binary, [codeCache, late], folder)
  const paths = (await readdir(late, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(late.length + 1))
    .sort()
  await copyFile(
    join(provider, 'terraform-provider-appliance'),
    join(folder, 'terraform-provider-appliance.cjs'),
  )
  // Node notes the path of the script in what it makes: it is relative, so that it is the same in every folder.
  const configuration = {
    main: 'terraform-provider-appliance.cjs',
    output: 'application',
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    useCodeCache: false,
    assets: Object.fromEntries(paths.map((path) => [path.replaceAll('\\', '/'), join('late', path)])),
  }
  await writeFile(join(folder, 'configuration.json'), JSON.stringify(configuration))
  await run(maker.binary, ['--experimental-sea-config', 'configuration.json'], folder)
  return await readFile(join(folder, 'application'))
}

/** The Node with the application of the folder in it. */
async function injected(runtime: Runtime, folder: string): Promise<Buffer> {
  const executable = join(folder, 'executable')
  await copyFile(runtime.binary, executable)
  await chmod(executable, 0o755)
  // By its command, as it writes warnings about sections of Node binaries that mean nothing.
  const words = [executable, 'NODE_SEA_BLOB', join(folder, 'application'), '--sentinel-fuse', sentinelFuse]
  await run(process.execPath, [require.resolve('postject/dist/cli.js'), ...words], folder)
  return await readFile(executable)
}

async function textFile(path: string): Promise<PackageFile> {
  return { content: await readFile(path), executable: false }
}

async function run(command: string, words: readonly string[], cwd: string): Promise<void> {
  await promisify(execFile)(command, words, { cwd })
}
