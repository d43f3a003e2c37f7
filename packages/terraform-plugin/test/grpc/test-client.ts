import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { createConnection } from 'node:net'
import {
  type CallOptions,
  type ChannelCredentials,
  Client,
  type ClientOptions,
  credentials,
  type ServiceError,
} from '@grpc/grpc-js'

const asBuffer = (bytes: Buffer) => bytes

/** The standard client, on messages of plain bytes. */
export class TestClient {
  readonly grpc: Client

  constructor(
    address: string,
    channel: ChannelCredentials = credentials.createInsecure(),
    options: ClientOptions = {},
  ) {
    this.grpc = new Client(address, channel, {
      'grpc.max_receive_message_length': -1,
      'grpc.max_send_message_length': -1,
      'grpc.use_local_subchannel_pool': 1,
      ...options,
    })
  }

  /** The answer of a unary method of `test.Test`; rejects with the standard client's error. */
  unary(method: string, request: Buffer | string, options: CallOptions = {}): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.grpc.makeUnaryRequest(
        `/test.Test/${method}`,
        asBuffer,
        asBuffer,
        Buffer.from(request),
        options,
        (error: ServiceError | null, answer?: Buffer) =>
          error ? reject(error) : resolve(answer ?? Buffer.alloc(0)),
      )
    })
  }

  serverStream(method: string, request: string) {
    return this.grpc.makeServerStreamRequest(`/test.Test/${method}`, asBuffer, asBuffer, Buffer.from(request))
  }

  bidirectional(method: string) {
    return this.grpc.makeBidiStreamRequest(`/test.Test/${method}`, asBuffer, asBuffer)
  }

  close(): void {
    this.grpc.close()
  }
}

/** Sends what no proper client sends: any headers and any bytes. Resolves with all headers of the answer. */
export async function rawRequest(
  socketPath: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<Readonly<Record<string, unknown>>> {
  const session = rawSession(socketPath)
  try {
    return await new Promise((resolve, reject) => {
      const answer = {}
      const stream = session.request({ ...rawHeaders, ...headers })
      stream.on('response', (response) => Object.assign(answer, response))
      stream.on('trailers', (trailers) => Object.assign(answer, trailers))
      stream.on('error', reject)
      stream.on('close', () => resolve(answer))
      stream.resume()
      stream.end(body)
    })
  } finally {
    session.close()
  }
}

const rawHeaders = {
  ':method': 'POST',
  ':path': '/test.Test/Echo',
  'content-type': 'application/grpc',
  te: 'trailers',
}

function rawSession(socketPath: string): ClientHttp2Session {
  return connect('http://localhost', { createConnection: () => createConnection(socketPath) })
}

/** A call of which no answer is read. The client of grpc-js would read ahead. */
export function unreadCall(socketPath: string, path: string, message: string) {
  const session = rawSession(socketPath)
  const stream = session.request({ ...rawHeaders, ':path': path })
  stream.end(framed(message))
  return {
    /** Resolves when the server has answered what came before. */
    async roundTrip() {
      await new Promise<void>((resolve, reject) =>
        session.ping((error) => (error ? reject(error) : resolve())),
      )
    },
    cancel() {
      stream.close(constants.NGHTTP2_CANCEL)
      session.close()
    },
  }
}

/** A message as it goes over the wire. */
export function framed(message: string, flag = 0): Buffer {
  const frame = Buffer.alloc(5 + Buffer.byteLength(message))
  frame[0] = flag
  frame.writeUInt32BE(frame.length - 5, 1)
  frame.write(message, 5)
  return frame
}
