import { readdir, readFile } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'

/** The libraries that apps are built on, by the names of their packages. */
export const flavors = ['cdktf', 'cdktn']

/** What a check of the constructs' types reads of the repository. */
export const foldersOfConstructs = ['packages/constructs', 'packages/names', 'test/lanes']

/**
 * The TypeScript of a flavor as it is published: its bindings, and in `constructs/` what is written by hand. That is
 * written for cdktf, and of cdktn only what it imports is another one.
 *
 * @param {string} root of the repository
 * @param {string} flavor
 * @returns {Promise<Map<string, string>>} contents by path, such as `category/index.ts`
 */
export async function sourcesOf(root, flavor) {
  const bindings = await typescriptIn(join(root, 'packages/constructs/bindings', flavor))
  const constructs = await typescriptIn(join(root, 'packages/constructs/src'))
  return new Map([
    ...bindings,
    ...[...constructs].map(([path, content]) => [`constructs/${path}`, publishedFor(flavor, path, content)]),
  ])
}

/** Where the sources stand while they are compiled: where what is made of them will be. */
export function folderOf(root, flavor) {
  return join(root, 'dist', flavor)
}

function publishedFor(flavor, path, content) {
  return content.replaceAll(/(\bfrom |\bimport\(|^import )'([^']+)'/gm, (_, keyword, specifier) => {
    return `${keyword}'${publishedSpecifier(flavor, path, specifier)}'`
  })
}

/** `cdktf` to the flavor, `../bindings/cdktf/x` to `../x`; packages and what is beside it stay. */
function publishedSpecifier(flavor, path, specifier) {
  if (specifier === 'cdktf') return flavor
  const target = posix.join('packages/constructs/src', posix.dirname(path), specifier)
  const bindings = 'packages/constructs/bindings/cdktf/'
  if (!specifier.startsWith('.') || !target.startsWith(bindings)) return specifier
  const published = posix.join('dist', flavor, 'constructs', posix.dirname(path))
  return posix.relative(published, posix.join('dist', flavor, target.slice(bindings.length)))
}

async function typescriptIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')])),
  )
}

/**
 * The hand-written modules that the package lets apps import, in the order in which package.json lists them.
 *
 * @param {string} root of the repository
 * @param {string} flavor
 * @returns {Promise<string[]>} paths of sources, such as `constructs/filtering-policy.ts`
 */
export async function constructsOf(root, flavor) {
  const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const prefix = `./dist/${flavor}/constructs/`
  return Object.values(exports)
    .map(({ types }) => types)
    .filter((types) => types?.startsWith(prefix))
    .map((types) => `constructs/${types.slice(prefix.length).replace(/\.d\.ts$/, '.ts')}`)
}

/**
 * All modules that the package lets apps import: the bindings, and those constructs.
 *
 * @param {string} root of the repository
 * @param {string} flavor
 * @param {Map<string, string>} sources
 * @returns {Promise<string[]>}
 */
export async function entriesOf(root, flavor, sources) {
  const bindings = [...sources.keys()].filter((path) => !path.startsWith('constructs/'))
  return [...bindings, ...(await constructsOf(root, flavor))]
}
