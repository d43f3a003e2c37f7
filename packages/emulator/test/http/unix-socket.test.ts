import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmulator } from '../../src/emulator'
import { send } from '../../src/testing/requests'

const folder = mkdtempSync(join(tmpdir(), 'appliance-socket-'))
afterAll(() => rmSync(folder, { recursive: true }))

const status = (socketPath: string) => send('GET', 'http://localhost/openldap/status', { socketPath })

test('a socket is open to its owner alone while the emulator runs, and gone after that', async () => {
  const socket = join(folder, 'owner.sock')
  const emulator = await startEmulator({ socket })
  expect(emulator.urls.directory).toBe(`unix://${socket}`)
  expect(statSync(socket).mode & 0o777).toBe(0o600)
  expect((await status(socket)).json).toMatchObject({ Status: true })
  await emulator.close()
  expect(existsSync(socket)).toBe(false)
})

test('making it leaves the permissions of other new files as they were', async () => {
  const mask = process.umask()
  const emulator = await startEmulator({ socket: join(folder, 'mask.sock') })
  expect(process.umask()).toBe(mask)
  await emulator.close()
})

test('there is no socket unless one is given', async () => {
  const emulator = await startEmulator()
  expect(emulator.urls.directory).toBeUndefined()
  await emulator.close()
})

test('no token is required on the socket, and no source address is checked', async () => {
  const socket = join(folder, 'token.sock')
  const emulator = await startEmulator({ socket, token: 'open sesame', allowedAddresses: ['192.0.2.1'] })
  expect((await status(socket)).json).toMatchObject({ Status: true })
  await emulator.close()
})

test('the socket of a process that was killed is replaced', async () => {
  const socket = join(folder, 'stale.sock')
  const killed = createServer().listen(join(folder, 'listening.sock'))
  await once(killed, 'listening')
  // Closing removes only what has the old name.
  renameSync(join(folder, 'listening.sock'), socket)
  killed.close()
  await once(killed, 'close')
  expect(existsSync(socket)).toBe(true)

  const emulator = await startEmulator({ socket })
  expect((await status(socket)).json).toMatchObject({ Status: true })
  await emulator.close()
})

test('a socket on which another emulator listens is left alone', async () => {
  const socket = join(folder, 'used.sock')
  const first = await startEmulator({ socket })
  await expect(startEmulator({ socket })).rejects.toMatchObject({ code: 'EADDRINUSE', address: socket })
  expect((await status(socket)).json).toMatchObject({ Status: true })
  await first.close()
})

test('a file that is no socket is left unchanged', async () => {
  const file = join(folder, 'letter.txt')
  writeFileSync(file, 'Dear Ada')
  await expect(startEmulator({ socket: file })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(readFileSync(file, 'utf8')).toBe('Dear Ada')
})

test('a path that is too long for a socket is refused instead of cut off', async () => {
  const socket = join(folder, 'x'.repeat(108))
  await expect(startEmulator({ socket })).rejects.toThrow('is longer than')
  expect(existsSync(socket.slice(0, 107))).toBe(false)
})

test('it closes although a client keeps its connection', async () => {
  const socket = join(folder, 'kept.sock')
  const emulator = await startEmulator({ socket })
  const headers = { connection: 'keep-alive' }
  await send('GET', 'http://localhost/openldap/status', { socketPath: socket, headers })
  await emulator.close()
  expect(existsSync(socket)).toBe(false)
})

test('requests over the socket are in the journal, and faults hit them', async () => {
  const socket = join(folder, 'faults.sock')
  const emulator = await startEmulator({ socket })
  emulator.faults.set([
    { listener: 'directory', effect: 'status', status: 500, times: 1 },
    { effect: 'queue-full' },
  ])
  await expect(status(socket)).rejects.toMatchObject({ code: 'ECONNRESET' })
  emulator.faults.set([{ listener: 'directory', effect: 'status', status: 500, times: 1 }])
  expect((await status(socket)).status).toBe(500)
  expect(emulator.journal.entries().map(({ listener, status }) => [listener, status])).toEqual([
    ['directory', 'dropped'],
    ['directory', 500],
  ])
  await emulator.close()
})
