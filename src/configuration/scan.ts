import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Block, Configuration } from './configuration'
import { localFolder } from './folders'
import { blocksOfHcl } from './hcl/blocks'
import { blocksOfJson } from './json/blocks'

/**
 * Reads the files of a root module, and of the modules of the repository that it calls. Links, hidden folders such as `.terraform` and
 * what is too large are left out; so is whatever cannot be read.
 *
 * @param root the root of the repository
 * @param folder the folder of the root module; without blocks if it is not below the root
 */
export async function scanConfiguration(root: string, folder: string): Promise<Configuration> {
  const [realRoot, realFolder] = [await realPathOf(root), await realPathOf(folder)]
  const start = withSlashes(relative(realRoot, realFolder))
  if (start === '..' || start.startsWith('../') || isAbsolute(start)) {
    return { folder: start, files: [], blocks: [] }
  }
  const scan = new Scan(realRoot)
  const folders = [start]
  // It grows while it is read: a module may call further ones.
  for (const each of folders) {
    const called = (await scan.read(each)).map((block) =>
      block.kind === 'module' ? localFolder(block) : undefined,
    )
    for (const next of called) if (next !== undefined && !folders.includes(next)) folders.push(next)
    if (folders.length > mostFolders) break
  }
  return { folder: start, files: scan.files, blocks: scan.blocks }
}

/**
 * Reads all configurations below a root, whichever of them is a root module.
 * @returns a configuration whose folder is the root
 */
export async function scanRepository(root: string): Promise<Configuration> {
  const realRoot = await realPathOf(root)
  const scan = new Scan(realRoot)
  const folders = ['']
  for (const each of folders) {
    await scan.read(each)
    if (folders.length < mostFolders) folders.push(...(await foldersIn(realRoot, each)))
  }
  return { folder: '', files: scan.files, blocks: scan.blocks }
}

/** What is read at most, so that a folder with other contents than expected holds up nothing: bytes of a file and of all, and numbers. */
const largestFile = 16 * 2 ** 20
const mostBytes = 64 * 2 ** 20
const mostFiles = 5_000
const mostFolders = 10_000

class Scan {
  readonly files: string[] = []
  readonly blocks: Block[] = []
  readonly #root: string
  #bytes = 0

  constructor(root: string) {
    this.#root = root
  }

  /** Reads the files of a folder, relative to the root. @returns its blocks */
  async read(folder: string): Promise<readonly Block[]> {
    const path = join(this.#root, folder)
    // A link on the way would lead to another place than the one that is shown.
    if ((await realPathOf(path)) !== path) return []
    const found: Block[] = []
    for (const name of (await namesIn(path)).filter(isOfConfiguration).sort(inOrder)) {
      if (this.files.length >= mostFiles) break
      const text = await this.#textOf(join(path, name))
      if (text === undefined) continue
      const file = folder === '' ? name : `${folder}/${name}`
      this.files.push(file)
      found.push(...(name.endsWith('.json') ? blocksOfJson(text, file) : blocksOfHcl(text, file)))
    }
    this.blocks.push(...found)
    return found
  }

  async #textOf(path: string): Promise<string | undefined> {
    try {
      const { size } = await lstat(path)
      if (size > largestFile || this.#bytes + size > mostBytes) return undefined
      this.#bytes += size
      return await readFile(path, 'utf8')
    } catch {
      return undefined
    }
  }
}

/** The engines pass over hidden files and those that editors keep. */
function isOfConfiguration(name: string): boolean {
  return /\.(?:tf|tofu)(?:\.json)?$/u.test(name) && !/^\.|^#.*#$|~$/u.test(name)
}

/** What overrides a block comes behind the block. */
function inOrder(one: string, other: string): number {
  const [first, second] = [overrides(one), overrides(other)]
  if (first !== second) return first ? 1 : -1
  return one < other ? -1 : 1
}

function overrides(name: string): boolean {
  return /(?:^|_)override\.(?:tf|tofu)(?:\.json)?$/u.test(name)
}

async function namesIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** The folders in a folder that may have configurations, both relative to the root. */
async function foldersIn(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/u.test(entry.name))
    .map(({ name }) => (folder === '' ? name : `${folder}/${name}`))
    .sort()
}

/** Without links; a path that does not exist as it is. */
async function realPathOf(path: string): Promise<string> {
  return await realpath(path).catch(() => resolve(path))
}

function withSlashes(path: string): string {
  return path.split(sep).join('/')
}
