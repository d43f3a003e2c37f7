import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import { codeIn } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { providerAttributes } from '@webfilter/appliance-declarations/provider-settings'
import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'
import { digestOf, emptyTable, longestList } from '@webfilter/site-lists'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import { magicCookie, PluginClient } from '@webfilter/terraform-plugin/testing'
import { mostEntries } from '../../packages/site-lists/src/list-size'
import { PluginProcess } from '../../packages/terraform-plugin/test/processes/plugin-process'
import { pack } from '../../packages/terraform-plugin/test/provider/pretend-terraform'
import { site } from '../../src/datasources/site'
import { category } from '../../src/resources/category/category'
import { aThirdOf } from '../lanes/extent'
import { complete } from '../model/resource-types'

const executable = resolve(__dirname, '../../dist/provider/terraform-provider-appliance')
const typeName = 'appliance_category'

/** MB of 1,000,000 bytes. */
const mostMemory = 400
/** The same while it has a file in memory that is as long as one may be. */
const mostWithFile = mostMemory + longestList / 1e6
/** Milliseconds from Ctrl-C to the answer. */
const longestEnd = 10_000

/** A provider that was started as Terraform starts it, and told where its appliance is. */
class RunningProvider {
  readonly client: PluginClient
  readonly #process: PluginProcess

  private constructor(process: PluginProcess, socketPath: string) {
    this.#process = process
    this.client = new PluginClient(socketPath)
  }

  /** @param path of the executable */
  static async start(path = executable): Promise<RunningProvider> {
    const cookie = { [magicCookie.name]: magicCookie.value }
    // It warns of variables that look like its settings, as those of the tests do.
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('APPLIANCE_'))
    const environment = { ...Object.fromEntries(own), ...cookie, TF_LOG_PROVIDER: 'warn' }
    const started = new PluginProcess([path], environment)
    const [, , , socketPath = ''] = await started.handshake()
    const provider = new RunningProvider(started, socketPath)
    running.add(started)
    const endpoints = { categories: { url: emulator.urls.categories } }
    const config = pack(providerAttributes, complete(providerAttributes, { endpoints, retries: 0 }))
    await provider.client.provider('ConfigureProvider', { config, terraformVersion: '1.11.4' })
    return provider
  }

  /** The codes of what it says of a category that is to be created or changed. */
  async plan(values: ObjectValue, prior: ObjectValue | null = null): Promise<readonly string[]> {
    const wanted = pack(category.attributes, complete(category.attributes, { name: 'ads', ...values }))
    const priorState = pack(category.attributes, prior)
    const request = { typeName, priorState, proposedNewState: wanted, config: wanted }
    return codesOf(await this.client.provider('PlanResourceChange', request))
  }

  /** The warnings in its log. */
  get warnings(): readonly unknown[] {
    return this.#process.log.map((entry) => entry['@message'])
  }

  /** The most resident memory that it had; MB. */
  get memory(): number {
    return peakMemory(this.#process.child.pid)
  }

  async until(condition: () => boolean): Promise<void> {
    await this.#process.until(condition)
  }

  /** Ends it as a host does, and tells the most resident memory that it had; MB. */
  async end(): Promise<number> {
    const { memory } = this
    await this.client.shutdown()
    this.client.close()
    // Where it still closes a file that it was told to leave, it kills itself (`exit-process.ts`).
    expect([0, null]).toContain(await this.#process.exitCode)
    running.delete(this.#process)
    return memory
  }
}

function codesOf({ diagnostics = [] }: { readonly diagnostics?: readonly { readonly detail?: string }[] }) {
  return diagnostics.map(({ detail = '' }) => codeIn(detail) ?? detail)
}

function peakMemory(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / 1e6
}

/** Those that have not been ended. */
const running = new Set<PluginProcess>()

afterEach(() => {
  for (const { child } of running) child.kill('SIGKILL')
  running.clear()
  emulator.faults.clear()
})

let folder: string
let emulator: Emulator

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-test-'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  emulator = await startEmulator()
})

afterAll(async () => {
  await emulator.close()
  await rm(folder, { recursive: true, force: true })
})

/** Writes a file of so many bytes, the same line over and over. */
async function fileOf(line: string, bytes: number): Promise<string> {
  const path = join(folder, `${bytes}`)
  const run = Buffer.from(line.repeat(Math.ceil(2 ** 20 / line.length)))
  const file = createWriteStream(path)
  for (let written = 0; written < bytes; written += run.length) {
    if (!file.write(run.subarray(0, Math.min(run.length, bytes - written)))) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  return path
}
// Elsewhere nobody tells how much memory a process had.
;(existsSync('/proc/self/status') ? describe : describe.skip)('a provider stays small', () => {
  it.each(
    aThirdOf<[string, () => Promise<string>, string]>(
      [
        ['a device', async () => '/dev/zero', 'sites-file-unreadable'],
        ['a named pipe', async () => join(folder, 'pipe'), 'sites-file-unreadable'],
        ['a folder', async () => folder, 'sites-file-unreadable'],
        ['500 MB of lines that are not sites', () => fileOf('x\n', 500e6), 'sites-file-no-list'],
        ['as many of them as a file may have', () => fileOf('x\n', longestList), 'sites-file-no-list'],
        [
          'a single line as long as a file may be',
          () => fileOf('x', longestList - 1),
          'file-lines-invalid sites-file-empty',
        ],
        ['more sites than a list may have', () => fileOf('a.b\n', 4 * mostEntries + 4), 'sites-file-no-list'],
      ],
      'files that are no lists',
    ),
  )('if %s is configured as a list, and ends by itself', async (_, make, codes) => {
    const sites_file = await make()
    const provider = await RunningProvider.start()
    expect(await provider.plan({ sites_file, on_invalid_line: 'fail' })).toEqual(codes.split(' '))
    expect(await provider.end()).toBeLessThan(mostWithFile)
  })

  it('and ends soon after Ctrl-C, while it reads a long file', async () => {
    const sites_file = await fileOf('Not a site at all\n', 2 ** 26)
    const provider = await RunningProvider.start()
    const planned = provider.plan({ sites_file })
    // The file is in memory by then, and its lines are read.
    await provider.until(() => provider.memory > 120)
    const stopped = performance.now()
    await provider.client.provider('StopProvider', {})
    expect(await planned).toEqual(['run-stopped'])
    expect(performance.now() - stopped).toBeLessThan(longestEnd)
    expect(await provider.end()).toBeLessThan(mostMemory)
  })

  it('and goes on answering while it reads and sorts a long file, so that Ctrl-C is heard', async () => {
    const numbers = Array.from({ length: 1_000_000 }, (_, index) => Math.imul(index, 0x5bd1e995) >>> 0)
    const sites_file = join(folder, 'numbers')
    await writeFile(sites_file, numbers.map((number) => `${number.toString(32)}.example`).join('\n'))
    const provider = await RunningProvider.start()
    const started = performance.now()
    let isPlanned = false
    const plan = provider.plan({ sites_file }).finally(() => {
      isPlanned = true
    })
    let longest = 0
    while (!isPlanned) {
      const asked = performance.now()
      await provider.client.provider('GetMetadata', {})
      longest = Math.max(longest, performance.now() - asked)
    }
    expect(await plan).toEqual([])
    expect(longest).toBeLessThan((performance.now() - started) / 4)
    expect(provider.warnings).toEqual([])
    expect(await provider.end()).toBeLessThan(mostMemory)
  })

  it('and reads long files without a thread if the code of the thread is missing or damaged', async () => {
    const sites_file = await fileOf('abc.com\n', 2 ** 21)
    const copy = join(folder, 'provider')
    await cp(dirname(executable), copy, { recursive: true })
    const text = join(copy, 'late/list-thread.cjs')
    for (const damage of [() => writeFile(text, 'exports.threadSource = "}"'), () => rm(text)]) {
      await damage()
      const provider = await RunningProvider.start(join(copy, basename(executable)))
      // A plan that read the file: a site on many lines is counted in a warning.
      expect(await provider.plan({ sites_file })).toEqual(['sites-file-counted'])
      expect(await provider.plan({ sites_file, name: 'more ads' })).toEqual(['sites-file-counted'])
      await provider.end()
      expect(provider.warnings).toEqual([
        'Reading long lists on the main thread, because a worker thread failed.',
      ])
    }
  })

  it.each(aThirdOf([3, 2 ** 22, 2 ** 40], 'bombs'))(
    'if a list of %d sites in the state unpacks to gigabytes',
    async (count) => {
      const state = complete(category.attributes, {
        id: '250',
        name: 'ads',
        on_destroy: 'remove',
        sites_file: 'sites.txt',
        sites_packed: bomb,
        file_sites: { digest: digestOf(emptyTable), count, file_digest: null, missing: null },
        compiled: true,
      })
      const provider = await RunningProvider.start()
      const json = Buffer.from(JSON.stringify(state))
      expect(
        codesOf(
          await provider.client.provider('UpgradeResourceState', {
            typeName,
            version: category.version ?? 0,
            rawState: { json },
          }),
        ),
      ).toEqual([])
      const currentState = pack(category.attributes, state)
      const read = await provider.client.provider('ReadResource', { typeName, currentState })
      expect(codesOf(read)).toEqual(['packed-sites-altered'])
      const nothing = pack(category.attributes, null)
      const request = { typeName, priorState: currentState, proposedNewState: nothing, config: nothing }
      expect(codesOf(await provider.client.provider('PlanResourceChange', request))).toEqual([
        'packed-sites-altered',
      ])
      expect(
        codesOf(await provider.client.provider('ApplyResourceChange', { ...request, plannedState: nothing })),
      ).toEqual(['packed-sites-altered'])
      expect(await provider.end()).toBeLessThan(mostMemory)
    },
  )

  it.each(
    aThirdOf(
      [
        ['of 60 MB', { bytes: 60e6 }],
        ['of 60 MB that do not say so', { bytes: 60e6, unannounced: true }],
        ['as large as they may be', { bytes: 2e6, unannounced: true }],
      ],
      'long answers',
    ),
  )('if sixteen answers come at once %s', async (_, size) => {
    emulator.faults.set([{ operation: 'query', effect: 'oversize', ...size }])
    const provider = await RunningProvider.start()
    const asked = Array.from({ length: 16 }, (_, n) =>
      provider.client.provider('ReadDataSource', {
        typeName: 'appliance_site',
        config: pack(site.attributes, complete(site.attributes, { domain: `site-${n}.example` })),
      }),
    )
    for (const answer of await Promise.all(asked)) expect(codesOf(answer)).toEqual(['answer-unreadable'])
    expect(await provider.end()).toBeLessThan(mostMemory)
  })
})

/** Of two gigabytes. Runs that end with a whole byte each may follow each other. */
const bomb = (() => {
  const { Z_SYNC_FLUSH: finishFlush } = constants
  const run = deflateRawSync(Buffer.alloc(2 ** 24), { finishFlush })
  return `1:${Buffer.concat(Array.from({ length: 120 }, () => run)).toString('base64')}`
})()
