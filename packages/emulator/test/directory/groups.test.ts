import { type DirectoryAppliance, dataOf, failure, startDirectory, success } from './directory-appliance'

let appliance: DirectoryAppliance

beforeEach(async () => {
  appliance = await startDirectory()
  for (const uid of ['grace', 'alan'])
    appliance.directory.members.create({ uid, password: 'secret', organization: 'Analysts' })
  appliance.directory.groups.remove(5001)
})
afterEach(() => appliance.close())

const createGroup = (body: object) => appliance.ask('POST', '/groups', body)

test('groups have gids from 5001, and are listed by organization', async () => {
  expect(await createGroup({ name: 'editors', ou: 'Library' })).toEqual(dataOf({ gid: 5001 }))
  expect(await createGroup({ name: 'readers', ou: 'Library' })).toEqual(dataOf({ gid: 5002 }))
  expect(await createGroup({ name: 'readers', ou: 'Analysts' })).toEqual(dataOf({ gid: 5003 }))
  const editors = { cn: 'editors', gidNumber: '5001', ou: 'Library' }
  const readers = { cn: 'readers', gidNumber: '5002', ou: 'Library' }
  expect(await appliance.ask('GET', '/groups?ou=library')).toEqual(dataOf({ 5001: editors, 5002: readers }))
  expect(await appliance.ask('GET', '/groups?ou=nowhere')).toEqual(dataOf({}))
  expect(await appliance.ask('GET', '/groups')).toMatchObject({ Data: { 5001: {}, 5002: {}, 5003: {} } })
})

test('creating an existing group succeeds and returns its gid', async () => {
  await createGroup({ name: 'editors', ou: 'Library' })
  expect(await createGroup({ name: ' Editors', ou: 'LIBRARY' })).toEqual(dataOf({ gid: 5001 }))
  expect(appliance.directory.groups.all()).toEqual([{ gid: 5001, name: 'editors', organization: 'Library' }])
})

test('creating a group may link a member, even if the group exists', async () => {
  await createGroup({ name: 'editors', ou: 'Library', uid: 'Grace' })
  await createGroup({ name: 'editors', ou: 'Library', uid: 'alan' })
  expect(appliance.directory.groups.membersOf(5001)).toEqual(['alan', 'grace'])
  expect(await createGroup({ name: 'readers', ou: 'Library', uid: 'nobody' })).toEqual(
    failure('USER_NOT_FOUND'),
  )
  expect(appliance.directory.groups.all()).toHaveLength(1)
})

test('a group needs a name', async () => {
  expect(await createGroup({ name: ' ', ou: 'Library' })).toEqual(failure('INVALID_NAME'))
  expect(await createGroup({ ou: 'Library' })).toEqual(failure(expect.stringContaining('name')))
  expect(appliance.directory.groups.all()).toEqual([])
})

test('linking twice succeeds, and so does unlinking twice', async () => {
  await createGroup({ name: 'editors', ou: 'Library' })
  for (const _ of [1, 2]) {
    expect(await appliance.ask('POST', '/groups/5001/members/Grace')).toEqual(success)
    expect(appliance.directory.groups.membersOf(5001)).toEqual(['grace'])
  }
  for (const _ of [1, 2]) {
    expect(await appliance.ask('DELETE', '/groups/5001/members/GRACE')).toEqual(success)
    expect(appliance.directory.groups.membersOf(5001)).toEqual([])
  }
})

test('an unknown member or group cannot be linked', async () => {
  await createGroup({ name: 'editors', ou: 'Library' })
  expect(await appliance.ask('POST', '/groups/5001/members/nobody')).toEqual(failure('USER_NOT_FOUND'))
  expect(await appliance.ask('POST', '/groups/5002/members/grace')).toEqual(failure('GROUP_NOT_FOUND'))
  expect(await appliance.ask('DELETE', '/groups/5002/members/grace')).toEqual(failure('GROUP_NOT_FOUND'))
  expect(await appliance.ask('POST', '/groups/editors/members/grace')).toEqual(failure('INVALID_GID'))
  expect(appliance.directory.groups.membersOf(5001)).toEqual([])
})

test('organizations are created with their first content, and are compared without case', async () => {
  await createGroup({ name: 'editors', ou: ' Library ' })
  await createGroup({ name: 'readers', ou: 'LIBRARY' })
  expect(await appliance.ask('GET', '/ous')).toEqual(
    dataOf({ Analysts: { ou: 'Analysts' }, Library: { ou: 'Library' } }),
  )
})

test.each(['users', 'Groups', 'COMPUTERS', 'root', ''])('no organization is called %j', async (ou) => {
  expect(await createGroup({ name: 'editors', ou })).toEqual(failure('INVALID_OU'))
  expect(appliance.directory.groups.all()).toEqual([])
})

test('a single organization contains everything', async () => {
  const single = await startDirectory({ singleOrganization: 'Company' })
  const member = { login: 'grace', password: 'secret', ou: 'Library' }
  expect(await single.ask('POST', '/members', member)).toEqual(success)
  expect(await single.ask('POST', '/groups', { name: 'editors', ou: 'root' })).toEqual(dataOf({ gid: 5002 }))
  expect(await single.ask('GET', '/members/grace')).toMatchObject({ Data: { ou: 'Company' } })
  expect(await single.ask('GET', '/groups?ou=Library')).toMatchObject({ Data: { 5001: {}, 5002: {} } })
  expect(await single.ask('GET', '/ous')).toEqual(dataOf({ Company: { ou: 'Company' } }))
  await single.close()
})

test('a group that is removed in the console takes its links along, and its gid is given again', async () => {
  await createGroup({ name: 'editors', ou: 'Library', uid: 'grace' })
  appliance.directory.groups.remove(5001)
  expect(await appliance.ask('GET', '/members/grace/groups')).toEqual(dataOf({}))
  expect(await createGroup({ name: 'readers', ou: 'Library' })).toEqual(dataOf({ gid: 5001 }))
  expect(appliance.directory.groups.membersOf(5001)).toEqual([])
  expect(() => appliance.directory.groups.remove(5009)).toThrow('GROUP_NOT_FOUND')
})

test('an organization that is removed in the console takes its members and groups along', async () => {
  await createGroup({ name: 'editors', ou: 'Library', uid: 'grace' })
  appliance.directory.organizations.remove('analysts')
  appliance.directory.organizations.remove('nowhere')
  expect(appliance.directory.describe()).toMatchObject({
    organizations: ['Library'],
    members: [],
    groups: [{ name: 'editors', members: [] }],
  })
})
