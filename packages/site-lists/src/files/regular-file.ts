import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { unlessAborted } from '@webfilter/concurrency'

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
 * likes, but not the caller: the wait ends with the signal.
 *
 * @returns its bytes in shared memory, so that a thread can read them where they are
 * @throws {NotRegular}
 * @throws {TooLarge} where there are more bytes than `most`, also where they come while the file is read
 * @throws the reason of the signal, or what the system says
 */
export async function readRegularFile(path: string, most: number, signal: AbortSignal): Promise<Buffer> {
  const { file, size } = await openRegularFile(path, signal)
  try {
    return await contentOf(file, size, most, signal)
  } finally {
    letClose(file)
  }
}

/**
 * The bytes of a regular file, a piece after the other, so that no more of it is in memory. A piece is overwritten by the next one.
 * @throws what `readRegularFile` throws
 */
export async function* piecesOfRegularFile(
  path: string,
  most: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { file, size } = await openRegularFile(path, signal)
  try {
    if (size > most) throw new TooLarge()
    const buffer = Buffer.allocUnsafeSlow(piece)
    let length = 0
    for (;;) {
      const { bytesRead } = await unlessAborted(file.read(buffer, 0, piece, null), signal)
      if (bytesRead === 0) return
      length += bytesRead
      if (length > most) throw new TooLarge()
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    letClose(file)
  }
}

async function openRegularFile(
  path: string,
  signal: AbortSignal,
): Promise<{ readonly file: FileHandle; readonly size: number }> {
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
    return { file, size }
  } catch (error) {
    letClose(file)
    throw error
  }
}

/** Bytes that are read at once: between two pieces the signal is looked at. */
const piece = 2 ** 20

async function contentOf(file: FileHandle, size: number, most: number, signal: AbortSignal): Promise<Buffer> {
  if (size > most) throw new TooLarge()
  // One byte more, to see that it ends there; some files say that they are empty, and are not.
  let content = shared(Math.max(size, 4095) + 1)
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
    const larger = shared(Math.min(2 * content.length, most + 1))
    content.copy(larger)
    content = larger
  }
}

/** Memory that a thread can read where it is. */
export function shared(length: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(length))
}

function refuseOthers(found: Stats): Stats {
  if (found.isFile()) return found
  throw new NotRegular(fileKindOf(found))
}

function fileKindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder'
  if (found.isFIFO()) return 'a named pipe'
  if (found.isSocket()) return 'a socket'
  return found.isCharacterDevice() || found.isBlockDevice() ? 'a device' : 'not a file'
}

/** Which file is under a path, and which change of it: where both are the same as before, so are its bytes. */
export interface FileVersion {
  /** Equal to that of the same version only. */
  readonly key: string
  readonly size: number
}

/**
 * Which version of a regular file is under a path; undefined where there is none, or where it was changed so lately that a further
 * change could have the same time: file systems keep times by the hundredth of a second, some by two seconds.
 */
export async function versionOf(path: string): Promise<FileVersion | undefined> {
  const found = await stat(path, { bigint: true })
  const { dev, ino, size, mtimeNs, ctimeNs } = found
  const newest = mtimeNs > ctimeNs ? mtimeNs : ctimeNs
  if (!found.isFile() || BigInt(Date.now()) * 1_000_000n - newest < coarsestTime) return undefined
  return { key: [dev, ino, size, mtimeNs, ctimeNs].join(':'), size: Number(size) }
}

/** Nanoseconds. */
const coarsestTime = 3_000_000_000n

/** Closes a file without waiting for it: a file system that does not answer never closes it. */
function letClose(file: FileHandle): void {
  file.close().catch(() => {})
}
