import { types } from 'node:util'
import { onAbort } from '../../concurrency/abort'

/** What goes over the wire in one attempt. */
export interface WireRequest {
  readonly origin: string
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Bytes, beyond which the answer is not waited for. */
  readonly longestAnswer: number
}

/** What came back, complete. */
export interface WireAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** Of the text, as they came. */
  readonly bytes: number
}

/** What carries requests to one origin: connections of our own, or those of undici where a proxy is on the way. */
export interface Carrier {
  /** Throws where the request cannot be written at all. */
  dispatch(request: CarriedRequest, handler: DispatchHandler): unknown
  /** Closes every connection; what is under way breaks. */
  destroy(): Promise<void>
}

/** A request to an origin, as `Client.dispatch` of undici takes it. */
export interface CarriedRequest {
  readonly origin: string
  readonly path: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | null
}

/** What a carrier tells of a request, in the words of undici. */
export interface DispatchHandler {
  onRequestStart(controller: { abort(reason: Error): void }): void
  onResponseStart(_: unknown, status: number, headers: WireAnswer['headers']): void
  onResponseData(_: unknown, chunk: Buffer): void
  onResponseEnd(): void
  onResponseError(_: unknown, error: Error): void
}

/** Bytes of all headers of an answer together, beyond which the connection is broken. */
export const longestHeaders = 16 * 1024

/** How an attempt ended. `sent` is false where it is certain that not a byte of the request left. */
export type Exchange =
  | { readonly ended: 'answered'; readonly answer: WireAnswer }
  | { readonly ended: 'broken'; readonly sent: boolean; readonly error: Error }
  | { readonly ended: 'too-large' }
  | { readonly ended: 'timed-out'; readonly sent: boolean }
  | { readonly ended: 'cancelled'; readonly sent: boolean; readonly reason: unknown }

/**
 * Makes one attempt. Never throws; ends promptly when the signal is triggered or the time-out (milliseconds, from now
 * to the last byte of the answer) has passed, even while the connection is still being made.
 */
export function exchange(
  carrier: Carrier,
  request: WireRequest,
  timeout: number,
  signal: AbortSignal,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const { longestAnswer, ...carried } = request
    const attempt = new Attempt(longestAnswer, (ended) => {
      clearTimeout(timer)
      stopListening()
      resolve(ended)
    })
    const timer = setTimeout(() => attempt.giveUp({ ended: 'timed-out', sent: attempt.sent }), timeout)
    let stopListening = () => {}
    stopListening = onAbort(signal, () =>
      attempt.giveUp({ ended: 'cancelled', sent: attempt.sent, reason: signal.reason }),
    )
    if (attempt.settled) return
    try {
      carrier.dispatch({ ...carried, headers: { ...request.headers }, body: request.body ?? null }, attempt)
    } catch (error) {
      attempt.onResponseError(undefined, types.isNativeError(error) ? error : new Error(String(error)))
    }
  })
}

/** What a carrier tells of one request. */
class Attempt implements DispatchHandler {
  sent = false
  settled = false
  readonly #longest: number
  readonly #settle: (exchange: Exchange) => void
  readonly #chunks: Buffer[] = []
  #bytes = 0
  #status = 0
  #headers: WireAnswer['headers'] = {}
  #controller: { abort(reason: Error): void } | undefined

  constructor(longest: number, settle: (exchange: Exchange) => void) {
    this.#longest = longest
    this.#settle = settle
  }

  giveUp(exchange: Exchange): void {
    this.#end(exchange)
    this.#controller?.abort(new Error('given up'))
  }

  onRequestStart(controller: { abort(reason: Error): void }): void {
    this.#controller = controller
    if (this.settled) controller.abort(new Error('given up'))
    else this.sent = true
  }

  onResponseStart(_: unknown, status: number, headers: WireAnswer['headers']): void {
    this.#status = status
    this.#headers = headers
    if (Number(headers['content-length'] ?? 0) > this.#longest) this.giveUp({ ended: 'too-large' })
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.settled) return
    this.#bytes += chunk.length
    if (this.#bytes <= this.#longest) this.#chunks.push(chunk)
    else this.giveUp({ ended: 'too-large' })
  }

  onResponseEnd(): void {
    if (this.settled) return
    const text = Buffer.concat(this.#chunks).toString('utf8')
    const answer = { status: this.#status, headers: this.#headers, text, bytes: this.#bytes }
    // The connection is free in the next turn of the event loop; who asked before would open another one.
    setImmediate(() => setImmediate(() => this.#end({ ended: 'answered', answer })))
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end({ ended: 'broken', sent: this.sent, error })
  }

  #end(exchange: Exchange): void {
    if (this.settled) return
    this.settled = true
    this.#chunks.length = 0
    this.#settle(exchange)
  }
}
