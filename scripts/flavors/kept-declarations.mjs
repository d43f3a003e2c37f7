import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/**
 * The declarations of a flavor, as `declarations.mjs` makes them. Checking types takes longer than all else in a build, so
 * what came of it is kept beside the installed packages, for as long as nothing changes that it depends on.
 *
 * @param {string} root of the repository
 * @param {string} flavor
 * @param {Map<string, string>} sources
 * @param {string[]} entries
 * @returns {Promise<Map<string, string>>} contents by path, such as `category/index.d.ts`
 */
export async function keptDeclarations(root, flavor, sources, entries) {
  const file = join(root, 'node_modules/.cache/terraform-provider-appliance', `${flavor}.json`)
  const key = await keyOf(root, sources, entries)
  const kept = await readFile(file, 'utf8').then(JSON.parse, () => undefined)
  if (kept?.key === key) return new Map(kept.declarations)
  await rm(file, { force: true })
  const { declarationsOf } = await import('./declarations.mjs')
  const declarations = declarationsOf(root, flavor, sources, entries)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, JSON.stringify({ key, declarations: [...declarations] }))
  return declarations
}

/** A digest of all that the declarations depend on: constructs import the package of names, and the lock file has the versions of the libraries. */
async function keyOf(root, sources, entries) {
  const settings = ['package-lock.json', 'tsconfig.json', 'tsconfig.constructs.json']
  const folders = ['scripts/flavors', 'packages/names']
  const paths = [...settings, ...(await Promise.all(folders.map((folder) => filesIn(root, folder)))).flat()]
  const contents = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')]),
  )
  const everything = [process.version, [...sources], entries, contents]
  return createHash('sha256').update(JSON.stringify(everything)).digest('hex')
}

async function filesIn(root, folder) {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}
