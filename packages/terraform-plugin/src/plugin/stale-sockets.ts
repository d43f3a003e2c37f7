import { lstat, readdir, rmdir, unlink } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { socketFileName } from './listener'

const oneHour = 3_600_000

/**
 * Removes the socket folders that killed processes of this provider have left in `parent`. A folder is one of them only if
 * everything fits: the prefix and the six characters that `mkdtemp` adds, its mode, this user as its owner, an age of more than
 * an hour, and as its whole content a socket on which no process listens. Other folders may have such a name, an unpacked
 * archive of sources among them: so nothing is removed but that socket and the folder that is empty without it.
 */
export async function removeStaleSocketFolders(
  parent: string,
  prefix: string,
  now = Date.now(),
): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!isSocketFolderName(name, prefix)) continue
    await removeIfStale(join(parent, name), now).catch(() => {
      // Gone meanwhile, or not ours to look into: the others may still be.
    })
  }
}

function isSocketFolderName(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && /^[A-Za-z0-9]{6}$/.test(name.slice(prefix.length))
}

async function removeIfStale(folder: string, now: number): Promise<void> {
  const socketPath = join(folder, socketFileName)
  if (!(await isOldAndOurs(folder, now)) || !(await holdsOnlyOurSocket(folder))) return
  if (!(await isAbandoned(socketPath))) return
  await unlink(socketPath)
  await rmdir(folder)
}

async function isOldAndOurs(folder: string, now: number): Promise<boolean> {
  const entry = await lstat(folder)
  const isOurs = entry.isDirectory() && entry.uid === process.getuid?.() && (entry.mode & 0o777) === 0o700
  return isOurs && now - entry.mtimeMs > oneHour
}

async function holdsOnlyOurSocket(folder: string): Promise<boolean> {
  const names = await readdir(folder)
  if (names.length !== 1 || names[0] !== socketFileName) return false
  const entry = await lstat(join(folder, socketFileName))
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
