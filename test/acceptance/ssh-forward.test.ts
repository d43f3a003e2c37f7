import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import {
  type Appliance,
  ApplianceError,
  type ApplianceSettings,
  connect,
  resolveEndpoint,
  sshForward,
} from '@webfilter/appliance-client'
import { examine } from '@webfilter/appliance-command/doctor/doctor'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { SshServer } from '../../engine/ssh-server'
import type { LogFields, SshSettings } from '../../packages/client/src/settings'
import { withWords } from '../../packages/client/test/caught'
import { logInto } from '../../packages/client/test/log-lines'
import { RunningCommand } from '../commands/running-command'
import { isFull } from '../lanes/extent'
import { startAppliance, type TestAppliance } from './appliance'
import { describeWithSsh } from './describe-with-ssh'

const { signal } = new AbortController()

describeWithSsh('the user directory over ssh', () => {
  let server: SshServer
  let appliance: TestAppliance
  let socket: string
  const clients: Appliance[] = []
  /** What the clients of one test have logged. */
  let lines: { message: string; fields: LogFields }[]

  beforeAll(async () => {
    server = await SshServer.start()
    appliance = await startAppliance({ directory: { service: 'running' } })
    socket = (appliance.environment.APPLIANCE_DIRECTORY_URL ?? '').slice('unix://'.length)
    appliance.directory.organizations.create('acme')
  })

  beforeEach(() => {
    lines = []
  })

  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close()
    appliance.faults.clear()
  })

  afterAll(async () => {
    await appliance.close()
    await server.close()
  })

  /** A client that logs in with the key of the test unless told otherwise. */
  function client(
    url = server.url(socket),
    ssh: SshSettings = {},
    settings: ApplianceSettings = {},
  ): Appliance['directory'] {
    // The ssh of an earlier test may log its end while a later one runs.
    const ofTest = lines
    const files = {
      configFile: server.write('empty', ''),
      identityFile: server.file('login'),
      knownHostsFile: server.file('known_hosts'),
    }
    const made = connect({
      endpoints: { directory: { url, ssh: { ...files, ...ssh } } },
      retries: 0,
      timeout: 10_000,
      log: logInto((message, fields = {}) => void ofTest.push({ message, fields })),
      ...settings,
    })
    clients.push(made)
    return made.directory
  }

  const ask = async (directory: Appliance['directory']) => await directory.organizations(signal)

  async function failure(work: Promise<unknown>): Promise<ApplianceError> {
    const thrown = await work.then(
      () => undefined,
      (error: unknown) => error,
    )
    if (thrown instanceof ApplianceError) return thrown
    throw new Error(`It did not fail as expected: ${thrown}`)
  }

  const code = async (work: Promise<unknown>) => diagnosticOf(await failure(work)).code

  it('is reached by one login for all requests at once', async () => {
    const before = server.logins()
    const directory = client()
    const answers = await Promise.all(Array.from({ length: 64 }, () => ask(directory)))
    expect(answers).toEqual(answers.map(() => ['acme']))
    expect(server.logins() - before).toBe(1)
  })

  it('takes many memberships through one login', async () => {
    const before = server.logins()
    const { gid } = appliance.directory.groups.create({ name: 'many', organization: 'acme' })
    const attributes = { givenName: 'Ann', sn: 'Lee', mail: 'ann@example.org' }
    const uids = Array.from({ length: isFull ? 500 : 100 }, (_, index) => `member-${index}`)
    for (const uid of uids) {
      appliance.directory.members.create({ uid, organization: 'acme', password: 'by-hand', attributes })
    }
    const { groups } = client()
    await Promise.all(uids.map((uid) => groups.link(gid, uid, signal)))
    expect(appliance.directory.groups.of('member-99').map(({ name }) => name)).toContain('many')
    expect(server.logins() - before).toBe(1)
  })

  it('is reached by no login before the first request', async () => {
    const before = server.logins()
    client()
    await setTimeout(0)
    expect(server.logins()).toBe(before)
    expect(lines).toEqual([])
  })

  it('needs the host key that known_hosts has', async () => {
    const unknown = await failure(ask(client(undefined, { knownHostsFile: server.write('none', '') })))
    expect(unknown).toMatchObject({ kind: 'unreachable', transient: false })
    expect(diagnosticOf(unknown)).toMatchObject({
      code: 'ssh-host-unknown',
      message: expect.stringContaining('host key is known for [127.0.0.1]'),
      advice: expect.stringContaining(`ssh-keyscan -p ${server.port} 127.0.0.1`),
    })

    const names = server.write(
      'names-of-unknown',
      ['Host appliance', '  HostName 127.0.0.1', `  Port ${server.port}`, ''].join('\n'),
    )
    const none = { configFile: names, knownHostsFile: server.file('none') }
    const named = await failure(ask(client(`ssh://appliance${socket}`, none)))
    expect(diagnosticOf(named).advice).toContain(`ssh-keyscan -p ${server.port} 127.0.0.1 |`)

    server.key('other')
    const line = `[127.0.0.1]:${server.port} ${server.read('other.pub')}`
    const changed = await failure(ask(client(undefined, { knownHostsFile: server.write('others', line) })))
    expect(diagnosticOf(changed).code).toBe('ssh-host-key-changed')
    expect(diagnosticOf(changed).message).toContain(server.file('others'))
  })

  it('needs a key that may log in, and tries a wrong one once', async () => {
    const directory = client(undefined, { identityFile: server.key('wrong') })
    const wrong = await failure(ask(directory))
    expect(diagnosticOf(wrong).code).toBe('ssh-permission-denied')
    expect(diagnosticOf(wrong).message).toContain('Permission denied (publickey')
    const started = () => lines.filter(({ message }) => message === 'starting ssh').length
    const before = started()
    expect(before).toBeGreaterThan(0)
    expect(await code(ask(directory))).toBe('ssh-permission-denied')
    expect(started()).toBe(before)
    const missing = client(undefined, { identityFile: server.file('no-such-key') })
    expect(diagnosticOf(await failure(ask(missing))).message).toContain('no-such-key not accessible')
  })

  it('is not reached where no server listens', async () => {
    const error = await failure(ask(client(`ssh://127.0.0.1:1${socket}`)))
    expect(withWords(error)).toMatchObject({
      kind: 'unreachable',
      transient: true,
      diagnostic: { code: 'ssh-failed' },
    })
    expect(diagnosticOf(error).message).toContain('Connection refused')
  })

  it('is not reached without a program', async () => {
    const sshProgram = server.file('no-such-program')
    const error = await failure(ask(client(undefined, {}, { sshProgram })))
    expect(diagnosticOf(error).code).toBe('ssh-program-missing')
    expect(diagnosticOf(error).advice).toContain('openssh-client')
  })

  it('is reached by the program that APPLIANCE_SSH names, even if it is older than one of its options', async () => {
    const sshProgram = server.executable(
      'old-ssh',
      '#!/bin/sh\ncase "$*" in *ForkAfter*) echo "command-line: line 0: Bad configuration option: forkafterauthentication" >&2; exit 255;; esac\nexec ssh "$@"\n',
    )
    expect(await ask(client(undefined, {}, { sshProgram }))).toEqual(['acme'])
  })

  it('is reached by a name of a configuration file, which cannot detach or share the connection', async () => {
    const configFile = server.write(
      'names',
      [
        'Host appliance',
        '  HostName 127.0.0.1',
        `  Port ${server.port}`,
        `  User ${server.user}`,
        `  IdentityFile ${server.file('login')}`,
        `  UserKnownHostsFile ${server.file('known_hosts')}`,
        '  ControlMaster auto',
        `  ControlPath ${server.file('control')}`,
        '  ControlPersist yes',
        // An older ssh lacks it.
        '  IgnoreUnknown ForkAfterAuthentication',
        '  ForkAfterAuthentication yes',
        '  ExitOnForwardFailure yes',
        '  ClearAllForwardings yes',
        // Its own server listens there.
        `  LocalForward ${server.port} 127.0.0.1:1`,
        '  LogLevel QUIET',
        '',
      ].join('\n'),
    )
    const files = { configFile, identityFile: undefined, knownHostsFile: undefined }
    expect(await ask(client(`ssh://appliance${socket}`, files))).toEqual(['acme'])
    expect(existsSync(server.file('control'))).toBe(false)
  })

  it('reports a request that the server does not forward as one that was not sent', async () => {
    const error = await failure(ask(client(server.url('/no/such.sock'))))
    expect(error).toMatchObject({ kind: 'unreachable', transient: true })
    expect(diagnosticOf(error).code).toBe('ssh-forward-refused')
    expect(diagnosticOf(error).advice).toContain('AllowStreamLocalForwarding')

    server.allow(`restrict ${server.read('login.pub')}`)
    expect(await code(ask(client()))).toBe('ssh-forward-refused')
    server.allow(server.read('login.pub'))
  })

  it('does not take a request that the service has dropped for one that was not sent', async () => {
    appliance.faults.set([{ operation: 'organization-list', effect: 'drop' }])
    const dropped = await failure(ask(client()))
    expect(withWords(dropped)).toMatchObject({
      kind: 'interrupted',
      diagnostic: { code: 'connection-broken' },
    })
  })

  it('is reached again after the server or ssh has ended', async () => {
    const directory = client()
    await ask(directory)
    await server.kill()
    const lost = await failure(ask(directory))
    expect(lost).toMatchObject({ transient: true })
    expect(['ssh-failed', 'ssh-ended']).toContain(diagnosticOf(lost).code)
    await server.run()
    expect(await ask(directory)).toEqual(['acme'])
  })

  it('is reached by another ssh if nobody listens at the socket of the first', async () => {
    const once = server.file('was-deaf')
    // This is what a process sees that has not been told yet that its ssh has ended.
    const sshProgram = server.executable(
      'deaf',
      `#!/bin/sh
if [ -e ${once} ]; then exec ssh "$@"; fi
touch ${once}
for argument in "$@"; do
  if [ "$previous" = -L ]; then
    touch "\${argument%%:*}"
    echo "debug1: Local forwarding listening on path \${argument%%:*}." >&2
  fi
  previous=$argument
done
exec sleep 60
`,
    )
    const directory = client(undefined, {}, { sshProgram })
    expect(await Promise.all([ask(directory), ask(directory)])).toEqual([['acme'], ['acme']])
    const told = lines.map(({ message }) => message)
    expect(told.filter((message) => message === 'starting ssh')).toHaveLength(2)
    expect(told).toContain('ssh has ended')
  })

  it('is not asked before ssh listens at the socket that it has made', async () => {
    // There is such a moment between two system calls of each ssh.
    const sshProgram = server.executable(
      'early',
      `#!/bin/sh
for argument in "$@"; do
  if [ "$previous" = -L ]; then socket=\${argument%%:*}; fi
  previous=$argument
done
echo "debug1: Authenticated." >&2
sleep 0.2
touch "$socket"
sleep 0.2
rm "$socket"
exec ssh "$@"
`,
    )
    expect(await ask(client(undefined, {}, { sshProgram }))).toEqual(['acme'])
    expect(lines.filter(({ message }) => message === 'starting ssh')).toHaveLength(1)
  })

  it('is reached by a program that keeps the words of ssh to itself', async () => {
    const sshProgram = server.executable('quiet', '#!/bin/sh\nexec ssh -q "$@"\n')
    expect(await ask(client(undefined, {}, { sshProgram }))).toEqual(['acme'])
  })

  it('is reached again after ssh was killed during its login', async () => {
    const once = server.file('was-killed')
    const sshProgram = server.executable(
      'killed',
      `#!/bin/sh\nif [ -e ${once} ]; then exec ssh "$@"; fi\ntouch ${once}\nkill -KILL $$\n`,
    )
    const directory = client(undefined, {}, { sshProgram })
    const killed = await failure(ask(directory))
    expect(withWords(killed)).toMatchObject({ transient: true, diagnostic: { code: 'ssh-failed' } })
    expect(diagnosticOf(killed).message).toContain('SIGKILL')
    expect(await ask(directory)).toEqual(['acme'])
  })

  it.each(['/no/such/folder', '/dev/null', '/with a space', 'relative'])(
    'is reached without a home, and if TMPDIR is %s',
    async (folder) => {
      const doctor = new RunningCommand(['doctor'], { ...server.environment(socket), TMPDIR: folder })
      expect((await doctor.ended).stdout).toMatch(/^No problems found: 0 failed, /)
    },
  )

  it('reports a request that was sent when ssh has ended', async () => {
    appliance.faults.set([{ operation: 'organization-list', effect: 'latency', milliseconds: 5_000 }])
    const asked = failure(ask(client()))
    while ((appliance.faults.report()[0]?.fitted ?? 0) === 0) await setTimeout(5)
    await server.kill()
    expect(withWords(await asked)).toMatchObject({ kind: 'interrupted', diagnostic: { code: 'ssh-ended' } })
    await server.run()
  })

  it('is forwarded to a port on systems whose ssh cannot listen on a socket', async () => {
    const ssh = {
      configFile: server.file('empty'),
      identityFile: server.file('login'),
      knownHostsFile: server.file('known_hosts'),
    }
    const settings = { endpoints: { directory: { url: server.url(socket), ssh } }, timeout: 10_000 }
    const endpoint = resolveEndpoint(settings, 'directory')
    if (!endpoint.ssh) throw new Error('There is no ssh.')
    const forward = sshForward(settings, endpoint.ssh, { platform: 'win32' })
    const connection = await forward.connect()
    connection.write('GET /openldap/ous HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    const [answer] = await once(connection.setEncoding('utf8'), 'data')
    expect(answer).toContain('200 OK')
    connection.destroy()
    forward.close()
  })

  it('is checked by the doctor, which says what is wrong', async () => {
    const files = () => ({
      configFile: server.write('empty', ''),
      identityFile: server.file('login'),
      knownHostsFile: server.file('known_hosts'),
    })
    const reached = async (url: string, ssh: SshSettings = {}, settings: ApplianceSettings = {}) => {
      const endpoints = { directory: { url, ssh: { ...files(), ...ssh } } }
      const { checks } = await examine(
        { settings: { endpoints, timeout: 10_000, ...settings } },
        new Date(),
        signal,
      )
      const reach = checks.find(({ check, subject }) => check === 'reach' && subject === url)
      return reach?.code ?? reach?.status
    }
    const good = server.url(socket)
    expect(await reached(good)).toBe('passed')
    expect(await reached(good, { knownHostsFile: server.write('none', '') })).toBe('ssh-host-unknown')
    expect(await reached(good, { identityFile: server.file('no-such-key') })).toBe('ssh-permission-denied')
    expect(await reached(server.url('/no/such.sock'))).toBe('ssh-forward-refused')
    expect(await reached(good, {}, { sshProgram: server.file('no-such') })).toBe('ssh-program-missing')
    expect(await reached(`ssh://127.0.0.1:1${socket}`)).toBe('ssh-failed')
  })
})
