import { Resolver } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { createConnection, isIP, isIPv6, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { parsedUrl } from '@webfilter/appliance-names'
import { type Answer, type Call, olderDialect as dialect, json, type Route } from './protocol'

/** What the appliance has to analyze websites with. */
export interface AnalysisOptions {
  /** Its DNS servers, as `192.0.2.53` or `192.0.2.53:5353`; those of the machine by default. */
  readonly dnsServers?: readonly string[]
  /** URL of its proxy, such as `http://127.0.0.1:3128`; the proxy path is not tested without one. */
  readonly proxy?: string
  /**
   * What `proxy_error` says of a request through the proxy that failed. The documentation contradicts itself (docs/appliance, "Analyze a
   * website"): its section on errors sets it to false beside the text of the failure, which is the default; by its name it is true.
   */
  readonly proxyErrorOfFailure?: boolean
}

/**
 * The website analysis (docs/appliance, "Analyze a website"): real lookups, connections and requests. A failure stands in its field;
 * only what is no host is refused as a whole, in the envelope of the other routes, which is assumed.
 */
export function analysisRoutes(options: AnalysisOptions): Route[] {
  const proxy = options.proxy === undefined ? undefined : proxyUrl(options.proxy)
  return [
    { method: 'GET', path: '/analyze/website/direct/:domain', operation: 'analyze', dialect, work: analyze },
  ]

  async function analyze(call: Call): Promise<Answer> {
    const website = parseWebsite(call.parameter('domain'))
    if (website === undefined) return dialect.failure('INVALID_DOMAIN')
    const { domain, port, proto, url } = website
    const servers = options.dnsServers ?? machineNameServers()
    const [direct, proxied, proxy_dns] = await Promise.all([
      directPath(website, servers, call.signal),
      proxyPath(website, proxy, options.proxyErrorOfFailure ?? false, call.signal),
      Promise.all(servers.map((server) => nameServerResult(domain, server, call.signal))),
    ])
    return json({ domain, port, proto, query_url: url, ...direct, ...proxied, proxy_dns })
  }
}

/** Throws if a proxy cannot be reached by what is said of it. */
function proxyUrl(text: string): URL {
  const url = parsedUrl(text)
  if (url?.protocol === 'http:' && url.href === `${url.origin}/`) return url
  throw new Error(`${text} is no proxy. Write http://host:port, without a path or credentials.`)
}

async function directPath(website: Website, servers: readonly string[], signal: AbortSignal) {
  const { addresses, error } = await lookUp(website.domain, servers, signal)
  const [address] = addresses
  if (address === undefined) {
    return {
      domain_test: false,
      domain_record: '',
      telnet: false,
      telnet_error: error,
      direct_http: false,
      direct_http_error: error,
      direct_http_err_code: 0,
      direct_http_response_headers: [],
    }
  }
  const [connectionError, http] = await Promise.all([
    testConnection(address, website.port, signal),
    requestDirectly(website, address, signal),
  ])
  return {
    domain_test: true,
    domain_record: address,
    telnet: connectionError === '',
    telnet_error: connectionError,
    direct_http: http.error === '',
    direct_http_error: http.error,
    direct_http_err_code: http.status,
    direct_http_response_headers: http.headers,
  }
}

async function proxyPath(
  website: Website,
  proxy: URL | undefined,
  errorOfFailure: boolean,
  signal: AbortSignal,
) {
  const http = proxy === undefined ? untested : await requestThroughProxy(website, proxy, signal)
  return {
    proxy_enable: proxy !== undefined,
    proxy_url: proxy?.origin ?? '',
    proxy_error: http.error !== '' && errorOfFailure,
    proxy_error_str: http.error,
    proxy_response_headers: http.headers,
    proxy_response_code: http.status,
  }
}

const untested = { error: '', status: 0, headers: [] }

async function nameServerResult(domain: string, server: string, signal: AbortSignal) {
  const { addresses, error }: Lookup = await lookUp(domain, [server], signal)
  return {
    dnsname: server,
    dns_success: error === '',
    dns_error: error,
    dns_result: addresses.join(', '),
  }
}

/** The website that an analysis is asked for. */
interface Website {
  /** Host name or address; an IPv6 address without brackets. */
  readonly domain: string
  readonly port: number
  readonly proto: 'http' | 'https'
  /** What is requested of it, as its URL. */
  readonly url: string
}

/**
 * Reads `host[:port]` (docs/appliance, "Analyze a website"). Which protocol belongs to a port is not shown; assumed is https for 443, which
 * is also the port where none is given, and for other ports that end so; http for all others. `undefined` if it is no host.
 */
function parseWebsite(text: string): Website | undefined {
  const [, host = '', portText = '443'] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  const port = Number(portText)
  const domain = host.replace(/^\[|\]$/g, '')
  if (host === '' || port === 0 || port > 65535 || (host !== domain && !isIPv6(domain))) return undefined
  const proto = portText.endsWith('443') ? 'https' : 'http'
  const authority = port === { http: 80, https: 443 }[proto] ? host : `${host}:${port}`
  return { domain, port, proto, url: `${proto}://${authority}/` }
}

/** What a DNS server, or several in turn, said of a name. */
interface Lookup {
  /** IPv4 addresses, then IPv6. */
  readonly addresses: readonly string[]
  /** Why there are none; empty where there are some. */
  readonly error: string
}

/** The DNS servers of this machine. */
function machineNameServers(): readonly string[] {
  return new Resolver().getServers()
}

/**
 * Looks up the addresses of a name; an address is its own. A server is asked twice, as one answer may be lost or come late where the machine is
 * busy, and given up after about two seconds.
 */
async function lookUp(domain: string, servers: readonly string[], signal: AbortSignal): Promise<Lookup> {
  if (isIP(domain) !== 0) return { addresses: [domain], error: '' }
  const resolver = new Resolver({ timeout: 700, tries: 2 })
  resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(domain), resolver.resolve6(domain)])
    const addresses = [ipv4, ipv6].flatMap((found) => (found.status === 'fulfilled' ? found.value : []))
    if (addresses.length > 0 || ipv4.status === 'fulfilled') return { addresses, error: '' }
    return { addresses, error: textOfReason(ipv4.reason) }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function textOfReason(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}

/** Tries a TCP connection. Returns why there is none, or an empty text; never rejects. */
function testConnection(address: string, port: number, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: address, port, signal, timeout: patience })
    const end = (error: string) => {
      resolve(error)
      socket.destroy()
    }
    socket.once('connect', () => end(''))
    socket.once('timeout', () => end(`no connection to port ${port} of ${address} within ${patience} ms`))
    socket.once('error', (error) => end(error.message))
  })
}

/** What became of one HTTP request. */
interface HttpResult {
  /** Why it did not complete; empty if it did. */
  readonly error: string
  /** 0 if nothing was answered. */
  readonly status: number
  /** Each `Name: value`. */
  readonly headers: readonly string[]
}

/** Requests the website at an address that its name was resolved to. Redirections are not followed. Never rejects. */
function requestDirectly(website: Website, address: string, closing: AbortSignal): Promise<HttpResult> {
  const start = website.proto === 'https' ? requestHttps : requestHttp
  const way = { host: address, port: website.port, agent: false, ...serverOptions(website) }
  const request = requestOf(website, untilPatienceEnds(closing))
  return resultOf(() => start({ ...request, ...way, path: '/' }))
}

/** Requests the website by way of an HTTP proxy, which resolves the name itself. Never rejects. */
async function requestThroughProxy(website: Website, proxy: URL, closing: AbortSignal): Promise<HttpResult> {
  const way = { host: proxy.hostname.replace(/^\[|\]$/g, ''), port: proxy.port || 80, agent: false } as const
  const signal = untilPatienceEnds(closing)
  const request = requestOf(website, signal)
  if (website.proto === 'http') return resultOf(() => requestHttp({ ...request, ...way, path: website.url }))
  const tunnel = await openTunnel(website, way, signal)
  if (!('socket' in tunnel)) return tunnel
  const createConnection = () => connectTls({ socket: tunnel.socket, ...serverOptions(website) })
  return resultOf(() => requestHttps({ ...request, path: '/', createConnection }))
}

function requestOf({ url }: Website, signal: AbortSignal) {
  return { method: 'GET', headers: { host: new URL(url).host }, signal } as const
}

/**
 * A certificate is checked, whatever NODE_TLS_REJECT_UNAUTHORIZED says, and against the name; an address is no name that a server could have.
 */
function serverOptions({ domain }: Website): { rejectUnauthorized: true; servername?: string } {
  return { rejectUnauthorized: true, ...(isIP(domain) === 0 && { servername: domain }) }
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

/**
 * Milliseconds that a connection or a request may take; the maker's own console gives up after 13 s (docs/appliance, "Times and limits").
 */
const patience = 5000

function untilPatienceEnds(closing: AbortSignal): AbortSignal {
  return AbortSignal.any([closing, AbortSignal.timeout(patience)])
}
