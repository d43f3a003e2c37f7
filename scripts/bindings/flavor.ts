import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'

/** The two libraries for which there are bindings. An app is built on one of them. */
export const flavors = ['cdktf', 'cdktn'] as const

/** Also the name of the library's package. */
export type Flavor = (typeof flavors)[number]

/** What a flavor's folder holds: contents by path within it, such as `category/index.ts`. */
export type Files = ReadonlyMap<string, string>

/** Where the bindings of a flavor are kept. */
export function bindingsFolder(flavor: Flavor): string {
  return join(resolve(__dirname, '../../packages/constructs/bindings'), flavor)
}

/** All files below a folder, in the order of the alphabet. None where there is no such folder. */
export async function filesIn(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .sort()
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const)),
  )
}
