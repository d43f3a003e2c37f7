import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { archiveName, writeArchive } from '@webfilter/appliance-command/install/provider-package'
import { requiredProviders, source } from '@webfilter/appliance-command/inventory/block'
import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'
import packageJson from '../../package.json'
import { fetchRuntime, runtimeCache } from '../../scripts/release/fetch-runtime'
import { linuxPackage } from '../../scripts/release/linux-package'
import { runtimePackages } from '../../scripts/release/node-runtimes'
import { systemLibraries } from '../../scripts/release/system-libraries'
import { describeWithEngineAtNight } from '../acceptance/workspace'
import { isFull } from '../lanes/extent'
import { canMakeRoots, engineWithoutLibraries, makeRoot, runIn } from './bare-root'
import { serveFolder, type WebServer } from './web-server'

const { version } = packageJson
const root = resolve(__dirname, '../..')
const platform = 'linux_amd64'

/** As on a machine of a pipeline: nothing but a shell, an engine, and the archive of a release in a mirror. */
const describeInRoots = canMakeRoots() ? describeWithEngineAtNight : describe.skip
if (isFull && !canMakeRoots())
  console.warn('The archive for Linux is not tried: no root of its own can be made here.')

describeInRoots('the archive for Linux works in a root of its own', () => {
  let folder: string
  let archive: Uint8Array | undefined
  let emulator: Emulator
  let server: WebServer
  let environment: Readonly<Record<string, string>>

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'roots-'))
    archive = await madeArchive().catch((error: unknown) => {
      // Without a network, and with nothing in the cache.
      if (process.env.APPLIANCE_REQUIRE_ENGINE) throw error
      console.warn(`The archive for Linux is not tried in a root of its own: ${error}`)
      return undefined
    })
    emulator = await startEmulator({ allowedHosts: ['appliance.test'] })
    server = await serveFolder(folder, join(folder, 'authority.pem'))
    const { urls } = emulator
    environment = {
      APPLIANCE_BASE_URL: urls.base.replace('127.0.0.1', 'appliance.test'),
      APPLIANCE_CATEGORIES_URL: urls.categories.replace('127.0.0.1', 'appliance.test'),
      APPLIANCE_CATEGORIES_LEGACY_URL: urls.legacy,
      CHECKPOINT_DISABLE: '1',
      TF_LOG_PROVIDER: 'debug',
      TF_LOG_PATH: '/work/log.txt',
    }
  }, 300_000)
  afterAll(async () => {
    server?.close()
    await emulator?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it.each(['musl', 'glibc'] as const)(
    'with %s',
    async (libc) => {
      if (archive === undefined) return
      const { path: engine, name } = engineWithoutLibraries()
      const place = join(folder, libc)
      await makeRoot(place, libc, engine)
      for (const registry of ['registry.terraform.io', 'registry.opentofu.org']) {
        const mirror = join(place, 'mirror', registry, source)
        mkdirSync(mirror, { recursive: true })
        writeFileSync(join(mirror, archiveName(version, platform)), archive)
      }
      const sites = Array.from({ length: 100_000 }, (_, index) => `${libc}-${index}.example\n`)
      writeFileSync(join(place, 'work/list.txt'), sites.join(''))
      const category = `resource "appliance_category" "one" {\n  name = "${libc}"\n  sites_file = "list.txt"\n}\n`
      writeFileSync(join(place, 'work/main.tf'), `${requiredProviders(version)}\n${category}`)
      copyFileSync(join(folder, 'authority.pem'), join(place, 'work/authority.pem'))
      const run = (command: string, more = {}) => runIn(place, command, { ...environment, ...more })
      const provider = `.terraform/providers/*/${source}/${version}/${platform}`

      await ended(
        run(`${name} init -input=false -no-color -plugin-dir=/mirror`),
        0,
        'successfully initialized',
      )
      await ended(run(`${name} plan -input=false -no-color -out=first.plan`), 0, '1 to add')
      await ended(run(`${provider}/appliance review first.plan`), 2, '100,000 sites added, 1 created.')
      await ended(run(`${name} apply -input=false -no-color first.plan`), 0, '1 added')
      await ended(run(`${name} plan -input=false -no-color -detailed-exitcode`), 0, 'No changes')
      await ended(run(`${provider}/appliance drift`), 0, 'No drift found, by a sample only')
      await ended(run('cat log.txt'), 0, 'provider.appliance')
      expect((await run('cat log.txt')).output).not.toContain('main thread')
      const names = ['README', 'COPYRIGHT-glibc', 'COPYRIGHT-gcc', 'LGPL-2.1', 'GPL-3']
      const licenses = ['LICENSE', 'NODE-LICENSE', ...names.map((each) => `libraries/${each}`)].join(' ')
      await ended(run(`cd ${provider} && cat ${licenses}`), 0, 'https://snapshot.debian.org/package/glibc/')
      expect(await usedLibraries()).toBe(libc === 'musl' ? 'shipped' : 'of the system')

      const secure = { APPLIANCE_CATEGORIES_URL: server.url.replace('127.0.0.1', 'localhost') }
      const trusted = { ...secure, SSL_CERT_FILE: '/work/authority.pem' }
      await ended(run(`${provider}/appliance doctor`, secure), 1, 'is not trusted')
      await ended(run(`${provider}/appliance doctor --all`, trusted), 1, 'is signed by a trusted authority')
      await ended(
        run(`cp authority.pem /etc/ssl/cert.pem; ${provider}/appliance doctor --all`, secure),
        1,
        'is signed by a trusted authority',
      )
      await ended(run(`${name} destroy -input=false -no-color -auto-approve`), 0, '1 destroyed')

      // What the command installs is the whole archive that it comes from: it runs here, as the first one did.
      await ended(run(`${provider}/appliance install --dir /installed`), 0, `${requiredProviders(version)}\n`)
      await ended(run('rm -rf .terraform .terraform.lock.hcl'), 0, '')
      await ended(
        run(`${name} init -input=false -no-color -plugin-dir=/installed`),
        0,
        'successfully initialized',
      )
      await ended(run(`${name} plan -input=false -no-color`), 0, '1 to add')

      /** From the maps of a provider that waits for a handshake. */
      async function usedLibraries(): Promise<string> {
        const start = `cd ${provider}; TF_PLUGIN_MAGIC_COOKIE=d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2 ./terraform-provider-appliance_v${version} > /tmp/out & pid=$!`
        const { output } = await run(
          `${start}; until [ -s /tmp/out ]; do sleep 0.1; done; cat /proc/$pid/maps; kill $pid`,
        )
        return /\/libraries\/libc\.so\.6/.test(output)
          ? 'shipped'
          : /\/libc\.so\.6/.test(output)
            ? 'of the system'
            : output
      }
    },
    // A machine that is busy with other tests needs more than two minutes.
    300_000,
  )

  async function madeArchive(): Promise<Uint8Array> {
    const pinned = runtimePackages.get(platform)
    if (pinned === undefined) throw new Error(`No Node is pinned for ${platform}.`)
    const [runtime, libraries] = await Promise.all([
      fetchRuntime(platform, pinned, runtimeCache),
      systemLibraries(platform, runtimeCache),
    ])
    const parts = { provider: join(root, 'dist/provider'), command: join(root, 'dist/cli'), version, runtime }
    const files = await linuxPackage({ ...parts, maker: runtime, nodeLicense: runtime.license, libraries })
    return writeArchive(files)
  }
})

async function ended(running: ReturnType<typeof runIn>, exitCode: number, text: string): Promise<void> {
  const { exitCode: found, output } = await running
  expect({ exitCode: found, output }).toEqual({ exitCode, output: expect.stringContaining(text) })
}
