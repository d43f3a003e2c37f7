import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import {
  filesystemInstallation,
  impliedMirror,
  networkInstallation,
} from '@webfilter/appliance-command/install/cli-configuration'
import { writeToMirror } from '@webfilter/appliance-command/install/install'
import {
  archiveName,
  type ProviderPackage,
  packageHash,
  platformOf,
  scriptPackage,
} from '@webfilter/appliance-command/install/provider-package'
import { requiredProviders, source } from '@webfilter/appliance-command/inventory/block'
import packageJson from '../../package.json'
import { linuxPackage } from '../../scripts/release/linux-package'
import { releaseFiles } from '../../scripts/release/release-files'
import { executablePackage } from '../../scripts/release/single-executable'

import { describeWithEngine, describeWithEngineAtNight, Workspace } from '../acceptance/workspace'
import { placesIn, RunningCommand } from '../commands/running-command'
import { librariesOf } from './bare-root'
import { serveFolder } from './web-server'

const { version } = packageJson
const root = resolve(__dirname, '../..')
const provider = join(root, 'dist/provider')
const command = join(root, 'dist/cli/appliance.cjs')
const here = platformOf(process.platform, process.arch)

let folder: string
let archive: string
let project: string
let emulator: RunningCommand
let appliance: Readonly<Record<string, string>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'installed-'))
  project = emptyFolder('project')
  emptyFolder('home')
  archive = join(
    folder,
    npm(root, 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder).trim(),
  )
  npm(project, 'install', '--silent', '--offline', '--no-audit', '--no-fund', archive)
  const words = ['emulator', '--quiet', ...placesIn(folder)]
  emulator = new RunningCommand(words, {}, join(project, 'node_modules/.bin/appliance'))
  const greeting = await emulator.printed('Stop with Ctrl-C.')
  appliance = Object.fromEntries(
    [...greeting.matchAll(/export (APPLIANCE_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  )
}, 120_000)
afterAll(async () => {
  await emulator?.stop('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

describeWithEngine('the npm package', () => {
  it('installs the provider in an empty home with its command', async () => {
    const home = join(folder, 'home')
    const printed = npm(project, 'exec', '--offline', '--', 'appliance', 'install')
    expect(printed).toBe(`${requiredProviders(version)}\n`)
    const workspace = await Workspace.empty({ ...appliance, HOME: home, ...implied })
    await expectToWork(workspace, printed, 'from-npm')
    await expectLocked(
      workspace,
      `-fs-mirror=${impliedMirror({ system: process.platform, home, environment: {} })}`,
      await scriptPackage(provider, version),
    )
    await workspace.close()
  })
})

describeWithEngine('the first run from the npm package', () => {
  it('goes from an empty folder and an empty home to an applied category', () => {
    const env = { HOME: emptyFolder('first-home'), PATH: process.env.PATH }
    const script = join(project, 'node_modules/terraform-provider-appliance/examples/first-run.sh')
    const output = execFileSync('sh', [script], {
      cwd: emptyFolder('first-run'),
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    expect(output).toMatch(/Apply complete! Resources: 1 added[\s\S]*No changes\.[\s\S]*Done in \d+ seconds/)
  })
})

// Executables for macOS are made on Linux.
const describeExecutables = process.platform === 'linux' ? describeWithEngineAtNight : describe.skip

describeExecutables('the archives of a release', () => {
  let archived: ProviderPackage
  /** What only macOS and Windows get. It can be run here too. */
  let executable: ProviderPackage
  let withoutNode: string
  let release: string

  beforeAll(async () => {
    // Node as it runs here stands for the one that a release fetches.
    const runtime = { platform: here, version: process.versions.node, binary: process.execPath }
    const nodeLicense = join(root, 'LICENSE')
    const parts = { provider, command: dirname(command), version, runtime, maker: runtime, nodeLicense }
    archived = await linuxPackage({ ...parts, libraries: librariesOf(process.execPath) })
    executable = await executablePackage(parts)
    release = emptyFolder('release')
    for (const { name, content } of releaseFiles(version, new Map([[here, archived]])))
      writeFileSync(join(release, name), content)
    withoutNode = onlyEngineOnPath(join(folder, 'bin'))
  }, 300_000)

  it('work from a filesystem mirror, with no node on PATH', async () => {
    const mirror = join(folder, 'filesystem-mirror')
    for (const registry of ['registry.terraform.io', 'registry.opentofu.org']) {
      const place = join(mirror, registry, source)
      mkdirSync(place, { recursive: true })
      symlinkSync(join(release, archiveName(version, here)), join(place, archiveName(version, here)))
    }
    const workspace = await openWith(filesystemInstallation(mirror))
    await expectToWork(workspace, requiredProviders(version), 'from-filesystem')
    await expectLocked(workspace, `-fs-mirror=${mirror}`, archived)
    await workspace.close()
  })

  it('work from a network mirror, with no node on PATH', async () => {
    const mirror = join(folder, 'network-mirror')
    execFileSync(process.execPath, [command, 'mirror', mirror, join(release, archiveName(version, here))])
    const server = await serveFolder(mirror, join(folder, 'authority.pem'))
    try {
      const trusted = { SSL_CERT_FILE: server.certificate }
      const workspace = await openWith(networkInstallation(server.url), trusted)
      await expectToWork(workspace, requiredProviders(version), 'from-network')
      await expectLocked(workspace, `-net-mirror=${server.url}`, archived)
      await workspace.close()
    } finally {
      server.close()
    }
  })

  it('are a single executable for other systems, which has a thread for long lists too', async () => {
    const mirror = join(folder, 'executable-mirror')
    await writeToMirror(mirror, { version, platform: here, files: executable })
    const log = join(folder, 'log.txt')
    const workspace = await openWith(filesystemInstallation(mirror), {
      TF_LOG_PROVIDER: 'debug',
      TF_LOG_PATH: log,
    })
    const sites = Array.from({ length: 60_000 }, (_, index) => `a-long-list-${index}.example\n`)
    await workspace.writeFile('sites.txt', sites.join(''))
    const category = 'resource "appliance_category" "one" {\n  name = "long"\n  sites_file = "sites.txt"\n}\n'
    await workspace.writeFile('main.tf', `${requiredProviders(version)}\n${category}`)
    await workspace.init()
    expect(await workspace.applied()).toContain('1 added')
    expect(await workspace.nothingToDo()).toContain('No changes')
    expect(readFileSync(log, 'utf8')).toContain('provider.appliance')
    expect(readFileSync(log, 'utf8')).not.toContain('main thread')
    await workspace.close()
  })

  function openWith(
    installation: string,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Workspace> {
    const block = installation.replace(/^provider_installation \{\n/, '').replace(/\}\n$/, '')
    return Workspace.empty({ ...appliance, PATH: withoutNode, ...variables }, block)
  }
})

/** No CLI configuration, and no other folder of the user's data. */
const implied = { TF_CLI_CONFIG_FILE: '', XDG_DATA_HOME: '', XDG_CONFIG_HOME: '' }

/** Init, apply, and a plan with nothing to do. */
async function expectToWork(workspace: Workspace, required: string, name: string): Promise<void> {
  const category = `resource "appliance_category" "one" {\n  name  = "${name}"\n  sites = ["ads.example"]\n}\n`
  await workspace.writeFile('main.tf', `${required}\n${category}`)
  await workspace.init()
  expect(await workspace.applied()).toContain('1 added')
  expect(await workspace.nothingToDo()).toContain('No changes')
}

/** The engine notes the checksum that we compute, also where it is asked to note it without an init, and then takes it. */
async function expectLocked(workspace: Workspace, from: string, files: ProviderPackage): Promise<void> {
  const lock = join(workspace.folder, '.terraform.lock.hcl')
  expect(readFileSync(lock, 'utf8')).toContain(packageHash(files))
  rmSync(lock)
  const { exitCode, output } = await workspace.run(
    'providers',
    'lock',
    '-no-color',
    from,
    `-platform=${here}`,
  )
  expect({ exitCode, output }).toEqual({ exitCode: 0, output: expect.stringContaining('Success!') })
  expect(readFileSync(lock, 'utf8')).toContain(packageHash(files))
  await workspace.init()
}

function emptyFolder(name: string): string {
  const made = join(folder, name)
  mkdirSync(made)
  return made
}

/** npm with a home of its own, and none of the settings of whoever runs the tests. */
function npm(cwd: string, ...words: readonly string[]): string {
  const env = { HOME: join(folder, 'home'), PATH: process.env.PATH }
  return execFileSync('npm', words, { cwd, env, encoding: 'utf8', stdio: 'pipe' })
}

/** A PATH on which the engines are, and nothing else. */
function onlyEngineOnPath(bin: string): string {
  mkdirSync(bin)
  for (const name of new Set([process.env.APPLIANCE_TEST_ENGINE || 'terraform', 'terraform', 'tofu'])) {
    const places = (process.env.PATH ?? '').split(delimiter).map((place) => join(place, name))
    const found = places.find((place) => existsSync(place))
    if (found) symlinkSync(found, join(bin, name))
  }
  return bin
}
