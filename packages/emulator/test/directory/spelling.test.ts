import type { Spelling } from '../../src/directory/spelling'
import { startDirectory, telling } from './directory-appliance'

/** What is told of a member, of the groups and of the organizations of one appliance. */
async function toldIn(spelling: Partial<Spelling>): Promise<Readonly<Record<string, unknown>>> {
  const appliance = await startDirectory({ spelling })
  const { groups, members } = appliance.directory
  const { gid } = groups.create({ name: 'editors', organization: 'Library' })
  const attributes = { givenName: 'Grace', sn: 'Hopper' }
  members.create({ uid: 'grace', password: 'secret', organization: 'Library', gid, attributes })
  const told = {
    member: await appliance.ask('GET', '/members/grace'),
    groups: await appliance.ask('GET', '/groups?ou=Library'),
    ofMember: await appliance.ask('GET', '/members/grace/groups'),
    organizations: await appliance.ask('GET', '/ous'),
  }
  await appliance.close()
  return told
}

test.each([
  ['ldap', 'givenName', 'gidNumber', 'objectClass'],
  ['lower', 'givenname', 'gidnumber', 'objectclass'],
  ['upper', 'GIVENNAME', 'GIDNUMBER', 'OBJECTCLASS'],
] as const)('attribute names may be in %s case', async (letterCase, givenName, gidNumber, objectClass) => {
  const { member, groups } = await toldIn({ letterCase })
  const record = { [givenName]: 'Grace', [gidNumber]: '5001', [objectClass]: expect.any(Array) }
  expect(member).toEqual(telling(expect.objectContaining(record)))
  expect(groups).toEqual(telling({ 5001: expect.objectContaining({ [gidNumber]: '5001' }) }))
})

test('values may be arrays throughout', async () => {
  const { member, groups } = await toldIn({ values: 'arrays' })
  expect(member).toEqual(
    telling({
      objectClass: ['top', 'inetOrgPerson', 'posixAccount'],
      uid: ['grace'],
      cn: ['Grace Hopper'],
      ou: ['Library'],
      gidNumber: ['5001'],
      givenName: ['Grace'],
      sn: ['Hopper'],
    }),
  )
  expect(groups).toEqual(telling({ 5001: { cn: ['editors'], gidNumber: ['5001'], ou: ['Library'] } }))
})

test('attributes without a value may be reported as empty ones', async () => {
  expect((await toldIn({ empty: 'told' })).member).toMatchObject({
    Data: { sn: 'Hopper', mail: '', mobile: '' },
  })
  expect(Object((await toldIn({})).member).Data).not.toHaveProperty('mail')
})

test('lists may be arrays of records, or names by their keys', async () => {
  const editors = { cn: 'editors', gidNumber: '5001', ou: 'Library' }
  expect(await toldIn({ lists: 'array' })).toMatchObject({
    groups: telling([editors]),
    ofMember: telling([editors]),
    organizations: telling([{ ou: 'Library' }]),
  })
  expect(await toldIn({ lists: 'names' })).toMatchObject({
    groups: telling({ 5001: 'editors' }),
    ofMember: telling({ 5001: 'editors' }),
    organizations: telling({ Library: 'Library' }),
  })
})
