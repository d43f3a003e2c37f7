import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { version } from '../../package.json'

const root = resolve(__dirname, '../..')
/** What a registry may have under the name of the command, published by somebody else. */
const name = 'appliance'

/** Milliseconds: each case starts npm some times. */
jest.setTimeout(120_000)

let folder: string
let registry: Server
/** Paths that npm has asked the registry for. */
let asked: string[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'npx-'))
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
  const packed = execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  const archive = join(folder, packed)
  const project = emptyFolder('project')
  const quiet = ['--silent', '--offline', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...quiet, archive], { cwd: project, env: environment('home') })
  registry = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url === `/${name}`) response.end(JSON.stringify(metadata(readFileSync(archive))))
    else if (url === '/archive.tgz') response.end(readFileSync(archive))
    else response.writeHead(404).end('{}')
  }).listen(0, '127.0.0.1')
  await once(registry, 'listening')
})
beforeEach(() => {
  asked = []
})
afterAll(() => {
  registry?.close()
  registry?.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
})

describe('npx --no appliance', () => {
  it('runs the installed package, hands on its options, and ends as it ends', async () => {
    expect(await npx('project', 'help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Usage: appliance [options] [command]'),
    })
    expect(await npx('project', 'version')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(version),
    })
    expect(await npx('project', 'review', '--help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Usage: appliance review'),
    })
    expect(await npx('project', 'drift', '--', '-refresh=false')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('-refresh cannot be used'),
    })
    expect(asked).toEqual([])
  })

  it('fails where the package is not installed, and downloads nothing that a registry has under its name', async () => {
    emptyFolder('nothing')
    const { code, stdout, stderr } = await npx('nothing', 'install')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('npx canceled due to missing packages')
    expect(asked.filter((path) => path.endsWith('.tgz'))).toEqual([])
    expect(readdirSync(join(folder, 'nothing'))).toEqual([])
  })
})

async function npx(place: string, ...words: readonly string[]) {
  const child = spawn('npx', ['--no', name, ...words], {
    cwd: join(folder, place),
    env: environment(`home-of-${place}`),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr]: [string[], string[]] = [[], []]
  child.stdout.setEncoding('utf8').on('data', (text: string) => stdout.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text))
  const [code] = await once(child, 'close')
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

/** npm with a home of its own, and none of the settings of whoever runs the tests. */
function environment(home: string): NodeJS.ProcessEnv {
  const address = registry?.address() as AddressInfo | undefined
  return {
    HOME: join(folder, home),
    PATH: process.env.PATH,
    npm_config_update_notifier: 'false',
    ...(address && { npm_config_registry: `http://127.0.0.1:${address.port}/` }),
  }
}

function metadata(archive: Buffer) {
  const { port } = registry.address() as AddressInfo
  const dist = {
    tarball: `http://127.0.0.1:${port}/archive.tgz`,
    integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
  }
  const version = { name, version: '0.1.0', bin: { [name]: 'dist/cli/appliance.cjs' }, dist }
  return { name, 'dist-tags': { latest: '0.1.0' }, versions: { '0.1.0': version } }
}

function emptyFolder(made: string): string {
  const path = join(folder, made)
  mkdirSync(path)
  return path
}
