import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { hostNameProblem, parsedUrl } from '@webfilter/appliance-names'
import { shownText } from '@webfilter/text'
import { ApplianceError } from '../errors'
import type { ProxySettings } from '../settings'

/**
 * The proxy on the way to an origin, or undefined where there is none: by its scheme, unless its host is excepted. As in
 * the tools written in Go, Terraform among them, this machine itself is never reached by way of a proxy.
 */
export function proxyFor(origin: string, { http, https, except = '' }: ProxySettings): string | undefined {
  const { protocol, hostname, port } = new URL(origin)
  const proxy = protocol === 'https:' ? https : http
  const place = {
    host: hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''),
    port: port || (protocol === 'https:' ? '443' : '80'),
  }
  if (!proxy || isThisMachine(place.host)) return undefined
  return except.split(/[\s,]+/).some((rule) => matches(rule.toLowerCase(), place))
    ? undefined
    : withScheme(proxy)
}

/** The conventional variables, in lower case first: `https_proxy`, `HTTPS_PROXY`, and so on. */
export function proxySettingsFrom(environment: Readonly<Record<string, string | undefined>>): ProxySettings {
  const read = (name: string) => environment[name] || environment[name.toUpperCase()] || undefined
  const found = (name: string) => (environment[name] ? name : name.toUpperCase())
  return {
    http: read('http_proxy'),
    https: read('https_proxy'),
    except: read('no_proxy'),
    variables: { http: found('http_proxy'), https: found('https_proxy') },
  }
}

/** A proxy without a scheme is spoken to over http, as everywhere. */
function withScheme(proxy: string): string {
  return proxy.includes('://') ? proxy : `http://${proxy}`
}

/** Where a request goes. */
interface Place {
  /** In lower case and ASCII; an IPv6 address without brackets, a name without a dot at its end. */
  readonly host: string
  readonly port: string
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

function isThisMachine(host: string): boolean {
  return host === 'localhost' || holds(loopback, host)
}

/**
 * Whether a rule of `NO_PROXY`, in lower case, excepts a place. No standard says what rules there are: this is what Go
 * (golang.org/x/net/http/httpproxy) and curl (CURLOPT_NOPROXY) take. Where the two differ:
 *
 * - A rule with a dot in front means what is below the domain, without the domain itself, and so does one with `*.`: Go's
 *   reading, since Terraform and its backends read the same variable so, in the same run. curl takes the domain as well.
 * - Ports and `*` beside other rules are Go's too; curl knows no ports, and takes `*` alone.
 * - White space separates rules, and a dot at the end of a name means nothing: curl's reading. In Go such a rule matches
 *   nothing, which nobody can mean.
 * - Brackets around an IPv6 address are taken with a port, as in Go, and without one, in which neither has a meaning for them.
 */
function matches(rule: string, place: Place): boolean {
  if (rule === '*') return true
  if (rule.includes('/')) return isInBlock(rule, place.host)
  const { host, port } = placeInRule(rule)
  if (port !== '' && port !== place.port) return false
  if (isAddress(host)) return holds(blockOf(host), place.host)
  return !isAddress(place.host) && isDomainOf(host, place.host)
}

/** The parts of a rule, the port empty where it has none. A bare IPv6 address has none. */
function placeInRule(rule: string): Place {
  const [, bracketed, plain = '', port = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::([^:]*))?$/.exec(rule) ?? []
  return bracketed === undefined && plain === '' && port === ''
    ? { host: rule, port: '' }
    : { host: bracketed ?? plain, port }
}

/** A CIDR block holds no addresses of the other family, and no names: names are not resolved. */
function isInBlock(rule: string, host: string): boolean {
  const [, network = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(rule) ?? []
  const family = isAddress(network) ? isIP(network) : 0
  if (family === 0 || Number(bits) > (family === 4 ? 32 : 128)) return false
  if (family === 6 && isIP(host) === 4) return false
  const block = new BlockList()
  block.addSubnet(network, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
  return holds(block, host)
}

function blockOf(address: string): BlockList {
  const block = new BlockList()
  block.addAddress(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  return block
}

/** An IPv4 address and the same one written within IPv6 are one. */
function holds(block: BlockList, host: string): boolean {
  return isAddress(host) && block.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6')
}

/** One with a zone is none: no URL can hold it. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%')
}

function isDomainOf(rule: string, host: string): boolean {
  const [, below, written = ''] = /^(\*?\.)?(.*?)\.?$/.exec(rule) ?? []
  const domain = domainToASCII(written)
  if (domain === '') return false
  return host.endsWith(`.${domain}`) || (below === undefined && host === domain)
}

/**
 * The proxy on the way to an origin, or undefined where there is none. Throws `misconfigured` for one that no connection can be
 * made to.
 */
export function usableProxyFor(origin: string, proxies: ProxySettings): string | undefined {
  const proxy = proxyFor(origin, proxies)
  if (proxy === undefined || isUsable(proxy)) return proxy
  const { http = 'HTTP_PROXY', https = 'HTTPS_PROXY' } = proxies.variables ?? {}
  const isSecure = origin.startsWith('https:')
  const value = shownText((isSecure ? proxies.https : proxies.http) ?? proxy)
  throw new ApplianceError({
    kind: 'misconfigured',
    incident: { is: 'proxy-unusable', variable: isSecure ? https : http, value },
  })
}

function isUsable(proxy: string): boolean {
  const url = /^https?:\/\//i.test(proxy) ? parsedUrl(proxy) : undefined
  return url !== undefined && url.port !== '0' && hostNameProblem(url.hostname) === undefined
}
