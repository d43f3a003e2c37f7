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
export function requestDirectly(website: Website, address: string, signal: AbortSignal): Promise<HttpResult> {
  const start = website.proto === 'https' ? requestHttps : requestHttp
  return resultOf(() =>
    start({
      ...requestOf(website, signal),
      host: address,
      port: website.port,
      path: '/',
      ...serverName(website),
    }),
  )
}

/** Requests the website by way of an HTTP proxy, which resolves the name itself. Never rejects. */
export async function requestThroughProxy(
  website: Website,
  proxy: URL,
  signal: AbortSignal,
): Promise<HttpResult> {
  const way = { host: proxy.hostname.replace(/^\[|\]$/g, ''), port: proxy.port || 80 }
  if (website.proto === 'http')
    return resultOf(() => requestHttp({ ...requestOf(website, signal), ...way, path: website.url }))
  const tunnel = await openTunnel(website, way, signal)
  if (!('socket' in tunnel)) return tunnel
  const socket = connectTls({ socket: tunnel.socket, ...serverName(website) })
  return resultOf(() =>
    requestHttps({ ...requestOf(website, signal), path: '/', createConnection: () => socket }),
  )
}

function requestOf({ url }: Website, signal: AbortSignal) {
  return {
    method: 'GET',
    headers: { host: new URL(url).host },
    agent: false,
    timeout: patience,
    signal,
  } as const
}

/** A certificate is checked against the name; no server is told an address as its name. */
function serverName({ domain }: Website): { servername?: string } {
  return isIP(domain) === 0 ? { servername: domain } : {}
}

interface ProxyAddress {
  readonly host: string
  readonly port: string | number
}

function openTunnel(
  { domain, port }: Website,
  way: ProxyAddress,
  signal: AbortSignal,
): Promise<{ readonly socket: Socket } | HttpResult> {
  const authority = `${isIP(domain) === 6 ? `[${domain}]` : domain}:${port}`
  const headers = { host: authority }
  return new Promise((resolve) => {
    const request = requestHttp({ ...way, method: 'CONNECT', path: authority, headers, agent: false, signal })
    attend(request, (error) => resolve(failed(error)))
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

/** What a request comes to. Of the answer nothing more is read than its head. */
function resultOf(start: () => ClientRequest): Promise<HttpResult> {
  return new Promise((resolve) => {
    const request = start()
    attend(request, (error) => resolve(failed(error)))
    request.once('response', (response) => {
      resolve(answered(response))
      request.destroy()
    })
    request.end()
  })
}

/** Errors that come after the answer are of no interest, but must not go unattended. */
function attend(request: ClientRequest, fail: (error: string) => void): void {
  request.setTimeout(patience, () => request.destroy(new Error(`no answer within ${patience} ms`)))
  request.on('error', (error) => fail(error.message))
}

function answered({ statusCode = 0, rawHeaders }: IncomingMessage): HttpResult {
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : [],
  )
  return { error: '', status: statusCode, headers }
}

function failed(error: string): HttpResult {
  return { error, status: 0, headers: [] }
}

/** Milliseconds; the maker's own console gives up after 13 s (field notes, "Time-outs"). */
const patience = 5000
