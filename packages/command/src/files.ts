import { existsSync, mkdirSync, statSync } from 'node:fs'
import { access, lstat, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'

/** Whether there is a file or a folder, as far as this process can see. @param mode what it may do with it, if that is asked too */
export async function exists(path: string, mode?: number): Promise<boolean> {
  return await access(path, mode).then(
    () => true,
    () => false,
  )
}

/** Whether there is a folder, or a link to one. */
export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}

/** Whether there is a regular file, or a link to one. */
export async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true
}

/** A path relative to a root, with `/`, and empty for the root itself; undefined if it is not below the root. */
export function pathWithin(root: string, path: string): string | undefined {
  const parts = relative(root, path)
  if (isAbsolute(parts)) return undefined
  const words = parts.split(sep)
  return words[0] === '..' ? undefined : words.join('/')
}

/** An error about a file: a sentence of what is wrong, with the reason of the system if there is one, and one of what to do. */
export function fileError(path: string, what: string, advice: string, cause?: unknown): Error {
  return new Error(`The file ${JSON.stringify(path)} ${what}${systemReason(cause)}. ${advice}`, { cause })
}

/** A file is not read, whoever wants it. */
export class RefusedFile extends Error {
  /** What it is, such as `a named pipe`. */
  readonly what: string

  constructor(what: string) {
    super(`It is ${what}.`)
    this.what = what
  }
}

/** The end of a sentence. Codes of the system are left as they are, because they can be searched for; that of a folder is not understood. */
export function systemReason(cause: unknown, isOne = 'it is'): string {
  if (cause instanceof RefusedFile) return ` because ${isOne} ${cause.what}`
  const code = systemCode(cause)
  if (code === undefined) return ''
  return code === 'EISDIR' ? ` because ${isOne} a folder` : ` (${code})`
}

/** The code of an error of the system, such as `ENOENT`; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined
}

/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Makes a folder, and those above it that are missing.
 *
 * `mkdirSync` with `recursive` never returns if the system reports ENOENT for a new folder in an existing one, as in `/proc`.
 *
 * @throws {Error} if it cannot be made
 */
export function makeFolder(folder: string): void {
  const above = dirname(folder)
  if (above !== folder && !existsSync(above)) makeFolder(above)
  try {
    mkdirSync(folder)
  } catch (error) {
    // Also where another process was faster.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}

/**
 * Works in a temporary folder, which goes afterward. A plan in it has everything that a state has, so the folders of commands that were
 * killed go as well: those of this user whose names have the number of a process that does not run.
 *
 * @param name of the folder without that number, such as `appliance-drift`
 * @throws {Error} if the folder cannot be made
 */
export async function inTemporaryFolder<T>(
  name: string,
  work: (folder: string) => Promise<T>,
  parent = tmpdir(),
): Promise<T> {
  await removeAbandoned(name, parent)
  const folder = await mkdtemp(join(parent, `${name}-${process.pid}-`)).catch((cause: unknown) => {
    const failure = `The command cannot make a temporary folder in ${JSON.stringify(parent)}${systemReason(cause)}.`
    throw new Error(`${failure} Set TMPDIR to a folder that exists and that this user may write to.`, {
      cause,
    })
  })
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function removeAbandoned(name: string, parent: string): Promise<void> {
  for (const entry of await readdir(parent).catch(() => [])) {
    const ending = entry.startsWith(`${name}-`) ? entry.slice(name.length) : ''
    const [, owner] = /^-(\d{1,10})-[A-Za-z0-9]{6}$/.exec(ending) ?? []
    if (owner === undefined || isRunning(Number(owner))) continue
    const folder = join(parent, entry)
    // Gone meanwhile, or not ours to remove: the others may still be.
    const found = await lstat(folder).catch(() => undefined)
    const isOurs = found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o777) === 0o700
    if (isOurs) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

/** Whether there is such a process, of whatever user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}
