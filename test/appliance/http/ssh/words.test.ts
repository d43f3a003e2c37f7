import { failureIn, SshWords } from '../../../../src/appliance/http/ssh/words'
import { noSecrets, Secrets } from '../../../../src/appliance/quotation/secrets'
import { silentLog } from '../../../../src/appliance/settings'

describe('what ssh said before it ended', () => {
  it.each([
    [
      'unknown',
      false,
      'No ED25519 host key is known for proxy and you have requested strict checking. Host key verification failed.',
      [
        'No ED25519 host key is known for proxy and you have requested strict checking.',
        'Host key verification failed.',
      ],
    ],
    [
      'changed',
      false,
      'Host key for proxy has changed and you have requested strict checking. Offending ED25519 key in /known:1 SHA256:cBQ.',
      [
        '@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @',
        'SHA256:cBQ.',
        'Offending ED25519 key in /known:1',
        'Host key for proxy has changed and you have requested strict checking.',
        'Host key verification failed.',
      ],
    ],
    [
      'denied',
      false,
      'Warning: Identity file key not accessible: No such file or directory. ann@proxy: Permission denied (publickey).',
      [
        'Warning: Identity file key not accessible: No such file or directory.',
        'Welcome to the banner of the company.',
        'ann@proxy: Permission denied (publickey).',
      ],
    ],
    [
      'denied',
      false,
      'Received disconnect from 192.0.2.1 port 22:2: Too many authentication failures',
      ['Received disconnect from 192.0.2.1 port 22:2: Too many authentication failures'],
    ],
    [
      'failed',
      true,
      'ssh: connect to host proxy port 22: Connection refused',
      ['ssh: connect to host proxy port 22: Connection refused', ''],
    ],
    [
      'failed',
      true,
      'ssh: Could not resolve hostname proxy: Name or service not known',
      ['ssh: Could not resolve hostname proxy: Name or service not known'],
    ],
    [
      'failed',
      false,
      "Can't open user config file x: No such file or directory",
      ["Can't open user config file x: No such file or directory"],
    ],
    [
      'old',
      false,
      'command-line: line 0: Bad configuration option: forkafterauthentication',
      ['command-line: line 0: Bad configuration option: forkafterauthentication'],
    ],
    ['failed', false, 'ssh has ended without a reason', []],
  ])('shows the problem: %s', (problem, isPassing, message, said) => {
    expect(failureIn(said)).toMatchObject({ problem, isPassing, message, nothingArrived: true })
  })

  it('passes if the forward was there', () => {
    const failure = failureIn(['Connection to proxy closed by remote host.'], true)
    expect(failure).toMatchObject({ problem: 'ended', isPassing: true })
  })
})

describe('what ssh says while it runs', () => {
  const words = () => new SshWords('/run/x.sock', noSecrets, silentLog)
  const opened = (channel: number, path = '/run/x.sock') =>
    `debug1: Connection to port -2 forwarding to ${path} port -2 requested.\r\n` +
    `debug1: channel ${channel}: new direct-streamlocal@openssh.com [direct-streamlocal@openssh.com] (inactive timeout: 0)\r\n`

  it('tells which connection was refused, in the order of the connections and not of their channels', () => {
    const said = words()
    said.read(`${opened(1)}${opened(2)}`)
    said.read('channel 2: open failed: connect failed: open failed\r\n')
    said.read(opened(2))
    expect([0, 1, 2].map((connection) => said.refusalOf(connection))).toEqual([
      undefined,
      'connect failed: open failed',
      undefined,
    ])
  })

  it('does not take connections of the own forwards of a user for ours, in whatever pieces it comes', () => {
    const said = words()
    const text = `${opened(1, '/run/other.sock')}channel 1: open failed: administratively prohibited: \n${opened(1)}`
    for (const character of `${text}channel 1: open failed: x\n`) said.read(character)
    expect(said.refusalOf(0)).toBe('x')
    expect(said.refusalOf(1)).toBeUndefined()
  })

  it('tells it of OpenSSH 8.4, too', () => {
    const said = words()
    said.read('debug1: Connection to port -2 forwarding to /run/x.sock port -2 requested.\r\n')
    said.read('debug1: channel 1: new [direct-streamlocal@openssh.com]\r\nchannel 1: open failed: x\r\n')
    expect(said.refusalOf(0)).toBe('x')
  })

  it('says when it forwards', () => {
    const said = words()
    said.read('debug1: Entering interactive')
    expect(said.isForwarding).toBe(false)
    said.read(' session.\n')
    expect(said.isForwarding).toBe(true)
  })

  it('is logged without secrets, and without the commands of a configuration', () => {
    const lines: unknown[] = []
    const log = { ...silentLog, trace: (_: string, fields?: object) => void lines.push(fields) }
    const said = new SshWords('/run/x.sock', new Secrets(['hunter2hunter2']), log)
    said.read(
      'debug1: Executing proxy command: exec sshpass -p geheim nc proxy 22\ntoken hunter2hunter2\ndebug1: pledge: network\n',
    )
    expect(lines).toEqual([
      { line: 'debug1: Executing proxy command …' },
      { line: 'token ***' },
      { line: 'debug1: pledge: network' },
    ])
  })
})
