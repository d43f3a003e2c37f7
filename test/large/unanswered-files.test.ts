import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRegularFile } from '@webfilter/site-lists'

let folder: string
let pipe: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-test-'))
  pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const { signal } = new AbortController()

test('a named pipe without a writer is not waited for', async () => {
  await expect(readRegularFile(pipe, 100, signal)).rejects.toMatchObject({ what: 'a named pipe' })
})

test('a file system that does not answer blocks no caller after the signal is triggered', async () => {
  const path = join(folder, 'sites')
  await writeFile(path, 'a.example\n')
  // Each opening waits in a thread for a writer, until no thread is left: what else is asked of any file is not answered.
  const waiting = Array.from({ length: threads }, () => open(pipe, 'r'))
  const stop = new AbortController()
  const reading = readRegularFile(path, 100, stop.signal)
  await new Promise(setImmediate)
  stop.abort(new Error('stopped'))
  try {
    await expect(reading).rejects.toThrow('stopped')
  } finally {
    // A writer, which lets them all go on.
    const writer = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
    for (const opened of await Promise.all(waiting)) await opened.close()
    closeSync(writer)
  }
  expect((await readRegularFile(path, 100, signal)).toString()).toBe('a.example\n')
})

/** So many has the engine unless the environment says otherwise. */
const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4)
