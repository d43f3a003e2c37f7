import { constants, type ServerHttp2Stream } from 'node:http2'
import { Interruption } from './interruption'
import { messageFrame } from './message-frames'
import type { CallContext } from './method'
import { GrpcError, Status, statusTrailers } from './status'

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
        'The client has cancelled the call.',
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
