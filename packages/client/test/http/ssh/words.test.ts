import type { LocalEnd } from '../../../src/http/ssh/command'
import { failureIn, SshWords } from '../../../src/http/ssh/words'
import { sentSecrets } from '../../../src/quotation/sent-secrets'
import { silentLog } from '../../../src/settings'

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
    [
      'failed',
      false,
      "Can't open user config file /root/config: Permission denied",
      ["Can't open user config file /root/config: Permission denied"],
    ],
    [
      'failed',
      true,
      'Connection closed by 192.0.2.1 port 22',
      [
        'Access without permission is a crime. Permission denied to all others.',
        'Connection closed by 192.0.2.1 port 22',
      ],
    ],
    [
      'failed',
      false,
      '/config: line 3: Bad configuration option: foo /config: terminating, 1 bad configuration options',
      ['/config: line 3: Bad configuration option: foo', '/config: terminating, 1 bad configuration options'],
    ],
    [
      'failed',
      true,
      'sh: 1: exec: nc: not found kex_exchange_identification: Connection closed by remote host Connection closed by UNKNOWN port 65535',
      [
        'sh: 1: exec: nc: not found',
        'kex_exchange_identification: Connection closed by remote host',
        'Connection closed by UNKNOWN port 65535',
      ],
    ],
  ])('shows the problem: %s', (problem, isPassing, message, said) => {
    expect(failureIn(said)).toMatchObject({ problem, isPassing, message, nothingArrived: true })
  })

  it('passes if the forward was there, whatever was said about the login', () => {
    const message = 'Connection to proxy closed by remote host.'
    const failure = failureIn(['ann@jump: Permission denied (publickey).', message], true)
    expect(failure).toMatchObject({ problem: 'ended', isPassing: true, message })
  })
})

describe('what ssh says while it runs', () => {
  const socket = { is: 'socket', folder: '/tmp/own', path: '/tmp/own/directory.sock' } as const
  const words = (local: LocalEnd = socket) => new SshWords('/run/x.sock', local, silentLog)
  const opened = (channel: number, path = '/run/x.sock', port = -2) =>
    `debug1: Connection to port ${port} forwarding to ${path} port -2 requested.\r\n` +
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
    const text = `${opened(1, '/run/other.sock')}${opened(2, '/run/x.sock', 8389)}channel 1: open failed: administratively prohibited: \n${opened(1)}`
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

  it('does not take a channel of another forward for an earlier one of the same number', () => {
    const said = words()
    said.read(`${opened(1)}debug1: channel 1: free: direct-streamlocal@openssh.com, nchannels 1\n`)
    said.read('debug1: channel 1: new direct-tcpip [direct-tcpip] (inactive timeout: 0)\n')
    said.read('channel 1: open failed: x\n')
    expect(said.refusalOf(0)).toBeUndefined()
  })

  it.each([
    [
      'another socket is forwarded to the same one',
      socket,
      -2,
      'debug1: Local connections to /tmp/other.sock:-2 forwarded to remote address /run/x.sock:-2\n',
    ],
    ['every user can connect to a port', { is: 'port', port: 4711 } as const, 4711, ''],
  ])('tells of a refusal only if all connections were refused, where %s', (_, local, port, before) => {
    const said = words(local)
    said.read(`${before}${opened(3, undefined, port)}channel 3: open failed: x\n`)
    expect(said.refusalOf(0)).toBe('x')
    said.read(opened(3, undefined, port))
    expect(said.refusalOf(0)).toBeUndefined()
    said.read('channel 3: open failed: y\n')
    expect(said.refusalOf(1)).toBe('y')
  })

  it('says when it listens, which the ssh of a jump host or a greeting cannot say for it', () => {
    const others =
      'debug1: Entering interactive session.\ndebug1: Local forwarding listening on path /tmp/other/x.sock.\n'
    const ofSocket = words()
    ofSocket.read(others)
    expect(ofSocket.isListening).toBe(false)
    ofSocket.read('debug1: Local forwarding listening on path /tmp/own/directory')
    expect(ofSocket.isListening).toBe(false)
    ofSocket.read('.sock.\n')
    expect(ofSocket.isListening).toBe(true)

    const ofPort = words({ is: 'port', port: 4711 })
    ofPort.read(`${others}debug1: Local forwarding listening on 127.0.0.1 port 47110.\n`)
    expect(ofPort.isListening).toBe(false)
    ofPort.read('debug1: Local forwarding listening on 127.0.0.1 port 4711.\n')
    expect(ofPort.isListening).toBe(true)
  })

  it('says why it cannot listen, but not why a forward of the user cannot', () => {
    const ofSocket = words()
    ofSocket.read('unix_listener: cannot bind to path /tmp/other.sock: Address already in use\n')
    ofSocket.read('bind [127.0.0.1]:80: Permission denied\n')
    expect(ofSocket.cannotListen).toBeUndefined()
    const line = 'unix_listener: cannot bind to path /tmp/own/directory.sock: Operation not permitted'
    ofSocket.read(`${line}\nCould not request local forwarding.\n`)
    expect(ofSocket.cannotListen).toBe(line)

    const ofPort = words({ is: 'port', port: 80 })
    ofPort.read('bind [127.0.0.1]:80: Permission denied\n')
    expect(ofPort.cannotListen).toBe('bind [127.0.0.1]:80: Permission denied')
  })

  it('is logged without secrets, and without the commands of a configuration', () => {
    const lines: unknown[] = []
    const log = { ...silentLog, trace: (_: string, fields: () => object) => void lines.push(fields()) }
    sentSecrets.add(['hunter2hunter2'])
    const said = new SshWords('/run/x.sock', socket, log)
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
