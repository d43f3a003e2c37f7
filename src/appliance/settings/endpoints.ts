import { hostNameProblem, parsedUrl } from '@webfilter/appliance-names'
import { type Diagnostic, shownText } from '@webfilter/terraform-plugin'
import {
  type AddressProblem,
  addressMissing,
  addressUnusable,
  headerNameUnusable,
  headerValueUnusable,
  serverNameUnusable,
  socketPathUnusable,
} from '../../diagnostics/settings'
import type { WrittenSetting } from '../../diagnostics/wording'

import { ApplianceError } from '../errors'
import { Secrets } from '../quotation/secrets'
import type { ApplianceSettings, Area } from '../settings'
import { checkPem } from './pem'
import { secretsOfHeader, secretsOfProxies } from './sent-secrets'
import { writtenSetting } from './written-settings'

/** Where the requests of one area go, and what goes with each of them. */
export interface Endpoint {
  readonly area: Area
  /** `http(s)://host:port`; for a unix socket `http://localhost`. */
  readonly origin: string
  /** Path before every route, without a slash at its end; mostly empty. */
  readonly prefix: string
  readonly socketPath: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** Whether a secret is among the headers. */
  readonly sendsSecrets: boolean
  /** What must be struck out of everything that is quoted: those of the headers, and the passwords of proxies. */
  readonly secrets: Secrets
  /** The setting that the address comes from, for messages. */
  readonly address: WrittenSetting
  /** Where the token comes from, and the headers that carry it; undefined where none is sent. */
  readonly token: { readonly setting: WrittenSetting; readonly headers: readonly string[] } | undefined
}

/**
 * Where an area is reached: its own endpoint, else the host of `baseUrl` with the area's port. Certificates and
 * network are given as `[server]:[port]` (interface document, section 1) and so use `baseUrl` as it is; the directory
 * has no default. Throws `ApplianceError` of the kind `misconfigured`, which quotes no URL as a whole: it may hold a password.
 */
export function resolveEndpoint(settings: ApplianceSettings, area: Area): Endpoint {
  const url = settings.endpoints?.[area]?.url
  checkServerName(settings)
  const address = url === undefined ? defaultAddress(settings, area) : ownAddress(settings, area, url)
  if (address.origin.startsWith('https:')) checkPem(settings)
  return { area, ...address, ...headersOf(settings, area) }
}

type Address = Pick<Endpoint, 'origin' | 'prefix' | 'socketPath' | 'address'>

// Interface document, section 1: the listeners. 9000 is that of the one-site add route (4.1).
const defaultPorts: Readonly<Partial<Record<Area, string>>> = {
  categories: '9503',
  categories_legacy: '9000',
  analysis: '9503',
  records: '9507',
}

function defaultAddress(settings: ApplianceSettings, area: Area): Address {
  const { baseUrl } = settings
  if (baseUrl === undefined || area === 'directory') throw misconfigured(addressMissing({ area }))
  const base = parseAddress(baseUrl, writtenSetting(settings, 'base_url', shownText(baseUrl)))
  const port = defaultPorts[area]
  if (port === undefined) return base
  const url = new URL(base.origin)
  url.port = port
  return { ...base, origin: url.origin }
}

function ownAddress(settings: ApplianceSettings, area: Area, url: string): Address {
  return parseAddress(url, writtenSetting(settings, `endpoints.${area}.url`, shownText(url)))
}

function parseAddress(text: string, setting: WrittenSetting): Address {
  if (text.startsWith('unix://')) return parseSocketAddress(text, setting)
  const unusable = (problem: AddressProblem) => misconfigured(addressUnusable({ setting, problem }))
  const url = parsedUrl(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw unusable({ is: 'not http' })
  if (url.username || url.password || url.search || url.hash) throw unusable({ is: 'more than an address' })
  if (url.port === '0') throw unusable({ is: 'port 0' })
  const why = hostNameProblem(url.hostname)
  if (why !== undefined) throw unusable({ is: 'host that cannot be found', why })
  const prefix = url.pathname.replace(/\/+$/, '')
  return { origin: url.origin, prefix, socketPath: undefined, address: setting }
}

function checkServerName(settings: ApplianceSettings): void {
  const name = settings.tls?.serverName
  const problem = name ? hostNameProblem(name) : undefined
  if (name === undefined || problem === undefined) return
  const setting = writtenSetting(settings, 'tls.server_name', shownText(name))
  throw misconfigured(serverNameUnusable({ setting, problem }))
}

function parseSocketAddress(text: string, setting: WrittenSetting): Address {
  const socketPath = text.slice('unix://'.length)
  const unusable = (problem: Parameters<typeof socketPathUnusable>[0]['problem']) =>
    misconfigured(socketPathUnusable({ setting, problem }))
  if (!socketPath.startsWith('/')) throw unusable('not whole')
  const bytes = Buffer.byteLength(socketPath)
  if (bytes > longestSocketPath) throw unusable({ bytes, most: longestSocketPath })
  return { origin: 'http://localhost', prefix: '', socketPath, address: setting }
}

/** In bytes. Node.js cuts off what is longer, and would then look for another file, or find one. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103

function headersOf(
  settings: ApplianceSettings,
  area: Area,
): Pick<Endpoint, 'headers' | 'sendsSecrets' | 'secrets' | 'token'> {
  const further = Object.entries(settings.headers ?? {}).map(([header, value]): GivenHeader => {
    const setting = writtenSetting(settings, `headers[${JSON.stringify(header)}]`)
    return { header, value, named: setting, given: setting }
  })
  const token = tokenOf(settings, area)
  const given = [...further, ...(token?.carriers ?? [])]
  for (const each of given) checkHeader(each)
  const sent = new Secrets(given.flatMap(({ header, value }) => secretsOfHeader(header, value)))
  const values = Object.fromEntries(given.map(({ header, value }) => [header, value]))
  return {
    headers: {
      accept: 'application/json',
      'user-agent': settings.userAgent ?? 'terraform-provider-appliance',
      ...values,
    },
    sendsSecrets: !sent.areNone,
    secrets: sent.and(secretsOfProxies(settings.proxies ?? {})),
    token: token && { setting: token.setting, headers: token.carriers.map(({ header }) => header) },
  }
}

/** A header that settings ask for: the one that gives its name, and the one that gives its value. */
interface GivenHeader {
  readonly header: string
  readonly value: string
  readonly named: WrittenSetting
  readonly given: WrittenSetting
}

/** The token of an area, if there is one, and the headers that are to carry it. */
function tokenOf(settings: ApplianceSettings, area: Area) {
  const own = settings.endpoints?.[area]
  const value = own?.token ?? settings.token
  if (!value) return undefined
  const setting = writtenSetting(settings, own?.token === undefined ? 'token' : `endpoints.${area}.token`)
  const header = own?.tokenHeader ?? settings.tokenHeader
  const attribute = own?.tokenHeader === undefined ? 'token_header' : `endpoints.${area}.token_header`
  const named = writtenSetting(settings, attribute, header === undefined ? undefined : shownText(header))
  const headers = header === undefined ? defaultTokenHeaders(area) : [header]
  const carriers = headers.map((each): GivenHeader => ({ header: each, value, named, given: setting }))
  return { setting, carriers }
}

// Field notes, "Authentication": the older listener on 9000 asks for a header of its own name.
function defaultTokenHeaders(area: Area): readonly string[] {
  return area === 'categories_legacy' ? ['X-Auth-Token', 'ArticaKey'] : ['X-Auth-Token']
}

// The names by which HTTP itself frames a message are the client's own business.
const reservedHeader =
  /^(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

function checkHeader({ header, value, named, given }: GivenHeader): void {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(header) || reservedHeader.test(header)) {
    throw misconfigured(headerNameUnusable({ setting: named, header: shownText(header) }))
  }
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw misconfigured(headerValueUnusable({ setting: given, header }))
  }
}

function misconfigured(told: Diagnostic): ApplianceError {
  return new ApplianceError({ kind: 'misconfigured', told })
}
