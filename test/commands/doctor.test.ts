import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'
import { builtCommand, RunningCommand } from './running-command'

const folder = mkdtempSync(join(tmpdir(), 'appliance-doctor-'))
let emulator: Emulator

beforeAll(async () => {
  emulator = await startEmulator({ token: 'a-secret-of-ours' })
})
afterAll(async () => {
  await emulator.close()
  rmSync(folder, { recursive: true })
})

const run = (words: readonly string[], environment = {}) =>
  new RunningCommand(['doctor', ...words], environment).ended

const environment = (token: string) => ({
  APPLIANCE_NETWORK_URL: emulator.urls.base,
  APPLIANCE_RECORDS_URL: emulator.urls.records,
  APPLIANCE_TOKEN: token,
})

test('exits with 0 if no problems were found, without color and without the key', async () => {
  const { code, stdout, stderr } = await run([], environment('a-secret-of-ours'))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('No problems found')
  expect(stdout).not.toContain('\u001b')
  expect(stdout).not.toContain('a-secret-of-ours')
})

test('exits with 1 if a check fails, and says what to do', async () => {
  const { code, stdout } = await run([], environment('another-secret'))
  expect(code).toBe(1)
  expect(stdout).toContain('→ Compare token')
  expect(stdout).not.toContain('another-secret')
})

test('reads a file, and writes JSON', async () => {
  const file = join(folder, 'provider.json')
  writeFileSync(
    file,
    JSON.stringify({ endpoints: { network: { url: emulator.urls.base } }, token: 'a-secret-of-ours' }),
  )
  const { code, stdout } = await run(['--config', file, '--format', 'json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ format_version: '2.0', healthy: true })
})

test.each(['utf8', 'utf16le'] as const)('reads standard input with a byte order mark in %s', (encoding) => {
  const { stdout } = spawnSync(
    process.execPath,
    [builtCommand, 'doctor', '--config', '-', '--format', 'json'],
    { input: Buffer.from('\ufeff{"base_uri": "https://proxy.example.org"}', encoding), encoding: 'utf8' },
  )
  const finding = 'The standard input sets base_uri, which is not an attribute of the provider.'
  expect(JSON.parse(stdout)).toMatchObject({ checks: [{ check: 'configuration', finding }] })
})

test('starts with the verdict, and lists checks that passed only on request', async () => {
  const short = (await run([], environment('a-secret-of-ours'))).stdout
  expect(short).toMatch(/^No problems found: 0 failed, /)
  expect(short).toContain('To list all checks, add --all.')
  expect(short).not.toContain('GET /')
  const long = (await run(['--all'], environment('a-secret-of-ours'))).stdout
  expect(long).toContain('GET /')
  expect(long).toMatch(/^No problems found: 0 failed, /)
})

test('reads the record of a member if asked to', async () => {
  const socket = join(folder, 'directory.sock')
  const directory = await startEmulator({ socket, directory: { service: 'running' } })
  const { code, stdout } = await run(['--member', 'ann.lee'], { APPLIANCE_DIRECTORY_URL: `unix://${socket}` })
  await directory.close()
  expect(code).toBe(1)
  expect(stdout).toContain('member "ann.lee" does not exist.')
  expect(stdout).toContain('→ Set --member to the login of an existing member.')
})

test('a file that does not exist is a failed check', async () => {
  const { code, stdout } = await run(['--config', join(folder, 'none.json'), '--format', 'json'])
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ checks: [{ check: 'configuration', status: 'failed' }] })
})

test.each([[['--format', 'yaml']], [['--color']], [['extra']], [['--member', ' ']]])(
  '%j is a usage error',
  async (words) => {
    const { code, stdout, stderr } = await run(words)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('Run it with --help')
  },
)

test('explains itself', async () => {
  const { code, stdout } = await run(['--help'])
  expect(code).toBe(0)
  for (const text of [
    '--config <file>',
    '--format <form>',
    '--member <login>',
    '--all',
    'npx --no appliance doctor',
    'APPLIANCE_BASE_URL',
    'never printed',
  ]) {
    expect(stdout).toContain(text)
  }
})

test('Ctrl-C ends it without a report', async () => {
  const silent = createServer()
  const connected = once(silent, 'connection')
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const command = new RunningCommand(['doctor'], { APPLIANCE_NETWORK_URL: `https://127.0.0.1:${port}` })
  await connected
  expect(await command.stop('SIGINT')).toEqual({
    code: 1,
    signal: null,
    stdout: '',
    stderr: 'Interrupted before all checks were done.\n',
  })
  silent.close()
})
