import type { Interruption } from './interruption'

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
export interface UnaryMethod<Request, Response> extends Codec<Request, Response> {
  readonly kind: 'unary'
  handle(request: Request, call: CallContext): Promise<Response> | Response
}

/** One request, any number of responses. The next one is asked for when the client has room for it. */
export interface ServerStreamMethod<Request, Response> extends Codec<Request, Response> {
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
