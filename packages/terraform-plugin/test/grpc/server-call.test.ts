import { once } from 'node:events'
import { type ClientHttp2Session, connect, createServer, type Http2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { ServerCall } from '../../src/grpc/server-call'

let server: Http2Server
let session: ClientHttp2Session

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

afterEach(async () => {
  session.destroy()
  server.close()
  await once(server, 'close')
})

/** A call whose client has closed the stream, without an error, before the request was read. */
async function abandonedCall(): Promise<ServerCall> {
  const request = session.request({ ':method': 'POST' })
  request.on('error', () => {})
  request.write('never read')
  const [stream] = await once(server, 'stream')
  const call = new ServerCall(stream)
  await once(stream, 'readable')
  request.close()
  while (!stream.closed) await delay(5)
  expect(stream.destroyed).toBe(false)
  return call
}

describe('a call whose client has closed the stream', () => {
  it.each<[string, (call: ServerCall) => unknown]>([
    ['fails', (call) => call.fail(new Error('too late'))],
    ['is answered', (call) => call.answer(Buffer.from('too late'))],
    ['sends', (call) => call.send(Buffer.from('too late'))],
    ['is refused', (call) => call.refuse(415)],
    ['is finished', (call) => call.finish()],
  ])('%s without an error, and is over', async (_, end) => {
    const call = await abandonedCall()
    expect(call.ended).toBe(true)
    await end(call)
    call.finish()
    await new Promise<void>((closed) => call.whenAnswered(closed))
    expect(call.stream.headersSent).toBe(false)
  })
})
