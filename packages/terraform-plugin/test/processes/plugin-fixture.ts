import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { magicCookie } from '../../src/plugin/serve-plugin'
import { PluginClient } from '../../src/testing/plugin-client'
import { type Environment, PluginProcess } from './plugin-process'

/**
 * The test plugin as Terraform would find it: bundled once for a suite, in a folder of its own, which is also the
 * TMPDIR of its processes. Processes and clients end with the test that has made them.
 */
export function pluginFixture() {
  const folder = mkdtempSync(join(tmpdir(), 'tf-'))
  const executable = join(folder, 'test-plugin.cjs')
  const hostExecutable = join(folder, 'test-host.cjs')
  const dyingHostExecutable = join(folder, 'dying-host.cjs')
  const processes: PluginProcess[] = []
  const clients: PluginClient[] = []

  beforeAll(() => {
    buildSync({
      entryPoints: ['test-plugin.ts', 'test-host.ts', 'dying-host.ts'].map((name) => join(__dirname, name)),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      outdir: folder,
      outExtension: { '.js': '.cjs' },
    })
  })

  afterEach(async () => {
    for (const client of clients.splice(0)) client.close()
    for (const started of processes.splice(0)) {
      started.child.kill('SIGKILL')
      await started.exitCode
    }
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Starts the plugin with exactly this environment. */
  function start(environment: Environment, ...args: readonly string[]): PluginProcess {
    const started = new PluginProcess([executable, ...args], { TMPDIR: folder, ...environment })
    processes.push(started)
    return started
  }

  /** Starts the plugin as a host would. */
  function startHosted(environment: Environment = {}): PluginProcess {
    return start({ [magicCookie.name]: magicCookie.value, PLUGIN_PROTOCOL_VERSIONS: '5,6', ...environment })
  }

  function client(...args: ConstructorParameters<typeof PluginClient>): PluginClient {
    const made = new PluginClient(...args)
    clients.push(made)
    return made
  }

  /** A plugin and a client of it, without TLS. */
  async function connected(environment: Environment = {}) {
    const plugin = startHosted(environment)
    const [, , , path = ''] = await plugin.handshake()
    return { plugin, path, client: client(path) }
  }

  return { folder, executable, hostExecutable, dyingHostExecutable, start, startHosted, client, connected }
}
