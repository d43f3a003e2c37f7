import { type DirectoryAppliance, failure, startDirectory, success } from './directory-appliance'

let appliance: DirectoryAppliance

beforeEach(async () => {
  appliance = await startDirectory()
})
afterEach(() => appliance.close())

function fill(): void {
  const { members, groups } = appliance.directory
  const { gid } = groups.create({ name: 'editors', organization: 'Library' })
  members.create({
    uid: 'grace',
    password: 'secret',
    organization: 'Library',
    gid,
    attributes: { sn: 'Hopper' },
  })
}

async function settledAfter(path: string): Promise<void> {
  expect(await appliance.ask('GET', path)).toEqual(success)
  await appliance.directory.settled()
}

function lastFilename(): string {
  return appliance.directory.backups.last()?.filename ?? ''
}

test('a backup is taken in the background, and its metadata stand beside Status', async () => {
  expect(await appliance.ask('GET', '/backup/instant')).toEqual(failure('NO_BACKUP'))
  fill()
  await settledAfter('/backup/now')
  const { size, time, filename } = appliance.directory.backups.last() ?? {}
  expect(filename).toMatch(/^Save-\d{4}-\d\d-\d\d\.gz$/)
  expect(size).toBeGreaterThan(0)
  expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(3600)
  expect(await appliance.ask('GET', '/backup/instant')).toEqual({
    Status: true,
    filesize: size,
    filetime: time,
  })
})

test('the metadata of a backup name its file, or are a sentence, if configured', async () => {
  const withFilename = await startDirectory({ backupForm: 'with-filename' })
  withFilename.directory.backups.take()
  const { size: filesize, time: filetime, filename } = withFilename.directory.backups.last() ?? {}
  expect(await withFilename.ask('GET', '/backup/instant')).toEqual({
    Status: true,
    filesize,
    filetime,
    filename,
  })
  await withFilename.close()
  const sentence = await startDirectory({ backupForm: 'sentence' })
  expect(await sentence.ask('GET', '/backup/instant')).toEqual(failure('NO_BACKUP'))
  sentence.directory.backups.take()
  expect(await sentence.ask('GET', '/backup/instant')).toMatchObject({
    Status: true,
    Info: `${filename} holds ${sentence.directory.backups.last()?.size} bytes`,
  })
  await sentence.close()
})

test('a second backup of one day replaces the first', async () => {
  await settledAfter('/backup/now')
  fill()
  await settledAfter('/backup/now')
  appliance.directory.members.remove('grace')
  await settledAfter(`/backup/import/${lastFilename()}`)
  expect(appliance.directory.members.get('grace')).toBeDefined()
})

test('backups may be named by their unix time', async () => {
  const other = await startDirectory({ backupNames: 'unix-time' })
  other.directory.backups.take()
  const { filename, time } = other.directory.backups.last() ?? {}
  expect(filename).toBe(`${time}.gz`)
  await other.close()
})

test('importing restores members, passwords, groups and links', async () => {
  fill()
  await settledAfter('/backup/now')
  const { members, groups, organizations } = appliance.directory
  const before = appliance.directory.describe()
  members.save('grace', { sn: 'Murray' })
  members.setPassword('grace', 'changed')
  groups.unlink(5001, 'grace')
  groups.create({ name: 'readers', organization: 'Reading room' })
  members.create({ uid: 'alan', password: 'secret', organization: 'Library' })
  expect(organizations.all()).toHaveLength(2)
  await settledAfter(`/backup/import/${lastFilename()}`)
  expect(appliance.directory.describe()).toEqual(before)
  expect(appliance.directory.checkPassword('grace', 'secret')).toBe(true)
})

test('a backup is not changed by later changes, nor by its import', async () => {
  fill()
  await settledAfter('/backup/now')
  for (const _ of [1, 2]) {
    appliance.directory.members.remove('grace')
    await settledAfter(`/backup/import/${lastFilename()}`)
    expect(appliance.directory.groups.membersOf(5001)).toEqual(['grace'])
  }
})

test('backups outlive the service that is uninstalled', async () => {
  fill()
  await settledAfter('/backup/now')
  await settledAfter('/uninstall')
  expect(await appliance.ask('GET', `/backup/import/${lastFilename()}`)).toEqual(failure('NOT_INSTALLED'))
  await settledAfter('/install')
  expect(appliance.directory.members.all()).toEqual([])
  await settledAfter(`/backup/import/${lastFilename()}`)
  expect(appliance.directory.members.get('grace')).toMatchObject({ attributes: { sn: 'Hopper' } })
})

test('a file that is no backup is refused, and the entries stay', async () => {
  fill()
  const refusal = failure('FILE_NOT_FOUND')
  expect(await appliance.ask('GET', '/backup/import/Save-2001-01-01.gz')).toEqual(refusal)
  expect(await appliance.ask('GET', '/backup/import/..%2Fpasswords.gz')).toEqual(refusal)
  expect(appliance.directory.service.phase).toBe('running')
  expect(appliance.directory.members.all()).toHaveLength(1)
})

test('the service is down while a backup is imported', async () => {
  const slow = await startDirectory({ durations: { import: 3_600_000 } })
  slow.directory.backups.take()
  const { filename } = slow.directory.backups.last() ?? {}
  expect(await slow.ask('GET', `/backup/import/${filename}`)).toEqual(success)
  expect(slow.directory.service.phase).toBe('importing')
  expect(await slow.ask('GET', '/groups')).toEqual(failure('SOCKET_NOT_FOUND'))
  expect(() => slow.directory.backups.beginRestoring(String(filename))).toThrow('TASK_RUNNING')
  await slow.close()
})

test('no backup is created if the service is uninstalled in the meantime', async () => {
  await appliance.close()
  // Long enough to be under way still when the service goes, whatever else the machine does.
  appliance = await startDirectory({ durations: { backup: 1_500 } })
  expect(await appliance.ask('GET', '/backup/now')).toEqual(success)
  appliance.directory.service.become('not-installed')
  await appliance.directory.settled()
  expect(appliance.directory.backups.all()).toEqual([])
})

test('the schedule is accepted', async () => {
  expect(await appliance.ask('GET', '/set/schedule')).toEqual(success)
})
