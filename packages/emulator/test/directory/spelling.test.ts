import type { Spelling } from '../../src/directory/spelling'
import { dataOf, startDirectory } from './directory-appliance'

/** What the routes return of a member, of the groups and of the organizations of one appliance. */
async function answersIn(spelling: Partial<Spelling>): Promise<Readonly<Record<string, unknown>>> {
  const appliance = await startDirectory({ spelling })
  const { groups, members } = appliance.directory
  const { gid } = groups.create({ name: 'editors', organization: 'Library' })
  const attributes = { givenName: 'Grace', sn: 'Hopper' }
  members.create({ uid: 'grace', password: 'secret', organization: 'Library', gid, attributes })
  const answers = {
    member: await appliance.ask('GET', '/members/grace'),
    groups: await appliance.ask('GET', '/groups?ou=Library'),
    ofMember: await appliance.ask('GET', '/members/grace/groups'),
    organizations: await appliance.ask('GET', '/ous'),
  }
  await appliance.close()
  return answers
}

test.each([
  ['ldap', 'givenName', 'gidNumber', 'objectClass'],
  ['lower', 'givenname', 'gidnumber', 'objectclass'],
  ['upper', 'GIVENNAME', 'GIDNUMBER', 'OBJECTCLASS'],
] as const)('attribute names may be in %s case', async (letterCase, givenName, gidNumber, objectClass) => {
  const { member, groups } = await answersIn({ letterCase })
  const record = { [givenName]: 'Grace', [gidNumber]: '5001', [objectClass]: expect.any(Array) }
  expect(member).toEqual(dataOf(expect.objectContaining(record)))
  expect(groups).toEqual(dataOf({ 5001: expect.objectContaining({ [gidNumber]: '5001' }) }))
})

test('values may be arrays throughout', async () => {
  const { member, groups } = await answersIn({ values: 'arrays' })
  expect(member).toEqual(
    dataOf({
      objectClass: ['top', 'inetOrgPerson', 'posixAccount'],
      uid: ['grace'],
      cn: ['Grace Hopper'],
      ou: ['Library'],
      gidNumber: ['5001'],
      givenName: ['Grace'],
      sn: ['Hopper'],
    }),
  )
  expect(groups).toEqual(dataOf({ 5001: { cn: ['editors'], gidNumber: ['5001'], ou: ['Library'] } }))
})

test('attributes without a value may be reported as empty ones', async () => {
  expect((await answersIn({ empty: 'present' })).member).toMatchObject({
    Data: { sn: 'Hopper', mail: '', mobile: '' },
  })
  expect(Object((await answersIn({})).member).Data).not.toHaveProperty('mail')
})

test('lists may be arrays of records, or names by their keys', async () => {
  const editors = { cn: 'editors', gidNumber: '5001', ou: 'Library' }
  expect(await answersIn({ lists: 'array' })).toMatchObject({
    groups: dataOf([editors]),
    ofMember: dataOf([editors]),
    organizations: dataOf([{ ou: 'Library' }]),
  })
  expect(await answersIn({ lists: 'names' })).toMatchObject({
    groups: dataOf({ 5001: 'editors' }),
    ofMember: dataOf({ 5001: 'editors' }),
    organizations: dataOf({ Library: 'Library' }),
  })
})
