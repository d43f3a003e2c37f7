import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRegularFile } from '../../src/files/regular-file'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'appliance-test-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const { signal } = new AbortController()

describe('a regular file', () => {
  it.each([0, 1, 4_095, 4_096, 2 ** 20, 3 * 2 ** 20 + 1])('of %d bytes is read whole', async (size) => {
    const path = join(folder, `${size}`)
    const content = Buffer.alloc(size, 'list of sites')
    await writeFile(path, content)
    expect((await readRegularFile(path, size, signal)).equals(content)).toBe(true)
  })

  it('is read although it says that it is empty', async () => {
    // The kernel writes it as it is read.
    const content = await readRegularFile('/proc/self/mountinfo', 2 ** 20, signal)
    expect(content.toString()).toContain(' / ')
  })

  it('is not read where it is larger than is wanted, and where it only says nothing of that', async () => {
    const path = join(folder, 'sparse')
    await writeFile(path, '')
    await truncate(path, 2 ** 40)
    await expect(readRegularFile(path, 2 ** 20, signal)).rejects.toThrow('larger')
    await expect(readRegularFile('/proc/self/mountinfo', 10, signal)).rejects.toThrow('larger')
  })

  it('is read as far as it goes where it grows meanwhile, and no further than is wanted', async () => {
    const path = join(folder, 'growing')
    await writeFile(path, Buffer.alloc(2 ** 21, 'a'))
    const reading = readRegularFile(path, 2 ** 21 + 2, signal)
    await appendFile(path, 'bb')
    expect((await reading).length).toBeLessThanOrEqual(2 ** 21 + 2)
  })

  it('is not looked for where the signal was triggered before', async () => {
    await expect(readRegularFile(join(folder, 'none'), 1, AbortSignal.abort('stopped'))).rejects.toBe(
      'stopped',
    )
  })
})

describe('what is no regular file', () => {
  it.each([
    ['/dev/zero', 'a device'],
    [tmpdir(), 'a folder'],
  ])('is not read: %s', async (path, what) => {
    await expect(readRegularFile(path, 2 ** 20, signal)).rejects.toMatchObject({ what })
  })

  it('is not read: a socket', async () => {
    const path = join(folder, 'socket')
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(path, resolve))
    try {
      await expect(readRegularFile(path, 2 ** 20, signal)).rejects.toMatchObject({ what: 'a socket' })
    } finally {
      server.close()
    }
  })
})
