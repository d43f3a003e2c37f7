import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Website } from './website'

/** What became of one HTTP request. */
export interface HttpResult {
  /** Why it did not complete; empty where it did. */
  readonly error: string
  /** 0 where nothing was answered. */
  readonly status: number
  /** Each `Name: value`. */
  readonly headers: readonly string[]
}

/** Requests the website at an address that its name was resolved to. Redirections are not followed. Never rejects. */
export function requestDirectly(
  website: Website,
  address: string,
  closing: AbortSignal,
): Promise<HttpResult> {
  const start = website.proto === 'https' ? requestHttps : requestHttp
  const way = { host: address, port: website.port, agent: false, ...serverName(website) }
  const request = requestOf(website, untilPatienceEnds(closing))
  return resultOf(() => start({ ...request, ...way, path: '/' }))
}

/** Requests the website by way of an HTTP proxy, which resolves the name itself. Never rejects. */
export async function requestThroughProxy(
  website: Website,
  proxy: URL,
  closing: AbortSignal,
): Promise<HttpResult> {
  const way = { host: proxy.hostname.replace(/^\[|\]$/g, ''), port: proxy.port || 80, agent: false } as const
  const signal = untilPatienceEnds(closing)
  const request = requestOf(website, signal)
  if (website.proto === 'http') return resultOf(() => requestHttp({ ...request, ...way, path: website.url }))
  const tunnel = await openTunnel(website, way, signal)
  if (!('socket' in tunnel)) return tunnel
  const createConnection = () => connectTls({ socket: tunnel.socket, ...serverName(website) })
  return resultOf(() => requestHttps({ ...request, path: '/', createConnection }))
}

function requestOf({ url }: Website, signal: AbortSignal) {
  return { method: 'GET', headers: { host: new URL(url).host }, signal } as const
}

/** A certificate is checked against the name; no server is told an address as its name. */
function serverName({ domain }: Website): { servername?: string } {
  return isIP(domain) === 0 ? { servername: domain } : {}
}

interface ProxyAddress {
  readonly host: string
  readonly port: string | number
  readonly agent: false
}

function openTunnel(
  { domain, port }: Website,
  way: ProxyAddress,
  signal: AbortSignal,
): Promise<{ readonly socket: Socket } | HttpResult> {
  const authority = `${isIP(domain) === 6 ? `[${domain}]` : domain}:${port}`
  return new Promise((resolve) => {
    const headers = { host: authority }
    const request = requestHttp({ ...way, method: 'CONNECT', path: authority, headers, signal })
    request.on('error', (error) => resolve(failed(error)))
    request.once('connect', (response, socket) => {
      if (response.statusCode === 200) resolve({ socket })
      else {
        socket.destroy()
        resolve({ ...answered(response), error: `the proxy refused the connection: ${response.statusCode}` })
      }
    })
    request.end()
  })
}

/**
 * What a request comes to. Of the answer nothing more is read than its head; errors that come after it are of no interest, but
 * must not go unattended.
 */
function resultOf(start: () => ClientRequest): Promise<HttpResult> {
  return new Promise((resolve) => {
    const request = start()
    request.on('error', (error) => resolve(failed(error)))
    request.once('response', (response) => {
      resolve(answered(response))
      request.destroy()
    })
    request.end()
  })
}

function answered({ statusCode = 0, rawHeaders }: IncomingMessage): HttpResult {
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : [],
  )
  return { error: '', status: statusCode, headers }
}

function failed({ cause, message }: Error): HttpResult {
  const tooLate =
    typeof cause === 'object' && cause !== null && 'name' in cause && cause.name === 'TimeoutError'
  return { error: tooLate ? `no answer within ${patience} ms` : message, status: 0, headers: [] }
}

/** Milliseconds that a connection or a request may take; the maker's own console gives up after 13 s (field notes, "Time-outs"). */
export const patience = 5000

function untilPatienceEnds(closing: AbortSignal): AbortSignal {
  return AbortSignal.any([closing, AbortSignal.timeout(patience)])
}
