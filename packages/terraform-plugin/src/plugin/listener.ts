import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmdirSync, unlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
 * Honors PLUGIN_UNIX_SOCKET_DIR, PLUGIN_UNIX_SOCKET_GROUP, PLUGIN_MIN_PORT and PLUGIN_MAX_PORT.
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
  const group = environment.PLUGIN_UNIX_SOCKET_GROUP
  const id = group ? groupId(group) : undefined
  const { path, ownFolder } = socketPlace(name, environment.PLUGIN_UNIX_SOCKET_DIR)
  const server = createServer()
  server.listen(path)
  await once(server, 'listening')
  if (id !== undefined) {
    chownSync(path, -1, id)
    chmodSync(path, 0o660)
  }
  return {
    network: 'unix',
    address: path,
    server,
    remove() {
      ignoringAbsence(() => unlinkSync(path))
      if (ownFolder) ignoringAbsence(() => rmdirSync(ownFolder))
    },
  }
}

/** In the host's folder where it names one, else in a new one that is closed to others. */
function socketPlace(name: string, hostFolder: string | undefined): { path: string; ownFolder?: string } {
  if (hostFolder) {
    const path = join(hostFolder, `plugin-${process.pid}.sock`)
    if (Buffer.byteLength(path) <= maxSocketPath) return { path }
    throw new Error(
      `PLUGIN_UNIX_SOCKET_DIR (${hostFolder}) is too long for a socket. Choose a folder with a shorter path.`,
    )
  }
  const prefix = socketFolderPrefix(name)
  const longest = join(tmpdir(), `${prefix}XXXXXX`, socketFileName)
  const parent = Buffer.byteLength(longest) <= maxSocketPath ? tmpdir() : '/tmp'
  const ownFolder = mkdtempSync(join(parent, prefix))
  return { path: join(ownFolder, socketFileName), ownFolder }
}

function groupId(group: string): number {
  if (/^\d+$/.test(group)) return Number(group)
  for (const line of readFileSync('/etc/group', 'utf8').split('\n')) {
    const [name, , id] = line.split(':')
    if (name === group) return Number(id)
  }
  throw new Error(
    `PLUGIN_UNIX_SOCKET_GROUP names the group "${group}", which does not exist on this machine. Set it to the number of the group.`,
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
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return code === 'EADDRINUSE' || code === 'EACCES'
}

function ignoringAbsence(removal: () => void): void {
  try {
    removal()
  } catch {
    // Gone already, or no longer ours to remove: either way nothing is left to do at exit.
  }
}
