import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DirectoryOptions,
  type Emulator,
  type Fault,
  startEmulator,
} from '@webfilter/appliance-emulator'
import type { Report } from '../../src/doctor/report'

import { checksOf, disproof, examined, failuresOf } from './examined'

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
  expect(checksOf(report, 'route', 'directory')).toContainEqual(
    expect.objectContaining({ status: 'skipped', hint: expect.stringContaining('--member') }),
  )
  expect(disproof(report, 'Answer for a member that does not exist')).toBeUndefined()
})

test('lookups that all fail alike are no answer for a member that does not exist', async () => {
  const report = await directoryWith('running', [
    { effect: 'refuse', error: 'database is locked', operation: 'member-get' },
  ])
  expect(disproof(report, 'Answer for a member that does not exist')).toBeUndefined()
})

test('an absence in unknown words is understood because it is compared, also with a member that exists', async () => {
  await directoryWith('running', [], { absence: { text: 'E_4711' } })
  const attributes = { givenName: 'Ann', sn: 'Lee', mail: 'ann@mail.example' }
  emulator?.directory.members.create({ uid: 'ann.lee', password: 'x', organization: 'acme', attributes })
  const report = await lookedAgain('ann.lee')
  expect(disproof(report, 'Answer for a member that does not exist')).toBeUndefined()
  expect(report.healthy).toBe(true)
})

test('an absence that differs from one login to the next disproves an assumption', async () => {
  const report = await directoryWith('running', [
    { effect: 'refuse', error: 'E_4711', operation: 'member-get', times: 1 },
  ])
  expect(disproof(report, 'Answer for a member that does not exist')).toMatchObject({
    because: expect.stringContaining('E_4711'),
    hint: expect.stringContaining('missing member fail'),
  })
  expect(report.healthy).toBe(false)
})

describe('a member that is asked for', () => {
  const routeChecks = (report: Report) => checksOf(report, 'route', 'directory')

  test('shows which attributes a record contains, without their values', async () => {
    await directoryWith('running')
    emulator?.directory.members.create({
      uid: 'ann.lee',
      password: 'hunter2-hunter2',
      organization: 'acme',
      attributes: { givenName: 'Annabel', sn: 'Leeward', mail: 'ann@mail.example' },
    })
    const report = await lookedAgain('Ann.Lee')
    expect(report.healthy).toBe(true)
    expect(routeChecks(report)).toContainEqual(
      expect.objectContaining({
        status: 'passed',
        finding: expect.stringContaining(
          'the record shows first_name, last_name, email, organization, gid, but not title, telephone_number, mobile.',
        ),
      }),
    )
    expect(disproof(report, 'Record of a directory member')).toBeUndefined()
    expect(disproof(report, 'Organization of a member')).toBeUndefined()
    expect(JSON.stringify(report)).not.toMatch(/Annabel|Leeward|ann@mail|acme|hunter2/)
  })

  test('is a failure if it does not exist', async () => {
    await directoryWith('running')
    expect(failuresOf(await lookedAgain('ann.lex'))).toMatchObject([
      {
        check: 'route',
        finding: expect.stringContaining('member "ann.lex" does not exist.'),
        hint: 'Set --member to the login of an existing member.',
      },
    ])
  })

  test('disproves an assumption if its record cannot be read', async () => {
    await directoryWith('running', [{ effect: 'html', status: 200, operation: 'member-get' }])
    const report = await lookedAgain('ann.lee')
    expect(disproof(report, 'Record of a directory member')).toBeDefined()
  })

  test('is not read if the directory does not run', async () => {
    await directoryWith('stopped')
    expect(routeChecks(await lookedAgain('ann.lee'))).toHaveLength(1)
  })
})

async function lookedAgain(member: string) {
  return await examined({ endpoints: { directory: { url: emulator?.urls.directory } } }, new Date(), {
    member,
  })
}

async function directoryWith(
  service: 'running' | 'stopped' | 'not-installed',
  faults: readonly Fault[] = [],
  options: DirectoryOptions = {},
) {
  emulator = await startEmulator({
    socket: join(folder, 'directory.sock'),
    directory: { service, ...options },
  })
  emulator.faults.set([...faults])
  return await examined({ endpoints: { directory: { url: emulator.urls.directory } } })
}
