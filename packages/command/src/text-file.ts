import { constants, createReadStream, fstatSync, openSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { addAbortSignal, type Readable } from 'node:stream'
import { isatty, ReadStream } from 'node:tty'
import { NotRegular, readRegularFile, TooLarge } from '@webfilter/site-lists'
import { fileError, RefusedFile } from './files'

/** Bytes of what a command reads, unless it may be more: settings, configurations, lists of logins. */
const usualRoom = 16 * 2 ** 20

/** Bytes of a plan, its messages or a state. No text of Node has room for more of them. */
export const planRoom = 500 * 2 ** 20

/**
 * Reads a file that nobody has named: one of a folder, or one that a state or a configuration names. Only a regular file is opened, as
 * others may have put a pipe or a device there, which never begins or never ends.
 *
 * @param room the most bytes that it may have
 * @throws {RefusedFile} if it is no regular file, or has more
 * @throws {Error} of the system, if it cannot be read
 */
export async function foundFile(
  path: string,
  room = usualRoom,
  signal: AbortSignal = endless,
): Promise<Buffer> {
  try {
    return await readRegularFile(path, room, signal)
  } catch (error) {
    if (error instanceof NotRegular) throw new RefusedFile(error.what)
    throw error instanceof TooLarge ? tooLong(room) : error
  }
}

/** The text of such a file. @throws what `foundFile` throws */
export async function foundText(path: string, room = usualRoom): Promise<string> {
  return decodedText(await foundFile(path, room))
}

/**
 * Reads what a user has named, which may be a pipe or a terminal.
 *
 * @param signal ends the wait for it. Without one, nothing may keep Ctrl-C from ending the process
 * @throws {RefusedFile} if it has more bytes than there is room for
 * @throws {Error} of the system, if it cannot be read
 * @throws the reason of the signal
 */
export async function namedFile(
  path: string,
  room = usualRoom,
  signal: AbortSignal = endless,
): Promise<Buffer> {
  if (path === '/dev/stdin') return await standardInput(room, signal)
  if ((await stat(path)).isFile()) return await foundFile(path, room, signal)
  return await bytesOf(streamFrom(path), room, signal)
}

/** The text of such a file. @throws what `namedFile` throws */
export async function namedText(path: string, room = usualRoom, signal?: AbortSignal): Promise<string> {
  return decodedText(await namedFile(path, room, signal))
}

/**
 * The same for readers without errors of their own.
 *
 * @param advice a sentence for the user if it cannot be read
 * @throws {Error} if it cannot be read
 */
export async function readText(
  path: string,
  advice: string,
  room = usualRoom,
  signal?: AbortSignal,
): Promise<string> {
  return await namedText(path, room, signal).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw fileError(path, 'cannot be read', advice, cause)
  })
}

/** Reads the standard input. @throws what `namedFile` throws */
export async function standardInput(room = usualRoom, signal: AbortSignal = endless): Promise<Buffer> {
  return await bytesOf(process.stdin, room, signal)
}

/** Of who waits as long as it takes. */
const endless = new AbortController().signal

/**
 * Opens what is no regular file. Opened like one, a pipe would hold up a thread until somebody writes to it, and the process could not
 * end before.
 */
function streamFrom(path: string): Readable {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  if (fstatSync(fd).isFIFO()) return new Socket({ fd, readable: true, writable: false })
  return isatty(fd) ? new ReadStream(fd) : createReadStream(path, { fd })
}

async function bytesOf(stream: Readable, room: number, signal: AbortSignal): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  try {
    for await (const piece of addAbortSignal(signal, stream) as AsyncIterable<Buffer>) {
      length += piece.length
      if (length > room) throw tooLong(room)
      pieces.push(piece)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
  return Buffer.concat(pieces)
}

function tooLong(room: number): RefusedFile {
  return new RefusedFile(`larger than ${room / 2 ** 20} MiB`)
}

/**
 * A text in UTF-8 or UTF-16, without the byte order mark that editors of Windows begin a file with. PowerShell writes UTF-16 where output
 * is redirected with `>`. Without the mark, UTF-16 is certain if the first letter has a zero byte, which no text in UTF-8 has. What is
 * invalid becomes replacement characters.
 */
export function decodedText(bytes: Uint8Array): string {
  const [first = none, second = none, third = none] = bytes
  const isLittleEndian = (first === 0xff && second === 0xfe) || (first > 0 && second === 0)
  if (isLittleEndian) return new TextDecoder('utf-16le').decode(bytes)
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second > 0)
  if (isBigEndian) return new TextDecoder('utf-16be').decode(bytes)
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', hasMark ? 3 : 0)
}

/** Stands for a byte behind the end of a text. A zero would be taken for a half of a letter in UTF-16. */
const none = -1
