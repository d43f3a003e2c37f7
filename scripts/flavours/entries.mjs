import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The hand-written modules that the package lets apps import, in the order in which package.json lists them.
 *
 * @param {string} root of the repository
 * @param {string} flavour
 * @returns {Promise<string[]>} paths of sources, such as `constructs/filtering-policy.ts`
 */
export async function constructsOf(root, flavour) {
  const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const prefix = `./dist/${flavour}/constructs/`
  return Object.values(exports)
    .map(({ types }) => types)
    .filter((types) => types?.startsWith(prefix))
    .map((types) => `constructs/${types.slice(prefix.length).replace(/\.d\.ts$/, '.ts')}`)
}

/**
 * All modules that the package lets apps import: the bindings, and those constructs.
 *
 * @param {string} root of the repository
 * @param {string} flavour
 * @param {Map<string, string>} sources
 * @returns {Promise<string[]>}
 */
export async function entriesOf(root, flavour, sources) {
  const bindings = [...sources.keys()].filter((path) => !path.startsWith('constructs/'))
  return [...bindings, ...(await constructsOf(root, flavour))]
}
