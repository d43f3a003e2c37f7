import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'

const root = resolve(__dirname, '../..')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-elsewhere-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('what is built in another folder is the same, byte for byte', () => {
  const folders = ['benchmarks', 'bindings', 'engine', 'scripts', 'src']
  const files = ['LICENSE', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.constructs.json']
  for (const source of [...folders, ...files]) {
    cpSync(join(root, source), join(folder, source), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const parts = readdirSync(join(folder, 'dist'))
  expect(parts.sort()).toEqual(['cdktf', 'cdktn', 'cli', 'files.json', 'mirror', 'provider'])
  // What was released or packed lies beside these.
  expect(digestsIn(join(root, 'dist'), parts)).toEqual(digestsIn(join(folder, 'dist'), parts))
})

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
