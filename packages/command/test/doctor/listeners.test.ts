import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'
import { examine } from '../../src/doctor/doctor'
import { checksOf, examined, failuresOf, settingsFor } from './examined'

const folder = mkdtempSync(join(tmpdir(), 'appliance-doctor-'))
let emulator: Emulator
let silent: Server

beforeAll(async () => {
  emulator = await startEmulator()
  silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await emulator.close()
  silent.close()
  rmSync(folder, { recursive: true })
})

/** Port 1 of this machine: nobody listens there. */
const nobody = 'http://127.0.0.1:1'

test('a listener that nobody serves fails alone, and nothing more is asked of its area', async () => {
  const settings = settingsFor(emulator)
  const report = await examined({
    ...settings,
    endpoints: { ...settings.endpoints, records: { url: nobody } },
  })
  expect(failuresOf(report)).toMatchObject([
    {
      check: 'reach',
      areas: ['records'],
      finding: expect.stringContaining('ECONNREFUSED'),
      hint: expect.stringContaining('this listener is enabled'),
    },
  ])
  expect(checksOf(report, 'route', 'records')).toEqual([])
  expect(checksOf(report, 'route', 'network')).toMatchObject([{ status: 'passed' }])
  expect(report.healthy).toBe(false)
})

test('areas without an address are not configured, which is no failure', async () => {
  const { urls } = emulator
  const report = await examined({ endpoints: { network: { url: urls.base } } })
  expect(report.healthy).toBe(true)
  expect(checksOf(report, 'reach', 'directory')).toMatchObject([
    { status: 'skipped', finding: 'Not configured.' },
  ])
  expect(checksOf(report, 'reach', 'categories')).toMatchObject([{ status: 'skipped' }])
})

test('a configuration that leads nowhere fails', async () => {
  expect(failuresOf(await examined({}))).toMatchObject([
    { check: 'configuration', finding: 'No address of the appliance is configured.' },
  ])
})

test('an address that cannot be used fails, and is not quoted', async () => {
  const report = await examined({ endpoints: { network: { url: 'http://ann:hunter22@proxy' } } })
  expect(failuresOf(report)).toMatchObject([{ check: 'configuration', areas: ['network'] }])
  expect(JSON.stringify(report)).not.toContain('hunter22')
})

test('a socket that is missing fails with what to do', async () => {
  const report = await examined({ endpoints: { directory: { url: `unix://${folder}/none.sock` } } })
  expect(failuresOf(report)).toMatchObject([
    {
      areas: ['directory'],
      finding: expect.stringContaining('ENOENT'),
      hint: expect.stringContaining('ssh -L'),
    },
  ])
})

test('a file that is no socket any more fails', async () => {
  const path = join(folder, 'left.sock')
  writeFileSync(path, '')
  chmodSync(path, 0o600)
  const report = await examined({ endpoints: { directory: { url: `unix://${path}` } } })
  expect(failuresOf(report)).toMatchObject([
    {
      check: 'reach',
      finding: expect.stringContaining('ECONNREFUSED'),
      hint: expect.stringContaining('is a file or a folder'),
    },
  ])
})

test('a listener that takes the connection and says nothing fails when the time is over', async () => {
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const report = await examined({
    endpoints: {
      network: { url: `http://127.0.0.1:${port}` },
      records: { url: `https://127.0.0.1:${port}` },
    },
    timeout: 1_000,
  })
  expect(failuresOf(report)).toMatchObject([
    { check: 'route', areas: ['network'], finding: expect.stringContaining('after 1 second') },
    { check: 'reach', areas: ['records'], finding: expect.stringContaining('within 1 second') },
  ])
})

test('an examination that is canceled ends at once', async () => {
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const stop = new AbortController()
  const settings = { endpoints: { network: { url: `https://127.0.0.1:${port}` } } }
  const examination = examine({ settings }, new Date(), stop.signal)
  stop.abort(new Error('interrupted'))
  await expect(examination).rejects.toThrow()
})
