import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { hostNameProblem, parsedUrl } from '@webfilter/appliance-names'
import { shownText } from '@webfilter/text'
import { type Address, addressOf } from './addresses'
import { ApplianceError, misconfigured } from './errors'
import type { Incidents } from './incidents'
import { Secrets } from './quotation/secrets'
import { sentSecrets } from './quotation/sent-secrets'
import {
  type ApplianceSettings,
  type Area,
  type ProxySettings,
  type WrittenSetting,
  writtenSetting,
} from './settings'

/** Where the requests of one area go, and what goes with each of them. */
export interface Endpoint extends Address {
  readonly area: Area
  readonly headers: Readonly<Record<string, string>>
  /** Whether a secret is among the headers. */
  readonly sendsSecrets: boolean
  /** Where the token comes from, and the headers that carry it; undefined where none is sent. */
  readonly token: { readonly setting: WrittenSetting; readonly headers: readonly string[] } | undefined
}

/**
 * How an area is reached: {@link addressOf}, and what else the settings say. From here on, no quotation has the secrets of its headers, nor the
 * passwords of proxies. Throws `ApplianceError` of the kind `misconfigured`.
 */
export function resolveEndpoint(settings: ApplianceSettings, area: Area): Endpoint {
  checkServerName(settings)
  const address = addressOf(settings, area)
  if (address.origin.startsWith('https:')) checkPem(settings)
  return { area, ...address, ...headersOf(settings, area) }
}

function checkServerName(settings: ApplianceSettings): void {
  const name = settings.tls?.serverName
  const problem = name ? hostNameProblem(name) : undefined
  if (name === undefined || problem === undefined) return
  const setting = writtenSetting(settings, 'tls.server_name', shownText(name))
  throw misconfigured({ is: 'server-name-unusable', setting, problem })
}

function headersOf(
  settings: ApplianceSettings,
  area: Area,
): Pick<Endpoint, 'headers' | 'sendsSecrets' | 'token'> {
  const further = Object.entries(settings.headers ?? {}).map(([header, value]): GivenHeader => {
    const setting = writtenSetting(settings, `headers[${JSON.stringify(header)}]`)
    return { header, value, named: setting, given: setting }
  })
  const token = tokenOf(settings, area)
  const given = [...further, ...(token?.carriers ?? [])]
  for (const each of given) checkHeader(each)
  const sent = given.flatMap(({ header, value }) => secretsOfHeader(header, value))
  sentSecrets.add([...sent, ...secretsOfProxies(settings.proxies ?? {})])
  const values = Object.fromEntries(given.map(({ header, value }) => [header, value]))
  return {
    headers: {
      accept: 'application/json',
      // Many GETs of this interface change something, and what the others read must be what is there now.
      'cache-control': 'no-cache',
      'user-agent': settings.userAgent ?? 'terraform-provider-appliance',
      ...values,
    },
    sendsSecrets: !new Secrets(sent).isEmpty,
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

// docs/appliance, "Authentication": the older listener on 9000 asks for a header of its own name.
function defaultTokenHeaders(area: Area): readonly string[] {
  return area === 'categories_legacy' ? ['X-Auth-Token', 'ArticaKey'] : ['X-Auth-Token']
}

// The names by which HTTP itself frames a message are the client's own business.
const reservedHeader =
  /^(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

function checkHeader({ header, value, named, given }: GivenHeader): void {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(header) || reservedHeader.test(header)) {
    throw misconfigured({ is: 'header-name-unusable', setting: named, header: shownText(header) })
  }
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw misconfigured({ is: 'header-value-unusable', setting: given, header })
  }
}

/**
 * What must not be shown of a header that is sent. A secret mostly comes with words that are none: behind the scheme of
 * `Authorization` (RFC 9110, section 11.4), as values of parameters or cookies, and in `Basic` as the password behind a user.
 */
export function secretsOfHeader(header: string, value: string): readonly string[] {
  const [, scheme = '', rest = ''] = /^([a-z][\w.+-]*)\s+(\S.*)$/is.exec(value.trim()) ?? []
  if (/^(?:set-)?cookie$/i.test(header)) return valuesOfCookies(value)
  if (rest === '') return [value]
  if (/^basic$/i.test(scheme)) return [rest, ...passwordOf(rest)]
  const isScheme = /authorization$/i.test(header) || schemes.has(scheme.toLowerCase())
  if (!isScheme) return [value, rest]
  // A token may look like a parameter.
  const whole = schemes.get(scheme.toLowerCase()) === 'token' ? [rest] : []
  return [...new Set([...whole, ...valuesOfParameters(rest)])]
}

/** Those that go before a token, or before parameters, in headers of other names, too. */
const schemes: ReadonlyMap<string, 'token' | 'parameters'> = new Map([
  ['apikey', 'token'],
  ['bearer', 'token'],
  ['dpop', 'token'],
  ['jwt', 'token'],
  ['key', 'token'],
  ['digest', 'parameters'],
  ['token', 'parameters'],
])

function valuesOfCookies(value: string): readonly string[] {
  return value.split(';').map((cookie) => unquoted(cookie.replace(/^[^=]*=/, '').trim()))
}

/** The user and the password stand in base64 (RFC 7617), and the user is no secret. */
function passwordOf(credentials: string): readonly string[] {
  const bytes = Buffer.from(credentials, 'base64')
  // The encoding of the characters is not stated.
  return [...new Set([bytes.toString('utf8'), bytes.toString('latin1')])].flatMap(
    (text) => /^[^:]*:(.+)$/s.exec(text)?.[1] ?? [],
  )
}

/** Of `name=value, name="value"`; all of a text that is written otherwise, such as one in base64. */
function valuesOfParameters(text: string): readonly string[] {
  const parameter = /(?<![\w-])\w[\w-]*=(?:"([^"]*)"|([^\s,;"=]+))/g
  if (/[^\s,;]/.test(text.replace(parameter, ''))) return [text]
  return [...text.matchAll(parameter)].map(([, quoted, bare]) => quoted ?? bare ?? '')
}

function unquoted(text: string): string {
  return text.replace(/^"(.*)"$/s, '$1')
}

/** The passwords of the proxies on the way, which are sent to them as `Basic`. */
export function secretsOfProxies({ http, https }: ProxySettings): readonly string[] {
  return [http, https].flatMap((proxy = '') => {
    const { username = '', password = '' } =
      parsedUrl(proxy.includes('://') ? proxy : `http://${proxy}`) ?? {}
    if (password === '') return []
    const credentials = `${decoded(username)}:${decoded(password)}`
    return [decoded(password), Buffer.from(credentials, 'utf8').toString('base64')]
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Throws `misconfigured` where a certificate or a key of the settings cannot be read, or where they do not belong together. OpenSSL
 * would say so in words of its own when the first connection is made, and nothing at all of an authority that it cannot read.
 */
function checkPem(settings: ApplianceSettings): void {
  const { caCertificate, clientCertificate, clientKey } = settings.tls ?? {}
  const at = (name: string, value?: string) =>
    writtenSetting(settings, `tls.${name}`, value && shownPem(value))
  if (caCertificate) readCertificate(caCertificate, at('ca_certificate', caCertificate))
  const certificate =
    clientCertificate && readCertificate(clientCertificate, at('client_certificate', clientCertificate))
  const key = clientKey && readKey(clientKey, at('client_key'))
  if (!certificate && !key) return
  const pair = { certificate: at('client_certificate'), key: at('client_key') }
  if (!certificate || !key) throw unusable({ ...pair, problem: 'one is missing' })
  if (!certificate.checkPrivateKey(key)) throw unusable({ ...pair, problem: 'do not belong together' })
}

/** The first line of a PEM text, as the rest says nothing to a reader. What looks like the inside of one may be that of a key. */
function shownPem(text: string): string | undefined {
  const [line = ''] = text.split(/[\r\n]/, 1)
  if (/^[\w+/=]{40,}$/.test(line)) return undefined
  return shownText(text)
}

function readCertificate(text: string, setting: WrittenSetting): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch (cause) {
    throw unreadable(setting, 'certificate', cause)
  }
}

function readKey(text: string, setting: WrittenSetting): KeyObject {
  try {
    return createPrivateKey(text)
  } catch (cause) {
    throw unreadable(setting, 'private key', cause)
  }
}

function unreadable(
  setting: WrittenSetting,
  holds: 'certificate' | 'private key',
  cause: unknown,
): ApplianceError {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no PEM'
  return new ApplianceError({
    kind: 'misconfigured',
    incident: { is: 'pem-unreadable', setting, holds, reason },
    cause,
  })
}

function unusable(pair: Incidents['client-certificate-unusable']): ApplianceError {
  return misconfigured({ is: 'client-certificate-unusable', ...pair })
}
