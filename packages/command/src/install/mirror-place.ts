import { createHash, randomBytes } from 'node:crypto'
import {
  lstat,
  mkdtemp,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makeFolder, systemCode } from '../files'
import { foundFile } from '../text-file'
import { type ProviderPackage, packageHash } from './provider-package'

/**
 * Puts a build of the provider in its place in a filesystem mirror while others look there, run what is there, or install too. The same
 * build is left alone.
 *
 * The place is a link to a folder beside it, which engines follow: a link can be exchanged in one step, and a folder cannot. The folder of
 * another build stays for an hour, because processes that were started there load more of it, and goes with a later installation.
 *
 * @param place such as `…/webfilter/appliance/1.2.3/linux_amd64`
 * @throws {Error} of the system, if it cannot be written
 */
export async function placeBuild(mirror: string, place: string, files: ProviderPackage): Promise<void> {
  if (await hasFiles(place, files)) return
  makeFolder(dirname(place))
  await inWorkshop(await realpath(mirror), async (workshop) => {
    try {
      const build = await buildBeside(place, files, workshop)
      await exchange(place, await linkTo(build, workshop))
    } catch (error) {
      // Another installation may have been faster.
      if (!(await hasFiles(place, files))) throw error
    }
    await removeFormer(dirname(place), workshop)
  })
}

/** Whether a folder has these files and no others. */
async function hasFiles(folder: string, files: ProviderPackage): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  if (entries.filter((entry) => !entry.isDirectory()).length !== files.size) return false
  for (const [path, { content, executable }] of files) {
    const file = join(folder, path)
    const found = await lstat(file).catch(() => undefined)
    if (found?.size !== content.length || !found.isFile()) return false
    if (hasModes && executable !== ((found.mode & 0o111) !== 0)) return false
    const present = await foundFile(file, content.length).catch(() => undefined)
    if (!present?.equals(content)) return false
  }
  return true
}

/** Windows has neither modes nor links that every user may make. */
const hasModes = process.platform !== 'win32'

/**
 * The folder of a build beside its place, with a name that no engine takes for a platform. Installations of the same build share it.
 * @param workshop where it is made
 */
async function buildBeside(place: string, files: ProviderPackage, workshop: string): Promise<string> {
  const digest = createHash('sha256').update(packageHash(files)).digest('hex').slice(0, 16)
  const build = join(dirname(place), `.build-${digest}`)
  // From now on, nobody takes it for a former one.
  await touch(build)
  if (await hasFiles(build, files)) return build
  const made = join(workshop, 'build')
  await writeFiles(made, files)
  try {
    await rename(made, build)
    return build
  } catch (error) {
    if (!isInTheWay(error)) throw error
  }
  if (await hasFiles(build, files)) return build
  // It is damaged.
  const other = former(place)
  await rename(made, other)
  return other
}

async function writeFiles(folder: string, files: ProviderPackage): Promise<void> {
  for (const [path, { content, executable }] of files) {
    const file = join(folder, path)
    makeFolder(dirname(file))
    await writeFile(file, content, { mode: executable ? 0o755 : 0o644 })
  }
}

/** A link to a build, or the build itself where the system or the file system has no links. */
async function linkTo(build: string, workshop: string): Promise<string> {
  if (!hasModes) return build
  const link = join(workshop, 'link')
  return await symlink(basename(build), link).then(
    () => link,
    () => build,
  )
}

/** Puts a link or a folder in a place. A folder that is there is set aside first, and is missing for that moment. */
async function exchange(place: string, next: string): Promise<void> {
  const linked = await readlink(place).catch(() => undefined)
  try {
    await rename(next, place)
  } catch (error) {
    if (!isInTheWay(error)) throw error
    const aside = former(place)
    await rename(place, aside).then(
      () => touch(aside),
      () => {},
    )
    await rename(next, place)
  }
  if (linked !== undefined) await touch(join(dirname(place), basename(linked)))
}

function isInTheWay(error: unknown): boolean {
  return ['EISDIR', 'EEXIST', 'ENOTEMPTY', 'ENOTDIR', 'EPERM', 'EACCES'].includes(systemCode(error) ?? '')
}

/** Notes that a folder is in use now. */
async function touch(folder: string): Promise<void> {
  const now = new Date()
  await utimes(folder, now, now).catch(() => {})
}

/** A name for a build that no other one has. */
function former(place: string): string {
  return join(dirname(place), `.build-${randomBytes(8).toString('hex')}`)
}

/** Milliseconds for which a build stays that is no longer in its place. */
const grace = 3_600_000

async function removeFormer(folder: string, workshop: string): Promise<void> {
  const names = await readdir(folder)
  const links = await Promise.all(names.map((name) => readlink(join(folder, name)).catch(() => '')))
  const used = new Set(links.map((link) => basename(link)))
  for (const name of names.filter((each) => each.startsWith('.build-') && !used.has(each)))
    if (await isOld(join(folder, name)))
      await rename(join(folder, name), join(workshop, name)).catch(() => {})
}

async function isOld(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > grace
}

/**
 * Works in a folder on the file system of a mirror, which goes afterward. It is beside the mirror if it can be: an engine that searches
 * the mirror fails if something goes that it has just seen.
 */
async function inWorkshop(mirror: string, work: (workshop: string) => Promise<void>): Promise<void> {
  const beside = dirname(mirror)
  const isOneSystem = (await stat(beside)).dev === (await stat(mirror)).dev
  const prefix = '.appliance-install-'
  const workshop = await mkdtemp(join(isOneSystem ? beside : mirror, prefix)).catch(
    async () => await mkdtemp(join(mirror, prefix)),
  )
  try {
    for (const name of await readdir(dirname(workshop))) {
      const abandoned = join(dirname(workshop), name)
      if (name.startsWith(prefix) && (await isOld(abandoned)))
        await rm(abandoned, { recursive: true, force: true }).catch(() => {})
    }
    await work(workshop)
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}
