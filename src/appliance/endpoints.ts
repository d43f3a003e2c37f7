import { ApplianceError } from './errors'
import { hostNameProblem } from './host-name'
import { parsedUrl } from './parsed-url'
import type { ApplianceSettings, Area, EndpointSettings } from './settings'

/** Where the requests of one area go, and what goes with each of them. */
export interface Endpoint {
  readonly area: Area
  /** `http(s)://host:port`; for a unix socket `http://localhost`. */
  readonly origin: string
  /** Path before every route, without a slash at its end; mostly empty. */
  readonly prefix: string
  readonly socketPath: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** What must be struck out of everything that is quoted. */
  readonly secrets: readonly string[]
}

/**
 * Where an area is reached: its own endpoint, else the host of `baseUrl` with the area's port. Certificates and
 * network are given as `[server]:[port]` (interface document, section 1) and so use `baseUrl` as it is; the directory
 * has no default. Throws `ApplianceError` of the kind `misconfigured`, which never quotes a URL: it may hold a password.
 */
export function resolveEndpoint(settings: ApplianceSettings, area: Area): Endpoint {
  const own = settings.endpoints?.[area]
  checkServerName(settings.tls?.serverName)
  return {
    area,
    ...(own?.url === undefined
      ? defaultAddress(settings.baseUrl, area)
      : parseAddress(own.url, `endpoints.${area}.url`)),
    ...headersOf(settings, area, own),
  }
}

type Address = Pick<Endpoint, 'origin' | 'prefix' | 'socketPath'>

// Interface document, section 1: the listeners. 9000 is that of the one-site add route (4.1).
const defaultPorts: Readonly<Partial<Record<Area, string>>> = {
  categories: '9503',
  categories_legacy: '9000',
  analysis: '9503',
  records: '9507',
}

function defaultAddress(baseUrl: string | undefined, area: Area): Address {
  if (baseUrl === undefined || area === 'directory') {
    throw misconfigured(
      `There is no address to send requests of the area ${area} to.`,
      area === 'directory'
        ? 'Set endpoints.directory.url to unix:///path/of/the/socket, or to the http(s) address it is forwarded to.'
        : `Set base_url, or endpoints.${area}.url.`,
    )
  }
  const base = parseAddress(baseUrl, 'base_url')
  const port = defaultPorts[area]
  if (port === undefined) return base
  const url = new URL(base.origin)
  url.port = port
  return { ...base, origin: url.origin }
}

function parseAddress(text: string, setting: string): Address {
  if (text.startsWith('unix://')) return parseSocketAddress(text, setting)
  const url = parsedUrl(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw misconfigured(
      `The setting ${setting} is not an http or https address.`,
      `Write ${setting} as https://host or https://host:port.`,
    )
  }
  if (url.username || url.password || url.search || url.hash) {
    throw misconfigured(
      `The setting ${setting} holds more than scheme, host, port and path.`,
      `Leave user, password, query and fragment out of ${setting}; credentials go into token or headers.`,
    )
  }
  if (url.port === '0') {
    throw misconfigured(
      `The setting ${setting} names port 0, at which no listener is.`,
      `Write ${setting} with a port from 1 to 65535, or without one.`,
    )
  }
  const problem = hostNameProblem(url.hostname)
  if (problem !== undefined) {
    throw misconfigured(
      `The setting ${setting} names a host that cannot be found: it ${problem}.`,
      `Correct the host in ${setting}.`,
    )
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, ''), socketPath: undefined }
}

function checkServerName(name: string | undefined): void {
  const problem = name ? hostNameProblem(name) : undefined
  if (problem === undefined) return
  throw misconfigured(
    `The setting tls.server_name is a name that no certificate carries: it ${problem}.`,
    'Write tls.server_name as it stands in the certificate of the appliance, or leave it out.',
  )
}

function parseSocketAddress(text: string, setting: string): Address {
  const socketPath = text.slice('unix://'.length)
  if (!socketPath.startsWith('/')) {
    throw misconfigured(
      `The setting ${setting} names a socket without its full path.`,
      `Write ${setting} with three slashes, as unix:///path/of/the/socket.`,
    )
  }
  const length = Buffer.byteLength(socketPath)
  if (length > longestSocketPath) {
    throw misconfigured(
      `The setting ${setting} names a socket whose path has ${length} bytes, and the system takes ${longestSocketPath}.`,
      `Have the socket at a shorter path, and write that as ${setting}.`,
    )
  }
  return { origin: 'http://localhost', prefix: '', socketPath }
}

/** In bytes. Node.js cuts off what is longer, and would then look for another file, or find one. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103

function headersOf(
  settings: ApplianceSettings,
  area: Area,
  own: EndpointSettings | undefined,
): Pick<Endpoint, 'headers' | 'secrets'> {
  const token = own?.token ?? settings.token
  const tokenHeader = own?.tokenHeader ?? settings.tokenHeader
  const tokenHeaders = tokenHeader === undefined ? defaultTokenHeaders(area) : [tokenHeader]
  const tokens = token ? Object.fromEntries(tokenHeaders.map((name) => [name, token])) : {}
  const given = { ...settings.headers, ...tokens }
  for (const [name, value] of Object.entries(given)) checkHeader(name, value, area)
  return {
    headers: {
      accept: 'application/json',
      'user-agent': settings.userAgent ?? 'terraform-provider-appliance',
      ...given,
    },
    // Shorter ones would strike out letters of every message, and are no secrets.
    secrets: Object.values(given).filter((value) => value.length >= 4),
  }
}

// Field notes, "Authentication": the older listener on 9000 asks for a header of its own name.
function defaultTokenHeaders(area: Area): readonly string[] {
  return area === 'categories_legacy' ? ['X-Auth-Token', 'ArticaKey'] : ['X-Auth-Token']
}

// The names by which HTTP itself frames a message are the client's own business.
const reservedHeader =
  /^(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

function checkHeader(name: string, value: string, area: Area): void {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || reservedHeader.test(name)) {
    throw misconfigured(
      `The header name ${JSON.stringify(name)} for the area ${area} cannot be used.`,
      'Choose another name in headers or token_header.',
    )
  }
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw misconfigured(
      `The value of the header ${name} for the area ${area} holds characters that no header can hold.`,
      'Look for a line break or other invisible character in the token or header, often at its end.',
    )
  }
}

function misconfigured(message: string, advice: string): ApplianceError {
  return new ApplianceError({ kind: 'misconfigured', message, advice })
}
