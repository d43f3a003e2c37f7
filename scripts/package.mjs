// Packs what was built into dist/npm/, as `npm publish` takes it. In place of a script that npm itself runs before it packs: npm
// would run that for those too who install from the repository, and .npmrc has it run none.
import { execFile } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkBuiltFiles } from './built-files.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

async function pack() {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await checkBuiltFiles(root, version)
  const folder = join(root, 'dist/npm')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await promisify(execFile)('npm', words, { cwd: root })
  return relative(root, join(folder, stdout.trim()))
}

try {
  process.stdout.write(`${await pack()}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
