import { constants, type ServerHttp2Stream } from 'node:http2'
import { GrpcError, Interruption, Status, statusTrailers } from './status'

const responseHeaders = { ':status': 200, 'content-type': 'application/grpc' } as const
const maxTimer = 2 ** 31 - 1

/** One call from its headers to its trailers: what is sent to the client, once, and the signal for its handler. */
export class ServerCall implements CallContext {
  readonly stream: ServerHttp2Stream
  #controller: AbortController | undefined
  #abortReason: Interruption | undefined
  #deadline: NodeJS.Timeout | undefined
  #headersSent = false
  #ended = false

  constructor(stream: ServerHttp2Stream) {
    this.stream = stream
    stream.on('error', ignoreStreamError)
    stream.on('close', () => this.#closed())
  }

  /** Made when a handler asks for it: most never do. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#abortReason) this.#controller.abort(this.#abortReason)
    return this.#controller.signal
  }

  /** Whether nothing more can be sent: the status is out, or the client is gone. */
  get ended(): boolean {
    return this.#ended || this.#gone
  }

  whenAnswered(listener: () => void): void {
    if (this.stream.destroyed) listener()
    else this.stream.once('close', listener)
  }

  /** Ends the call with DEADLINE_EXCEEDED when `milliseconds` have passed. */
  expireAfter(milliseconds: number): void {
    if (milliseconds > maxTimer) return
    this.#deadline = setTimeout(() => {
      const error = new Interruption(
        Status.deadlineExceeded,
        'The deadline of the call has passed.',
        'Make the call again, with more time.',
      )
      this.fail(error)
      this.abort(error)
    }, milliseconds)
  }

  /** Tells the handler to come to an end. What it answers is still sent, unless the call has ended. */
  abort(reason: Interruption): void {
    this.#abortReason = reason
    this.#controller?.abort(reason)
  }

  /** Answers with nothing but an HTTP status: the request is not gRPC. */
  refuse(httpStatus: number): void {
    if (this.ended) return
    this.#ended = true
    this.stream.respond({ ':status': httpStatus }, { endStream: true })
    closeForMore(this.stream)
  }

  /** Sends the only response and the status OK. */
  answer(message: Uint8Array): void {
    if (this.ended) return
    const chunks = messageFrame(message)
    this.#sendHeaders()
    if (chunks.length > 1) this.stream.cork()
    for (const chunk of chunks.slice(0, -1)) this.stream.write(chunk)
    this.#end(undefined, chunks.at(-1))
  }

  /** Sends one response of a stream; resolves when there is room for the next, or no one left to send it to. */
  async send(message: Uint8Array): Promise<void> {
    if (this.ended || this.#write(message)) return
    await new Promise<void>((resolve) => {
      const settle = () => {
        this.stream.off('drain', settle)
        this.stream.off('close', settle)
        resolve()
      }
      this.stream.on('drain', settle)
      this.stream.on('close', settle)
    })
  }

  /** Ends the call with the status OK. */
  finish(): void {
    this.#end()
  }

  /**
   * Ends the call with the error's status, INTERNAL where it has none. Does nothing on a call that has ended. Never
   * throws, whatever the error is: nobody is left who could answer the call in another way.
   */
  fail(error: unknown): void {
    try {
      this.#end(
        error instanceof GrpcError
          ? error
          : new GrpcError(Status.internal, error instanceof Error ? error.message : String(error)),
      )
    } catch {
      this.stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    }
  }

  /** Whether the client has closed the stream. Until its last bytes are read, it is closed and not yet destroyed. */
  get #gone(): boolean {
    return this.stream.closed || this.stream.destroyed
  }

  #write(message: Uint8Array): boolean {
    this.#sendHeaders()
    const chunks = messageFrame(message)
    if (chunks.length > 1) this.stream.cork()
    let hasRoom = true
    for (const chunk of chunks) hasRoom = this.stream.write(chunk)
    if (chunks.length > 1) this.stream.uncork()
    return hasRoom
  }

  #end(error?: GrpcError, lastChunk?: Uint8Array): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#deadline)
    if (this.#gone) {
      this.stream.resume()
      return
    }
    if (!this.#headersSent) {
      this.#respondWithStatusOnly(error)
      return
    }
    this.stream.on('wantTrailers', () => this.stream.sendTrailers(statusTrailers(error)))
    this.stream.end(lastChunk)
    if (!this.stream.readableEnded) this.stream.resume()
  }

  #sendHeaders(): void {
    if (this.#headersSent) return
    this.#headersSent = true
    this.stream.respond(responseHeaders, { waitForTrailers: true })
  }

  #respondWithStatusOnly(error: GrpcError | undefined): void {
    const acceptEncoding =
      error?.status === Status.unimplemented ? { 'grpc-accept-encoding': 'identity' } : {}
    this.stream.respond(
      { ...responseHeaders, ...acceptEncoding, ...statusTrailers(error) },
      { endStream: true },
    )
    closeForMore(this.stream)
  }

  #closed(): void {
    clearTimeout(this.#deadline)
    if (this.#ended) return
    this.#ended = true
    this.abort(
      new Interruption(
        Status.cancelled,
        'The client has canceled the call.',
        'Make the call again if its work is still wanted.',
      ),
    )
  }
}

/** Tells a client that is still sending that the answer is complete. */
function closeForMore(stream: ServerHttp2Stream): void {
  if (!stream.readableEnded) stream.close(0)
}

/** A stream that breaks is closed too, and that is where the call ends. */
function ignoreStreamError(): void {}

/** What a handler learns of its call beside the request. */
export interface CallContext {
  /** Aborted, by an {@link Interruption}, when the client cancels, the deadline passes or the connection is lost. */
  readonly signal: AbortSignal
  /** Calls `listener` when the last of the answer has left, or cannot leave any more. */
  whenAnswered(listener: () => void): void
}

interface Codec<Request, Response> {
  /** The bytes are the handler's own: views of them may be kept. */
  decode(bytes: Buffer): Request
  encode(response: Response): Uint8Array
}

/** One request, one response. */
interface UnaryMethod<Request, Response> extends Codec<Request, Response> {
  readonly kind: 'unary'
  handle(request: Request, call: CallContext): Promise<Response> | Response
}

/** One request, any number of responses. The next one is asked for when the client has room for it. */
interface ServerStreamMethod<Request, Response> extends Codec<Request, Response> {
  readonly kind: 'server-stream'
  handle(request: Request, call: CallContext): AsyncIterable<Response>
}

/** Requests and responses in any order. */
export interface BidirectionalMethod<Request, Response> extends Codec<Request, Response> {
  readonly kind: 'bidirectional'
  handle(requests: AsyncIterable<Request>, call: CallContext): AsyncIterable<Response>
}

/** A method whose types have been forgotten, as the server keeps it. */
export type Method =
  | UnaryMethod<unknown, unknown>
  | ServerStreamMethod<unknown, unknown>
  | BidirectionalMethod<unknown, unknown>

/** A flag for compression and the message's length as 32 bits. */
const prefixLength = 5

const noBytes = Buffer.alloc(0)

/** Messages below this are copied behind their prefix, which costs less than a second write. */
const copyLimit = 16_384

/** The chunks that carry a message: its prefix and its bytes. */
export function messageFrame(message: Uint8Array): readonly Uint8Array[] {
  const small = message.length <= copyLimit
  const frame = Buffer.allocUnsafe(small ? prefixLength + message.length : prefixLength)
  frame[0] = 0
  frame.writeUInt32BE(message.length, 1)
  if (!small) return [frame, message]
  frame.set(message, prefixLength)
  return [frame]
}

/** Puts messages together from chunks that are cut anywhere. A message of many chunks is copied once. */
export class MessageAssembler {
  readonly #maxMessageBytes: number
  #prefix: Buffer = noBytes
  #message: Buffer | undefined
  #filled = 0

  constructor(maxMessageBytes: number) {
    this.#maxMessageBytes = maxMessageBytes
  }

  /** Whether a message has begun and is not complete. */
  get isWithinMessage(): boolean {
    return this.#prefix.length > 0 || this.#message !== undefined
  }

  /**
   * The messages that `chunk` completes. Throws {@link GrpcError}: RESOURCE_EXHAUSTED for a message over the limit,
   * INTERNAL for one that claims to be compressed.
   */
  *push(chunk: Buffer): Generator<Buffer, void> {
    let rest = chunk
    while (rest.length > 0) {
      if (this.#message === undefined) {
        const start = this.#prefix.length === 0 ? rest : Buffer.concat([this.#prefix, rest])
        if (start.length < prefixLength) {
          this.#prefix = start
          return
        }
        this.#prefix = noBytes
        const length = this.#checkedLength(start)
        const end = prefixLength + length
        if (start.length >= end) {
          rest = start.subarray(end)
          yield start.subarray(prefixLength, end)
          continue
        }
        this.#message = Buffer.allocUnsafe(length)
        this.#filled = 0
        rest = start.subarray(prefixLength)
      }
      const taken = rest.copy(this.#message, this.#filled)
      this.#filled += taken
      rest = rest.subarray(taken)
      if (this.#filled === this.#message.length) {
        const message = this.#message
        this.#message = undefined
        yield message
      }
    }
  }

  #checkedLength(prefix: Buffer): number {
    if (prefix[0] !== 0) {
      throw new GrpcError(
        Status.internal,
        'a message is marked as compressed, but the call names no compression',
      )
    }
    const length = prefix.readUInt32BE(1)
    if (length > this.#maxMessageBytes) {
      const limit = `the limit of ${this.#maxMessageBytes} bytes`
      throw new GrpcError(Status.resourceExhausted, `a message of ${length} bytes is over ${limit}`)
    }
    return length
  }
}
