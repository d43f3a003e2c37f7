import { isIPv4 } from 'node:net'
import { hostNameProblem } from './appliance/settings/host-name'
import { parsedUrl } from './appliance/settings/parsed-url'
import { parseRemovalLimit } from './sites/removal-limit'
import type { StandardSchema } from './terraform/schema/validator'
import { check } from './terraform/schema/validators'

// The values that configurations may hold, beyond their types, which the framework checks before.

/** Accepts `http://` and `https://` addresses whose host and port may be reached. */
export const addressOf = check(
  ofText(isUrlOf(['http:', 'https:']), 'Must be an address such as "https://proxy.example.org".'),
  whyNowhere,
)

/** Accepts what `addressOf` accepts, and `unix:///path`. */
export const areaUrl = check(
  ofText(
    isUrlOf(['http:', 'https:', 'unix:']),
    'Must be an address such as "unix:///run/directory.sock" or "http://127.0.0.1:8080".',
  ),
  whyNowhere,
)

/** Accepts names of hosts that a certificate can carry. */
export const serverName = check(serverNameProblem)

/** Accepts texts with something in them besides white space. */
export const notBlank = check(ofText((text) => text.trim() !== '', 'Must not be empty.'))

/** Accepts texts that can stand in the path of a route: one of dots alone, or with a slash, would lead to another path. */
export const inPath = check(
  ofText((text) => text.trim() !== '', 'Must not be empty.'),
  ofText(
    /^(?!\s*\.+\s*$)[^/\\\p{Cc}]*$/u,
    'Must not consist of dots, nor contain a slash, a backslash or a control character.',
  ),
)

/** Accepts numbers from a least to a greatest one. */
export function between(least: number, most: number): StandardSchema {
  return check(
    ofNumber((number) => number >= least, `Must be at least ${least}.`),
    ofNumber((number) => number <= most, `Must be at most ${most}.`),
  )
}

/** Accepts the named numbers only. */
export function among(...choices: readonly number[]): StandardSchema {
  return check(ofNumber((number) => choices.includes(number), `Must be one of ${choices.join(', ')}.`))
}

/** Accepts numbers of sites, and shares of them in percent. */
export const removalLimit = check(
  ofText(
    (text) => parseRemovalLimit(text) !== undefined,
    'Must be a number of sites such as "500", or a percentage of them such as "20%".',
  ),
)

/** Accepts IPv4 addresses, written as four plain numbers. */
export const ipv4 = check(ofText(isIPv4, 'Must be an IPv4 address such as "192.0.2.1".'))

/** Accepts digits only. */
export const digitsOnly = check(ofText(/^[0-9]+$/, 'Must contain only digits, such as "1270002".'))

/** Accepts numbers of categories, each in one spelling only. */
export const categoryNumber = check(
  ofText(/^(?:0|[1-9][0-9]*)$/, 'Must be the number of a category, without leading zeros, such as "250".'),
)

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const qualifiedName = new RegExp(`^(?=.{4,253}$)(?:${label}\\.)+(?!\\d+$)${label}$`, 'i')

/** Accepts host names with a domain. */
export const fullyQualified = check(
  ofText(qualifiedName, 'Must be a fully qualified host name such as "proxy.example.org".'),
)

/** Accepts a host, or a host and a port, without a scheme. */
export const websiteAddress = check(websiteProblem)

/** Accepts codes of countries. */
export const countryCode = check(
  ofText(/^[A-Z]{2}$/, 'Must be a country code of two capital letters, such as "DE".'),
)

/** Accepts logins: something without spaces and slashes. One of dots alone would lead the path of a route somewhere else. */
export const loginName = check(
  ofText(/^(?!\.+$)[^\s/\\\p{Cc}]+$/u, 'Must be a login without spaces or slashes, such as "ann.lee".'),
)

/** Accepts mail addresses, as far as everybody agrees on what they are. */
export const mailAddress = check(
  ofText(/^[^\s@]+@[^\s@]+$/, 'Must be a mail address such as "ann@example.org".'),
)

/** What is wrong with a value, or null. */
type Problem = (value: unknown) => string | null

function ofText(isGood: RegExp | ((text: string) => boolean), message: string): Problem {
  const fits = typeof isGood === 'function' ? isGood : (text: string) => isGood.test(text)
  return (value) => (typeof value === 'string' && fits(value) ? null : message)
}

function ofNumber(isGood: (number: number) => boolean, message: string): Problem {
  return (value) => (typeof value === 'number' && isGood(value) ? null : message)
}

function isUrlOf(protocols: readonly string[]): (text: string) => boolean {
  return (text) => protocols.includes(parsedUrl(text)?.protocol ?? '')
}

/** What keeps a URL, if it is one, from having a host and a port that a connection can be made to. */
function whyNowhere(text: unknown): string | null {
  const url = typeof text === 'string' ? parsedUrl(text) : undefined
  if (!url || url.protocol === 'unix:') return null
  if (url.port === '0') return 'Must have a port from 1 to 65535: no listener uses port 0.'
  const problem = hostNameProblem(url.hostname)
  return problem === undefined ? null : `Must have a valid host: this one ${problem}.`
}

function serverNameProblem(text: unknown): string | null {
  if (typeof text !== 'string' || /[\s\p{Cc}]/u.test(text)) return 'Must be a host name without white space.'
  const problem = hostNameProblem(text)
  return problem === undefined ? null : `Must be a name that a certificate can contain: this one ${problem}.`
}

function websiteProblem(text: unknown): string | null {
  if (typeof text === 'string' && isHostAndPort(text)) return null
  const url = typeof text === 'string' ? parsedUrl(text) : undefined
  return url && url.hostname !== ''
    ? `Must not be a URL. Write "${hostAndPortOf(url)}" instead.`
    : 'Must be a host, or a host and a port, such as "www.example.org" or "example.org:8443".'
}

function isHostAndPort(text: string): boolean {
  const [host = '', port = '1', ...more] = text.split(':')
  const isPort = /^[0-9]{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535
  return (isIPv4(host) || qualifiedName.test(host)) && isPort && more.length === 0
}

function hostAndPortOf({ protocol, hostname, port }: URL): string {
  const usual = protocol === 'https:' ? '443' : ''
  return [hostname, port || usual].filter((part) => part !== '').join(':')
}
