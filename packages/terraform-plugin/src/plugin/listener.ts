import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, unlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

export interface ListeningAddress {
  readonly network: 'unix' | 'tcp'
  /** A socket's path, or `127.0.0.1:PORT`. */
  readonly address: string
}

export interface Listener extends ListeningAddress {
  readonly server: Server
  /** Takes away what is left in the file system. Does not throw; may be called again. */
  remove(): void
}

export interface ListenerOptions {
  /** The provider's name, for the names of folders. */
  readonly name: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
}

/** Bytes that the address of a unix socket can hold, with room to spare on every system. */
const maxSocketPath = 100

/**
 * Listens where the host can dial: on a unix socket that only this user can reach, or on Windows on a local port, which anybody on
 * the machine can reach: who is let in is decided by TLS, if there is any.
 * The working directory is never taken. Honors PLUGIN_UNIX_SOCKET_DIR, PLUGIN_UNIX_SOCKET_GROUP, PLUGIN_MIN_PORT and PLUGIN_MAX_PORT.
 */
export function openListener(options: ListenerOptions): Promise<Listener> {
  return options.platform === 'win32' ? listenOnPort(options.environment) : listenOnSocket(options)
}

/** How the folders of a provider's sockets begin. */
export function socketFolderPrefix(name: string): string {
  return `terraform-provider-${name}-`
}

/** The one file in such a folder. Its name says whose it is, after its process was killed, too. */
export const socketFileName = `${process.pid}.sock`

async function listenOnSocket({ name, environment }: ListenerOptions): Promise<Listener> {
  const { PLUGIN_UNIX_SOCKET_GROUP: group, PLUGIN_UNIX_SOCKET_DIR: hostFolder } = environment
  const id = group ? groupId(group) : undefined
  const listener = hostFolder
    ? await listenInHostFolder(hostFolder)
    : await listenInOwnFolder(socketParents(environment), socketFolderPrefix(name))
  if (id !== undefined) {
    chownSync(listener.address, -1, id)
    chmodSync(listener.address, 0o660)
  }
  return listener
}

async function listenInHostFolder(folder: string): Promise<Listener> {
  const path = join(folder, `plugin-${process.pid}.sock`)
  const problem = problemWith(path)
  if (problem === undefined) return await listenOn(path)
  throw new Error(`PLUGIN_UNIX_SOCKET_DIR (${JSON.stringify(folder)}) ${problem}. Choose another folder.`)
}

/**
 * Listens in a new folder that is closed to others, in the first of several in which that works: a folder may not exist, or be read-only,
 * or be on a file system without sockets.
 * @throws {Error} that says of each folder why it does not work
 */
export async function listenInOwnFolder(parents: Iterable<string>, prefix: string): Promise<Listener> {
  const problems: string[] = []
  for (const parent of parents) {
    const problem = problemWith(join(parent, `${prefix}XXXXXX`, socketFileName))
    if (problem === undefined) {
      try {
        return await listenInNewFolder(join(parent, prefix))
      } catch (error) {
        problems.push(`${JSON.stringify(parent)} cannot be used (${codeOf(error) ?? String(error)})`)
      }
    } else problems.push(`${JSON.stringify(parent)} ${problem}`)
  }
  throw new Error(
    `No folder for the provider's socket was found: ${problems.join(', ')}. ` +
      'Set TMPDIR to a folder that exists, that this user may write to, and whose path is short.',
  )
}

async function listenInNewFolder(beginning: string): Promise<Listener> {
  const folder = mkdtempSync(beginning)
  try {
    // Whatever the mask of the process leaves of it.
    chmodSync(folder, 0o700)
    return await listenOn(join(folder, socketFileName), folder)
  } catch (error) {
    ignoring(() => rmdirSync(folder))
    throw error
  }
}

/**
 * Where folders for sockets are made: in the temporary folder, else in the system's usual one, else in the user's folder for what may be
 * lost, which is made if it is asked for and not there yet.
 */
export function* socketParents(environment: ListenerOptions['environment']): Iterable<string> {
  const { TMPDIR, TMP, TEMP, XDG_CACHE_HOME, HOME } = environment
  const temporary = TMPDIR || TMP || TEMP
  if (temporary && temporary !== '/tmp') yield temporary
  yield '/tmp'
  const cache = XDG_CACHE_HOME || join(HOME || homedir(), '.cache')
  if (isAbsolute(cache)) ignoring(() => mkdirSync(cache, { mode: 0o700 }))
  yield cache
}

/** What makes a path no address of a socket. The line that tells it to the host separates by `|`. */
function problemWith(path: string): string | undefined {
  if (!isAbsolute(path)) return 'does not begin with a slash'
  if (/\||\p{Cc}/u.test(path)) return 'has a character that hosts do not read'
  return Buffer.byteLength(path) > maxSocketPath ? 'is too long for a socket' : undefined
}

async function listenOn(path: string, ownFolder?: string): Promise<Listener> {
  const server = createServer()
  server.listen(path)
  await once(server, 'listening')
  return {
    network: 'unix',
    address: path,
    server,
    remove() {
      ignoring(() => unlinkSync(path))
      if (ownFolder !== undefined) ignoring(() => rmdirSync(ownFolder))
    },
  }
}

function groupId(group: string): number {
  if (/^\d+$/.test(group)) return Number(group)
  for (const line of readFileSync('/etc/group', 'utf8').split('\n')) {
    const [name, , id] = line.split(':')
    if (name === group) return Number(id)
  }
  throw new Error(
    `PLUGIN_UNIX_SOCKET_GROUP names the group ${JSON.stringify(group)}, which does not exist on this machine. Set it to the number of the group.`,
  )
}

async function listenOnPort(environment: ListenerOptions['environment']): Promise<Listener> {
  const first = Number(environment.PLUGIN_MIN_PORT || 10_000)
  const last = Number(environment.PLUGIN_MAX_PORT || 25_000)
  for (let port = first; port <= last; port++) {
    const server = createServer()
    server.listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
      return { network: 'tcp', address: `127.0.0.1:${port}`, server, remove() {} }
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
  throw new Error(
    `All ports from ${first} to ${last} are in use. Widen the range with PLUGIN_MIN_PORT and PLUGIN_MAX_PORT.`,
  )
}

function isTaken(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'EADDRINUSE' || code === 'EACCES'
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

/** For what is there already, or gone, or not ours: either way nothing is left to do. */
function ignoring(change: () => void): void {
  try {
    change()
  } catch {
    // What follows finds out whether it matters.
  }
}
