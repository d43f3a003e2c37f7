import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'

/** A file that remembers what an emulator has acknowledged. */
export interface ChangeLog {
  /** The areas of which the file held changes when it was opened. */
  readonly areas: ReadonlySet<string>
  /** The changes of one area that the file held when it was opened, in the order in which they were written. */
  changesOf(area: string): unknown[]
  /** Appends one change. It is with the operating system when this returns, so it outlives the process. */
  append(area: string, change: object): void
  close(): void
}

/**
 * Opens a file of changes, one line of JSON each, and creates it where there is none. A last line without its end was being
 * written when the process died; no request was answered for it, so it is cut off. Throws if another line cannot be read.
 */
export function openChangeLog(path: string): ChangeLog {
  const descriptor = openSync(path, 'a+')
  let release = () => {}
  try {
    release = lock(path)
    return readChangeLog(path, descriptor, release)
  } catch (error) {
    closeSync(descriptor)
    release()
    throw error
  }
}

function readChangeLog(path: string, descriptor: number, release: () => void): ChangeLog {
  const content = readFileSync(descriptor)
  const end = content.lastIndexOf(lineFeed) + 1
  if (end === 0 && !mayBeLine(content)) throw notALog(path)
  ftruncateSync(descriptor, end)
  const recorded = readLines(content.subarray(0, end), path)
  let size = end
  return {
    areas: new Set(recorded.map(({ area }) => area)),
    changesOf: (area) => recorded.filter((line) => line.area === area).map(({ content }) => content),
    append: (area, change) => {
      size = appendLine(descriptor, size, Buffer.from(`${JSON.stringify({ area, ...change })}\n`))
    },
    close: () => {
      closeSync(descriptor)
      release()
    },
  }
}

/**
 * Marks the file as in use, by a file beside it with the number of this process: two emulators would each overwrite what the other has
 * acknowledged. The mark of a process that was killed is replaced.
 *
 * @returns what takes the mark away
 * @throws {Error} if a running process has marked it
 */
function lock(path: string): () => void {
  const mark = `${path}.lock`
  for (let isFirst = true; ; isFirst = false) {
    try {
      writeFileSync(mark, `${process.pid}\n`, { flag: 'wx' })
      return () => rmSync(mark, { force: true })
    } catch (error) {
      if (!isExisting(error)) throw error
      const owner = Number(readFileSync(mark, 'utf8'))
      if (!isFirst || isRunning(owner)) throw inUse(path, mark, owner)
      rmSync(mark, { force: true })
    }
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

function isRunning(owner: number): boolean {
  try {
    return process.kill(owner, 0)
  } catch (error) {
    // It belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function inUse(path: string, mark: string, owner: number): Error {
  return new Error(
    `${path} is in use by the emulator with process number ${owner}. Stop that one, or choose another file with --data. If no ` +
      `emulator is running, delete ${mark}.`,
  )
}

interface RecordedLine {
  readonly area: string
  readonly content: unknown
}

const recordedLine = z.object({ area: z.string() })
const lineFeed = 0x0a
const beginning = Buffer.from('{"area":"')

/** Whether some bytes are the beginning of a line that an emulator was writing. */
function mayBeLine(content: Buffer): boolean {
  const length = Math.min(content.length, beginning.length)
  return content.subarray(0, length).equals(beginning.subarray(0, length))
}

/** Nothing is cut off a file that somebody else wrote. */
function notALog(path: string): Error {
  return new Error(
    `${path} is not a file that an emulator wrote. Start with another file, or delete it if you do not need it.`,
  )
}

function readLines(content: Buffer, path: string): RecordedLine[] {
  const lines: RecordedLine[] = []
  let start = 0
  for (let end = content.indexOf(lineFeed); end !== -1; end = content.indexOf(lineFeed, start)) {
    lines.push(readLine(content.toString('utf8', start, end), lines.length + 1, path))
    start = end + 1
  }
  return lines
}

function readLine(line: string, number: number, path: string): RecordedLine {
  const content = parsedJson(line)
  const { success, data } = recordedLine.safeParse(content)
  if (success) return { area: data.area, content }
  throw new Error(
    `Line ${number} of ${path} is not a change that an emulator wrote. Fix it, or start with another file.`,
  )
}

/** Returns the new size of the file. A line that cannot be written whole, as on a full disk, leaves nothing behind. */
function appendLine(descriptor: number, size: number, line: Buffer): number {
  try {
    let written = 0
    while (written < line.length) written += writeSync(descriptor, line, written)
    return size + line.length
  } catch (error) {
    ftruncateSync(descriptor, size)
    throw error
  }
}

/** Reads a change that a change log holds. Throws a readable error if it is none of the area's. */
export function readRecorded<T>(schema: z.ZodType<T>, area: string, recorded: unknown): T {
  const parsed = schema.safeParse(recorded)
  if (parsed.success) return parsed.data
  throw new Error(`A recorded change of ${area} cannot be read: ${z.prettifyError(parsed.error)}`)
}
