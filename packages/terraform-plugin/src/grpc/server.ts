import { createServer, type Http2Server, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import { type BidirectionalMethod, MessageAssembler, type Method, ServerCall } from './server-call'
import { GrpcError, type Interruption, Status } from './status'

const mebibyte = 2 ** 20

/** Bytes of the largest request that a server takes, unless it is given another limit. Hosts limit only what they receive. */
export const largestRequest = 512 * mebibyte

/** The limits of a server, and whom it tells. */
export interface GrpcServerOptions {
  /** Larger requests are answered with RESOURCE_EXHAUSTED. {@link largestRequest} unless given. */
  readonly maxMessageBytes?: number
  /** Called with the number of open connections whenever it changes. */
  readonly onConnectionCount?: (count: number) => void
  /** Called when a call arrives, also if its method is unknown. */
  readonly onCall?: () => void
  /** Called with what a handler threw, unless that was a {@link GrpcError} or its call was already over. */
  readonly onHandlerError?: (path: string, error: unknown) => void
}

/**
 * A gRPC server over node:http2: unary calls, server streams and bidirectional streams; deadlines and cancellation
 * as an `AbortSignal`; flow control and limits fit for large messages. No compression, no client streams.
 *
 * It does not listen. Give it connections, plain or TLS (with ALPN `h2`), from any server:
 *
 * @example
 * const server = new GrpcServer(new Map([['/echo.Echo/Say', {
 *   kind: 'unary',
 *   decode: (bytes) => Say.decode(bytes),
 *   encode: (response) => Said.encode(response),
 *   handle: async ({ text }, { signal }) => ({ text }),
 * }]]))
 * net.createServer((socket) => server.accept(socket)).listen('/run/echo.sock')
 *
 * What goes wrong, and the status that the client sees:
 * a {@link GrpcError} of a handler: its own; anything else that it throws, a message that cannot be read, too many
 * or too few messages, a message cut short: INTERNAL; an unknown method, a compressed message: UNIMPLEMENTED;
 * a message over the limit: RESOURCE_EXHAUSTED. Requests that are not gRPC are answered with HTTP 405 or 415.
 */
export class GrpcServer {
  readonly #methods: ReadonlyMap<string, Method>
  readonly #options: GrpcServerOptions
  readonly #maxMessageBytes: number
  readonly #http: Http2Server
  readonly #connections = new Set<Duplex>()
  readonly #calls = new Set<ServerCall>()
  #onIdle: (() => void)[] = []

  /** `methods` by their paths, such as `/package.Service/Method`. */
  constructor(methods: ReadonlyMap<string, Method>, options: GrpcServerOptions = {}) {
    this.#methods = methods
    this.#options = options
    this.#maxMessageBytes = options.maxMessageBytes ?? largestRequest
    this.#http = createServer({
      maxSessionMemory: 4096,
      settings: { initialWindowSize: 8 * mebibyte },
    })
    this.#http.on('session', (session) => session.setLocalWindowSize(64 * mebibyte))
    this.#http.on('sessionError', () => {})
    this.#http.on('stream', (stream, headers) => this.#serve(stream, headers))
  }

  /** Serves a connection until either side ends it. One that has ended already is not served and not counted. */
  accept(socket: Duplex): void {
    if (socket.destroyed) return
    this.#connections.add(socket)
    this.#options.onConnectionCount?.(this.#connections.size)
    socket.once('close', () => {
      this.#connections.delete(socket)
      this.#options.onConnectionCount?.(this.#connections.size)
    })
    this.#http.emit('connection', socket)
  }

  /** Resolves when no handler is running and all answers have left. */
  async whenIdle(): Promise<void> {
    if (this.#calls.size > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve))
  }

  /** Aborts the signals of the calls in flight. They can still answer. */
  abort(reason: Interruption): void {
    for (const call of this.#calls) call.abort(reason)
  }

  /** Cuts all connections. The signals of the calls in flight abort. */
  destroy(): void {
    for (const socket of this.#connections) socket.destroy()
  }

  #serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    if (stream.destroyed) return
    const call = new ServerCall(stream)
    const httpStatus = refusalOfForeignRequest(headers)
    if (httpStatus !== undefined) {
      call.refuse(httpStatus)
      return
    }
    const path = headers[':path'] ?? ''
    this.#calls.add(call)
    this.#options.onCall?.()
    this.#run(call, path, headers)
      .catch((error: unknown) => {
        const unexpected = !(error instanceof GrpcError || call.ended)
        call.fail(error)
        if (unexpected) this.#options.onHandlerError?.(path, error)
      })
      .finally(() => call.whenAnswered(() => this.#finished(call)))
  }

  async #run(call: ServerCall, path: string, headers: IncomingHttpHeaders): Promise<void> {
    const method = this.#methods.get(path)
    if (method === undefined) throw new GrpcError(Status.unimplemented, `the method ${path} is unknown`)
    refuseCompression(headers)
    const timeout = timeoutOf(headers)
    if (timeout !== undefined) call.expireAfter(timeout)
    await serveCall(call, method, this.#maxMessageBytes)
  }

  #finished(call: ServerCall): void {
    this.#calls.delete(call)
    if (this.#calls.size > 0) return
    for (const resolve of this.#onIdle.splice(0)) resolve()
  }
}

/** Reads the request, runs the handler and answers. Resolves when the handler is done; rejects with what it threw. */
async function serveCall(call: ServerCall, method: Method, maxMessageBytes: number): Promise<void> {
  if (method.kind === 'bidirectional') {
    await sendAll(call, method, method.handle(requestStream(call, method, maxMessageBytes), call))
    return
  }
  const request = decoded(method, await onlyMessage(call, maxMessageBytes))
  if (method.kind === 'server-stream') await sendAll(call, method, method.handle(request, call))
  else call.answer(method.encode(await method.handle(request, call)))
}

async function sendAll(call: ServerCall, method: Method, responses: AsyncIterable<unknown>): Promise<void> {
  for await (const response of responses) {
    if (call.ended) break
    await call.send(method.encode(response))
  }
  call.finish()
}

/** The request of a call that takes one. Listens to events instead of iterating, which would double a call's cost. */
function onlyMessage(call: ServerCall, maxMessageBytes: number): Promise<Buffer> {
  const { stream } = call
  const assembler = new MessageAssembler(maxMessageBytes)
  let message: Buffer | undefined
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => {
      try {
        for (const next of assembler.push(chunk)) {
          if (message) throw new GrpcError(Status.internal, 'the call takes one request, but more were sent')
          message = next
        }
      } catch (error) {
        stream.removeAllListeners('data')
        stream.resume()
        reject(error)
      }
    })
    stream.on('end', () => {
      if (assembler.isWithinMessage) reject(truncated())
      else if (message) resolve(message)
      else reject(new GrpcError(Status.internal, 'the call takes one request, but none was sent'))
    })
    stream.on('close', () => {
      if (!stream.readableEnded) reject(new GrpcError(Status.cancelled, 'the client has canceled the call'))
    })
  })
}

async function* requestStream(
  call: ServerCall,
  method: BidirectionalMethod<unknown, unknown>,
  maxMessageBytes: number,
): AsyncGenerator<unknown, void> {
  const assembler = new MessageAssembler(maxMessageBytes)
  for await (const chunk of call.stream.iterator({ destroyOnReturn: false })) {
    for (const message of assembler.push(chunk)) yield decoded(method, message)
  }
  if (assembler.isWithinMessage) throw truncated()
}

function decoded(method: Method, message: Buffer): unknown {
  try {
    return method.decode(message)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new GrpcError(Status.internal, `the request cannot be read: ${reason}`, { cause: error })
  }
}

function truncated(): GrpcError {
  return new GrpcError(Status.internal, 'the request ends in the middle of a message')
}

/**
 * The HTTP status for a request that is not gRPC at all, or `undefined` where it is:
 * 405 where it is not a POST, 415 where its content type is another.
 */
function refusalOfForeignRequest(headers: IncomingHttpHeaders): number | undefined {
  if (headers[':method'] !== 'POST') return 405
  const contentType = headers['content-type'] ?? ''
  return contentType === 'application/grpc' || /^application\/grpc(\+proto)?\s*(;|$)/i.test(contentType)
    ? undefined
    : 415
}

/** Throws UNIMPLEMENTED where the client compresses its messages. */
function refuseCompression(headers: IncomingHttpHeaders): void {
  const encoding = headers['grpc-encoding'] ?? 'identity'
  if (encoding === 'identity') return
  throw new GrpcError(
    Status.unimplemented,
    `compression "${encoding}" is not supported; send messages as they are`,
  )
}

const millisecondsPerUnit: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 1 / 1000,
  n: 1 / 1_000_000,
}

/** How long the client waits, in milliseconds, or `undefined` where it sets no limit. Throws INTERNAL if malformed. */
function timeoutOf(headers: IncomingHttpHeaders): number | undefined {
  const header = headers['grpc-timeout']
  if (header === undefined) return undefined
  const [, amount, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(String(header)) ?? []
  const milliseconds = millisecondsPerUnit[unit]
  if (milliseconds === undefined) throw new GrpcError(Status.internal, `malformed grpc-timeout "${header}"`)
  return Number(amount) * milliseconds
}
