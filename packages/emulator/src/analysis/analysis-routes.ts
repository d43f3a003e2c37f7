import { type Answer, olderDialect as dialect, json } from '../protocol/envelope'
import type { Call, Route } from '../protocol/route'
import { testConnection } from './connection-test'
import { requestDirectly, requestThroughProxy } from './http-test'
import { type Lookup, lookUp, machineNameServers } from './name-servers'
import { parseWebsite, type Website } from './website'

/** What the appliance has to analyse websites with. */
export interface AnalysisOptions {
  /** Its DNS servers, as `192.0.2.53` or `192.0.2.53:5353`; those of the machine by default. */
  readonly dnsServers?: readonly string[]
  /** URL of its proxy, such as `http://127.0.0.1:3128`; the proxy path is not tested without one. */
  readonly proxy?: string
  /**
   * What `proxy_error` says of a request through the proxy that failed. The interface document contradicts itself: section 7 sets
   * it to false beside the text of the failure, which is the default as it speaks of failures; by its name in 2.6 it is true.
   */
  readonly proxyErrorOfFailure?: boolean
}

/**
 * The website analysis (interface document 4.5 and 2.6): real lookups, connections and requests. A failure stands in its field;
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

/** Throws where a proxy cannot be reached by what is said of it. */
function proxyUrl(text: string): URL {
  try {
    const url = new URL(text)
    if (url.protocol === 'http:' && url.href === `${url.origin}/`) return url
  } catch {
    // Said below, as of a URL that is no proxy's.
  }
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
