import { isIPv6 } from 'node:net'

/** The website that an analysis is asked for. */
export interface Website {
  /** Host name or address; an IPv6 address without brackets. */
  readonly domain: string
  readonly port: number
  readonly proto: 'http' | 'https'
  /** What is requested of it, as its URL. */
  readonly url: string
}

/**
 * Reads `host[:port]` (interface document 4.5). Which protocol belongs to a port is not shown; assumed is https for 443, which
 * is also the port where none is given, and for other ports that end so; http for all others. `undefined` where it is no host.
 */
export function parseWebsite(text: string): Website | undefined {
  const [, host = '', portText = '443'] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  const port = Number(portText)
  const domain = host.replace(/^\[|\]$/g, '')
  if (host === '' || port === 0 || port > 65535 || (host !== domain && !isIPv6(domain))) return undefined
  const proto = portText.endsWith('443') ? 'https' : 'http'
  const authority = port === { http: 80, https: 443 }[proto] ? host : `${host}:${port}`
  return { domain, port, proto, url: `${proto}://${authority}/` }
}
