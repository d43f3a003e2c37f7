import { once } from 'node:events'
import { type ClientHttp2Session, connect } from 'node:http2'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { ServerCall } from '../../../src/terraform/grpc/server-call'
import { ServerConnection } from '../../../src/terraform/http2/server-connection'
import type { ServerStream } from '../../../src/terraform/http2/server-stream'

let server: Server
let session: ClientHttp2Session
let opened: Promise<ServerStream>

beforeEach(async () => {
  opened = new Promise((resolve) => {
    server = createServer((socket) => void new ServerConnection(socket, resolve))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

afterEach(async () => {
  session.destroy()
  server.close()
  await once(server, 'close')
})

/** A call whose client has closed the stream, without an error, before the request was read. */
async function abandonedCall(): Promise<{ readonly call: ServerCall; readonly answered: () => boolean }> {
  const request = session.request({ ':method': 'POST', ':path': '/' })
  let answered = false
  request.on('error', () => {})
  request.on('response', () => {
    answered = true
  })
  request.write('never read')
  const stream = await opened
  const call = new ServerCall(stream)
  request.close()
  await new Promise<void>((closed) => stream.whenClosed(closed))
  return { call, answered: () => answered }
}

describe('a call whose client has closed the stream', () => {
  it.each<[string, (call: ServerCall) => unknown]>([
    ['fails', (call) => call.fail(new Error('too late'))],
    ['is answered', (call) => call.answer(Buffer.from('too late'))],
    ['sends', (call) => call.send(Buffer.from('too late'))],
    ['is refused', (call) => call.refuse(415)],
    ['is finished', (call) => call.finish()],
  ])('%s without an error, and is over', async (_, end) => {
    const { call, answered } = await abandonedCall()
    expect(call.ended).toBe(true)
    await end(call)
    call.finish()
    await new Promise<void>((closed) => call.whenClosed(closed))
    await new Promise((resolve) => session.ping(resolve))
    expect(answered()).toBe(false)
  })
})
