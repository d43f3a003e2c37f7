import { Agent, type AgentOptions, request as requestOverHttp } from 'node:http'
import { request as requestOverTls, Agent as SecureAgent } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ConnectionOptions, TLSSocket } from 'node:tls'
import { urlToHttpOptions } from 'node:url'
import { types } from 'node:util'
import { onAbort } from '@webfilter/concurrency'
import { decoded, uncompressed } from '../encoding'
import { SshFailure } from './ssh/failure'
import type { SshForward } from './ssh/forward'
import { openTunnel, tunnelEndOf } from './tunnel'

/** What goes over the wire in one attempt. */
interface WireRequest {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Bytes, beyond which the answer is not waited for, nor taken out of what compresses it. */
  readonly longestAnswer: number
  /** It goes over a connection that is opened for it, and closed after it. */
  readonly ownConnection?: boolean
}

/** What came back, complete. */
export interface WireAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** What the text is written in, as a clause, if that is not UTF-8: then letters of it are lost. */
  readonly encoding?: string
  /** Of the text, as they came: a compressed one has fewer. */
  readonly bytes: number
  /** It came compressed. */
  readonly isPacked?: boolean
}

/** What carries requests to one origin. */
export interface Carrier {
  /** Throws where the request cannot be written at all. */
  dispatch(request: Omit<WireRequest, 'longestAnswer'>, handler: DispatchHandler): void
  /** Closes every connection; what is under way breaks. */
  destroy(): void
}

/** The events of a request. */
interface DispatchHandler {
  /** Right before the first byte leaves. @param abort breaks the request and its connection */
  onRequestStart(abort: (reason: Error) => void): void
  onResponseStart(status: number, headers: WireAnswer['headers']): void
  onResponseData(chunk: Buffer): void
  onResponseEnd(): void
  onResponseError(error: Error): void
}

/** Bytes of all headers of an answer together, beyond which the connection is broken. */
const longestHeaders = 16 * 1024

/** How an attempt ended. `sent` is false where it is certain that not a byte of the request left. */
export type Exchange =
  | { readonly ended: 'answered'; readonly answer: WireAnswer }
  | { readonly ended: 'broken'; readonly sent: boolean; readonly error: Error }
  | { readonly ended: 'too-large'; readonly status: number }
  /** The problem is a clause. */
  | { readonly ended: 'unreadable'; readonly status: number; readonly problem: string }
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
      carrier.dispatch(carried, attempt)
    } catch (error) {
      attempt.onResponseError(types.isNativeError(error) ? error : new Error(String(error)))
    }
  })
}

/** One request, by the events of its carrier. */
class Attempt implements DispatchHandler {
  sent = false
  settled = false
  readonly #longest: number
  readonly #settle: (exchange: Exchange) => void
  readonly #chunks: Buffer[] = []
  #bytes = 0
  #status = 0
  #headers: WireAnswer['headers'] = {}
  #abort: ((reason: Error) => void) | undefined

  constructor(longest: number, settle: (exchange: Exchange) => void) {
    this.#longest = longest
    this.#settle = settle
  }

  giveUp(exchange: Exchange): void {
    this.#end(exchange)
    this.#abort?.(new Error('given up'))
  }

  onRequestStart(abort: (reason: Error) => void): void {
    this.#abort = abort
    if (this.settled) abort(new Error('given up'))
    else this.sent = true
  }

  onResponseStart(status: number, headers: WireAnswer['headers']): void {
    this.#status = status
    this.#headers = headers
    if (Number(headers['content-length'] ?? 0) > this.#longest) this.giveUp({ ended: 'too-large', status })
  }

  onResponseData(chunk: Buffer): void {
    if (this.settled) return
    this.#bytes += chunk.length
    if (this.#bytes <= this.#longest) this.#chunks.push(chunk)
    else this.giveUp({ ended: 'too-large', status: this.#status })
  }

  onResponseEnd(): void {
    if (this.settled) return
    const ending = this.#answered()
    // The connection is free in the next turn of the event loop. A request that is sent before would open another one.
    setImmediate(() => setImmediate(() => this.#end(ending)))
  }

  #answered(): Exchange {
    const status = this.#status
    const headers = this.#headers
    const { 'content-encoding': coding, 'content-type': type } = headers
    const packed = Buffer.concat(this.#chunks)
    const content = uncompressed(packed, coding && String(coding), this.#longest)
    if (content === 'too large') return { ended: 'too-large', status }
    if ('problem' in content) return { ended: 'unreadable', status, problem: content.problem }
    const text = decoded(content.bytes, String(type ?? ''))
    return {
      ended: 'answered',
      answer: { status, headers, ...text, bytes: this.#bytes, isPacked: content.bytes !== packed },
    }
  }

  onResponseError(error: Error): void {
    const sent = this.sent && !(error instanceof SshFailure && error.nothingArrived)
    this.#end({ ended: 'broken', sent, error })
  }

  #end(exchange: Exchange): void {
    if (this.settled) return
    this.settled = true
    this.#chunks.length = 0
    this.#settle(exchange)
  }
}

/** How connections are opened, and how many. */
interface ConnectionsOptions {
  /** How many there are at most. */
  readonly connections: number
  /** Where to connect in place of the host and port of the origin. */
  readonly socketPath?: string | undefined
  /** Opens a tunnel for each connection: `http(s)://[user:password@]host:port`. */
  readonly proxy?: string | undefined
  /** Makes each connection, and may explain why one has broken. */
  readonly forward?: SshForward | undefined
  readonly tls: ConnectionOptions
  /** SHA-256, of which the certificate of the server must have one, besides what TLS checks; left out or empty for any. */
  readonly fingerprints?: readonly string[]
  /** Milliseconds in which nothing happens, not even a connection, after which a request is given up. */
  readonly timeout: number
}

/** Milliseconds for which an idle connection is kept. Servers close theirs after five seconds and more. */
const idleTime = 4_000

/**
 * Connections to an origin, over Node's own client: it is there when it is needed, while an HTTP library takes longer to load
 * than all requests of a small plan. It opens one connection for a request that finds none, and never another one by itself.
 * Nothing is opened before the first request.
 *
 * A server may have closed a connection that was kept, and the client learns of it only with its next request, of which it does not know
 * whether it was read. So a request may ask for a connection of its own.
 */
export function openConnections(origin: string, options: ConnectionsOptions): Carrier {
  const { connections, socketPath, proxy, forward, tls, fingerprints = [], timeout } = options
  const { protocol, hostname, port } = urlToHttpOptions(new URL(origin))
  const secure = protocol === 'https:'
  // A resumed session would show the certificate of an earlier connection.
  const sessions = fingerprints.length > 0 ? { maxCachedSessions: 0 } : {}
  const closing = new AbortController()
  const agentWith = (pooling: AgentOptions): Agent => {
    const agent = secure ? new SecureAgent({ ...pooling, ...tls, ...sessions }) : new Agent(pooling)
    if (proxy !== undefined) {
      connectThrough(agent, () => openTunnel(proxy, tunnelEndOf(origin), timeout, closing.signal))
    }
    if (forward) connectThrough(agent, () => forward.connect())
    return agent
  }
  const kept = agentWith({ keepAlive: true, maxSockets: connections, timeout: idleTime })
  const single = agentWith({ keepAlive: false, maxSockets: connections })
  const place = {
    hostname,
    port,
    timeout,
    maxHeaderSize: longestHeaders,
    ...(socketPath === undefined ? {} : { socketPath }),
  }
  const makeRequest = secure ? requestOverTls : requestOverHttp
  const sending = new SendQueue()
  const accepted = new WeakSet<Socket>()

  /** Closes an idle connection if another one would be one too many: servers may have a thread for each. */
  function makeRoom(): void {
    const [idle] = socketsIn(kept.freeSockets)
    const open = [kept.sockets, kept.freeSockets, single.sockets].flatMap(socketsIn).length
    if (idle === undefined || open < connections) return
    idle.emit('agentRemove')
    idle.destroy()
  }

  return {
    dispatch({ method, path, headers, body, ownConnection = false }, handler) {
      if (ownConnection) makeRoom()
      const agent = ownConnection ? single : kept
      const request = makeRequest({ ...place, agent, method, path, headers })
      const abort = (reason: Error) => void request.destroy(reason)
      const fail = (error: Error) => {
        if (!forward || !request.socket) return handler.onResponseError(error)
        void forward.explain(request.socket, error).then((explained) => handler.onResponseError(explained))
      }
      request.on('socket', (socket) =>
        whenConnected(socket, secure, () =>
          sending.add(() => {
            const unexpected = secure ? unexpectedCertificate(socket, fingerprints, accepted) : undefined
            if (unexpected) return void request.destroy(unexpected)
            handler.onRequestStart(abort)
            if (!request.destroyed) request.end(body)
          }),
        ),
      )
      request.on('response', (response) => {
        handler.onResponseStart(response.statusCode ?? 0, response.headers)
        response.on('data', (chunk: Buffer) => handler.onResponseData(chunk))
        response.on('end', () => {
          handler.onResponseEnd()
          // A server that answers before the request is complete may read no more of it, and the connection would never be free again.
          if (!request.writableFinished) request.destroy()
        })
        response.on('error', fail)
      })
      request.on('error', fail)
      request.on('timeout', () => request.destroy())
    },
    destroy() {
      closing.abort()
      for (const agent of [kept, single]) agent.destroy()
      forward?.close()
    },
  }
}

/** All sockets of an agent in one of its states. */
function socketsIn(state: Agent['sockets']): readonly Socket[] {
  return Object.values(state).flatMap((sockets = []) => sockets)
}

/** Lets an agent make its connections in tunnels, with TLS as it makes it without them. */
function connectThrough(agent: Agent, openOne: () => Promise<Socket>): void {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    // As Node calls it where there is no connection.
    const created = callback as (error: Error | null, socket?: Duplex | null) => void
    openOne()
      .then((socket) =>
        agent instanceof SecureAgent ? connect(Object.assign({}, options, { socket })) : socket,
      )
      .then((socket) => created(null, socket), created)
    return undefined
  }
}

/** The server has another certificate than those that are expected. Nothing was sent to it. */
export class UnexpectedCertificate extends Error {
  override readonly name = 'UnexpectedCertificate'
  /** SHA-256; undefined if the server has shown none. */
  readonly found: string | undefined

  constructor(found: string | undefined) {
    super(`the server has the certificate ${found ?? 'none'}`)
    this.found = found
  }
}

/**
 * Why a connection must not be used; undefined if it may be. It is asked before each request, because a connection may have been made for
 * another one, which was given up meanwhile. One that has broken sends nothing, and fails by itself.
 *
 * @param accepted connections whose certificate was compared
 */
function unexpectedCertificate(
  socket: Socket,
  fingerprints: readonly string[],
  accepted: WeakSet<Socket>,
): UnexpectedCertificate | undefined {
  if (fingerprints.length === 0 || accepted.has(socket) || socket.destroyed) return undefined
  const found = socket instanceof TLSSocket ? socket.getPeerX509Certificate()?.fingerprint256 : undefined
  if (found === undefined || !fingerprints.includes(found)) return new UnexpectedCertificate(found)
  accepted.add(socket)
  return undefined
}

/** Not a byte of a request leaves before its connection is there, with TLS and all: until then it may be given up. */
function whenConnected(socket: Socket, secure: boolean, start: () => void): void {
  if (!socket.connecting && !('secureConnecting' in socket && socket.secureConnecting)) start()
  else socket.once(secure ? 'secureConnect' : 'connect', start)
}

/**
 * Lets all requests of a turn of the event loop leave one right after the other. A server on the same machine is then woken
 * once and finds them all, while it would fall asleep between requests that leave one by one: waking it costs more than the
 * rest of a small request.
 */
class SendQueue {
  #waiting: (() => void)[] = []

  add(send: () => void): void {
    if (this.#waiting.push(send) === 1) setImmediate(() => this.#sendAll())
  }

  #sendAll(): void {
    const all = this.#waiting
    this.#waiting = []
    for (const send of all) send()
  }
}
