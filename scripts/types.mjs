// Checks the types of everything: `npm run types`. What has passed is not checked again until a file changes on which it depends: a digest of
// these is kept beside the installed packages. A clean clone has none, and checks everything.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { foldersOfConstructs } from './flavors/sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const kept = join(root, 'node_modules/.cache/terraform-provider-appliance')

/** Which versions of which packages are installed, and what the compiler is told. */
const forAll = [
  'node_modules/.package-lock.json',
  'package.json',
  'packages/*/package.json',
  'tsconfig.json',
  'tsconfig.constructs.json',
  'scripts/types.mjs',
  'scripts/flavors',
]

const { include } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'))
const checks = [
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '--noEmit'], folders: include },
  {
    name: 'types-of-constructs',
    command: ['scripts/flavors/check-types.mjs'],
    folders: foldersOfConstructs,
  },
]

const passed = await Promise.all(checks.map(hasPassed))
process.exitCode = passed.every(Boolean) ? 0 : 1

async function hasPassed({ name, command, folders }) {
  const note = join(kept, `${name}.digest`)
  const before = await digestOf(folders)
  if (existsSync(note) && (await readFile(note, 'utf8')) === before) return true
  await rm(note, { force: true })
  if (!(await succeeds(command))) return false
  // A file that has changed meanwhile may have been read before or after.
  if ((await digestOf(folders)) !== before) return true
  await mkdir(kept, { recursive: true })
  await writeFile(note, before)
  return true
}

function succeeds([script, ...words]) {
  // The compiler makes many objects that it keeps. With the usual size of the space for young ones, each is copied several times.
  const options = ['--max-semi-space-size=64']
  const child = spawn(process.execPath, [...options, join(root, script), ...words], {
    cwd: root,
    stdio: 'inherit',
  })
  return new Promise((resolve, reject) =>
    child.once('error', reject).once('exit', (code) => resolve(code === 0)),
  )
}

/** Of the names and the contents of all files below these: one that is added may be found in place of another. */
async function digestOf(folders) {
  const files = (await Promise.all([...folders, ...forAll].map(filesOf))).flat()
  const hash = createHash('sha256').update(process.version)
  for (const file of [...new Set(files)].sort()) {
    const content = await readFile(join(root, file))
    hash.update(JSON.stringify([file, content.length])).update(content)
  }
  return hash.digest('hex')
}

/** The files below a folder, or a file by itself, if there are any. A star stands for each folder in one. */
async function filesOf(path) {
  const [above, below] = path.split('/*/')
  if (below !== undefined) {
    const names = await readdir(join(root, above))
    return names.map((name) => `${above}/${name}/${below}`).filter((file) => existsSync(join(root, file)))
  }
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true }).catch(
    () => undefined,
  )
  if (entries === undefined) return existsSync(join(root, path)) ? [path] : []
  return entries
    .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]sx?|json)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('node_modules/'))
}
