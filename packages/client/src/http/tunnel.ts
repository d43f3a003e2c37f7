import { request as requestOverHttp } from 'node:http'
import { request as requestOverTls } from 'node:https'
import type { Socket } from 'node:net'
import { urlToHttpOptions } from 'node:url'
import { onAbort } from '@webfilter/concurrency'

/** Where a tunnel leads. */
export interface TunnelEnd {
  /** A name or an address, an IPv6 address without brackets. */
  readonly host: string
  readonly port: number
}

/** Host and port of `http(s)://host[:port]`. */
export function tunnelEndOf(origin: string): TunnelEnd {
  const { hostname, port, protocol } = urlToHttpOptions(new URL(origin))
  return { host: hostname ?? '', port: Number(port || (protocol === 'https:' ? 443 : 80)) }
}

/** A proxy has answered, and has opened no tunnel. */
export class TunnelRefusal extends Error {
  override readonly name = 'TunnelRefusal'
  readonly status: number

  constructor(status: number) {
    super(`the proxy answered CONNECT with HTTP status ${status}`)
    this.status = status
  }
}

/**
 * Asks a proxy (`http(s)://[user:password@]host:port`) for a tunnel, over one connection and once: how often it is tried is for
 * the caller to say. What goes to an address of http goes through a tunnel too.
 *
 * @param timeout milliseconds in which nothing happens, after which the proxy is given up
 * @throws {Error} the system's, or a `TunnelRefusal`
 */
export function openTunnel(
  proxy: string,
  { host, port }: TunnelEnd,
  timeout: number,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { auth, protocol, hostname, port: portOfProxy } = urlToHttpOptions(new URL(proxy))
    const end = `${host.includes(':') ? `[${host}]` : host}:${port}`
    const headers = {
      host: end,
      'proxy-connection': 'keep-alive',
      ...(auth && { 'proxy-authorization': `Basic ${Buffer.from(auth).toString('base64')}` }),
    }
    const place = { hostname, port: portOfProxy, method: 'CONNECT', path: end, agent: false }
    const makeRequest = protocol === 'https:' ? requestOverTls : requestOverHttp
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says: the proxy learns the password.
    const request = makeRequest({ ...place, headers, timeout, rejectUnauthorized: true })
    const stopListening = onAbort(signal, () => void request.destroy(new Error('given up')))
    request.on('close', stopListening)
    request.on('timeout', () => request.destroy(failure('the proxy did not answer CONNECT', 'ETIMEDOUT')))
    request.on('error', (error) => {
      const isClosed = 'code' in error && error.code === 'ECONNRESET'
      reject(
        isClosed
          ? failure('the proxy closed the connection before it had answered CONNECT', 'ECONNRESET')
          : error,
      )
    })
    request.on('connect', ({ statusCode = 0 }, socket, early) => {
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy()
        return reject(new TunnelRefusal(statusCode))
      }
      socket.setTimeout(0)
      if (early.length > 0) socket.unshift(early)
      resolve(socket)
    })
    request.end()
  })
}

/** An error with a code, as those of the system have one. */
function failure(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}
