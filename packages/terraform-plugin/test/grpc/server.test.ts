import { once } from 'node:events'
import { createConnection } from 'node:net'
import { PassThrough } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { compressionAlgorithms, status } from '@grpc/grpc-js'
import { GrpcServer } from '../../src/grpc/server'
import { framed, rawRequest, TestClient, unreadCall } from './test-client'
import { startTestServer, type TestServer } from './test-server'

let server: TestServer
let client: TestClient
const handlerErrors: unknown[] = []
const connectionCounts: number[] = []
let calls = 0

beforeEach(async () => {
  handlerErrors.length = 0
  connectionCounts.length = 0
  calls = 0
  server = await startTestServer({
    onHandlerError: (path, error) => handlerErrors.push([path, error]),
    onConnectionCount: (count) => connectionCounts.push(count),
    onCall: () => {
      calls += 1
    },
  })
  client = new TestClient(server.address)
})

afterEach(async () => {
  client.close()
  await server.close()
})

describe('a unary call', () => {
  it('is answered', async () => {
    await expect(client.unary('Echo', 'hello')).resolves.toEqual(Buffer.from('hello'))
  })

  it('may carry an empty message both ways', async () => {
    await expect(client.unary('Echo', '')).resolves.toHaveLength(0)
  })

  it('carries messages of 64 MiB both ways', async () => {
    const large = Buffer.alloc(64 * 2 ** 20, 'a large message')
    const answer = await client.unary('Echo', large)
    expect(answer.equals(large)).toBe(true)
  })

  it('is answered beside 499 others', async () => {
    const texts = Array.from({ length: 500 }, (_, index) => `call ${index}`)
    const answers = await Promise.all(texts.map((text) => client.unary('Echo', text)))
    expect(answers.map(String)).toEqual(texts)
  })

  it('fails with the status of a GrpcError, its message intact', async () => {
    const message = '100 % “nicht erlaubt”\nsecond line 🙂'
    await expect(client.unary('Deny', message)).rejects.toMatchObject({
      code: status.PERMISSION_DENIED,
      details: message,
    })
    expect(handlerErrors).toEqual([])
  })

  it('fails with a message that is cut where it would not fit into a header', async () => {
    await expect(client.unary('Deny', 'long '.repeat(100_000))).rejects.toMatchObject({
      code: status.PERMISSION_DENIED,
      details: 'long '.repeat(820).slice(0, 4096),
    })
  })

  it('fails as INTERNAL when the handler throws anything else, and reports that', async () => {
    await expect(client.unary('Crash', 'a mistake')).rejects.toMatchObject({
      code: status.INTERNAL,
      details: 'a mistake',
    })
    expect(handlerErrors).toEqual([['/test.Test/Crash', new TypeError('a mistake')]])
    await expect(client.unary('Echo', 'still here')).resolves.toEqual(Buffer.from('still here'))
  })

  it('fails as INTERNAL when the handler throws what cannot even be printed', async () => {
    await expect(client.unary('Blurt', '')).rejects.toMatchObject({ code: status.INTERNAL })
    await expect(client.unary('Echo', 'still here')).resolves.toEqual(Buffer.from('still here'))
  })

  it('fails as INTERNAL when the request cannot be read', async () => {
    await expect(client.unary('Echo', 'unreadable')).rejects.toMatchObject({
      code: status.INTERNAL,
      details: 'the request cannot be read: not a text that can be read',
    })
  })

  it('fails as UNIMPLEMENTED when the method is unknown', async () => {
    await expect(client.unary('Nothing', 'hello')).rejects.toMatchObject({
      code: status.UNIMPLEMENTED,
      details: 'the method /test.Test/Nothing is unknown',
    })
  })

  it('fails as UNIMPLEMENTED when messages are compressed', async () => {
    const compressing = new TestClient(server.address, undefined, {
      'grpc.default_compression_algorithm': compressionAlgorithms.gzip,
    })
    await expect(compressing.unary('Echo', 'hello')).rejects.toMatchObject({
      code: status.UNIMPLEMENTED,
      details: 'compression "gzip" is not supported; send messages as they are',
    })
    compressing.close()
  })

  it('aborts its handler when it is canceled', async () => {
    const call = client.grpc.makeUnaryRequest(
      '/test.Test/Hang',
      (bytes: Buffer) => bytes,
      (bytes: Buffer) => bytes,
      Buffer.alloc(0),
      () => {},
    )
    await eventually(() => expect(server.events).toContain('hanging'))
    call.cancel()
    await eventually(() => expect(server.events).toContain('aborted: The client has canceled the call.'))
    await server.server.whenIdle()
    expect(server.events).toContain('handler done')
  })

  it('aborts its handler when its deadline passes', async () => {
    await expect(client.unary('Hang', '', { deadline: Date.now() + 200 })).rejects.toMatchObject({
      code: status.DEADLINE_EXCEEDED,
    })
    await eventually(() => expect(server.events).toContain('handler done'))
  })

  it('ends as DEADLINE_EXCEEDED on its own when the client does not cancel', async () => {
    const answer = await rawRequest(
      server.path,
      { ':path': '/test.Test/Hang', 'grpc-timeout': '100m' },
      framed('request'),
    )
    expect(answer).toMatchObject({
      'grpc-status': '4',
      'grpc-message': 'The deadline of the call has passed.',
    })
    expect(server.events).toContain('aborted: The deadline of the call has passed.')
  })

  it('aborts its handler when the connection is lost', async () => {
    const answer = client.unary('Hang', '')
    await eventually(() => expect(server.events).toContain('hanging'))
    client.close()
    server.server.destroy()
    await expect(answer).rejects.toMatchObject({ code: status.UNAVAILABLE })
    await server.server.whenIdle()
    expect(server.events).toContain('handler done')
  })
})

describe('a server stream', () => {
  it('delivers every response and ends', async () => {
    const received: string[] = []
    for await (const response of client.serverStream('Count', '5'))
      received.push(String(response).slice(0, 2))
    expect(received).toEqual(['00', '11', '22', '33', '44'])
  })

  it('delivers what came before a failure, then its status', async () => {
    const stream = client.serverStream('Count', '3')
    const received: unknown[] = []
    stream.on('data', (response) => received.push(response))
    const [error] = await once(stream, 'error')
    expect(error).toMatchObject({ code: status.NOT_FOUND, details: 'there is no fourth' })
    expect(received).toHaveLength(3)
  })

  it('makes no more responses than a slow reader has room for', async () => {
    const call = unreadCall(server.path, '/test.Test/Count', '10000')
    await eventually(() => expect(server.events.length).toBeGreaterThan(0))
    for (let trip = 0; trip < 20; trip++) await call.roundTrip()
    expect(server.events.length).toBeLessThan(10)
    call.cancel()
    await eventually(() => expect(server.events).toContain('stream aborted'))
    await server.server.whenIdle()
    expect(server.events).toContain('stream done')
  })
})

describe('a bidirectional stream', () => {
  it('answers each request as it comes', async () => {
    const stream = client.bidirectional('Double')
    for (const word of ['a', 'bc', 'def']) {
      stream.write(Buffer.from(word))
      const [answer] = await once(stream, 'data')
      expect(String(answer)).toBe(word + word)
    }
    stream.end()
    const [last] = await once(stream, 'data')
    expect(String(last)).toBe('end')
    const [result] = await once(stream, 'status')
    expect(result).toMatchObject({ code: status.OK })
  })

  it('ends when the handler returns, though the client would go on', async () => {
    const stream = client.bidirectional('Double')
    stream.resume()
    stream.write(Buffer.from('stop'))
    const [result] = await once(stream, 'status')
    expect(result).toMatchObject({ code: status.OK })
  })
})

describe('a request that no proper client sends', () => {
  const internal = (message: string) => ({ ':status': 200, 'grpc-status': '13', 'grpc-message': message })

  it.each([
    ['no message', Buffer.alloc(0), 'the call takes one request, but none was sent'],
    [
      'two messages',
      Buffer.concat([framed('a'), framed('b')]),
      'the call takes one request, but more were sent',
    ],
    ['a message cut short', framed('hello').subarray(0, 8), 'the request ends in the middle of a message'],
    ['a prefix cut short', framed('hello').subarray(0, 3), 'the request ends in the middle of a message'],
    [
      'a message marked as compressed',
      framed('hello', 1),
      'a message is marked as compressed, but the call names no compression',
    ],
  ])('is refused when it has %s', async (_, body, message) => {
    expect(await rawRequest(server.path, {}, body)).toMatchObject(internal(message))
  })

  it('is refused when its timeout is malformed', async () => {
    const answer = await rawRequest(server.path, { 'grpc-timeout': 'soon' }, framed('hello'))
    expect(answer).toMatchObject(internal('malformed grpc-timeout "soon"'))
  })

  it.each(['application/json', 'application/grpc-web', 'text/plain'])(
    'is answered with 415 when its content type is %s',
    async (contentType) => {
      const answer = await rawRequest(server.path, { 'content-type': contentType }, framed('hello'))
      expect(answer).toMatchObject({ ':status': 415 })
      expect(answer).not.toHaveProperty('grpc-status')
    },
  )

  it.each(['application/grpc+proto', 'application/grpc;charset=utf-8'])(
    'is served as %s',
    async (contentType) => {
      const answer = await rawRequest(server.path, { 'content-type': contentType }, framed('hello'))
      expect(answer).toMatchObject({ ':status': 200, 'grpc-status': '0' })
    },
  )

  it('is answered with 405 when it is not a POST', async () => {
    expect(await rawRequest(server.path, { ':method': 'PUT' }, framed('hello'))).toMatchObject({
      ':status': 405,
    })
  })

  it('breaks only its own connection when it is not HTTP/2 at all', async () => {
    const socket = createConnection(server.path)
    socket.end('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    socket.resume()
    await once(socket, 'close')
    await expect(client.unary('Echo', 'still here')).resolves.toEqual(Buffer.from('still here'))
  })
})

describe('the limit on messages', () => {
  it('refuses a larger request as RESOURCE_EXHAUSTED', async () => {
    const strict = await startTestServer({ maxMessageBytes: 1000 })
    const strictClient = new TestClient(strict.address)
    await expect(strictClient.unary('Length', Buffer.alloc(1000))).resolves.toEqual(Buffer.from('1000'))
    await expect(strictClient.unary('Length', Buffer.alloc(5_000_000))).rejects.toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
      details: 'a message of 5000000 bytes is over the limit of 1000 bytes',
    })
    strictClient.close()
    await strict.close()
  })

  it('does not concern answers', async () => {
    const strict = await startTestServer({ maxMessageBytes: 1000 })
    const strictClient = new TestClient(strict.address)
    await expect(strictClient.unary('Make', '100000')).resolves.toHaveLength(100_000)
    strictClient.close()
    await strict.close()
  })
})

describe('connections', () => {
  it('are counted as they come and go', async () => {
    await client.unary('Echo', 'hello')
    const second = new TestClient(server.address)
    await second.unary('Echo', 'hello')
    second.close()
    await eventually(() => expect(connectionCounts).toEqual([1, 2, 1]))
    client.close()
    await eventually(() => expect(connectionCounts).toEqual([1, 2, 1, 0]))
  })

  it('are not counted where they have ended before they are served', async () => {
    const grpc = new GrpcServer(new Map(), { onConnectionCount: (count) => connectionCounts.push(count) })
    const socket = new PassThrough()
    socket.destroy()
    await once(socket, 'close')
    grpc.accept(socket)
    expect(connectionCounts).toEqual([])
  })
})

describe('calls', () => {
  it('are told of as they arrive, one without such a method too', async () => {
    await client.unary('Echo', 'hello')
    await client.unary('Nonsense', 'hello').catch(() => {})
    expect(calls).toBe(2)
  })
})

/** Repeats an assertion until it holds; its last failure is the test's. */
async function eventually(assertion: () => void): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      assertion()
      return
    } catch {
      await delay(10)
    }
  }
  assertion()
}
