import { ErrorCode } from '../http2/errors'
import { headerBlock } from '../http2/header-encoder'
import type { ServerStream } from '../http2/server-stream'
import { Interruption } from './interruption'
import { messageFrame } from './message-frames'
import type { CallContext } from './method'
import { GrpcError, Status, statusTrailers } from './status'

const responseHeaders = { ':status': '200', 'content-type': 'application/grpc' } as const
const responseHeaderBlock = headerBlock(responseHeaders)
const statusOkBlock = headerBlock(statusTrailers())
const maxTimer = 2 ** 31 - 1

/** One call from its headers to its trailers: what is sent to the client, once, and the signal for its handler. */
export class ServerCall implements CallContext {
  readonly stream: ServerStream
  #controller: AbortController | undefined
  #abortReason: Interruption | undefined
  #deadline: NodeJS.Timeout | undefined
  #headersSent = false
  #ended = false

  constructor(stream: ServerStream) {
    this.stream = stream
    stream.whenClosed(() => this.#closed())
  }

  /** Made when a handler asks for it: most never do. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#abortReason) this.#controller.abort(this.#abortReason)
    return this.#controller.signal
  }

  /** Whether nothing more can be sent: the status is out, or the client is gone. */
  get ended(): boolean {
    return this.#ended || this.stream.closed
  }

  /** Calls `listener` when the last of the answer has left, or cannot leave any more. */
  whenClosed(listener: () => void): void {
    this.stream.whenClosed(listener)
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
    this.stream.end(headerBlock({ ':status': String(httpStatus) }))
  }

  /** Sends the only response and the status OK. */
  answer(message: Uint8Array): void {
    if (this.ended) return
    this.#write(message)
    this.#end()
  }

  /** Sends one response of a stream; resolves when there is room for the next, or no one left to send it to. */
  async send(message: Uint8Array): Promise<void> {
    if (!this.ended && !this.#write(message)) await this.stream.room()
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
      this.stream.reset(ErrorCode.internal)
    }
  }

  /** Tells whether there is room for more. */
  #write(message: Uint8Array): boolean {
    if (!this.#headersSent) this.stream.sendHeaders(responseHeaderBlock)
    this.#headersSent = true
    let hasRoom = true
    for (const chunk of messageFrame(message)) hasRoom = this.stream.sendData(chunk)
    return hasRoom
  }

  #end(error?: GrpcError): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#deadline)
    if (this.#headersSent) this.stream.end(error ? headerBlock(statusTrailers(error)) : statusOkBlock)
    else
      this.stream.end(
        headerBlock({ ...responseHeaders, ...acceptedEncoding(error), ...statusTrailers(error) }),
      )
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

function acceptedEncoding(error: GrpcError | undefined): Record<string, string> {
  return error?.status === Status.unimplemented ? { 'grpc-accept-encoding': 'identity' } : {}
}
