import { isIPv4 } from 'node:net'
import type { ProxySettings } from './settings'

/**
 * The proxy on the way to an origin, or undefined where there is none: by its scheme, unless its host is excepted. As in
 * the tools written in Go, Terraform among them, this machine itself is never reached by way of a proxy.
 */
export function proxyFor(origin: string, { http, https, except }: ProxySettings): string | undefined {
  const { protocol, hostname, port } = new URL(origin)
  const proxy = protocol === 'https:' ? https : http
  if (!proxy || isThisMachine(hostname)) return undefined
  const own = port || (protocol === 'https:' ? '443' : '80')
  return (except ?? '').split(/[\s,]+/).some((rule) => matches(rule, hostname, own))
    ? undefined
    : withScheme(proxy)
}

/** The conventional variables, in lower case first: `https_proxy`, `HTTPS_PROXY`, and so on. */
export function proxySettingsFrom(environment: Readonly<Record<string, string | undefined>>): ProxySettings {
  const read = (name: string) => environment[name] || environment[name.toUpperCase()] || undefined
  return { http: read('http_proxy'), https: read('https_proxy'), except: read('no_proxy') }
}

/** A proxy without a scheme is spoken to over http, as everywhere. */
function withScheme(proxy: string): string {
  return proxy.includes('://') ? proxy : `http://${proxy}`
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
}

/** A rule is `*`, a host, a domain with everything below it, or an address; with a port where only that one is meant. */
function matches(rule: string, hostname: string, port: string): boolean {
  const [, host = '', onlyPort] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(rule.toLowerCase()) ?? []
  if (host === '' || (onlyPort !== undefined && onlyPort !== port)) return false
  if (host === '*') return true
  return hostname === host || (!isIPv4(hostname) && hostname.endsWith(`.${host}`))
}
