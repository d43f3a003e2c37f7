import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { onAbort } from '../../appliance/cancellation'

/** What is under a path is no regular file. */
export class NotRegular extends Error {
  /** What it is, such as `a device`. */
  readonly what: string

  constructor(what: string) {
    super(`It is ${what}.`)
    this.what = what
  }
}

/** A file has more bytes than are wanted of it. */
export class TooLarge extends Error {
  constructor() {
    super('It is larger than is wanted.')
  }
}

/**
 * Reads a regular file, and nothing else: a named pipe or a device may never end, or never begin. Neither is opened: opening may do
 * something, or wait.
 *
 * A file system that does not answer, such as that of a server which is gone, holds up a thread of the process for as long as it
 * likes, but not who waits for the file: that ends with the signal.
 *
 * @throws {NotRegular}
 * @throws {TooLarge} where there are more bytes than `most`, also where they come while the file is read
 * @throws the reason of the signal, or what the system says
 */
export async function readRegularFile(path: string, most: number, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted()
  refuseOthers(await unlessAborted(stat(path), signal))
  const opening = open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  const file = await unlessAborted(opening, signal).catch((error: unknown) => {
    opening.then(letClose, () => {})
    throw error
  })
  try {
    // It may be another one than that which was looked at.
    const { size } = refuseOthers(await unlessAborted(file.stat(), signal))
    return await contentOf(file, size, most, signal)
  } finally {
    letClose(file)
  }
}

/** Bytes that are read at once: between two pieces the signal is looked at. */
const piece = 2 ** 20

async function contentOf(file: FileHandle, size: number, most: number, signal: AbortSignal): Promise<Buffer> {
  if (size > most) throw new TooLarge()
  // One byte more, to see that it ends there; some files say that they are empty, and are not.
  let content = Buffer.allocUnsafeSlow(Math.max(size, 4095) + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await unlessAborted(
      file.read(content, length, Math.min(piece, content.length - length), null),
      signal,
    )
    if (bytesRead === 0) return content.subarray(0, length)
    length += bytesRead
    if (length > most) throw new TooLarge()
    if (length < content.length) continue
    const larger = Buffer.allocUnsafeSlow(Math.min(2 * content.length, most + 1))
    content.copy(larger)
    content = larger
  }
}

function refuseOthers(found: Stats): Stats {
  if (found.isFile()) return found
  throw new NotRegular(kindOf(found))
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder'
  if (found.isFIFO()) return 'a named pipe'
  if (found.isSocket()) return 'a socket'
  return found.isCharacterDevice() || found.isBlockDevice() ? 'a device' : 'no file'
}

/** Closes a file without waiting for it: a file system that does not answer never closes it. */
function letClose(file: FileHandle): void {
  file.close().catch(() => {})
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopListening = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stopListening = onAbort(signal, () => reject(signal.reason))
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    stopListening()
  }
}
