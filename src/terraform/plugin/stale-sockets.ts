import { lstat, readdir, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'

const oneHour = 3_600_000

/**
 * Removes the socket folders that killed processes of this provider have left in `parent`: those with the prefix,
 * of this user, older than an hour, on whose socket nobody listens. Leaves alone whatever it cannot judge.
 */
export async function removeStaleSocketFolders(
  parent: string,
  prefix: string,
  now = Date.now(),
): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue
    await removeIfStale(join(parent, name), now).catch(() => {
      // Gone meanwhile, or not ours to look into: the others may still be.
    })
  }
}

async function removeIfStale(folder: string, now: number): Promise<void> {
  if ((await isOldAndOurs(folder, now)) && (await isAbandoned(join(folder, 'plugin.sock')))) {
    await rm(folder, { recursive: true, force: true })
  }
}

async function isOldAndOurs(folder: string, now: number): Promise<boolean> {
  const entry = await lstat(folder)
  return entry.isDirectory() && entry.uid === process.getuid?.() && now - entry.mtimeMs > oneHour
}

function isAbandoned(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(socketPath)
    socket.on('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.on('error', (error) => {
      resolve('code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOENT'))
    })
  })
}
