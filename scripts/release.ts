import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  type Platform,
  type ProviderPackage,
  platformOf,
} from '@webfilter/appliance-command/install/provider-package'

import { billOfMaterials } from './release/bill-of-materials'
import { fetchRuntime, runtimeCache } from './release/fetch-runtime'
import { linuxPackage } from './release/linux-package'
import { makerPackages, runtimePackages } from './release/node-runtimes'
import { releaseFiles } from './release/release-files'
import { executablePackage } from './release/single-executable'
import { systemLibraries } from './release/system-libraries'

const root = resolve(__dirname, '..')
const provider = join(root, 'dist/provider')
const command = join(root, 'dist/cli')
const folder = join(root, 'dist/release')

/**
 * Makes what a release consists of in dist/release/: the archives of all platforms, the manifest of the registry, the bill of what is
 * bundled, and the checksums of these. They are signed apart from the build, by release/sign.sh.
 */
async function release(): Promise<void> {
  const here = platformOf(process.platform, process.arch)
  if (here !== 'linux_amd64') {
    throw new Error(
      `A release is made on linux_amd64, whose executable has to be run for it, and this is ${here}. Run it there.`,
    )
  }
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })

  tell(`Fetching Node for ${[...runtimePackages.keys()].join(', ')}, unless it is here already`)
  const [runtimes, others] = await Promise.all([
    Promise.all(
      [...runtimePackages].map(([platform, pinned]) => fetchRuntime(platform, pinned, runtimeCache)),
    ),
    Promise.all(makerPackages.map((pinned) => fetchRuntime(here, pinned, runtimeCache))),
  ])

  const packages = new Map<Platform, ProviderPackage>()
  for (const runtime of runtimes) {
    tell(`Making the archive for ${runtime.platform}, with Node ${runtime.version}`)
    const maker = [...runtimes, ...others].find(
      ({ platform, version }) => platform === here && version === runtime.version,
    )
    if (maker === undefined)
      throw new Error(`No Node ${runtime.version} for ${here} is pinned. Add it to the makers.`)
    const parts = { provider, command, version, runtime, maker, nodeLicense: maker.license }
    packages.set(
      runtime.platform,
      runtime.platform.startsWith('linux_')
        ? await linuxPackage({ ...parts, libraries: await systemLibraries(runtime.platform, runtimeCache) })
        : await executablePackage(parts),
    )
  }

  tell('Writing archives')
  const nodes = [...new Set(runtimes.map((each) => each.version))].map((each) => ({
    version: each,
    platforms: runtimes.filter((runtime) => runtime.version === each).map(({ platform }) => platform),
  }))
  const bill = await billOfMaterials(version, nodes)
  for (const { name, content } of releaseFiles(version, packages, [bill])) {
    await writeFile(join(folder, name), content)
    tell(`  ${name}`)
  }
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}

release().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
