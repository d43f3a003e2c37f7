// Packs what was built into dist/npm/, as `npm publish` takes it. In place of a script that npm itself runs before it packs: npm
// would run that for those too who install from the repository, and .npmrc has it run none.
import { execFile } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkBuiltFiles } from './built-files.mjs'
import { flavors } from './flavors/sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Its name in a schema. */
const provider = 'registry.terraform.io/webfilter/appliance'

async function pack() {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  checkPrebuiltProvider(manifest)
  await checkBuiltFiles(root, manifest.version)
  const folder = join(root, 'dist/npm')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await promisify(execFile)('npm', words, { cwd: root })
  return relative(root, join(folder, stdout.trim()))
}

/** As packages of prebuilt providers say it to the command lines of CDKTF: which provider the classes are for, and of which version. */
function checkPrebuiltProvider({ version, ...manifest }) {
  for (const flavor of flavors) {
    const stated = manifest[flavor]?.provider
    if (stated?.name === provider && stated.version === version) continue
    throw new Error(
      `${flavor}.provider in package.json is ${JSON.stringify(stated)}. Set its name to ${provider} and its version to ${version}.`,
    )
  }
}

try {
  process.stdout.write(`${await pack()}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
