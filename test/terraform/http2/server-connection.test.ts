import { once } from 'node:events'
import { type ClientHttp2Session, connect as connectHttp2, type SessionOptions } from 'node:http2'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import fc from 'fast-check'
import type { Headers } from '../../../src/terraform/http2/header-decoder'
import { headerBlock } from '../../../src/terraform/http2/header-encoder'
import { ServerConnection } from '../../../src/terraform/http2/server-connection'
import type { ServerStream } from '../../../src/terraform/http2/server-stream'

let server: Server
let port: number
let sessions: ClientHttp2Session[]
let onStream: (stream: ServerStream, headers: Headers) => void

beforeEach(async () => {
  sessions = []
  onStream = echo
  server = createServer((socket) => {
    new ServerConnection(socket, (stream, headers) => onStream(stream, headers))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})

afterEach(async () => {
  for (const session of sessions) session.destroy()
  server.close()
  await once(server, 'close')
})

/** Answers with the body that came, once it has come. */
function echo(stream: ServerStream): void {
  const chunks: Buffer[] = []
  stream.receive({
    data: (chunk) => void chunks.push(chunk),
    end() {
      stream.sendHeaders(headerBlock({ ':status': '200' }))
      stream.sendData(Buffer.concat(chunks))
      stream.end(headerBlock({ done: 'yes' }))
    },
  })
}

function session(options: SessionOptions = {}): ClientHttp2Session {
  const opened = connectHttp2(`http://127.0.0.1:${port}`, options)
  opened.on('error', () => {})
  sessions.push(opened)
  return opened
}

async function post(
  client: ClientHttp2Session,
  body: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly body: Buffer; readonly done: unknown }> {
  const request = client.request({ ':method': 'POST', ':path': '/', ...headers })
  request.end(body)
  let done: unknown
  request.on('trailers', (trailers) => {
    done = trailers.done
  })
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return { body: Buffer.concat(chunks), done }
}

const megabyte = Buffer.alloc(2 ** 20, 'a large body ')

describe('the standard client', () => {
  it('is understood whatever its headers are, and however often they repeat', async () => {
    const client = session()
    const names = fc.stringMatching(/^x-[a-z]{1,5}$/)
    const values = fc.stringMatching(/^([!-~]([ -~]*[!-~])?)?$/)
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, values), async (sent) => {
        let received: Headers = new Map()
        onStream = (stream, headers) => {
          received = headers
          echo(stream)
        }
        await post(client, Buffer.from('body'), sent)
        expect(Object.fromEntries([...received].filter(([name]) => name.startsWith('x-')))).toEqual({
          ...sent,
        })
      }),
    )
  })

  it('is answered when its headers take several frames', async () => {
    let received: Headers = new Map()
    onStream = (stream, headers) => {
      received = headers
      echo(stream)
    }
    const long = '~'.repeat(40_000)
    await post(session(), Buffer.from('body'), { 'x-long': long })
    expect(received.get('x-long')).toBe(long)
  })

  it('takes headers of several frames', async () => {
    onStream = (stream) => {
      stream.sendHeaders(headerBlock({ ':status': '200' }))
      stream.end(headerBlock({ done: 'x'.repeat(40_000) }))
    }
    const { done } = await post(session({ maxHeaderListPairs: 100 }), Buffer.alloc(0))
    expect(done).toBe('x'.repeat(40_000))
  })

  it.each<[string, SessionOptions['settings']]>([
    ['keeps no table of headers', { headerTableSize: 0 }],
    ['has hardly any room', { initialWindowSize: 1_000 }],
    ['takes large frames', { maxFrameSize: 2 ** 20 }],
  ])('is answered when it %s', async (_, settings = {}) => {
    const client = session({ settings })
    for (let time = 0; time < 2; time++) {
      const { body, done } = await post(client, megabyte)
      expect(body.equals(megabyte)).toBe(true)
      expect(done).toBe('yes')
    }
  })

  it('is answered on many streams side by side, more than the connection has room for', async () => {
    const client = session()
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(client, megabyte)))
    for (const { body } of answers) expect(body.equals(megabyte)).toBe(true)
  })

  it('has its pings answered', async () => {
    const client = session()
    await once(client, 'connect')
    const sent = Buffer.from('12345678')
    const payload = await new Promise((resolve) =>
      client.ping(sent, (_error, _duration, back) => resolve(back)),
    )
    expect(payload).toEqual(sent)
  })

  it('closes the stream by cancelling', async () => {
    const opened = new Promise<ServerStream>((resolve) => {
      onStream = resolve
    })
    const request = session().request({ ':method': 'POST', ':path': '/' })
    request.on('error', () => {})
    const stream = await opened
    request.close()
    await new Promise<void>((closed) => stream.whenClosed(closed))
    expect(stream.closed).toBe(true)
    expect(stream.sendData(Buffer.from('too late'))).toBe(false)
    await stream.room()
  })

  it('closes all streams by hanging up', async () => {
    const opened = new Promise<ServerStream>((resolve) => {
      onStream = resolve
    })
    const client = session()
    client.request({ ':method': 'POST', ':path': '/' }).on('error', () => {})
    const stream = await opened
    client.destroy()
    await new Promise<void>((closed) => stream.whenClosed(closed))
    expect(stream.bodyEnded).toBe(false)
  })

  it('is read chunk by chunk, and told to wait when nobody reads', async () => {
    const opened = new Promise<ServerStream>((resolve) => {
      onStream = resolve
    })
    const request = session().request({ ':method': 'POST', ':path': '/' })
    const body = Buffer.alloc(12 * 2 ** 20, 'much')
    let sent = false
    request.end(body, () => {
      sent = true
    })
    const stream = await opened
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(sent).toBe(false)
    const chunks: Buffer[] = []
    for await (const chunk of stream.chunks()) chunks.push(chunk)
    expect(Buffer.concat(chunks).equals(body)).toBe(true)
  })
})

describe('frames that hardly any client sends', () => {
  it('are understood: padding, a priority, kinds that nobody knows', async () => {
    const block = headerBlock({ ':method': 'POST', ':path': '/' })
    const padded = (content: Buffer) => Buffer.concat([Buffer.of(3), content, Buffer.alloc(3)])
    const headers = frame(1, 0x4 | 0x8 | 0x20, 1, padded(Buffer.concat([Buffer.alloc(5), block])))
    const data = frame(0, 0x8 | 0x1, 1, padded(Buffer.from('hello')))
    const frames = await exchange([frame(0x7f, 0, 0), frame(2, 0, 1, Buffer.alloc(5)), headers, data], 3)
    expect(frames.at(-2)?.payload.toString()).toBe('hello')
  })

  it('are understood when they come byte by byte', async () => {
    const block = headerBlock({ ':method': 'POST', ':path': '/' })
    const wire = Buffer.concat([preface, frame(1, 0x4, 1, block), frame(0, 0x1, 1, Buffer.from('hello'))])
    const received = receive(3)
    const socket = connect(port, '127.0.0.1').on('data', received.take).setNoDelay(true)
    for (const byte of wire) {
      socket.write(Buffer.of(byte))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await received.frames).at(-2)?.payload.toString()).toBe('hello')
    socket.destroy()
  })

  it('reset a stream whose request has no path', async () => {
    const [reset] = await exchange([frame(1, 0x5, 1, headerBlock({ ':method': 'POST' }))], 1)
    expect([reset?.type, reset?.payload.readUInt32BE()]).toEqual([3, 1])
  })
})

describe('a connection ends with the code of the mistake', () => {
  const request = frame(1, 0x4, 1, headerBlock({ ':method': 'POST', ':path': '/' }))
  const window = (size: number) => {
    const payload = Buffer.alloc(4)
    payload.writeUInt32BE(size)
    return payload
  }

  it.each([
    ['a frame that is too large', [Buffer.from('ffffff000000000001', 'hex')], 6],
    ['an even stream', [frame(1, 0x4, 2, headerBlock({ ':method': 'POST', ':path': '/' }))], 1],
    ['data before the request', [frame(0, 0, 1, Buffer.from('hello'))], 1],
    ['headers that are interrupted', [frame(1, 0, 1, Buffer.alloc(0)), frame(6, 0, 0, Buffer.alloc(8))], 1],
    ['headers that go on without a beginning', [frame(9, 0x4, 1)], 1],
    ['headers that cannot be read', [frame(1, 0x4, 1, Buffer.of(0xff, 0x00))], 9],
    ['more padding than payload', [request, frame(0, 0x8, 1, Buffer.of(9, 0))], 1],
    ['a push', [frame(5, 0x4, 1)], 1],
    ['a ping cut short', [frame(6, 0, 0, Buffer.alloc(7))], 6],
    ['settings cut short', [frame(4, 0, 0, Buffer.alloc(7))], 6],
    ['a window that is too large', [frame(8, 0, 0, window(2 ** 31 - 1))], 3],
  ])('%s', async (_, frames, code) => {
    const received = await exchange(frames, 1, 7)
    expect(received.at(-1)?.payload.readUInt32BE(4)).toBe(code)
  })
})

interface ReceivedFrame {
  readonly type: number
  readonly payload: Buffer
}

const preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, 0)])

function frame(type: number, flags: number, streamId: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(9)
  header.writeUIntBE(payload.length, 0, 3)
  header[3] = type
  header[4] = flags
  header.writeUInt32BE(streamId, 5)
  return Buffer.concat([header, payload])
}

/** Sends frames behind a proper beginning. Resolves with what comes back, but for settings, windows and pings. */
async function exchange(
  frames: readonly Buffer[],
  wanted: number,
  only?: number,
): Promise<readonly ReceivedFrame[]> {
  const received = receive(wanted, only)
  const socket = connect(port, '127.0.0.1').on('data', received.take)
  socket.on('error', () => {})
  socket.write(Buffer.concat([preface, ...frames]))
  const result = await received.frames
  socket.destroy()
  return result
}

function receive(wanted: number, only?: number) {
  let rest = Buffer.alloc(0)
  const found: ReceivedFrame[] = []
  let resolve: (frames: readonly ReceivedFrame[]) => void
  return {
    frames: new Promise<readonly ReceivedFrame[]>((done) => {
      resolve = done
    }),
    take(chunk: Buffer) {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3)) {
        const end = 9 + rest.readUIntBE(0, 3)
        const type = rest.readUInt8(3)
        if (only === undefined ? ![4, 6, 8].includes(type) : type === only) {
          found.push({ type, payload: rest.subarray(9, end) })
        }
        rest = rest.subarray(end)
      }
      if (found.length >= wanted) resolve(found)
    },
  }
}
