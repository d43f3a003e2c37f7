import type { Dirent } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { exists, pathWithin } from '../files'
import { compared } from '../report/names'
import { foundText } from '../text-file'
import { type Block, type Configuration, localFolder, overrides } from './configuration'
import { blocksOfHcl } from './hcl'
import { blocksOfJson } from './json'

/**
 * Reads the files of a root module, and of the modules of the repository that it calls. Leaves out links, hidden folders such as
 * `.terraform`, and files that are too large or cannot be read.
 *
 * @param root the root of the repository
 * @param folder the folder of the root module; without blocks if it is not below the root
 */
export async function scanConfiguration(root: string, folder: string): Promise<Configuration> {
  const [realRoot, realFolder] = [await realPathOf(root), await realPathOf(folder)]
  const start = pathWithin(realRoot, realFolder)
  if (start === undefined) return { folder: '', files: [], blocks: [] }
  const scan = new Scan(realRoot)
  const blocks: Block[] = []
  const folders = new Set([start])
  // The set grows during the loop: a module may call others.
  for (const each of folders) {
    for await (const { file, text } of scan.textsIn(each)) {
      const found = file.endsWith('.json') ? blocksOfJson(text, file) : blocksOfHcl(text, file)
      blocks.push(...found)
      const calls = found.filter(({ kind }) => kind === 'module')
      for (const called of calls.flatMap((call) => localFolder(call) ?? [])) folders.add(called)
    }
    if (folders.size > mostFolders) break
  }
  return { folder: start, files: scan.files, blocks }
}

/** The texts of all configurations below a root, and what was not read. */
export async function textsOfConfigurations(root: string) {
  const realRoot = await realPathOf(root)
  const scan = new Scan(realRoot)
  const texts: ConfigurationText[] = []
  const folders = ['']
  for (const each of folders) {
    for await (const text of scan.textsIn(each)) texts.push(text)
    const below = (await entriesIn(join(realRoot, each)))
      .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/u.test(entry.name))
      .map(({ name }) => (each === '' ? name : `${each}/${name}`))
      .sort()
    if (folders.length < mostFolders) folders.push(...below)
    else if (below.length > 0)
      scan.unread.push({ file: each, why: 'has folders of which there are too many' })
  }
  return { texts, unread: scan.unread }
}

/** A file that was not read. */
export interface UnreadFile {
  /** Relative to the root, with `/`. */
  readonly file: string
  /** A clause behind its name, such as `is a link`. */
  readonly why: string
}

/** A file of a configuration. */
export interface ConfigurationText {
  /** Relative to the root, with `/`. */
  readonly file: string
  readonly text: string
}

/** Whether a folder has a configuration in which an engine has been initialized. */
export async function isInitialized(folder: string): Promise<boolean> {
  const hasMarks =
    (await exists(join(folder, '.terraform.lock.hcl'))) || (await exists(join(folder, '.terraform')))
  return hasMarks && (await entriesIn(folder)).some(isOfConfiguration)
}

/** Limits, so that a folder with unexpected contents takes no long time: bytes of one file and of all, numbers of files and folders. */
const largestFile = 16 * 2 ** 20
const mostBytes = 64 * 2 ** 20
const mostFiles = 5_000
const mostFolders = 10_000

class Scan {
  readonly files: string[] = []
  readonly unread: UnreadFile[] = []
  readonly #root: string
  #bytes = 0

  constructor(root: string) {
    this.#root = root
  }

  /** The files of a folder, relative to the root. */
  async *textsIn(folder: string): AsyncGenerator<ConfigurationText> {
    const path = join(this.#root, folder)
    // With a link in the path, the report would show another place than the one that is read.
    if ((await realPathOf(path)) !== path) return
    for (const entry of (await entriesIn(path)).filter(isOfConfiguration).sort(inOrder)) {
      const { name } = entry
      const file = folder === '' ? name : `${folder}/${name}`
      const text = entry.isSymbolicLink() ? { why: 'is a link' } : await this.#textOf(join(path, name))
      if (typeof text !== 'string') {
        this.unread.push({ file, ...text })
        continue
      }
      this.files.push(file)
      yield { file, text }
    }
  }

  async #textOf(path: string): Promise<string | Pick<UnreadFile, 'why'>> {
    if (this.files.length >= mostFiles) return { why: 'is one file too many' }
    try {
      const { size } = await lstat(path)
      if (size > largestFile || this.#bytes + size > mostBytes) return { why: 'is too large' }
      this.#bytes += size
      return await foundText(path, largestFile)
    } catch {
      return { why: 'cannot be read' }
    }
  }
}

/** A file, or a link. The engines ignore hidden files and the backup files of editors. */
function isOfConfiguration(entry: Dirent): boolean {
  const { name } = entry
  if (!entry.isFile() && !entry.isSymbolicLink()) return false
  return /\.(?:tf|tofu)(?:\.json)?$/u.test(name) && !/^\.|^#.*#$|~$/u.test(name)
}

/** Override files come last, because they change blocks of other files. */
function inOrder({ name: one }: Dirent, { name: other }: Dirent): number {
  return Number(overrides(one)) - Number(overrides(other)) || compared(one, other)
}

async function entriesIn(path: string): Promise<readonly Dirent[]> {
  return await readdir(path, { withFileTypes: true }).catch(() => [])
}

/** Without links; a path that does not exist as it is. */
async function realPathOf(path: string): Promise<string> {
  return await realpath(path).catch(() => resolve(path))
}
