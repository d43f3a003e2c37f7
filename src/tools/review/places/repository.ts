import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { exists, isFolder } from '../../files'

/**
 * The root of the repository to which places are relative: the one that was chosen, else the next folder above with `.git` in it, else
 * the folder of the configuration.
 *
 * @throws {Error} if the chosen one is no folder, or does not contain the configuration
 */
export async function rootOf(folder: string, chosen: string | undefined): Promise<string> {
  if (chosen === undefined) return (await repositoryAbove(folder)) ?? folder
  if (!(await isFolder(chosen)))
    throw new Error(`${JSON.stringify(chosen)} is not a folder. Name an existing one with --root.`)
  const [realRoot, realFolder] = [await realpath(chosen), await realpath(folder).catch(() => folder)]
  if (pathWithin(realRoot, realFolder) !== undefined) return chosen
  throw new Error(
    `The folder ${JSON.stringify(folder)} is not below the root ${JSON.stringify(chosen)}. Name the root of its repository with --root.`,
  )
}

/** A path relative to a root, with `/`, and empty for the root itself; undefined if it is not below the root. */
export function pathWithin(root: string, path: string): string | undefined {
  const parts = relative(root, path)
  if (isAbsolute(parts)) return undefined
  const words = parts.split(/[\\/]/u)
  return words[0] === '..' ? undefined : words.join('/')
}

/** The next folder with `.git` in it, the folder itself or one above; undefined outside of a repository. */
export async function repositoryAbove(folder: string): Promise<string | undefined> {
  for (let at = await realpath(folder).catch(() => undefined); at !== undefined; ) {
    // In a work tree, or in a submodule, it is a file.
    if (await exists(join(at, '.git'))) return at
    const above = dirname(at)
    at = above === at ? undefined : above
  }
  return undefined
}
