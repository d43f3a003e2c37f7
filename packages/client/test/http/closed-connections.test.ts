import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { selfSigned } from '../../../../test/self-signed'
import { mayHaveWorked } from '../../src/errors'
import { createTransport } from '../../src/http/transport'
import { createRouteCaller } from '../../src/protocol/route-caller'
import { type ApplianceSettings, silentLog } from '../../src/settings'
import { caught } from '../caught'
import { body, callerOf, closers, create, list, serving, signal, success } from '../routes-asked'

/** What a server does with a connection that it has accepted. */
type Accepting = (socket: Socket) => void

describe.each(['http', 'https'] as const)('a proxy on the way to an address of %s', (scheme) => {
  test('is asked as often as retries says, with a delay before each, whatever ends its connections', async () => {
    const ends = {
      'hangs up at once': hangsUp,
      'hangs up after CONNECT': onceAsked(hangsUp),
      'resets after CONNECT': onceAsked((socket) => void socket.resetAndDestroy()),
      'hangs up within its answer': onceAsked(endsAfter('HTTP/1.1 200 Connec')),
      'hangs up within the headers of its answer': onceAsked(endsAfter('HTTP/1.1 200 OK\r\nVia: x\r\n')),
      'cannot reach the appliance': onceAsked(endsAfter('HTTP/1.1 502 Bad Gateway\r\n\r\n')),
      'is overloaded': onceAsked(endsAfter('HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy')),
      'never answers': neverAnswers,
    }
    const outcomes = await ofEach(ends, async (accepting) => {
      const proxy = await accept(accepting)
      const settings = throughProxy(scheme, proxy.port)
      const { error, delays } = await asked(
        create,
        accepting === neverAnswers ? { ...settings, timeout: 300 } : settings,
      )
      return { kind: error.kind, connections: proxy.connections(), delays }
    })
    expect(outcomes).toEqual(
      await ofEach(ends, async () => ({ kind: 'unreachable', connections: 3, delays: 2 })),
    )
  })

  test('may end its tunnels: they are opened as often as retries says', async () => {
    const ends = {
      'with the first bytes': tunnelThat(hangsUp),
      'at once': onceAsked(endsAfter(opened)),
      'with a reset': tunnelThat((socket) => void socket.resetAndDestroy()),
    }
    const outcomes = await ofEach(ends, async (accepting) => {
      const proxy = await accept(accepting)
      const { error, delays } = await asked(list, throughProxy(scheme, proxy.port))
      return { transient: error.transient, connections: proxy.connections(), delays }
    })
    expect(outcomes).toEqual(await ofEach(ends, async () => ({ transient: true, connections: 3, delays: 2 })))
  })

  test('may refuse for good: it is asked once', async () => {
    const answers = {
      'a proxy that lacks credentials': 'HTTP/1.1 407 Who are you\r\n\r\n',
      'a proxy that does not allow the address': 'HTTP/1.1 403 Forbidden\r\n\r\n',
      'no proxy': 'SSH-2.0-OpenSSH_9.6\r\n',
    }
    const outcomes = await ofEach(answers, async (answer) => {
      const proxy = await accept(onceAsked(endsAfter(answer)))
      const { error } = await asked(list, throughProxy(scheme, proxy.port))
      expect(error.kind).toBe('unreachable')
      const { message, code } = diagnosticOf(error)
      return { connections: proxy.connections(), code, status: /HTTP status \d+/.exec(message)?.[0] }
    })
    expect(outcomes).toEqual({
      'a proxy that lacks credentials': { connections: 1, code: 'proxy-refused', status: 'HTTP status 407' },
      'a proxy that does not allow the address': {
        connections: 1,
        code: 'appliance-unreachable',
        status: 'HTTP status 403',
      },
      'no proxy': { connections: 1, code: 'appliance-unreachable', status: undefined },
    })
  })
})

describe('a tunnel', () => {
  test.each(['http', 'https'] as const)('of %s carries one request after the other', async (scheme) => {
    const pem = await selfSigned()
    const server = await serving(success, scheme === 'https' ? pem : undefined)
    const asked: string[] = []
    const proxy = await accept((socket) => {
      socket.once('data', (chunk) => {
        asked.push(String(chunk))
        const onward = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(opened))
        onward.on('error', () => socket.destroy())
        socket.on('close', () => onward.destroy())
        onward.pipe(socket).pipe(onward)
      })
    })
    const caller = callerOf({
      ...throughProxy(scheme, proxy.port, 'ann:hunter%2022@'),
      tls: { caCertificate: pem.cert, serverName: 'localhost' },
      retries: 0,
    })
    const three = () => Promise.all([1, 2, 3].map(() => caller.ask(list, {}, signal)))
    expect([...(await three()), ...(await three())].map(({ value }) => value)).toHaveLength(6)
    expect({ tunnels: proxy.connections(), connections: server.connections() }).toEqual({
      tunnels: 3,
      connections: 3,
    })
    expect(asked[0]).toMatch(/^CONNECT appliance\.example:9503 HTTP\/1\.1\r\n/)
    expect(asked[0]).toMatch(/\r\nhost: appliance\.example:9503\r\n/i)
    expect(asked[0]).toContain(`roxy-authorization: Basic ${btoa('ann:hunter 22')}\r\n`)
    expect(server.received[0]?.headers['proxy-authorization']).toBeUndefined()
  })

  test('that ends before TLS is there carried nothing: every request may be sent again', async () => {
    const proxy = await accept(tunnelThat(hangsUp))
    const { error } = await asked(create, throughProxy('https', proxy.port))
    expect([error.kind, proxy.connections()]).toEqual(['unreachable', 3])
  })

  test('that ends with the first bytes of a creation may have carried it: it is not sent again', async () => {
    const proxy = await accept(tunnelThat(hangsUp))
    const { error } = await asked(create, throughProxy('http', proxy.port))
    expect([error.kind, proxy.connections()]).toEqual(['interrupted', 1])
  })

  test('that is still to be opened is given up with the client, and nothing was sent', async () => {
    const ended: Promise<unknown>[] = []
    const proxy = await accept((socket) => {
      ended.push(new Promise((resolve) => socket.resume().on('close', resolve)))
    })
    const settings = throughProxy('https', proxy.port)
    const transport = createTransport(settings)
    const asking = caught(createRouteCaller(settings, transport).ask(create, { body }, signal))
    while (proxy.connections() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await transport.close()
    const error = await asking
    expect([error.kind, mayHaveWorked(error)]).toEqual(['cancelled', false])
    await Promise.all(ended)
  })
})

test('a listener is asked as often as retries says, whatever ends its connections', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'closed-'))
  closers.push(() => rm(folder, { recursive: true }))
  const ends: Record<string, [scheme: 'http' | 'https' | 'unix', accepting: Accepting]> = {
    'accepts and hangs up': ['http', hangsUp],
    'hangs up after the request': ['http', onceAsked(hangsUp)],
    'hangs up within its answer': ['http', onceAsked(endsAfter('HTTP/1.1 200 OK\r\nContent-Le'))],
    'hangs up before TLS': ['https', hangsUp],
    'hangs up at the beginning of TLS': ['https', onceAsked(hangsUp)],
    'hangs up on a socket': ['unix', hangsUp],
    'hangs up on a socket after the request': ['unix', onceAsked(hangsUp)],
  }
  const outcomes = await ofEach(ends, async ([scheme, accepting], index) => {
    const path = join(folder, `${index}.sock`)
    const server = await accept(accepting, scheme === 'unix' ? path : undefined)
    const url = scheme === 'unix' ? `unix://${path}` : `${scheme}://127.0.0.1:${server.port}`
    const { error, delays } = await asked(list, { endpoints: { categories: { url } } })
    return { transient: error.transient, connections: server.connections(), delays }
  })
  expect(outcomes).toEqual(await ofEach(ends, async () => ({ transient: true, connections: 3, delays: 2 })))
})

const opened = 'HTTP/1.1 200 Connection established\r\n\r\n'

/** Only the limit ends it. */
function neverAnswers(): void {}

function hangsUp(socket: Socket): void {
  socket.end()
}

function endsAfter(text: string): Accepting {
  return (socket) => void socket.end(text)
}

/** Something that is done as soon as something was read. */
function onceAsked(then: Accepting): Accepting {
  return (socket) => void socket.once('data', () => then(socket))
}

/** A tunnel that is opened, and whose other end does something as soon as it has read something. */
function tunnelThat(then: Accepting): Accepting {
  return onceAsked((socket) => {
    socket.write(opened)
    onceAsked(then)(socket)
  })
}

/** What comes of each, side by side: most of the time they wait. */
async function ofEach<T, Result>(
  all: Readonly<Record<string, T>>,
  outcome: (one: T, index: number) => Promise<Result>,
): Promise<Record<string, Result>> {
  return Object.fromEntries(
    await Promise.all(
      Object.entries(all).map(async ([name, one], index) => [name, await outcome(one, index)] as const),
    ),
  )
}

/** A server that does the same with each connection, and counts them. */
async function accept(accepting: Accepting, path?: string) {
  const open = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    open.add(socket.on('error', () => {}))
    accepting(socket)
  })
  await new Promise<void>((resolve) => {
    if (path === undefined) server.listen(0, '127.0.0.1', resolve)
    else server.listen(path, resolve)
  })
  closers.push(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return { port: typeof address === 'object' ? address?.port : undefined, connections: () => connections }
}

/** The appliance by a name that need not be known here: the proxy is asked for it. */
function throughProxy(
  scheme: 'http' | 'https',
  port: number | undefined,
  credentials = '',
): ApplianceSettings {
  return {
    endpoints: { categories: { url: `${scheme}://appliance.example:9503` } },
    proxies: { [scheme]: `http://${credentials}127.0.0.1:${port}` },
  }
}

/** How a request that is tried three times fails, and how many waits there were before repetitions. */
async function asked(route: typeof list | typeof create, settings: ApplianceSettings) {
  let delays = 0
  const log = {
    ...silentLog,
    warn() {
      delays += 1
    },
  }
  const caller = callerOf({ timeout: 10_000, log, retries: 2, ...settings })
  const error = await caught(caller.ask(route, route === create ? { body } : {}, signal))
  return { error, delays }
}
