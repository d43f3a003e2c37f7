import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../src/emulator/emulator'
import type { Fault } from '../../src/emulator/fault'
import { assumption, checksOf, examined, failuresOf } from './examined'

const folder = mkdtempSync(join(tmpdir(), 'appliance-doctor-'))
let emulator: Emulator | undefined
afterEach(() => emulator?.close())
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['stopped', 'stopped', 'starts it'],
  ['not-installed', 'not installed', 'installs it'],
] as const)('a directory service that is %s fails with what to do', async (service, state, hint) => {
  const report = await directoryWith(service)
  expect(failuresOf(report)).toMatchObject([
    { check: 'service', finding: `The directory service is ${state}.`, hint: expect.stringContaining(hint) },
  ])
  expect(emulator?.journal.entries().map(({ path }) => path)).toEqual(['/openldap/status'])
})

test('a directory service that runs is asked for what it lists', async () => {
  const report = await directoryWith('running')
  expect(report.healthy).toBe(true)
  expect(checksOf(report, 'route', 'directory').length).toBeGreaterThanOrEqual(4)
  expect(assumption(report, 'Answer for a member that is not there')).toMatchObject({ holds: 'held' })
})

test('an absence in words that nobody knows disproves an assumption', async () => {
  const report = await directoryWith('running', [
    { effect: 'refuse', error: 'E_4711', operation: 'member-get' },
  ])
  expect(assumption(report, 'Answer for a member that is not there')).toMatchObject({
    holds: 'not held',
    because: expect.stringContaining('E_4711'),
    hint: expect.stringContaining('missing member fail'),
  })
  expect(report.healthy).toBe(false)
})

async function directoryWith(
  service: 'running' | 'stopped' | 'not-installed',
  faults: readonly Fault[] = [],
) {
  emulator = await startEmulator({ socket: join(folder, 'directory.sock'), directory: { service } })
  emulator.faults.set([...faults])
  return await examined({ endpoints: { directory: { url: emulator.urls.directory } } })
}
