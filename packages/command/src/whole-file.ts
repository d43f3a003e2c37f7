import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import {
  access,
  constants,
  type FileHandle,
  lstat,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { exists, fileError, isRunning, pathWithin } from './files'

/** A file that can be written as a whole. */
export interface WritableFile {
  /** As it was named. */
  readonly path: string
  /** Where the file is, behind all links. */
  readonly place: string
  /** Undefined for a file that does not exist yet. */
  readonly former: Stats | undefined
}

/**
 * Checks that a file can be written, without opening it: that would end a pipe for its reader, and leave a new file empty. A link is
 * followed only inside the repository of the path, or inside its folder if there is none.
 *
 * @param advice a sentence for the user if it cannot
 * @throws {Error} if it cannot be written, may only be read, or has several names, of which one would keep the old content
 */
export async function writableFile(path: string, advice: string): Promise<WritableFile> {
  const refused = (what: string) => fileError(path, what, advice)
  const { place, former } = await placeOf(path).catch((cause: unknown) => {
    throw fileError(path, 'cannot be written', advice, cause)
  })
  if (former !== undefined && !former.isFile()) return { path, place, former }
  // A link, or a path through one.
  if (place !== resolve(path) && !(await isWithinReach(dirname(path), place)))
    throw refused(`is a link to ${JSON.stringify(place)}, which is outside of the repository or folder`)
  if (former !== undefined && former.nlink > 1)
    throw refused(`has ${former.nlink} names (hard links), and only one of them would change`)
  // The superuser may write everything.
  if (former !== undefined && (former.mode & 0o222) === 0) throw refused('is read-only')
  return { path, place, former }
}

async function placeOf(path: string): Promise<Pick<WritableFile, 'place' | 'former'>> {
  const withCode = (code: string, text: string) => Object.assign(new Error(text), { code })
  if (path === '') throw withCode('ENOENT', 'The name of the file is empty.')
  const found = await stat(path).catch(missing)
  if (found?.isDirectory() ?? (path.endsWith('/') || path.endsWith(sep))) {
    throw withCode('EISDIR', 'It is a folder.')
  }
  const target = await whereMade(path)
  if (found !== undefined) await access(path, constants.W_OK)
  const place =
    found === undefined ? join(await realpath(dirname(target)), basename(target)) : await realpath(path)
  // A file is made beside it. A pipe or a device is written as it is.
  if (found === undefined || found.isFile()) await access(dirname(place), constants.W_OK)
  return { place, former: found }
}

function missing(cause: NodeJS.ErrnoException): undefined {
  if (cause.code !== 'ENOENT') throw cause
}

/** Writing to a link makes the file to which the link leads. */
async function whereMade(path: string): Promise<string> {
  const link = await readlink(path).catch(() => undefined)
  return link === undefined ? path : await whereMade(resolve(dirname(path), link))
}

/**
 * The folders of a path are taken as they are named. A repository that is reached by a link within another one is another one, so the outer
 * one counts.
 */
async function isWithinReach(named: string, place: string): Promise<boolean> {
  const folder = resolve(named)
  let root: string | undefined
  let isLinked = false
  for (let at = folder; ; at = dirname(at)) {
    if ((root === undefined || isLinked) && (await exists(join(at, '.git')))) {
      root = at
      isLinked = false
    }
    if ((await lstat(at)).isSymbolicLink()) isLinked = true
    if (dirname(at) === at) break
  }
  return pathWithin(await realpath(root ?? folder), place) !== undefined
}

/**
 * Writes all of a file or nothing: a full disk leaves the former content. The new file has the permissions of the former one before it has
 * its first byte. What earlier runs left behind in the folder when they were killed is removed. Pipes and devices are written as they are.
 *
 * None of the packages for this is used: write-file-atomic and atomically do not check how much of the content was written, so that they
 * put a part of it in place on a full disk, and their files cannot be told from those of others.
 *
 * @throws {Error} with the advice, if it cannot be written
 */
export async function writeWhole(
  { path, place, former }: WritableFile,
  content: string | Uint8Array,
  advice: string,
): Promise<void> {
  try {
    if (former === undefined || former.isFile()) await replaceContent(place, former, content)
    else await writeFile(path, content)
  } catch (cause) {
    throw fileError(path, 'cannot be written', advice, cause)
  }
}

async function replaceContent(
  place: string,
  former: Stats | undefined,
  content: string | Uint8Array,
): Promise<void> {
  const folder = dirname(place)
  await removeRemains(folder)
  const made = join(folder, `.appliance-${process.pid}-${randomBytes(4).toString('hex')}.tmp`)
  try {
    const file = await open(made, 'wx', former === undefined ? 0o666 : 0o600)
    try {
      if (former !== undefined) await takePermissions(file, former)
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(made, place)
  } catch (error) {
    await rm(made, { force: true })
    throw error
  }
}

async function takePermissions(file: FileHandle, { mode, uid, gid }: Stats): Promise<void> {
  const own = await file.stat()
  // Only the superuser gives a file away. Its group may read it, so a file that cannot keep its group is not replaced.
  if (own.uid !== uid) await file.chown(uid, gid).catch(() => {})
  if ((await file.stat()).gid !== gid) await file.chown(own.uid, gid)
  await file.chmod(mode & 0o7777)
}

/** Files of processes that no longer exist. */
async function removeRemains(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = /^\.appliance-(\d{1,10})-[\da-f]{8}\.tmp$/u.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { force: true })
  }
}
