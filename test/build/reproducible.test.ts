import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { writeArchive } from '@webfilter/appliance-command/install/provider-package'
import builtFrom from '../../scripts/built-from.json'
import { atNight } from '../lanes/extent'

const root = resolve(__dirname, '../..')

atNight(describe)('builds', () => {
  let folder: string
  let busy: readonly ChildProcess[]
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'build-elsewhere-'))
    const words = ['-e', 'const end = Date.now() + 120_000; while (Date.now() < end) Math.sqrt(2)']
    busy = Array.from({ length: 2 * availableParallelism() }, () => spawn(process.execPath, words))
  })
  afterEach(() => {
    for (const process of busy) process.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('in other folders, several at once on a busy machine, are the same, byte for byte', async () => {
    const builds = ['one', 'two', 'three'].map((name) => join(folder, name))
    await Promise.all(builds.map((elsewhere) => buildIn(elsewhere)))
    const [first = ''] = builds
    const parts = readdirSync(join(first, 'dist'))
    expect(parts.sort()).toEqual(['cdktf', 'cdktn', 'cli', 'files.json', 'mirror', 'provider'])
    // What was released or packed lies beside these.
    const built = digestsIn(join(root, 'dist'), parts)
    for (const elsewhere of builds) expect(digestsIn(join(elsewhere, 'dist'), parts)).toEqual(built)
  })

  it('are made again if a source has changed or a part is missing, and not otherwise', async () => {
    const elsewhere = join(folder, 'again')
    const progress = async () => (await buildIn(elsewhere, '--progress')).stdout
    expect(await progress()).toContain('The provider …')
    expect(await progress()).toBe('Nothing has changed since the last build.\n')
    rmSync(join(elsewhere, 'dist/cli/appliance.cjs'))
    expect(await progress()).toContain('The provider …')
    appendFileSync(join(elsewhere, 'src/main.ts'), '// changed\n')
    expect(await progress()).toContain('The provider …')
  })
})

test('an archive is the same in every time zone', () => {
  const script = `
    const { writeArchive } = require(${JSON.stringify(require.resolve('../../packages/command/src/install/provider-package'))})
    process.stdout.write(writeArchive(new Map([['one', { content: Buffer.from('one'), executable: false }]])))`
  const elsewhere = execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', script], {
    env: { ...process.env, TZ: 'Pacific/Auckland' },
  })
  const here = writeArchive(new Map([['one', { content: Buffer.from('one'), executable: false }]]))
  expect(elsewhere.equals(Buffer.from(here))).toBe(true)
})

async function buildIn(elsewhere: string, ...options: readonly string[]) {
  if (!existsSync(elsewhere)) {
    // What the digest of a build covers: were something missing, the build would fail here.
    for (const source of builtFrom) cpSync(join(root, source), join(elsewhere, source), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(elsewhere, 'node_modules'), 'junction')
  }
  return await promisify(execFile)(process.execPath, ['scripts/build.mjs', ...options], { cwd: elsewhere })
}

/** The SHA-256 of each file in those parts of a folder, by its path. */
function digestsIn(top: string, parts: readonly string[]): Readonly<Record<string, string>> {
  const files = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => parts.includes(path.slice(top.length + 1).split(sep)[0] ?? ''))
    .sort()
  return Object.fromEntries(paths.map((path) => [path.slice(top.length), sha256(readFileSync(path))]))
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
