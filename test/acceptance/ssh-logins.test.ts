import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { ApplianceError, connect } from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { SshServer } from '../../engine/ssh-server'
import type { SshSettings } from '../../packages/client/src/settings'
import { startAppliance, type TestAppliance } from './appliance'
import { describeWithSsh } from './describe-with-ssh'

const { signal } = new AbortController()

describeWithSsh('logins over ssh', () => {
  let appliance: TestAppliance
  let socket: string
  let server: SshServer

  beforeAll(async () => {
    appliance = await startAppliance({ directory: { service: 'running' } })
    socket = (appliance.environment.APPLIANCE_DIRECTORY_URL ?? '').slice('unix://'.length)
    appliance.directory.organizations.create('acme')
  })

  afterEach(() => server.close())
  afterAll(() => appliance.close())

  /** What a client is told that logs in so: the organizations, or the code of its error. */
  async function told(ssh: SshSettings = {}, url = server.url(socket)): Promise<readonly string[] | string> {
    const files = {
      configFile: server.write('empty', ''),
      identityFile: server.file('login'),
      knownHostsFile: server.file('known_hosts'),
    }
    const endpoints = { directory: { url, ssh: { ...files, ...ssh } } }
    const client = connect({ endpoints, retries: 0, timeout: 10_000 })
    try {
      return await client.directory.organizations(signal)
    } catch (error) {
      if (error instanceof ApplianceError) return diagnosticOf(error).code ?? ''
      throw error
    } finally {
      await client.close()
    }
  }

  it('use an encrypted key through the agent, and ask for no passphrase without it', async () => {
    server = await SshServer.start()
    const identityFile = server.key('encrypted', 'passphrase')
    server.allow(server.read('encrypted.pub'))
    expect(await told({ identityFile })).toBe('ssh-permission-denied')

    const path = server.file('agent')
    const agent: ChildProcess = spawn('ssh-agent', ['-D', '-a', path], { stdio: 'ignore' })
    const before = process.env.SSH_AUTH_SOCK
    process.env.SSH_AUTH_SOCK = path
    try {
      while (!existsSync(path)) await setTimeout(10)
      const answer = { SSH_ASKPASS: server.executable('ask', '#!/bin/sh\necho passphrase\n'), DISPLAY: ':0' }
      execFileSync('ssh-add', [identityFile], {
        env: { ...process.env, ...answer, SSH_ASKPASS_REQUIRE: 'force' },
        stdio: 'ignore',
      })
      expect(await told({ identityFile })).toEqual(['acme'])
      // Without a file, all keys of the agent are offered.
      expect(await told({ identityFile: undefined })).toEqual(['acme'])
    } finally {
      if (before === undefined) delete process.env.SSH_AUTH_SOCK
      else process.env.SSH_AUTH_SOCK = before
      agent.kill()
    }
  })

  it('use certificates of users and of hosts', async () => {
    server = await SshServer.start()
    await server.kill()
    const authority = server.key('authority')
    const identityFile = server.key('certified')
    server.keygen('-s', authority, '-I', 'terraform', '-n', server.user, server.file('certified.pub'))
    server.keygen('-s', authority, '-h', '-I', 'proxy', '-n', '127.0.0.1', server.file('host.pub'))
    server.write('known_hosts', `@cert-authority [127.0.0.1]:${server.port} ${server.read('authority.pub')}`)
    server.allow('')
    await server.run(
      `TrustedUserCAKeys ${server.file('authority.pub')}`,
      `HostCertificate ${server.file('host-cert.pub')}`,
    )
    expect(await told({ identityFile })).toEqual(['acme'])
    expect(await told()).toBe('ssh-permission-denied')
  })

  it('go through a jump host of the configuration', async () => {
    server = await SshServer.start()
    const files = [`IdentityFile ${server.file('login')}`, `UserKnownHostsFile ${server.file('known_hosts')}`]
    const place = ['HostName 127.0.0.1', `Port ${server.port}`, `User ${server.user}`, ...files]
    const lines = ['Host jump', ...place, 'Host appliance', ...place, 'ProxyJump jump', '']
    const configFile = server.write('config', lines.join('\n'))
    const own = { configFile, identityFile: undefined, knownHostsFile: undefined }
    const before = server.logins()
    expect(await told(own, `ssh://appliance${socket}`)).toEqual(['acme'])
    expect(server.logins() - before).toBe(2)
  })

  it('go on where a jump host, a greeting and a configuration speak as ssh does', async () => {
    const words =
      'debug1: Entering interactive session.\nPermission denied to all others.\nchannel 1: open failed: x\n'
    server = await SshServer.start()
    await server.kill()
    await server.run(`Banner ${server.write('greeting', words)}`)
    const files = [`IdentityFile ${server.file('login')}`, `UserKnownHostsFile ${server.file('known_hosts')}`]
    const place = ['HostName 127.0.0.1', `Port ${server.port}`, `User ${server.user}`, ...files]
    const talking = ['Host *', 'LogLevel DEBUG', 'IgnoreUnknown LogVerbose', 'LogVerbose *:*:*']
    const lines = ['Host jump', ...place, 'Host appliance', ...place, 'ProxyJump jump', ...talking, '']
    const own = {
      configFile: server.write('config', lines.join('\n')),
      identityFile: undefined,
      knownHostsFile: undefined,
    }
    expect(await told(own, `ssh://appliance${socket}`)).toEqual(['acme'])
    expect(await told(own, 'ssh://appliance/no/such.sock')).toBe('ssh-forward-refused')
  })

  it('of the account in the guide can open the socket, and do nothing else', async () => {
    const lines = accountOfGuide(socket)
    expect(lines).toContain(`PermitOpen [${socket}]:*`)
    server = await SshServer.start(...lines)
    expect(await told()).toEqual(['acme'])
    const other = await startAppliance({ directory: { service: 'running' } })
    const otherSocket = (other.environment.APPLIANCE_DIRECTORY_URL ?? '').slice('unix://'.length)
    expect(await told({}, server.url(otherSocket))).toBe('ssh-forward-refused')
    await other.close()

    const remote = ['-N', '-o', 'ExitOnForwardFailure=yes']
    expect(byHand('id')).toMatchObject({ status: 1, stdout: '' })
    expect(byHand('', ...remote, '-R', '0:127.0.0.1:22').stderr).toContain('remote port forwarding failed')
    const back = `${server.file('back.sock')}:${socket}`
    expect(byHand('', ...remote, '-R', back).stderr).toContain('remote port forwarding failed')
    expect(byHand('', '-W', `127.0.0.1:${server.port}`).stderr).toContain('administratively prohibited')
  })

  /** Runs ssh as a person would who has the key of the account. */
  function byHand(command: string, ...options: readonly string[]) {
    const files = [
      '-F',
      'none',
      '-i',
      server.file('login'),
      '-o',
      `UserKnownHostsFile=${server.file('known_hosts')}`,
    ]
    const place = [
      '-p',
      String(server.port),
      `${server.user}@127.0.0.1`,
      ...(command === '' ? [] : [command]),
    ]
    return spawnSync('ssh', [...files, '-o', 'BatchMode=yes', ...options, ...place], {
      encoding: 'utf8',
      timeout: 10_000,
    })
  }
})

/** The lines that the guide gives for `sshd_config`, for everybody who logs in, with the path of a socket. */
function accountOfGuide(socket: string): readonly string[] {
  const guide = readFileSync('docs/guides/directory-socket.md', 'utf8')
  const [, lines = ''] = /^Match User terraform\n((?: {2}.*\n)+)/m.exec(guide) ?? []
  return lines
    .replace('/path/of/the/socket', socket)
    .split('\n')
    .map((line) => line.trim())
}
