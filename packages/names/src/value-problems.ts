import { isIPv4 } from 'node:net'
import { parseDuration } from './duration'
import { canonicalFingerprint, canonicalHardwareAddress } from './machine-identity'
import { hostNameProblem } from './names'
import { parsedUrl } from './parsed'
import { parseSshAddress } from './ssh-address'

// What is wrong with a value of a configuration, as a sentence about it, or null. The provider checks with these, and so does a synth.

/** A sentence that begins with "Must", or null if nothing is wrong. */
export type ValueProblem = (value: unknown) => string | null

/** Of `http://` and `https://` addresses whose host and port may be reached. */
export const addressProblem = oneAfterAnother(
  ofText(isUrlOf(['http:', 'https:']), 'Must be an address such as "https://proxy.example.org".'),
  whyNowhere,
)

/** Of those, of `unix:///path`, and of `ssh://user@host/path`. */
export const areaUrlProblem = oneAfterAnother(
  ofText(
    isUrlOf(['http:', 'https:', 'unix:', 'ssh:']),
    'Must be an address such as "ssh://admin@proxy.example.org/run/directory.sock", "unix:///run/directory.sock" or "http://127.0.0.1:8080".',
  ),
  ofText(
    (text) => !/^ssh:/i.test(text) || parseSshAddress(text) !== undefined,
    'Must be "ssh://user@host/path/of/the/socket" or "ssh://user@host:port/path/of/the/socket", without a password. User, host and path contain only letters, digits and ".", "_", "-", "+", and none of them begins with "-".',
  ),
  whyNowhere,
)

const areas = [
  'categories',
  'categories_legacy',
  'certificates',
  'network',
  'analysis',
  'records',
  'directory',
]

/** Of the areas of the interface, as the `endpoints` of the provider name them. */
export const areaProblem = ofText((text) => areas.includes(text), `Must be one of ${areas.join(', ')}.`)

/** Of names of files that become arguments of `ssh`, which would expand them, or end them at a quotation mark. */
export const sshFileProblem = ofText(
  /^[^"%$\p{Cc}]+$/u,
  'Must be the name of a file, without quotation marks, percent or dollar signs.',
)

/** Of names of hosts that a certificate can carry. */
export const serverNameProblem: ValueProblem = (text) => {
  if (typeof text !== 'string' || /[\s\p{Cc}]/u.test(text)) return 'Must be a host name without white space.'
  const problem = hostNameProblem(text)
  return problem === undefined ? null : `Must be a name that a certificate can contain: this one ${problem}.`
}

/** Of hardware addresses of network interfaces. */
export const hardwareAddressProblem = ofText(
  (text) => canonicalHardwareAddress(text) !== undefined,
  'Must be the hardware address of a network interface, such as "00:0c:29:4f:8e:35".',
)

/** Of SHA-256 fingerprints of certificates. */
export const fingerprintProblem = ofText(
  (text) => canonicalFingerprint(text) !== undefined,
  'Must be the SHA-256 fingerprint of a certificate: 64 hexadecimal digits, with or without colons between the bytes.',
)

/** Of texts with something in them besides white space. */
export const blankProblem = ofText((text) => text.trim() !== '', 'Must not be empty.')

/** Of texts that can be a part of the path of a route. */
export const pathPartProblem = ofText(
  /^(?!\s*\.+\s*$)[^/\\\p{Cc}]*$/u,
  'Must not consist of dots, nor contain a slash, a backslash or a control character.',
)

/** Of whole numbers that JavaScript holds exactly. */
export const wholeNumberProblem: ValueProblem = (value) => {
  if (typeof value === 'bigint') return 'Must be a number between -2^53 and 2^53.'
  return Number.isSafeInteger(value) ? null : 'Must be a whole number.'
}

/** Of numbers from a least to a greatest one. */
export function rangeProblem(least: number, most: number): ValueProblem {
  return oneAfterAnother(
    ofNumber((number) => number >= least, `Must be at least ${least}.`),
    ofNumber((number) => number <= most, `Must be at most ${most}.`),
  )
}

/** Of the named numbers only. */
export function choiceProblem(...choices: readonly number[]): ValueProblem {
  return ofNumber((number) => choices.includes(number), `Must be one of ${choices.join(', ')}.`)
}

/** Of IPv4 addresses, written as four plain numbers. */
export const ipv4Problem = ofText(isIPv4, 'Must be an IPv4 address such as "192.0.2.1".')

/** Of digits only. */
export const digitsProblem = ofText(/^[0-9]+$/, 'Must contain only digits, such as "1270002".')

/** Of numbers of categories, each in one spelling only. */
export const categoryNumberProblem = ofText(
  /^(?:0|[1-9][0-9]*)$/,
  'Must be the number of a category, without leading zeros, such as "250".',
)

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const qualifiedName = new RegExp(`^(?=.{4,253}$)(?:${label}\\.)+(?!\\d+$)${label}$`, 'i')

/** Of host names with a domain. */
export const qualifiedNameProblem = ofText(
  qualifiedName,
  'Must be a fully qualified host name such as "proxy.example.org".',
)

/** Of a host, or a host and a port, without a scheme. */
export const websiteProblem: ValueProblem = (text) => {
  if (typeof text === 'string' && isHostAndPort(text)) return null
  const url = typeof text === 'string' ? parsedUrl(text) : undefined
  return url && url.hostname !== ''
    ? `Must not be a URL. Write "${hostAndPortOf(url)}" instead.`
    : 'Must be a host, or a host and a port, such as "www.example.org" or "example.org:8443".'
}

/** Of codes of countries. */
export const countryProblem = ofText(
  /^[A-Z]{2}$/,
  'Must be a country code of two capital letters, such as "DE".',
)

/** Of logins: something without spaces and slashes. One of dots alone would lead the path of a route somewhere else. */
export const loginProblem = ofText(
  /^(?!\.+$)[^\s/\\\p{Cc}]+$/u,
  'Must be a login without spaces or slashes, such as "ann.lee".',
)

/** Of mail addresses, as far as everybody agrees on what they are. */
export const mailProblem = ofText(/^[^\s@]+@[^\s@]+$/, 'Must be a mail address such as "ann@example.org".')

/** Of durations as Go writes them. */
export const durationProblem = ofText(
  (text) => parseDuration(text) !== undefined,
  'Must be a duration such as "10m", "1h30m", "1.5h" or "500ms", longer than 0. The units are h, m, s, ms, us and ns.',
)

/** The first thing that is wrong. */
export function oneAfterAnother(...problems: readonly ValueProblem[]): ValueProblem {
  return (value) => {
    for (const problem of problems) {
      const found = problem(value)
      if (found !== null) return found
    }
    return null
  }
}

function ofText(isGood: RegExp | ((text: string) => boolean), message: string): ValueProblem {
  const fits = typeof isGood === 'function' ? isGood : (text: string) => isGood.test(text)
  return (value) => (typeof value === 'string' && fits(value) ? null : message)
}

function ofNumber(isGood: (number: number) => boolean, message: string): ValueProblem {
  return (value) => (typeof value === 'number' && isGood(value) ? null : message)
}

function isUrlOf(protocols: readonly string[]): (text: string) => boolean {
  return (text) => protocols.includes(parsedUrl(text)?.protocol ?? '')
}

/** What keeps a URL, if it is one, from having a host and a port that a connection can be made to. */
function whyNowhere(text: unknown): string | null {
  const url = typeof text === 'string' ? parsedUrl(text) : undefined
  if (!url || url.protocol === 'unix:' || url.protocol === 'ssh:') return null
  if (url.port === '0') return 'Must have a port from 1 to 65535: no listener uses port 0.'
  const problem = hostNameProblem(url.hostname)
  return problem === undefined ? null : `Must have a valid host: this one ${problem}.`
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
