import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Appliance, connect } from '../../src/appliance/appliance'
import { brokenExchange } from '../../src/appliance/connection-errors'
import { caught } from './caught'
import { type Answerer, json, type Received, serve, type TestServer } from './server'

const { signal } = new AbortController()
const status = (text: string) => ({ Status: true, Info: text })
const running = status('[APP_OPENLDAP]\nrunning=1\ninstalled=1\nmaster_version=2.6.7\nuptime=3 days')
const opened: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

/** A directory that answers as its table says, by `METHOD /path`; the service runs unless the table says otherwise. */
async function directory(
  answers: Readonly<Record<string, unknown>>,
  settings: { readonly retries?: number } = {},
): Promise<{ directory: Appliance['directory']; requests(): readonly string[]; server: TestServer }> {
  const answer: Answerer = (request, response) => {
    const route = `${request.method} ${request.path.replace('/openldap', '')}`
    const known = answers[route] ?? (route === 'GET /status' ? running : undefined)
    const told: unknown = typeof known === 'function' ? known(request) : known
    if (told === 'drop') response.destroy()
    else if (told === undefined) json(response, { Status: false, Error: 'UNKNOWN_ROUTE' }, 404)
    else json(response, told)
  }
  const server = await serve(answer)
  const appliance = connect({ endpoints: { directory: { url: server.url } }, retries: 0, ...settings })
  opened.push(appliance, server)
  return {
    directory: appliance.directory,
    server,
    requests: () => server.received.map(({ method, path }) => `${method} ${path.replace('/openldap', '')}`),
  }
}

const ann = {
  uid: 'ann',
  texts: { firstName: ['Ann'], lastName: ['Lee'], email: ['ann@example.org'] },
  organization: 'acme',
  gid: 5001,
}

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
  it.each<[string, unknown]>([
    ['in a token', { Status: false, Error: 'USER_NOT_FOUND' }],
    ['in the words of LDAP', { status: false, info: 'LDAP Result Code 32 "No Such Object"' }],
    ['in a sentence', { Status: false, Error: 'Member server-team does not exist' }],
    ['by an empty record', { Status: true, Data: {} }],
    ['by a record that is null', { Status: true, Data: null, Info: '' }],
    ['by HTTP status 404', undefined],
  ])('where the appliance says so %s', async (_, answer) => {
    const { directory: ldap } = await directory({ 'GET /members/server-team': answer })
    expect(await ldap.members.find('server-team', signal)).toBeUndefined()
  })

  it.each(['SOCKET_NOT_FOUND', 'no such file or directory', 'INTERNAL_ERROR', 'LDAP server not found'])(
    'but not where it says %s',
    async (text) => {
      const { directory: ldap } = await directory({ 'GET /members/ann': { Status: false, Error: text } })
      const error = await caught(ldap.members.find('ann', signal))
      expect([error.kind, error.message]).toEqual(['failed', expect.stringContaining(text)])
    },
  )

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
    expect(error.advice).toContain(advice)
    expect(error.advice).toContain('appliance_ldap_service')
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

  it('with the body that the interface document shows', async () => {
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

  it('or not, with the failure of that request, where it does not show up', async () => {
    const { directory: ldap, requests } = await directory({
      'POST /members': 'drop',
      'GET /members/ann': { Status: false, Error: 'NOT_FOUND' },
    })
    expect((await caught(ldap.members.create(wanted, signal))).kind).toBe('interrupted')
    expect(requests().filter((request) => request.startsWith('POST'))).toHaveLength(1)
  })

  it('or not, in few words, where the organizations there are have long names', async () => {
    const { directory: ldap } = await directory({
      'POST /members': { Status: false, Error: 'bad ou' },
      'GET /ous': { Status: true, Data: ['x'.repeat(100_000), 'third'] },
    })
    const { advice } = await caught(ldap.members.create(wanted, signal))
    expect(advice).toContain('Take one of those it has')
    expect(advice.length).toBeLessThan(500)
  })

  it('or not, with the organizations there are, where its own is missing', async () => {
    const { directory: ldap } = await directory({
      'POST /members': { Status: false, Error: 'bad ou' },
      'GET /ous': { Status: true, Data: ['other', 'third'] },
    })
    const error = await caught(ldap.members.create(wanted, signal))
    expect(error.message).toContain('The directory has no organization "acme"')
    expect(error.advice).toContain('other, third')
  })

  it.each([
    [{ uid: 'Ann.Lee' }, /^Look for the quoted text/],
    [{ uid: 'Ann' }, /^Choose another login: .* four characters\.$/],
    [{ uid: 'Administrator' }, /^Choose another login/],
    [{ uid: 'ann.lee', password: undefined }, /^Give the member a password: /],
    [{ uid: 'ann', password: undefined }, /^Choose another login: .* Give the member a password: /],
  ])('or not, with what the appliance may refuse of %j', async (given, advice) => {
    const { directory: ldap } = await directory({ 'POST /members': { Status: false, Error: 'REFUSED' } })
    const error = await caught(ldap.members.create({ ...wanted, ...given }, signal))
    expect(error.message).toContain('REFUSED')
    expect(error.advice).toMatch(advice)
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
      expect(error.message).toContain('bad: ***')
      expect(`${error.message} ${error.stack}`).not.toMatch(/se\\*\/cr/)
    }
  })

  it('and the hash in a record is not quoted either', async () => {
    const { directory: ldap } = await directory({
      'GET /members/ann': { Status: true, Data: { userPassword: ['{SSHA}abc"def'], color: 'red' } },
    })
    const { message } = await caught(ldap.members.find('ann', signal))
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
  })
  await ldap.members.delete('ann', signal)
  expect((await caught(ldap.members.delete('bob', signal))).message).toContain('BUSY')
})

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
    const { directory: ldap } = await directory({ 'GET /groups?ou=acme': answer })
    expect(await ldap.groups.list('acme', signal)).toEqual([])
  })

  it('and one without its number is an error, not left out', async () => {
    const { directory: ldap } = await directory({
      'GET /groups?ou=acme': { Status: true, Data: [{ gid: 5001 }, { name: 'guests' }] },
    })
    expect((await caught(ldap.groups.list('acme', signal))).kind).toBe('unreadable')
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
    expect((await caught(ldap.groups.create('staff', 'acme', signal))).message).toContain('does not list it')
  })
})

describe('a membership', () => {
  const answers = {
    'GET /members/ann': { Status: true, Data: { uid: 'ann' } },
    'GET /members/bob': { Status: false, Error: 'NOT_FOUND' },
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
    expect((await caught(ldap.groups.link(5009, 'ann', signal))).message).toBe(
      'Member "ann" cannot be linked to group 5009: no organization of the directory has such a group.',
    )
  })

  it('names the member that is missing', async () => {
    const { directory: ldap } = await directory(answers)
    expect((await caught(ldap.groups.link(5001, 'bob', signal))).message).toContain('has no such member')
  })

  it('is not believed where the list does not show it', async () => {
    const { directory: ldap } = await directory(answers)
    expect((await caught(ldap.groups.link(5001, 'ann', signal))).message).toContain('does not list it')
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
    expect((await caught(ldap.groups.unlink(5001, 'cid', signal))).message).toContain('BUSY')
  })
})

describe('the service', () => {
  it.each<[string, unknown, object]>([
    ['INI text', running, { state: 'running', version: '2.6.7', uptime: '3 days' }],
    ['quoted INI text', status('[OPENLDAP]\nrunning="0"\ninstalled="1"\n'), { state: 'stopped' }],
    [
      'INI text of more services',
      status('[CRON]\nrunning=1\n\n[APP_OPENLDAP]\ninstalled=0'),
      { state: 'not installed' },
    ],
    ['an object', { Status: true, Data: { running: true, installed: 1 } }, { state: 'running' }],
    ['nothing at all', status(''), { state: 'not installed' }],
    ['running and version alone', status('[X]\nrunning=0\nmaster_version=2.6'), { state: 'stopped' }],
  ])('is read from %s', async (_, answer, expected) => {
    const { directory: ldap } = await directory({ 'GET /status': answer })
    expect(await ldap.service.status(signal)).toMatchObject(expected)
  })

  it('is unreadable where it does not tell whether it runs', async () => {
    const { directory: ldap } = await directory({ 'GET /status': status('[APP_OPENLDAP]\ncolor=red') })
    expect((await caught(ldap.service.status(signal))).kind).toBe('unreadable')
  })

  it.each(['Please wait', `a${' '.repeat(1_000_000)}b`])(
    'is unreadable where it is told by a sentence',
    async (sentence) => {
      const { directory: ldap } = await directory({ 'GET /status': status(sentence) })
      expect((await caught(ldap.service.status(signal))).kind).toBe('unreadable')
    },
  )

  it('is installed once and waited for', async () => {
    let looks = 0
    const { directory: ldap, requests } = await directory({
      'GET /install': 'drop',
      'GET /status': () => {
        looks += 1
        if (looks === 1) return { Status: false, Error: 'BUSY' }
        return looks < 3 ? status('[APP_OPENLDAP]\ninstalled=0\nrunning=0') : running
      },
    })
    expect((await ldap.service.install(10_000, signal)).state).toBe('running')
    expect(requests().filter((request) => request === 'GET /install')).toHaveLength(1)
  })

  it('says what it saw last when the time is over', async () => {
    const { directory: ldap } = await directory({
      'GET /install': { Status: true },
      'GET /status': status('[APP_OPENLDAP]\ninstalled=1\nrunning=0'),
    })
    const error = await caught(ldap.service.install(600, signal))
    expect(error.message).toContain('not running after 0.6 s')
    expect(error.message).toContain('it is stopped')
  })

  it('is no longer waited for when that is cancelled, and says that it goes on', async () => {
    const stopping = new AbortController()
    const { directory: ldap } = await directory({
      'GET /install': { Status: true },
      'GET /status': () => {
        stopping.abort(new Error('stop'))
        return status('[APP_OPENLDAP]\ninstalled=0\nrunning=0')
      },
    })
    const error = await caught(ldap.service.install(60_000, stopping.signal))
    expect([error.kind, error.message]).toEqual(['cancelled', expect.stringContaining('goes on by itself')])
  })

  it('is uninstalled and waited for', async () => {
    let asked = false
    const { directory: ldap } = await directory({
      'GET /uninstall': () => {
        asked = true
        return { Status: true }
      },
      'GET /status': () => (asked ? status('[APP_OPENLDAP]\ninstalled=0\nrunning=0') : running),
    })
    await ldap.service.uninstall(10_000, signal)
    expect((await ldap.service.status(signal)).state).toBe('not installed')
  })
})

describe('the last backup', () => {
  it('is told by size and time', async () => {
    const { directory: ldap } = await directory({
      'GET /backup/instant': { Status: true, filesize: '20480', filetime: 1781654400 },
    })
    expect(await ldap.lastBackup(signal)).toEqual({ size: 20480, time: new Date('2026-06-17T00:00:00Z') })
  })

  it.each<[string, object]>([
    ['zeros', { Status: true, filesize: 0, filetime: 0 }],
    ['an error', { Status: false, Error: 'NO_BACKUP' }],
    ['no fields', { Status: true, Info: '' }],
  ])('is none where the appliance tells %s', async (_, answer) => {
    const { directory: ldap } = await directory({ 'GET /backup/instant': answer })
    expect(await ldap.lastBackup(signal)).toBeUndefined()
  })

  it('is not known where the appliance tells something else', async () => {
    const { directory: ldap } = await directory({
      'GET /backup/instant': { Status: false, Error: 'SOCKET_NOT_FOUND' },
    })
    expect((await caught(ldap.lastBackup(signal))).kind).toBe('failed')
  })

  it('is not known where its time is no time', async () => {
    const answer = { Status: true, filesize: 1, filetime: Number.MAX_SAFE_INTEGER }
    const { directory: ldap } = await directory({ 'GET /backup/instant': answer })
    expect((await caught(ldap.lastBackup(signal))).kind).toBe('unreadable')
  })
})

describe('a socket', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'socket-'))
  })

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  async function errorAt(path: string) {
    const appliance = connect({ endpoints: { directory: { url: `unix://${path}` } }, retries: 0 })
    opened.push(appliance)
    return await caught(appliance.directory.service.status(signal))
  }

  it('that is missing says where to run, and how to forward it', async () => {
    const error = await errorAt(join(folder, 'nowhere.sock'))
    expect(error.message).toContain('ENOENT')
    expect(error.advice).toContain('Run Terraform on the appliance')
    expect(error.advice).toContain('ssh -L')
  })

  it('that nobody serves any more says what to start', async () => {
    const path = join(folder, 'stale.sock')
    // A server that closes removes its socket; a file in its place refuses as one does that was left behind.
    writeFileSync(path, '')
    const error = await errorAt(path)
    expect(error.message).toContain('ECONNREFUSED')
    expect(error.advice).toContain('Start what serves the socket')
  })

  it('that is forbidden says who may open it', () => {
    const endpoint = {
      area: 'directory',
      origin: 'http://localhost',
      prefix: '',
      headers: {},
      secrets: [],
    } as const
    const forbidden = Object.assign(new Error('connect EACCES /run/x.sock'), { code: 'EACCES' })
    const error = brokenExchange(
      { ...endpoint, socketPath: '/run/x.sock' },
      'GET http://localhost/',
      forbidden,
      false,
    )
    expect([error.kind, error.transient]).toEqual(['unreachable', false])
    expect(error.advice).toContain('Run Terraform as a user that may read and write the socket')
  })
})
