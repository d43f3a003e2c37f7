import { realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { NotRegular, readRegularFile, TooLarge } from '../../sites/files/regular-file'
import { longestList } from '../../sites/list-size'
import { folderOf } from '../configuration/folders'
import { scanRepository } from '../configuration/scan'
import { exists, isFolder } from '../exists'
import { repositoryAbove } from '../review/places/repository'
import { type Declarations, type ReadFile, searchDeclarations } from './declared/declarations'
import { declaredLists } from './declared/declared-lists'
import { moduleTree } from './declared/module-tree'
import type { NotRead } from './declared/not-read'
import type { Sought } from './declared/sought'

/**
 * The folder below which lists are searched: the one that was chosen, or the repository of the current folder, or this folder alone.
 * @returns its full path without links
 * @throws {Error} if it is no folder
 */
export async function rootFolder(chosen: string | undefined): Promise<string> {
  if (chosen === undefined) return (await repositoryAbove('.')) ?? (await realpath('.'))
  if (await isFolder(chosen)) return await realpath(chosen)
  throw new Error(`${JSON.stringify(chosen)} is not an existing folder. Name another one with --root.`)
}

/** Searches all lists that configurations below a folder declare. */
export async function searchLists(root: string, sought: Sought): Promise<Declarations> {
  const { blocks, unread = [] } = await scanRepository(root)
  const folders = new Set(blocks.map(({ file }) => folderOf(file)))
  const initialised = new Set<string>()
  for (const folder of folders)
    if (await exists(join(root, folder, '.terraform.lock.hcl'))) initialised.add(folder)
  const tree = moduleTree(blocks, root, initialised)
  const { lists, notRead } = declaredLists(tree.uses)
  const files = unread.map(({ file, why }): NotRead => ({ place: { file }, says: [`the file ${why}`] }))
  return await searchDeclarations(lists, [...files, ...tree.notRead, ...notRead], sought, readList, (path) =>
    shownFrom(root, path),
  )
}

const readList: ReadFile = async (path) => {
  try {
    return { bytes: await readRegularFile(path, longestList, new AbortController().signal) }
  } catch (error) {
    if (error instanceof NotRegular) return { why: `is ${error.what}` }
    if (error instanceof TooLarge) return { why: `is larger than ${longestList / 2 ** 20} MiB` }
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return { why: code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})` }
  }
}

function shownFrom(root: string, path: string): string {
  const shown = relative(root, path)
  return isAbsolute(shown) ? path : shown.split(sep).join('/')
}
