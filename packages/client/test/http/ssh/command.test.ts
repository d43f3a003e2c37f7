import { resolveEndpoint } from '../../../src/endpoints'
import { sshCommand, sshEnvironment, watched, withoutShell } from '../../../src/http/ssh/command'
import type { SshSettings } from '../../../src/settings'

const folder = '/tmp/appliance-ssh-abcdef'
const local = { is: 'socket', folder, path: `${folder}/directory.sock` } as const

function targetOf(url: string, ssh: SshSettings = {}) {
  const target = resolveEndpoint({ endpoints: { directory: { url, ssh } } }, 'directory').ssh
  if (!target) throw new Error('It is no address of ssh.')
  return target
}

function argsOf(url: string, ssh: SshSettings = {}, timeout = 30_000, knowsFork = true) {
  return sshCommand(targetOf(url, ssh), local, timeout, knowsFork).args
}

describe('the command that forwards the socket', () => {
  it('ends with the host of the address, after its user and port', () => {
    expect(argsOf('ssh://ann@proxy:2222/run/x.sock').slice(-8)).toEqual([
      '-L',
      `${local.path}:/run/x.sock`,
      '-p',
      '2222',
      '-l',
      'ann',
      '--',
      'proxy',
    ])
    expect(argsOf('ssh://proxy/run/x.sock').slice(-4)).toEqual([
      '-L',
      `${local.path}:/run/x.sock`,
      '--',
      'proxy',
    ])
  })

  it('asks nobody, trusts only known hosts, and shares and outlives nothing', () => {
    const args = argsOf('ssh://proxy/run/x.sock')
    for (const option of [
      'BatchMode=yes',
      'StrictHostKeyChecking=yes',
      'ConnectTimeout=29',
      'ControlMaster=no',
      'ControlPath=none',
      'ClearAllForwardings=no',
      'ForkAfterAuthentication=no',
      'LogVerbose=none',
    ])
      expect(args[args.indexOf(option) - 1]).toBe('-o')
    expect(argsOf('ssh://proxy/run/x.sock', {}, 1_000)).toContain('ConnectTimeout=1')
    expect(argsOf('ssh://proxy/run/x.sock', {}, 1_000, false).join()).not.toMatch(/ForkAfter|LogVerbose/)
    expect(args).not.toContain('-F')
    expect(args).not.toContain('IdentitiesOnly=yes')
  })

  it('names the files of the settings', () => {
    const args = argsOf('ssh://proxy/run/x.sock', {
      configFile: '/c d',
      identityFile: '-key',
      knownHostsFile: '/known hosts',
    })
    expect(args[args.indexOf('-F') + 1]).toBe('/c d')
    expect(args[args.indexOf('-i') + 1]).toBe('-key')
    expect(args).toContain('IdentitiesOnly=yes')
    expect(args).toContain('UserKnownHostsFile="/known hosts"')
  })

  it('forwards a port of the loopback address alone, where ssh cannot listen on a socket', () => {
    const port = { is: 'port', port: 4711 } as const
    const { program, args } = sshCommand(targetOf('ssh://ann@proxy/run/x.sock'), port, 30_000, true)
    expect(program).toBe('ssh')
    expect(args.slice(args.indexOf('-L'))).toEqual([
      '-L',
      '127.0.0.1:4711:/run/x.sock',
      '-l',
      'ann',
      '--',
      'proxy',
    ])
  })

  it('is passed through the watchdog as a list', () => {
    const { program, args } = watched({ program: '/a b/ssh', args: ['$(id)', ';'] }, folder)
    expect(program).toBe('/bin/sh')
    expect(args.slice(2)).toEqual(['watchdog', folder, '/a b/ssh', '$(id)', ';'])
  })

  it.each([
    'watchdog: 13: exec: ssh: not found',
    'watchdog: line 13: exec: ssh: not found',
    'watchdog: exec: line 13: ssh: not found',
    'watchdog: línea 13: exec: ssh: not found',
    'ssh: not found',
  ])('is not found in the words of its shell: %s', (said) => {
    expect(withoutShell(said)).toBe('ssh: not found')
  })

  it('gets no settings of the provider, and nothing to ask a person with', () => {
    const environment = {
      PATH: '/bin',
      SSH_AUTH_SOCK: '/a',
      APPLIANCE_TOKEN: 'x',
      TF_VAR_x: 'y',
      DISPLAY: ':0',
    }
    expect(sshEnvironment(environment)).toEqual({
      PATH: '/bin',
      SSH_AUTH_SOCK: '/a',
      SSH_ASKPASS_REQUIRE: 'never',
    })
  })
})
