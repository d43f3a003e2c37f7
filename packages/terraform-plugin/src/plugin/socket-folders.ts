import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { isRunning } from './process'

/**
 * Removes the socket folders that killed processes have left in `parent`. A folder is one of them only if everything fits: the prefix and
 * the six characters that `mkdtemp` adds, its mode, this user as its owner, and as its whole content a socket on which no process listens,
 * and whose name is the number of a process that does not run. Other folders may have such a name, an unpacked archive of sources among
 * them: so nothing is removed but that socket and the folder that is empty without it.
 *
 * Files are looked at on this thread, because a process that ends while another one is at it kills itself (`exitProcess`).
 *
 * Of a folder older than an hour, the number does not matter: another process may have it by now. Nor is there one in the name that
 * sockets had before.
 */
export async function removeStaleSocketFolders(
  parent: string,
  prefix: string,
  now = Date.now(),
): Promise<void> {
  for (const folder of readdirSync(parent).filter((name) => isSocketFolderName(name, prefix))) {
    await removeIfStale(join(parent, folder), now).catch(() => {
      // Gone meanwhile, or not ours to look into: the others may still be.
    })
  }
}

function isSocketFolderName(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && /^[A-Za-z0-9]{6}$/.test(name.slice(prefix.length))
}

async function removeIfStale(folder: string, now: number): Promise<void> {
  const entry = lstatSync(folder)
  const isOurs = entry.isDirectory() && entry.uid === process.getuid?.() && (entry.mode & 0o777) === 0o700
  const [name = '', ...others] = isOurs ? readdirSync(folder) : []
  const [isNamedSo, owner] = /^(?:plugin|(\d{1,10}))\.sock$/.exec(name) ?? []
  if (isNamedSo === undefined || others.length > 0) return
  const isOwned = owner === undefined || isRunning(Number(owner))
  if (isOwned && now - entry.mtimeMs <= oneHour) return
  const path = join(folder, name)
  if (!isOurSocket(path) || !(await isAbandoned(path))) return
  // At once, as this process may end at any time, and would leave an empty folder, of which it is not known whose it is.
  unlinkSync(path)
  rmdirSync(folder)
}

const oneHour = 3_600_000

function isOurSocket(path: string): boolean {
  const entry = lstatSync(path)
  return entry.isSocket() && entry.uid === process.getuid?.()
}

function isAbandoned(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(socketPath)
    socket.on('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.on('error', (error) => {
      resolve('code' in error && error.code === 'ECONNREFUSED')
    })
  })
}
