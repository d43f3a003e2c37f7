import type { ServerResponse } from 'node:http'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { caught, toldOf } from '../caught'
import { directory, signal } from './directory-server'

describe('groups are read', () => {
  const groups = [
    { gid: 5001, name: 'staff' },
    { gid: 5002, name: 'guests' },
  ]

  it.each<[string, unknown]>([
    [
      'records',
      [
        { gid: 5001, name: 'staff' },
        { gid: '5002', name: 'guests', ou: 'acme' },
      ],
    ],
    [
      'LDAP records',
      [
        { cn: ['staff'], gidNumber: ['5001'] },
        { CN: ['guests'], GIDNUMBER: ['5002'] },
      ],
    ],
    ['an object by number', { 5001: 'staff', 5002: { cn: 'guests' } }],
    ['an object by name', { staff: 5001, guests: { gidNumber: '5002' } }],
    [
      'an object within',
      {
        groups: [
          { gid: 5001, name: 'staff' },
          { gid: 5002, name: 'guests' },
        ],
      },
    ],
  ])('from %s', async (_, Data) => {
    const { directory: ldap, requests } = await directory({ 'GET /groups?ou=a+b': { Status: true, Data } })
    expect(await ldap.groups.list('a b', signal)).toEqual(groups)
    expect(requests()).toEqual(['GET /groups?ou=a+b'])
  })

  it.each<[string, unknown]>([
    ['an empty list', { Status: true, Data: [] }],
    ['an empty object', { Status: true, Groups: {} }],
    ['null', { Status: true, Data: null }],
    ['nothing at all', { Status: true, Info: '' }],
  ])('as none from %s', async (_, answer) => {
    // What fails says something.
    const failing = await directory({ 'GET /groups?ou=acme': { Status: true, Info: 'database is locked' } })
    const error = await caught(failing.directory.groups.list('acme', signal))
    expect([error.kind, diagnosticOf(error).message]).toEqual([
      'unreadable',
      expect.stringContaining('database is locked'),
    ])
    const { directory: ldap } = await directory({ 'GET /groups?ou=acme': answer })
    expect(await ldap.groups.list('acme', signal)).toEqual([])
  })

  it('and one without its number is an error, not left out, of a member, and if no other has one', async () => {
    const { directory: ldap } = await directory({
      'GET /groups?ou=acme': { Status: true, Data: [{ name: 'guests' }] },
      'GET /members/ann/groups': { Status: true, Data: [{ gid: 5001 }, { name: 'guests' }] },
    })
    expect((await caught(ldap.groups.list('acme', signal))).kind).toBe('unreadable')
    expect((await caught(ldap.groups.ofMember('ann', signal))).kind).toBe('unreadable')
  })

  it('with numbers that are never rounded, each once', async () => {
    const { directory: ldap } = await directory({
      'GET /groups?ou=acme': (_: unknown, response: ServerResponse) =>
        response.end(
          '{"Status": true, "Data": [{"gid": 5001, "cn": "staff"}, {"gid": 5001, "cn": "Staff"}, {"gid": 5001}, ' +
            '{"gid": 9007199254740993, "cn": "a"}, {"gid": 5002.00000000000000001, "cn": "b"}]}',
        ),
    })
    expect(await ldap.groups.list('acme', signal)).toEqual([{ gid: 5001, name: 'staff' }])
  })

  it('but a number with two names is an error to who looks for it', async () => {
    const Data = [
      { gid: 5001, cn: 'staff' },
      { gid: 5001, cn: 'guests' },
    ]
    const { directory: ldap } = await directory({ 'GET /groups?ou=acme': { Status: true, Data } })
    const staff = { gid: 5001, name: 'staff', organization: 'acme' }
    const { code } = await toldOf(ldap.groups.findManaged(staff, { logins: [] }, signal))
    expect(code).toBe('group-ambiguous')
  })
})

it.each<[string, unknown]>([
  ['names', ['acme', 'other']],
  ['records', [{ ou: 'acme' }, { OU: ['other'] }]],
  ['an object by name', { acme: { dn: 'ou=acme' }, other: {} }],
  ['an object with numbers', { 0: 'acme', 2: 'other' }],
  ['a field', { ous: ['acme', 'other'] }],
])('organizations are read from %s', async (_, Data) => {
  const { directory: ldap } = await directory({ 'GET /ous': { Status: true, Data } })
  expect(await ldap.organizations(signal)).toEqual(['acme', 'other'])
})

it.each<[string, unknown]>([
  ['a name', 'acme'],
  ['a record', { ou: 'acme' }],
])('a single organization is read from %s', async (_, Data) => {
  const { directory: ldap } = await directory({ 'GET /ous': { Status: true, Data } })
  expect(await ldap.organizations(signal)).toEqual(['acme'])
})

describe('a group is created', () => {
  it('by the list before and after, and by one request', async () => {
    let made = false
    const { directory: ldap, requests } = await directory({
      'GET /groups?ou=acme': () => ({ Status: true, Data: made ? [{ gid: 5007, cn: 'Staff' }] : [] }),
      'POST /groups': () => {
        made = true
        return 'drop'
      },
    })
    expect(await ldap.groups.create('staff', 'acme', signal)).toEqual({ gid: 5007, origin: 'created' })
    expect(await ldap.groups.create('staff', 'acme', signal)).toEqual({ gid: 5007, origin: 'adopted' })
    expect(requests().filter((request) => request.startsWith('POST'))).toHaveLength(1)
  })

  it('or not, where the list does not show it', async () => {
    const { directory: ldap } = await directory({
      'GET /groups?ou=acme': { Status: true, Data: [] },
      'POST /groups': { Status: true },
    })
    const diagnostic = await toldOf(ldap.groups.create('staff', 'acme', signal))
    expect(diagnostic).toMatchObject({ code: 'not-listed' })
  })
})

describe('a membership', () => {
  const answers = {
    'GET /members/ann': { Status: true, Data: { uid: 'ann' } },
    'GET /members/*': { Status: false, Error: 'NOT_FOUND' },
    'GET /members/ann/groups': { Status: true, Data: [] },
    'GET /members/bob/groups': { Status: false, Error: 'NOT_FOUND' },
    'GET /ous': { Status: true, Data: ['acme'] },
    'GET /groups?ou=acme': { Status: true, Data: [{ gid: 5001, name: 'staff' }] },
    'POST /groups/5009/members/ann': { Status: true },
    'POST /groups/5001/members/bob': { Status: false, Error: 'NO_ENTRY' },
    'POST /groups/5001/members/ann': { Status: true },
  }

  it('names the group that is missing', async () => {
    const { directory: ldap } = await directory(answers)
    expect(diagnosticOf(await caught(ldap.groups.link(5009, 'ann', signal))).message).toBe(
      'Member "ann" cannot be linked to group 5009: no organization of the directory has such a group.',
    )
  })

  it('names the member that is missing', async () => {
    const { directory: ldap } = await directory(answers)
    expect(diagnosticOf(await caught(ldap.groups.link(5001, 'bob', signal))).message).toContain(
      'has no such member',
    )
  })

  it('is not believed where the list does not show it', async () => {
    const { directory: ldap } = await directory(answers)
    const diagnostic = await toldOf(ldap.groups.link(5001, 'ann', signal))
    expect(diagnostic).toMatchObject({ code: 'not-listed' })
  })

  it('is read once for all who ask at the same time, and anew after a change', async () => {
    const groups: number[] = []
    const { directory: ldap, requests } = await directory({
      'GET /members/ann/groups': () => ({ Status: true, Data: groups }),
      'POST /groups/5001/members/ann': () => {
        groups.push(5001)
        return { Status: true }
      },
    })
    const asked = Array.from({ length: 8 }, () => ldap.groups.ofMember('ann', signal))
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 8 }, () => []))
    expect(requests()).toHaveLength(1)
    await ldap.groups.link(5001, 'ann', signal)
    expect(await ldap.groups.ofMember('ann', signal)).toEqual([{ gid: 5001, name: undefined }])
  })

  it('that is gone already counts as removed, whatever the appliance says', async () => {
    const { directory: ldap } = await directory({
      ...answers,
      'DELETE /groups/5001/members/ann': { Status: false, Error: 'NOT_LINKED' },
      'GET /members/cid/groups': { Status: true, Data: [5001] },
      'DELETE /groups/5001/members/cid': { Status: false, Error: 'BUSY' },
    })
    await ldap.groups.unlink(5001, 'ann', signal)
    expect(diagnosticOf(await caught(ldap.groups.unlink(5001, 'cid', signal))).message).toContain('BUSY')
  })
})
