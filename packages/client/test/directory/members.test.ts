import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { connect } from '../../src/appliance'
import { caught, toldOf } from '../caught'
import { json, type Received, serve } from '../server'
import { ann, directory, opened, signal, status } from './directory-server'

describe('a member is read', () => {
  const record = { givenName: 'Ann', sn: 'Lee', mail: 'ann@example.org', ou: 'acme', gidNumber: 5001 }
  const lists = {
    GIVENNAME: ['Ann'],
    SN: ['Lee'],
    Mail: ['ann@example.org'],
    OU: ['acme'],
    GidNumber: ['5001'],
  }
  const counted = (text: string) => ({ count: 1, 0: text })
  const php = {
    givenname: counted('Ann'),
    sn: counted('Lee'),
    mail: counted('ann@example.org'),
    dn: 'uid=ann,ou=users,ou=acme,dc=example,dc=org',
    gidnumber: counted('5001'),
  }
  const created = {
    login: 'Ann',
    firstname: 'Ann',
    lastname: 'Lee',
    email: 'ann@example.org',
    ou: 'acme',
    gpid: 5001,
  }

  it.each<[string, object]>([
    ['as LDAP names it', { Status: true, Data: record }],
    ['as lists in capitals', { Status: true, Data: lists }],
    ['as objects that count', { Status: true, Data: php }],
    ['as it was created', { Status: true, Data: created }],
    ['in the other spelling of the envelope', { status: true, data: record }],
    ['within an object by uid', { Status: true, Data: { ann: record } }],
    ['within a list', { Status: true, Data: [record] }],
    ['within a field of its own', { Status: true, Data: { member: record, extra: 1 } }],
    ['beside the envelope', { Status: true, Error: '', ...record }],
    ['as JSON in the information', { Status: true, Info: JSON.stringify(record) }],
    [
      'with fields that nobody knows',
      { Status: true, Version: '4.50', Data: { ...record, shadowMax: [9], x: null } },
    ],
  ])('%s', async (_, answer) => {
    const { directory: ldap } = await directory({ 'GET /members/ann': answer })
    expect(await ldap.members.find('ANN', signal)).toEqual(ann)
  })

  it.each([
    ['Acme\\, Inc.', 'Acme, Inc.'],
    ['Acme\\2C Inc.', 'Acme, Inc.'],
    ['Soci\\C3\\A9t\\C3\\A9', 'Société'],
    ['R\\+D \\\\2C', 'R+D \\2C'],
  ])(
    'with the organization of its distinguished name, in which %s is escaped',
    async (escaped, organization) => {
      const dn = `uid=ann,ou=users,ou=${escaped},dc=example,dc=org`
      const { directory: ldap } = await directory({
        'GET /members/ann': { Status: true, Data: { givenName: 'Ann', dn } },
      })
      expect((await ldap.members.find('ann', signal))?.organization).toBe(organization)
    },
  )

  it('by any of its logins', async () => {
    const { directory: ldap } = await directory({
      'GET /members/ann': { Status: true, Data: { ...record, uid: ['alee', 'Ann'] } },
    })
    expect(await ldap.members.find('ann', signal)).toEqual(ann)
  })

  it('and tells an empty attribute from one that is not told', async () => {
    const { directory: ldap } = await directory({
      'GET /members/ann': { Status: true, Data: { uid: 'ann', title: [], mobile: '', mail: ['a@x', 'b@x'] } },
    })
    expect((await ldap.members.find('ann', signal))?.texts).toEqual({
      title: [],
      mobile: [],
      email: ['a@x', 'b@x'],
    })
  })

  it.each<[string, object]>([
    ['holds nothing of a member', { Status: true, Data: { color: 'red' } }],
    ['is another one’s', { Status: true, Data: { ...record, uid: 'bob' } }],
    ['is missing', { Status: true, Info: 'done' }],
  ])('and refused where the record %s', async (_, answer) => {
    const { directory: ldap } = await directory({ 'GET /members/ann': answer })
    expect((await caught(ldap.members.find('ann', signal))).kind).toBe('unreadable')
  })
})

describe('a member is absent', () => {
  it.each([
    ['stopped', 'running=0\ninstalled=1', 'Start it'],
    ['not installed', 'running=0\ninstalled=0', 'which installs it'],
  ])('but not where the service is %s', async (state, text, advice) => {
    const { directory: ldap } = await directory({
      'GET /members/ann': { Status: false, Error: 'USER_NOT_FOUND' },
      'GET /status': status(`[APP_OPENLDAP]\n${text}`),
    })
    const error = await caught(ldap.members.find('ann', signal))
    expect(error.kind).toBe('not-running')
    expect(diagnosticOf(error).message).toContain(`The directory service is ${state}`)
    expect(diagnosticOf(error).code).toBe('directory-not-running')
    expect(diagnosticOf(error).advice).toContain(advice)
    expect(diagnosticOf(error).advice).toContain('appliance_ldap_service')
  })

  it('but not where the appliance cannot tell whether the service runs', async () => {
    const { directory: ldap } = await directory({
      'GET /members/ann': { Status: false, Error: 'USER_NOT_FOUND' },
      'GET /status': { Status: false, Error: 'NO_SUCH_COMMAND' },
    })
    const error = await caught(ldap.members.find('ann', signal))
    expect([error.kind, diagnosticOf(error).message]).toEqual([
      'failed',
      expect.stringContaining('NO_SUCH_COMMAND'),
    ])
  })

  it('but not where no route of the directory is there', async () => {
    const server = await serve((_, response) => json(response, {}, 404))
    const appliance = connect({ endpoints: { directory: { url: server.url } } })
    opened.push(appliance, server)
    const error = await caught(appliance.directory.members.find('ann', signal))
    expect([error.kind, diagnosticOf(error).message]).toEqual([
      'route-missing',
      expect.stringContaining('Service Pack 7'),
    ])
  })
})

/** What is advised of a failure of which nothing more is known. */
const asUsual = /^Look for the quoted text/

describe('a member is created', () => {
  const wanted = {
    uid: 'Ann',
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.org',
    organization: 'acme',
    gid: 0,
    password: 'hunter-secret',
  }

  it('with the documented body', async () => {
    const { directory: ldap, server } = await directory({ 'POST /members': { Status: true, Data: {} } })
    expect(await ldap.members.create(wanted, signal)).toBe('confirmed')
    expect(server.received[0]?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
      login: 'ann',
      password: 'hunter-secret',
      firstname: 'Ann',
      lastname: 'Lee',
      email: 'ann@example.org',
      ou: 'acme',
      gpid: 0,
    })
  })

  it('with one request, also where its answer is lost and the member is there', async () => {
    const { directory: ldap, requests } = await directory(
      { 'POST /members': 'drop', 'GET /members/ann': { Status: true, Data: { uid: 'ann', sn: 'Lee' } } },
      { retries: 3 },
    )
    expect(await ldap.members.create(wanted, signal)).toBe('found')
    expect(requests()).toEqual(['POST /members', 'GET /members/ann'])
  })

  /** What there is of Ann once she was created, and before. */
  const madeBy = (answer: unknown, before: unknown = { Status: false, Error: 'USER_NOT_FOUND' }) => {
    let isMade = false
    return {
      'POST /members': () => {
        isMade = true
        return answer
      },
      'GET /members/ann': () => (isMade ? { Status: true, Data: { uid: 'ann', sn: 'Lee' } } : before),
    }
  }
  const denial = { Status: false, Error: 'DISK_FULL' }

  it('also where the appliance says that it was not, and the member is there', async () => {
    const { directory: ldap } = await directory(madeBy(denial))
    expect(await ldap.members.look('ann', signal)).toEqual({ member: undefined, unproven: true })
    expect(await ldap.members.create(wanted, signal)).toBe('found')
  })

  it('or not, where a lookup may have failed before, and the account may be that of another person', async () => {
    let isFailing = true
    const failing = { Status: false, Error: 'database is locked' }
    const absent = { Status: false, Error: 'USER_NOT_FOUND' }
    const { directory: ldap } = await directory({
      'POST /members': () => {
        isFailing = false
        return denial
      },
      'GET /members/ann': () => (isFailing ? failing : { Status: true, Data: { uid: 'ann', sn: 'Lee' } }),
      'GET /members/*': () => (isFailing ? failing : absent),
    })
    expect(await ldap.members.look('ann', signal)).toEqual({ member: undefined, unproven: true })
    expect(diagnosticOf(await caught(ldap.members.create(wanted, signal))).message).toContain('DISK_FULL')
  })

  it('or not, with the failure of that request, where it does not show up', async () => {
    const { directory: ldap, requests } = await directory({
      'POST /members': 'drop',
      'GET /members/*': { Status: false, Error: 'NOT_FOUND' },
    })
    expect((await caught(ldap.members.create(wanted, signal))).kind).toBe('interrupted')
    expect(requests().filter((request) => request.startsWith('POST'))).toHaveLength(1)
  })

  it('or not, in few words, where the organizations there are have long names', async () => {
    const { directory: ldap } = await directory({
      'POST /members': { Status: false, Error: 'bad ou' },
      'GET /ous': { Status: true, Data: ['x'.repeat(100_000), 'third'] },
    })
    const { advice } = diagnosticOf(await caught(ldap.members.create(wanted, signal)))
    expect(advice).toContain('Use an existing organization, such as')
    expect(advice.length).toBeLessThan(500)
  })

  it('or not, with the organizations there are, where its own is missing', async () => {
    const { directory: ldap } = await directory({
      'POST /members': { Status: false, Error: 'bad ou' },
      'GET /ous': { Status: true, Data: ['other', 'third'] },
    })
    const error = await caught(ldap.members.create(wanted, signal))
    expect(diagnosticOf(error).code).toBe('not-found')
    expect(diagnosticOf(error).message).toContain('The directory has no organization "acme"')
    expect(diagnosticOf(error).advice).toContain('other, third')
  })

  it.each([
    [{ uid: 'Ann.Lee' }, asUsual],
    [{ uid: 'Ann' }, /^Choose another login: .* four characters\.$/],
    [{ uid: 'Administrator' }, /^Choose another login/],
    [{ uid: 'ann.lee', password: undefined }, /^Set a password: /],
    [{ uid: 'ann', password: undefined }, /^Choose another login: .* Set a password: /],
  ])('or not, with what the appliance may refuse of %j', async (given, advice) => {
    const { directory: ldap } = await directory({ 'POST /members': { Status: false, Error: 'REFUSED' } })
    const error = await caught(ldap.members.create({ ...wanted, ...given }, signal))
    expect(diagnosticOf(error).message).toContain('REFUSED')
    expect(diagnosticOf(error).advice).toMatch(advice)
    expect(diagnosticOf(error).code === 'member-creation-refused').toBe(advice !== asUsual)
  })

  it('and never told of with its password, whatever the appliance echoes', async () => {
    const password = 'se/cr"et<&ä'
    const echo = ({ body }: Received) => ({
      Status: false,
      Error: `bad: ${JSON.parse(body).password} in ${body}`,
    })
    const { directory: ldap } = await directory({ 'POST /members': echo, 'POST /members/ann/password': echo })
    for (const work of [
      () => ldap.members.create({ ...wanted, password }, signal),
      () => ldap.members.setPassword('ann', password, signal),
    ]) {
      const error = await caught(work())
      expect(diagnosticOf(error).message).toContain('bad: ***')
      expect(`${diagnosticOf(error).message} ${error.stack}`).not.toMatch(/se\\*\/cr/)
    }
  })

  it('and the hash in a record is not quoted either', async () => {
    const { directory: ldap } = await directory({
      'GET /members/ann': { Status: true, Data: { userPassword: ['{SSHA}abc"def'], color: 'red' } },
    })
    const { message } = await toldOf(ldap.members.find('ann', signal))
    expect(message).toContain('userPassword')
    expect(message).not.toMatch(/SSHA|abc|def/)
  })
})

it('an update sends LDAP names, and only what is given', async () => {
  const { directory: ldap, server } = await directory({ 'PUT /members/ann': { Status: true } })
  await ldap.members.update('Ann', { firstName: 'Anna', telephoneNumber: '1', mobile: '' }, signal)
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
    givenName: 'Anna',
    telephoneNumber: '1',
    mobile: '',
  })
})

it('an absent member counts as deleted', async () => {
  const { directory: ldap } = await directory({
    'DELETE /members/ann': { Status: false, Error: 'USER_NOT_FOUND' },
    'DELETE /members/bob': { Status: false, Error: 'BUSY' },
    'GET /members/bob': { Status: true, Data: { uid: 'bob', sn: 'Bell' } },
    'DELETE /members/cid': 'drop',
  })
  // Nothing shows yet that it is absent, and not that every lookup fails.
  expect(diagnosticOf(await caught(ldap.members.delete('ann', signal))).message).toContain('USER_NOT_FOUND')
  expect(await ldap.members.find('bob', signal)).toBeDefined()
  await ldap.members.delete('ann', signal)
  expect(diagnosticOf(await caught(ldap.members.delete('bob', signal))).message).toContain('BUSY')
  expect((await caught(ldap.members.delete('cid', signal))).kind).toBe('interrupted')
})
