import { Agent, type AgentOptions, request as requestOverHttp } from 'node:http'
import { request as requestOverTls, Agent as SecureAgent } from 'node:https'
import type { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { urlToHttpOptions } from 'node:url'
import { Departures } from './departures'
import { type Carrier, longestHeaders } from './exchange'

/** How connections are opened, and how many. */
export interface DirectConnectionsOptions {
  /** How many there are at most. */
  readonly connections: number
  /** Where to connect in place of the host and port of the origin. */
  readonly socketPath?: string | undefined
  readonly tls: ConnectionOptions
  /** Milliseconds in which nothing happens, not even a connection, after which a request is given up. */
  readonly timeout: number
}

/** Milliseconds for which a connection is kept that nobody uses. Servers close theirs after five seconds and more. */
const idleTime = 4_000

/**
 * Connections to an origin without a proxy on the way, over Node's own client: it is there when it is needed, while an
 * HTTP library of its own takes longer to load than all requests of a small plan. Nothing is opened before the first request.
 */
export function openConnections(origin: string, options: DirectConnectionsOptions): Carrier {
  const { connections, socketPath, tls, timeout } = options
  const { protocol, hostname, port } = urlToHttpOptions(new URL(origin))
  const pooling: AgentOptions = { keepAlive: true, maxSockets: connections, timeout: idleTime }
  const secure = protocol === 'https:'
  const agent = secure ? new SecureAgent({ ...pooling, ...tls }) : new Agent(pooling)
  const place = {
    agent,
    hostname,
    port,
    timeout,
    maxHeaderSize: longestHeaders,
    ...(socketPath === undefined ? {} : { socketPath }),
  }
  const makeRequest = secure ? requestOverTls : requestOverHttp
  const departures = new Departures()

  return {
    dispatch({ method, path, headers, body }, handler) {
      const request = makeRequest({ ...place, method, path, headers })
      const abort = (reason: Error) => void request.destroy(reason)
      request.on('socket', (socket) =>
        whenConnected(socket, secure, () =>
          departures.add(() => {
            handler.onRequestStart({ abort })
            if (!request.destroyed) request.end(body)
          }),
        ),
      )
      request.on('response', (response) => {
        handler.onResponseStart(undefined, response.statusCode ?? 0, response.headers)
        response.on('data', (chunk: Buffer) => handler.onResponseData(undefined, chunk))
        response.on('end', () => {
          handler.onResponseEnd()
          // Who answers before the request is whole may read no more of it, and the connection would never be free again.
          if (!request.writableFinished) request.destroy()
        })
        response.on('error', (error) => handler.onResponseError(undefined, error))
      })
      request.on('error', (error) => handler.onResponseError(undefined, error))
      request.on('timeout', () => request.destroy())
    },
    async destroy() {
      agent.destroy()
    },
  }
}

/** Not a byte of a request leaves before its connection is there, with TLS and all: until then it may be given up. */
function whenConnected(socket: Socket, secure: boolean, start: () => void): void {
  if (!socket.connecting && !('secureConnecting' in socket && socket.secureConnecting)) start()
  else socket.once(secure ? 'secureConnect' : 'connect', start)
}
