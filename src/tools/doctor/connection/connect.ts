import { request as requestOverHttp } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { connect, type Socket } from 'node:net'
import { urlToHttpOptions } from 'node:url'
import { usableProxyFor } from '../../../appliance/http/usable-proxy'
import type { ProxySettings } from '../../../appliance/settings'
import type { Endpoint } from '../../../appliance/settings/endpoints'

/**
 * Opens a connection the way requests take: to a socket, to host and port, or through a proxy. Throws the system's error, and an
 * `ApplianceError` for a proxy that cannot be used.
 */
export async function connectTo(
  { origin, socketPath }: Endpoint,
  proxies: ProxySettings,
  signal: AbortSignal,
): Promise<Socket> {
  if (socketPath !== undefined) return await connected(connect({ path: socketPath }), signal)
  const proxy = usableProxyFor(origin, proxies)
  const place = placeOf(origin)
  if (proxy !== undefined) return await tunnelled(proxy, place, signal)
  return await connected(connect(place), signal)
}

/** Host without brackets, and port, of `http(s)://host:port`. */
export function placeOf(origin: string): { readonly host: string; readonly port: number } {
  const { hostname, port, protocol } = urlToHttpOptions(new URL(origin))
  return { host: hostname ?? '', port: Number(port || (protocol === 'https:' ? 443 : 80)) }
}

function connected(socket: Socket, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const giveUp = () => void socket.destroy(new Error('given up'))
    signal.addEventListener('abort', giveUp, { once: true })
    socket.once('connect', () => {
      signal.removeEventListener('abort', giveUp)
      resolve(socket)
    })
    socket.once('error', reject)
    if (signal.aborted) giveUp()
  })
}

/** Asks a proxy to open a way through, as the client's own connections do for both schemes. */
function tunnelled(
  proxy: string,
  { host, port }: ReturnType<typeof placeOf>,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { auth, protocol, hostname, port: proxyPort } = urlToHttpOptions(new URL(proxy))
    const makeRequest = protocol === 'https:' ? requestOverTls : requestOverHttp
    const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
    const headers = {
      host: target,
      ...(auth && { 'proxy-authorization': `Basic ${Buffer.from(auth).toString('base64')}` }),
    }
    const request = makeRequest({
      hostname,
      port: proxyPort,
      method: 'CONNECT',
      path: target,
      headers,
      signal,
      agent: false,
    })
    request.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new Error(`the proxy answered CONNECT with HTTP status ${statusCode}`))
    })
    request.once('error', reject)
    request.end()
  })
}
