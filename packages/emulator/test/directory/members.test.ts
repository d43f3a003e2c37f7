import { stateOf } from '../../src/control'
import { type DirectoryAppliance, dataOf, failure, startDirectory, success } from './directory-appliance'

let appliance: DirectoryAppliance

beforeEach(async () => {
  appliance = await startDirectory()
})
afterEach(() => appliance.close())

const ada = {
  login: 'Ada.Lovelace',
  password: 'first engine',
  firstname: 'Ada',
  lastname: 'Lovelace',
  email: 'ada@example.com',
  ou: 'Analysts',
  gpid: 0,
}
const record = {
  objectClass: ['top', 'inetOrgPerson', 'posixAccount'],
  uid: 'ada.lovelace',
  cn: 'Ada Lovelace',
  ou: 'Analysts',
  gidNumber: '5001',
  givenName: 'Ada',
  sn: 'Lovelace',
  mail: 'ada@example.com',
}

const create = (changes: object = {}) => appliance.ask('POST', '/members', { ...ada, ...changes })

test('a member is created under a lower-cased id, and found under it in any case', async () => {
  expect(await create()).toEqual(success)
  expect(await appliance.ask('GET', '/members/ada.lovelace')).toEqual(dataOf(record))
  expect(await appliance.ask('GET', '/members/ADA.Lovelace')).toEqual(dataOf(record))
  expect(await appliance.ask('GET', '/members/grace')).toEqual(failure('USER_NOT_FOUND'))
})

test('a member that does not exist is reported in other words, if configured', async () => {
  const other = await startDirectory({ absence: { text: 'uid={name}: 32', status: 500 } })
  try {
    expect(await other.ask('GET', '/members/grace')).toEqual(failure('uid=grace: 32'))
    expect(await other.ask('GET', '/members/grace/groups')).toEqual(failure('uid=grace: 32'))
  } finally {
    await other.close()
  }
})

test.each([
  ['refused', failure('INVALID_TITLE'), 'Byron'],
  ['ignored', success, 'King'],
] as const)(
  'emptying a title is %s if configured, and a mobile number is emptied',
  async (how, answer, sn) => {
    const other = await startDirectory({ emptyAttributes: how })
    const attributes = { sn: 'Byron', title: 'Countess', mobile: '112' }
    other.directory.members.create({
      uid: 'ada.lovelace',
      password: 'x',
      organization: 'Library',
      attributes,
    })
    const path = '/members/ada.lovelace'
    expect(await other.ask('PUT', path, { sn: 'King', title: '' })).toEqual(answer)
    expect(await other.ask('PUT', path, { mobile: '' })).toEqual(success)
    expect(other.directory.members.get('ada.lovelace')?.attributes).toEqual({ sn, title: 'Countess' })
    await other.close()
  },
)

test.each([
  ['updated', { givenName: 'Grace', sn: 'Hopper' }],
  ['kept', { givenName: 'Ada', sn: 'Lovelace' }],
] as const)('a member that is created again is %s', async (existingMembers, attributes) => {
  const other = await startDirectory({ existingMembers })
  const again = { ...ada, firstname: 'Grace', lastname: 'Hopper', password: 'other' }
  for (const body of [ada, again]) expect(await other.ask('POST', '/members', body)).toEqual(success)
  const held = other.directory.members.get('ada.lovelace')
  expect(held?.attributes).toEqual({ ...attributes, mail: 'ada@example.com' })
  expect(other.directory.checkPassword('ada.lovelace', 'other')).toBe(existingMembers === 'updated')
  await other.close()
})

test.each([
  ['kept', { givenName: 'Ada', sn: 'King', title: 'Countess' }],
  ['cleared', { sn: 'King' }],
] as const)('what an update leaves out is %s', async (unsentAttributes, attributes) => {
  const other = await startDirectory({ unsentAttributes })
  other.directory.members.create({
    uid: 'ada.lovelace',
    password: 'x',
    organization: 'Library',
    attributes: { givenName: 'Ada', sn: 'Byron', title: 'Countess' },
  })
  expect(await other.ask('PUT', '/members/ada.lovelace', { sn: 'King' })).toEqual(success)
  expect(other.directory.members.get('ada.lovelace')?.attributes).toEqual(attributes)
  await other.close()
})

test.each(['', 'ada', 'ADA ', 'administrator', 'Administrator'])('the id %j is refused', async (login) => {
  expect(await create({ login })).toEqual(failure('INVALID_LOGIN'))
  expect(appliance.directory.members.all()).toEqual([])
  expect(appliance.directory.organizations.all()).toEqual([])
})

test('a new member needs a password and an organization', async () => {
  expect(await create({ password: '' })).toEqual(failure('INVALID_PASSWORD'))
  expect(await create({ ou: ' ' })).toEqual(failure('INVALID_OU'))
  expect(appliance.directory.members.all()).toEqual([])
})

test('a new member without a password is accepted if configured, and cannot log in', async () => {
  await appliance.close()
  appliance = await startDirectory({ withoutPassword: 'accepted' })
  expect(await create({ password: '' })).toEqual(success)
  expect(appliance.directory.checkPassword('ada.lovelace', '')).toBe(false)
})

test('an unknown organization is refused if configured, until it is created in the console', async () => {
  await appliance.close()
  appliance = await startDirectory({ unknownOrganizations: 'refused' })
  expect(await create()).toEqual(failure('OU_NOT_FOUND'))
  expect(appliance.directory.members.all()).toEqual([])
  appliance.directory.organizations.create('Analysts')
  expect(await create()).toEqual(success)
})

test('a group that does not exist is refused, and nothing is created', async () => {
  expect(await create({ gpid: 5999 })).toEqual(failure('GROUP_NOT_FOUND'))
  expect(appliance.directory.members.all()).toEqual([])
})

test('a member that is moved in the console keeps everything else', async () => {
  await create()
  appliance.directory.members.move('ADA.lovelace', { organization: 'Engines' })
  expect(await appliance.ask('GET', '/members/ada.lovelace')).toEqual(dataOf({ ...record, ou: 'Engines' }))
  expect(appliance.directory.checkPassword('ada.lovelace', 'first engine')).toBe(true)
})

test.each([
  ['a number as text', { ...ada, gpid: '0' }, 'gpid'],
  ['a missing login', { password: 'secret engine' }, 'login'],
  ['a password that is no text', { ...ada, password: 4711 }, 'password'],
  ['no JSON', '{"login":', 'body'],
])('%s is refused with what is wrong, never with a value', async (_, body, named) => {
  const answer = await appliance.ask('POST', '/members', body)
  expect(answer).toEqual(failure(expect.stringContaining(named)))
  expect(JSON.stringify(answer)).not.toMatch(/engine|4711/)
})

test('creating an existing member updates what is given, and leaves it in its organization', async () => {
  await create()
  expect(await appliance.ask('POST', '/members', { login: 'ADA.lovelace', lastname: 'King' })).toEqual(
    success,
  )
  const renamed = { ...record, cn: 'Ada King', sn: 'King' }
  expect(await appliance.ask('GET', '/members/ada.lovelace')).toEqual(dataOf(renamed))
  expect(await create({ firstname: '', lastname: 'King', ou: 'Others' })).toEqual(success)
  const { givenName: _, ...updated } = { ...record, cn: 'King', sn: 'King' }
  expect(await appliance.ask('GET', '/members/ada.lovelace')).toEqual(dataOf(updated))
  expect(appliance.directory.checkPassword('ada.lovelace', 'first engine')).toBe(true)
  expect(appliance.directory.organizations.all()).toEqual(['Analysts'])
})

test('saving changes the modifiable attributes, clears empty ones, and ignores the others', async () => {
  await create()
  const saved = { title: 'Countess', mobile: '+44 1', telephoneNumber: '+44 2', mail: 'king@example.com' }
  expect(await appliance.ask('PUT', '/members/Ada.Lovelace', { ...saved, uid: 'king', ou: 'x' })).toEqual(
    success,
  )
  expect(await appliance.ask('GET', '/members/ada.lovelace')).toEqual(dataOf({ ...record, ...saved }))
  expect(await appliance.ask('PUT', '/members/ada.lovelace', { mobile: '', sn: 'King' })).toEqual(success)
  const { mobile: _, ...left } = { ...record, ...saved, sn: 'King', cn: 'Ada King' }
  expect(await appliance.ask('GET', '/members/ada.lovelace')).toEqual(dataOf(left))
  expect(await appliance.ask('PUT', '/members/grace', saved)).toEqual(failure('USER_NOT_FOUND'))
})

test('a password is replaced, can be verified, and is not stored for another member', async () => {
  await create()
  await create({ login: 'grace' })
  expect(appliance.directory.checkPassword('ADA.lovelace', 'first engine')).toBe(true)
  expect(await appliance.ask('POST', '/members/Ada.Lovelace/password', { password: 'ünïcode "2"' })).toEqual(
    success,
  )
  expect(appliance.directory.checkPassword('ada.lovelace', 'ünïcode "2"')).toBe(true)
  expect(appliance.directory.checkPassword('ada.lovelace', 'first engine')).toBe(false)
  expect(appliance.directory.checkPassword('grace', 'first engine')).toBe(true)
  expect(appliance.directory.checkPassword('nobody', 'first engine')).toBe(false)
})

test('an empty password and one for an unknown member are refused', async () => {
  await create()
  const setPassword = (uid: string, body: object) => appliance.ask('POST', `/members/${uid}/password`, body)
  expect(await setPassword('ada.lovelace', { password: '' })).toEqual(failure('INVALID_PASSWORD'))
  expect(await setPassword('ada.lovelace', {})).toEqual(failure(expect.stringContaining('password')))
  expect(await setPassword('grace', { password: 'x' })).toEqual(failure('USER_NOT_FOUND'))
  expect(appliance.directory.checkPassword('ada.lovelace', 'first engine')).toBe(true)
})

test('no password appears in the journal or in the reported state', async () => {
  await create()
  await appliance.ask('POST', '/members/ada.lovelace/password', { password: 'second engine' })
  await appliance.ask('POST', '/members/ada.lovelace/password', '{"passw\\u006frd":"third engine"}')
  await appliance.ask('POST', '/members/ada.lovelace/password', '{"password":"fourth engine')
  const bodies = appliance.emulator.journal.entries().map(({ body }) => body)
  expect(JSON.parse(bodies[0] ?? '')).toEqual({ ...ada, password: '(hidden)' })
  expect(bodies.slice(1)).toEqual(['{"password":"(hidden)"}', '{"password":"(hidden)"}', '(hidden)'])
  const { members } = appliance.directory.describe()
  expect(members).toEqual([expect.objectContaining({ uid: 'ada.lovelace', gid: 5001 })])
  expect(JSON.stringify(members)).not.toMatch(/password/i)
  expect(stateOf(appliance.emulator).body).toContain('ada.lovelace')
  expect(stateOf(appliance.emulator).body).not.toMatch(/password|engine/i)
  expect(appliance.directory.checkPassword('ada.lovelace', 'third engine')).toBe(true)
})

test('a body without a password is in the journal as it came', async () => {
  await create()
  const body = '{ "sn" : "King" }'
  await appliance.ask('PUT', '/members/ada.lovelace', body)
  expect(appliance.emulator.journal.entries().at(-1)).toMatchObject({ body, listener: 'directory' })
})

test('deleting a member removes it from its groups; deleting an absent one succeeds', async () => {
  await create()
  expect(await appliance.ask('DELETE', '/members/Ada.Lovelace')).toEqual(success)
  expect(await appliance.ask('GET', '/members/ada.lovelace')).toEqual(failure('USER_NOT_FOUND'))
  expect(appliance.directory.groups.membersOf(5001)).toEqual([])
  expect(await appliance.ask('DELETE', '/members/ada.lovelace')).toEqual(success)
})

test('the appliance chooses the first group of the organization, and creates one if there is none', async () => {
  await create()
  expect(appliance.directory.groups.of('ada.lovelace')).toEqual([
    { gid: 5001, name: 'default', organization: 'Analysts' },
  ])
  appliance.directory.groups.create({ name: 'readers', organization: 'Library' })
  await create({ login: 'grace', ou: 'library' })
  expect(appliance.directory.members.get('grace')).toMatchObject({ gid: 5002, organization: 'Library' })
})

test('a member is created in the requested group, if there is one', async () => {
  appliance.directory.groups.create({ name: 'first', organization: 'Analysts' })
  appliance.directory.groups.create({ name: 'second', organization: 'Analysts' })
  expect(await create({ gpid: 5003 })).toEqual(failure('GROUP_NOT_FOUND'))
  expect(await create({ gpid: 5002 })).toEqual(success)
  expect(await appliance.ask('GET', '/members/Ada.Lovelace/groups')).toEqual(
    dataOf({ 5002: { cn: 'second', gidNumber: '5002', ou: 'Analysts' } }),
  )
  expect(await appliance.ask('GET', '/members/grace/groups')).toEqual(failure('USER_NOT_FOUND'))
})
