import { connect } from '../../../src/appliance/appliance'
import { caught } from '../caught'
import { json, serve } from '../server'
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
    expect(error.message).toContain(`The directory service is ${state}`)
    expect(error.told.code).toBe('directory-not-running')
    expect(error.told.advice).toContain(advice)
    expect(error.told.advice).toContain('appliance_ldap_service')
  })

  it('but not where the appliance cannot tell whether the service runs', async () => {
    const { directory: ldap } = await directory({
      'GET /members/ann': { Status: false, Error: 'USER_NOT_FOUND' },
      'GET /status': { Status: false, Error: 'NO_SUCH_COMMAND' },
    })
    const error = await caught(ldap.members.find('ann', signal))
    expect([error.kind, error.message]).toEqual(['failed', expect.stringContaining('NO_SUCH_COMMAND')])
  })

  it('but not where no route of the directory is there', async () => {
    const server = await serve((_, response) => json(response, {}, 404))
    const appliance = connect({ endpoints: { directory: { url: server.url } } })
    opened.push(appliance, server)
    const error = await caught(appliance.directory.members.find('ann', signal))
    expect([error.kind, error.message]).toEqual(['route-missing', expect.stringContaining('Service Pack 7')])
  })
})
