import { lstatSync, unlinkSync } from 'node:fs'
import { createConnection, type Server } from 'node:net'

/**
 * Lets a server listen on a unix-domain socket that only its owner may use (mode 0600). The file of a process that has died
 * is replaced; where another process listens, or where the file is something else, this throws the system's own EADDRINUSE.
 * The file goes when the server closes. Throws a readable error where the path is longer than a socket's may be.
 */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  // A longer one is cut off silently, and the socket would be somewhere else.
  if (Buffer.byteLength(path) > longestPath)
    throw new Error(
      `The path of the socket ${path} is longer than ${longestPath} bytes. Choose a socket in another folder.`,
    )
  try {
    await bind(server, path)
  } catch (error) {
    if (!isSocket(path) || (await isAnswered(path))) throw error
    unlinkSync(path)
    await bind(server, path)
  }
}

const longestPath = process.platform === 'linux' ? 107 : 103

/** The socket is made while `listen` runs, so nobody else finds it open in between, and no other file is touched by the mask. */
function bind(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const mask = process.umask(0o177)
    try {
      server.listen(path, () => {
        server.off('error', reject)
        resolve()
      })
    } finally {
      process.umask(mask)
    }
  })
}

function isSocket(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSocket() ?? false
}

/** Only a refusal shows that nobody listens: a full queue or missing permission does not. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(path)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', (error) => {
      resolve(!('code' in error && error.code === 'ECONNREFUSED'))
    })
  })
}
