import { type DirectoryAppliance, dataOf, failure, startDirectory, success } from './directory-appliance'

/** Long enough that a task is under way until the appliance is closed. */
const never = 3_600_000
let appliance: DirectoryAppliance

afterEach(() => appliance.close())

async function status(): Promise<string> {
  return String(Object(await appliance.ask('GET', '/status')).Info)
}

const otherRoutes = [
  ['GET', '/backup/now'],
  ['GET', '/backup/instant'],
  ['GET', '/backup/import/Save-2026-06-17.gz'],
  ['GET', '/set/schedule'],
  ['POST', '/members'],
  ['GET', '/members/grace'],
  ['PUT', '/members/grace'],
  ['DELETE', '/members/grace'],
  ['POST', '/members/grace/password'],
  ['GET', '/members/grace/groups'],
  ['GET', '/groups'],
  ['POST', '/groups'],
  ['POST', '/groups/5001/members/grace'],
  ['DELETE', '/groups/5001/members/grace'],
  ['GET', '/ous'],
] as const

test.each(otherRoutes)('%s %s fails unless the service runs', async (method, path) => {
  appliance = await startDirectory({ service: 'not-installed' })
  expect(await appliance.ask(method, path)).toEqual(failure('NOT_INSTALLED'))
  appliance.directory.service.become('stopped')
  expect(await appliance.ask(method, path)).toEqual(failure('SOCKET_NOT_FOUND'))
})

test('the service is not installed at first, is installed in the background, and then runs', async () => {
  appliance = await startDirectory({ service: 'not-installed' })
  expect(await status()).toContain('installed=1\nrunning=0\nservice_disabled=0\n')
  expect(await status()).not.toContain('uptime')
  expect(await appliance.ask('GET', '/install')).toEqual(success)
  await appliance.directory.settled()
  expect(await status()).toMatch(
    /^\[APP_OPENLDAP\]\n(.+\n)*installed=1\nrunning=1\nservice_disabled=1\nmaster_version=[\d.]+\nuptime=\d+s\n$/,
  )
  expect(await appliance.ask('GET', '/ous')).toEqual(dataOf({}))
})

test.each([
  ['install', 'not-installed', 'installing', 'running=0\nservice_disabled=0', 'NOT_INSTALLED'],
  ['restart', 'running', 'restarting', 'running=0\nservice_disabled=1', 'SOCKET_NOT_FOUND'],
  ['uninstall', 'stopped', 'uninstalling', 'running=0\nservice_disabled=1', 'SOCKET_NOT_FOUND'],
] as const)(
  'while %s is under way, the service is not up and does nothing else',
  async (task, before, phase, expected, refusal) => {
    appliance = await startDirectory({ service: before, durations: { restartDelay: 0, [task]: never } })
    expect(await appliance.ask('GET', `/${task}`)).toEqual(success)
    expect(appliance.directory.service.phase).toBe(phase)
    expect(await status()).toContain(expected)
    expect(await appliance.ask('GET', '/ous')).toEqual(failure(refusal))
    for (const other of ['install', 'restart', 'uninstall'])
      expect(await appliance.ask('GET', `/${other}`)).toEqual(
        other === task ? success : failure('TASK_RUNNING'),
      )
    expect(appliance.directory.service.phase).toBe(phase)
  },
)

test('switching off keeps the entries, and answers like a service that is not installed', async () => {
  appliance = await startDirectory()
  appliance.directory.members.create({ uid: 'grace', password: 'secret', organization: 'Library' })
  appliance.directory.service.become('switched-off')
  expect(await status()).toContain('installed=1\nrunning=0\nservice_disabled=0\n')
  expect(await appliance.ask('GET', '/members/grace')).toEqual(failure('NOT_INSTALLED'))
  expect(await appliance.ask('GET', '/restart')).toEqual(failure('NOT_INSTALLED'))
  expect(await appliance.ask('GET', '/install')).toEqual(success)
  await appliance.directory.settled()
  expect(appliance.directory.service.phase).toBe('running')
  expect(appliance.directory.checkPassword('grace', 'secret')).toBe(true)
})

test('uninstalling forgets the entries', async () => {
  appliance = await startDirectory()
  appliance.directory.members.create({ uid: 'grace', password: 'secret', organization: 'Library' })
  expect(await appliance.ask('GET', '/uninstall')).toEqual(success)
  await appliance.directory.settled()
  expect(appliance.directory.service.phase).toBe('not-installed')
  await appliance.ask('GET', '/install')
  await appliance.directory.settled()
  expect(appliance.directory.describe()).toMatchObject({
    service: 'running',
    organizations: [],
    members: [],
    groups: [],
  })
})

test('a service that is to be restarted runs until the restart begins, and does nothing else in the meantime', async () => {
  appliance = await startDirectory({ durations: { restartDelay: never, restart: 1 } })
  expect(await appliance.ask('GET', '/restart')).toEqual(success)
  expect(await status()).toContain('running=1')
  expect(await appliance.ask('GET', '/ous')).toEqual(dataOf({}))
  expect(await appliance.ask('GET', '/restart')).toEqual(success)
  expect(await appliance.ask('GET', '/uninstall')).toEqual(failure('TASK_RUNNING'))
  appliance.directory.service.become('stopped')
  expect(await appliance.ask('GET', '/uninstall')).toEqual(success)
})

test('a restart stops the service once it begins, and starts it with a new uptime', async () => {
  appliance = await startDirectory({ durations: { restartDelay: 1, restart: never } })
  await appliance.ask('GET', '/restart')
  while (!(await status()).includes('running=0')) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(appliance.directory.service.phase).toBe('restarting')
  await appliance.close()
  appliance = await startDirectory({ durations: { restartDelay: 1, restart: 1 } })
  await appliance.ask('GET', '/restart')
  await appliance.directory.settled()
  expect(await status()).toMatch(/running=1\n(.+\n)*uptime=0s/)
})

test('restarting starts a stopped service with its entries', async () => {
  appliance = await startDirectory({ service: 'stopped' })
  appliance.directory.members.create({ uid: 'grace', password: 'secret', organization: 'Library' })
  expect(await status()).toContain('installed=1\nrunning=0')
  expect(await appliance.ask('GET', '/restart')).toEqual(success)
  await appliance.directory.settled()
  expect(await appliance.ask('GET', '/members/grace')).toMatchObject({ Status: true })
})

test('installing an installed service and uninstalling a missing one succeed and do nothing', async () => {
  appliance = await startDirectory({ service: 'stopped' })
  expect(await appliance.ask('GET', '/install')).toEqual(success)
  expect(appliance.directory.service.phase).toBe('stopped')
  appliance.directory.service.become('not-installed')
  expect(await appliance.ask('GET', '/uninstall')).toEqual(success)
  expect(appliance.directory.service.phase).toBe('not-installed')
  expect(await appliance.ask('GET', '/restart')).toEqual(failure('NOT_INSTALLED'))
})

test('a phase that is set by a test ends the task under way', async () => {
  appliance = await startDirectory({ service: 'not-installed' })
  await appliance.ask('GET', '/install')
  appliance.directory.service.become('stopped')
  await appliance.directory.settled()
  expect(appliance.directory.service.phase).toBe('stopped')
})

test('the uptime begins anew with every start', async () => {
  appliance = await startDirectory()
  const doNotFake = ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'] as const
  jest.useFakeTimers({ now: Date.now() + 90_000, doNotFake: [...doNotFake] })
  try {
    expect(await status()).toMatch(/uptime=1mn \d+s/)
    appliance.directory.service.become('running')
    expect(await status()).toContain('uptime=0s')
  } finally {
    jest.useRealTimers()
  }
})

test.each(['running', 'stopped', 'not-installed'] as const)(
  'the status of a service that is %s is reported without the key running, or by a word, if configured',
  async (service) => {
    appliance = await startDirectory({ service, statusForm: 'without-running' })
    expect(await status()).toContain(`installed=1\nservice_disabled=${service === 'not-installed' ? 0 : 1}\n`)
    expect(/uptime=/.test(await status())).toBe(service === 'running')
    await appliance.close()
    appliance = await startDirectory({ service, statusForm: 'word' })
    expect(await status()).toBe(service.replace('-', ' '))
  },
)

test.each([
  ['install', 'GET', '/install'],
  ['uninstall', 'GET', '/uninstall'],
  ['restart', 'GET', '/restart'],
  ['status', 'GET', '/status'],
  ['backup-now', 'GET', '/backup/now'],
  ['backup-instant', 'GET', '/backup/instant'],
  ['backup-import', 'GET', '/backup/import/x.gz'],
  ['schedule', 'GET', '/set/schedule'],
  ['member-create', 'POST', '/members'],
  ['member-get', 'GET', '/members/grace'],
  ['member-save', 'PUT', '/members/grace'],
  ['member-delete', 'DELETE', '/members/grace'],
  ['member-password', 'POST', '/members/grace/password'],
  ['member-groups', 'GET', '/members/grace/groups'],
  ['group-list', 'GET', '/groups?ou=x'],
  ['group-create', 'POST', '/groups'],
  ['group-link', 'POST', '/groups/5001/members/grace'],
  ['group-unlink', 'DELETE', '/groups/5001/members/grace'],
  ['organization-list', 'GET', '/ous'],
])(
  'a fault that is aimed at %s hits %s %s, in the words of the directory',
  async (operation, method, path) => {
    appliance = await startDirectory()
    const listener = 'directory'
    appliance.emulator.faults.set([{ operation, listener, effect: 'refuse', error: 'LDAP_BUSY' }])
    expect(await appliance.ask(method, path)).toEqual(failure('LDAP_BUSY'))
  },
)
