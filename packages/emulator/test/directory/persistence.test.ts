import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { array, assert, constantFrom, property, tuple } from 'fast-check'
import { times } from '../../../../test/lanes/extent'
import { Directory } from '../../src/directory/directory'
import { type DirectoryChange, parseDirectoryChange } from '../../src/directory/entries'
import { startEmulator } from '../../src/emulator'
import { startDirectory } from './directory-appliance'

const folder = mkdtempSync(join(tmpdir(), 'directory-data-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('an appliance comes back with its directory, its backups and its service, and no password is in its file', async () => {
  const file = join(folder, 'whole.data')
  const first = await startDirectory({ service: 'not-installed' }, file)
  await first.ask('GET', '/install')
  await first.directory.settled()
  await first.ask('POST', '/members', {
    login: 'grace',
    password: 'compiler',
    ou: 'Library',
    lastname: 'Hopper',
  })
  await first.ask('POST', '/groups', { name: 'editors', ou: 'Library', uid: 'grace' })
  await first.ask('GET', '/backup/now')
  await first.directory.settled()
  await first.ask('DELETE', '/members/grace')
  const before = first.directory.describe()
  await first.close()

  const second = await startDirectory({ service: 'not-installed' }, file)
  expect(second.directory.describe()).toEqual(before)
  expect(before).toMatchObject({ service: 'running', members: [], groups: [{ gid: 5001 }, { gid: 5002 }] })
  await second.ask('GET', `/backup/import/${before.backups[0]?.filename}`)
  await second.directory.settled()
  expect(second.directory.checkPassword('grace', 'compiler')).toBe(true)
  expect(second.directory.groups.of('grace').map(({ gid }) => gid)).toEqual([5001, 5002])
  await second.close()
  expect(readFileSync(file, 'utf8')).not.toContain('compiler')
})

test('an interrupted installation has not happened', async () => {
  const file = join(folder, 'under-way.data')
  const durations = { install: 3_600_000 }
  const first = await startDirectory({ service: 'not-installed', durations }, file)
  await first.ask('GET', '/install')
  await first.close()
  const second = await startDirectory({ service: 'not-installed' }, file)
  expect(second.directory.service.phase).toBe('not-installed')
  await second.close()
})

test('an emulator does not start on a change of the directory that it cannot read', async () => {
  const file = join(folder, 'broken.data')
  writeFileSync(file, '{"area":"directory","change":"explode"}\n')
  await expect(startEmulator({ data: file })).rejects.toThrow(
    'A recorded change of the directory cannot be read',
  )
})

const uid = constantFrom('grace', 'alan', 'katherine', 'x')
const gid = constantFrom(5001, 5002, 5003)
const name = constantFrom('editors', 'Editors', 'readers', '')
const organization = constantFrom('Library', 'library', 'Analysts', 'root')
const text = constantFrom('', 'secret', 'changed')
const step = constantFrom(
  'create',
  'save',
  'password',
  'remove',
  'group',
  'remove group',
  'link',
  'unlink',
  'remove organization',
  'backup',
  'restore',
  'uninstall',
)
const steps = array(tuple(step, uid, gid, name, organization, text), { maxLength: 30 })

test('whatever is done, replaying the recorded changes makes the same directory', () => {
  assert(
    property(steps, (taken) => {
      const recorded: DirectoryChange[] = []
      const directory = new Directory({ service: 'running' }, (change) => recorded.push(change))
      for (const each of taken) attempt(() => take(directory, each))
      const replayed = new Directory({ service: 'running' })
      for (const line of recorded.map((change) => JSON.stringify(change)))
        replayed.apply(parseDirectoryChange(JSON.parse(line)))
      expect(replayed.describe()).toEqual(directory.describe())
      const known = (one: Directory) =>
        one.members.all().map((member) => one.checkPassword(member.uid, 'secret'))
      expect(known(replayed)).toEqual(known(directory))
    }),
    { numRuns: times(40) },
  )
})

/** What to do, then a uid, a gid, a group's name, an organization, and a text. */
type Step = readonly [string, string, number, string, string, string]

function take(directory: Directory, [step, uid, gid, name, organization, text]: Step): void {
  const { members, groups, organizations, backups, service } = directory
  switch (step) {
    case 'create':
      members.create({ uid, password: text, organization, attributes: { sn: text } })
      break
    case 'save':
      members.save(uid, { mobile: text })
      break
    case 'password':
      members.setPassword(uid, text)
      break
    case 'remove':
      members.remove(uid)
      break
    case 'group':
      groups.create({ name, organization, uid })
      break
    case 'remove group':
      groups.remove(gid)
      break
    case 'link':
      groups.link(gid, uid)
      break
    case 'unlink':
      groups.unlink(gid, uid)
      break
    case 'remove organization':
      organizations.remove(organization)
      break
    case 'backup':
      backups.take()
      break
    case 'restore':
      backups.restore(backups.last()?.filename ?? '')
      break
    case 'uninstall':
      service.become('not-installed')
      break
  }
}

/** A step that is refused changes nothing. */
function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Error) || !/^[A-Z_]+$/.test(error.message)) throw error
  }
}
