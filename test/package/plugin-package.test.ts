import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'

const root = resolve(__dirname, '../..')
const engine = findEngine()
if (!engine && process.env.APPLIANCE_REQUIRE_ENGINE) throw new Error('Neither terraform nor tofu is on PATH.')

/** A folder with a packed copy of the framework and its dependencies, and nothing else of this repository. */
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plugin-package-'))
  const pack = join(root, 'packages/terraform-plugin/pack.mjs')
  const archive = execFileSync(process.execPath, [pack, folder], { encoding: 'utf8' }).trim()
  const installed = join(folder, 'node_modules/@webfilter/terraform-plugin')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', archive, '-C', installed, '--strip-components=1'])
  for (const name of ['lossless-json', '@grpc', '@types', 'undici-types']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  cpSync(join(installed, 'examples/notes'), folder, { recursive: true })
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a packed copy of the framework in an empty folder', () => {
  beforeAll(() => {
    const words = ['--target', 'es2023', '--module', 'node16', '--types', 'node', '--strict']
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n')
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...words, 'provider.ts'], {
      cwd: folder,
      stdio: 'pipe',
    })
  }, 180_000)

  it('has the faces that its README names, and no way to what lies behind them', () => {
    const required = (name: string) =>
      spawnSync(process.execPath, ['-p', `Object.keys(require(${JSON.stringify(name)})).join()`], {
        cwd: folder,
        encoding: 'utf8',
      })
    expect(required('@webfilter/terraform-plugin').stdout).toContain('servePlugin')
    expect(required('@webfilter/terraform-plugin/testing').stdout).toContain('PluginClient')
    expect(required('@webfilter/terraform-plugin/diagnostics').stdout).toContain('error')
    expect(required('@webfilter/terraform-plugin/codes').stdout).toContain('errorCode')
    expect(required('@webfilter/terraform-plugin/values').stdout).toContain('sameValue')
    expect(required('@webfilter/terraform-plugin/dist/provider/server').stderr).toContain(
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
    )
  })

  it('needs no gRPC client but for a PluginClient, which says what to install', () => {
    const client = join(folder, 'node_modules/@grpc')
    renameSync(client, `${client}-away`)
    try {
      const code =
        "const { PluginClient } = require('@webfilter/terraform-plugin/testing'); new PluginClient('/x')"
      const { stderr } = spawnSync(process.execPath, ['-e', code], { cwd: folder, encoding: 'utf8' })
      expect(stderr).toContain('npm install --save-dev @grpc/grpc-js')
    } finally {
      renameSync(`${client}-away`, client)
    }
  })

  const itWithEngine = engine ? it : it.skip
  itWithEngine(
    'makes a provider that an engine plans, applies and destroys with',
    async () => {
      if (!engine) return
      const executable = join(folder, 'terraform-provider-notes')
      writeFileSync(executable, `#!/bin/sh\nexec '${process.execPath}' '${join(folder, 'provider.js')}'\n`)
      chmodSync(executable, 0o755)
      const overrides = `dev_overrides {\n    "example/notes" = ${JSON.stringify(folder)}\n  }`
      const env = await engineEnvironment(folder, {}, overrides)
      const run = (...words: readonly string[]) =>
        spawnSync(engine.command, [...words, '-no-color'], { cwd: folder, env, encoding: 'utf8' })

      const planned = run('plan', '-input=false', '-detailed-exitcode')
      expect([planned.status, planned.stderr]).toEqual([2, ''])
      const applied = run('apply', '-input=false', '-auto-approve')
      expect([applied.status, applied.stderr]).toEqual([0, ''])
      expect(applied.stdout).toContain('title = "Shopping"')
      expect(readFileSync(join(folder, 'notes/shopping.txt'), 'utf8')).toBe('Shopping\nbread\nmilk')
      expect(run('plan', '-input=false', '-detailed-exitcode').status).toBe(0)
      expect(run('destroy', '-input=false', '-auto-approve').status).toBe(0)
    },
    120_000,
  )
})
