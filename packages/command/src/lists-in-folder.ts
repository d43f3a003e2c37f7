import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { numberText } from '@webfilter/text'
import { fileError } from './files'

/** The lists below a folder. */
interface FolderLists {
  /** Their paths begin with that of the folder, and are in alphabetical order. */
  readonly paths: readonly string[]
  /** How many files and folders are no lists. Those in a skipped folder are not counted. */
  readonly skipped: number
}

/** Finds the lists below a folder. @throws {Error} as `foundLists`, and if none of the files is a list */
export async function listsInFolder(folder: string): Promise<FolderLists> {
  const found = await foundLists(folder)
  if (found.paths.length > 0) return found
  const what = 'is a folder without a list'
  throw fileError(
    folder,
    what,
    `Lists end in ${endings.join(', ')}, or are called domains or hosts (also with a number, such as domains.0), each also with .gz at the end.`,
    undefined,
  )
}

/**
 * Finds lists below a folder by the names of their files, as they are published. Skips what is no list: other files, links, hidden files
 * and folders, and packages of npm.
 *
 * @throws {Error} if a folder cannot be read, or has too many files
 */
export async function foundLists(folder: string): Promise<FolderLists> {
  const paths: string[] = []
  const folders = [folder]
  let seen = 0
  let skipped = 0
  // The list grows during the loop.
  for (const each of folders) {
    for (const entry of await entriesOf(each)) {
      seen += 1
      if (entry.isDirectory() && !isHidden(entry)) folders.push(join(each, entry.name))
      else if (entry.isFile() && isList(entry)) paths.push(join(each, entry.name))
      else skipped += 1
    }
    if (seen > mostEntries) {
      const what = `has more than ${numberText(mostEntries)} files and folders`
      throw fileError(folder, what, 'Specify the folder with the lists.', undefined)
    }
  }
  return { paths: paths.sort(), skipped }
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw fileError(folder, 'cannot be read', 'Specify a folder that you may read.', cause)
  })
}

/** A limit, so that a folder with unexpected contents takes no long time. */
const mostEntries = 100_000

function isHidden({ name }: Dirent): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

const endings = ['.txt', '.list', '.lst', '.hosts', '.domains', '.conf', '.rpz', '.zone']

/** Names of files without an ending, which mirrors split into `domains.0`, `domains.1` and so on. */
const named = /^(?:domains|hosts)(?:\.\d{1,3})?$/u

/** Texts that repositories have beside lists. */
const aboutLists = /^(?:readme|licen[cs]e|copying|notice|changelog|requirements|robots)\b/iu

function isList(entry: Dirent): boolean {
  const name = entry.name.toLowerCase().replace(/\.gz$/u, '')
  if (isHidden(entry) || aboutLists.test(name)) return false
  return named.test(name) || endings.some((ending) => name.endsWith(ending))
}
