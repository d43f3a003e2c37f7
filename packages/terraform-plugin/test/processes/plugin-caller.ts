import { once } from 'node:events'
import { type ClientHttp2Session, connect } from 'node:http2'
import { createConnection } from 'node:net'
import { ReadDataSource } from '../../src/protocol/tfplugin6'

/**
 * Makes a call that is not answered unless it is aborted, over a connection that can be cut at will.
 * @param typeName of a data source of the test plugin, by which it chooses what it does
 */
export async function callAndWait(
  socketPath: string,
  typeName = 'test_wait_for_abort',
): Promise<ClientHttp2Session> {
  const session = connect('http://localhost', { createConnection: () => createConnection(socketPath) })
  session.on('error', () => {})
  const stream = session.request({
    ':method': 'POST',
    ':path': '/tfplugin6.Provider/ReadDataSource',
    'content-type': 'application/grpc',
    te: 'trailers',
  })
  stream.on('error', () => {})
  const message = ReadDataSource.request.encode({ typeName })
  const prefix = Buffer.alloc(5)
  prefix.writeUInt32BE(message.length, 1)
  stream.end(Buffer.concat([prefix, message]))
  await once(stream, 'ready')
  return session
}
