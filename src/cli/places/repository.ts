import { lstat, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'

/**
 * The root of the repository to which places are relative: the one that was chosen, else the next folder above with `.git` in it, else
 * the folder of the configuration.
 *
 * @throws {Error} if the chosen one is no folder, or does not contain the configuration
 */
export async function rootOf(folder: string, chosen: string | undefined): Promise<string> {
  if (chosen === undefined) return (await repositoryAbove(folder)) ?? folder
  const isFolder = await stat(chosen).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder)
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

async function repositoryAbove(folder: string): Promise<string | undefined> {
  for (let at = await realpath(folder).catch(() => undefined); at !== undefined; ) {
    // In a work tree, or in a submodule, it is a file.
    if (await exists(join(at, '.git'))) return at
    const above = dirname(at)
    at = above === at ? undefined : above
  }
  return undefined
}

/** Whether there is something under a path, be it a link to nothing. */
export async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  )
}
