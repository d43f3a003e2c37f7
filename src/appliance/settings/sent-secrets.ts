import { parsedUrl } from '@webfilter/appliance-names'
import type { ProxySettings } from '../settings'

/**
 * What must not be shown of a header that is sent. A secret mostly comes with words that are none: behind the scheme of
 * `Authorization` (RFC 9110, section 11.4), as values of parameters or cookies, and in `Basic` as the password behind a user.
 */
export function secretsOfHeader(header: string, value: string): readonly string[] {
  const [, scheme = '', rest = ''] = /^\s*([a-z][\w.+-]*)\s+(\S.*?)\s*$/is.exec(value) ?? []
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
  // Which characters the bytes are is not told.
  return [...new Set([bytes.toString('utf8'), bytes.toString('latin1')])].flatMap(
    (text) => /^[^:]*:(.+)$/s.exec(text)?.[1] ?? [],
  )
}

/** Of `name=value, name="value"`; all of a text that is written otherwise, such as one in base64. */
function valuesOfParameters(text: string): readonly string[] {
  const parameter = /\b[\w-]+=(?:"([^"]*)"|([^\s,;"=]+))/g
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
