import { isIPv4 } from 'node:net'
import { parseDuration } from './duration'
import { canonicalFingerprint, canonicalHardwareAddress } from './machine-identity'
import { hostNameProblem } from './names'
import { parsedUrl } from './parsed'
import { removalLimitProblem } from './removal-limit'
import { parseSshAddress } from './ssh-address'

/**
 * What values an attribute may have, as data: the name of a check, and its numbers if it has some, such as `['range', 1, 86_400]`. The
 * provider checks with it, and so does a synth, to which the generated facts of the constructs hand it on.
 */
export type ValueCheck = readonly [name: CheckOfTexts | CheckOfNumbers, ...numbers: number[]]

export type CheckOfTexts = keyof typeof ofTexts
type CheckOfNumbers = keyof typeof ofNumbers

/** What is wrong with a value, as a sentence that begins with "Must", or null. */
export type ValueProblem = (value: unknown) => string | null

/** What a check stands for. */
export function problemOf([name, ...numbers]: ValueCheck): ValueProblem {
  if (isOfTexts(name)) return ofTexts[name]
  const problemOfNumbers: (...given: number[]) => ValueProblem = ofNumbers[name]
  return problemOfNumbers(...numbers)
}

/** Whether a check is about texts. All others are about numbers. */
export function isOfTexts(name: ValueCheck[0]): name is CheckOfTexts {
  return Object.hasOwn(ofTexts, name)
}

const ofNumbers = {
  /** Whole numbers that JavaScript holds exactly. The framework checks the same of each integer. */
  wholeNumber: () => wholeNumberProblem,

  /** Whole numbers from a least to a greatest one. */
  range: (least: number, most: number) =>
    oneAfterAnother(
      wholeNumberProblem,
      ofNumber((number) => number >= least, `Must be at least ${least}.`),
      ofNumber((number) => number <= most, `Must be at most ${most}.`),
    ),

  /** The named numbers only. */
  choice: (...choices: readonly number[]) =>
    oneAfterAnother(
      wholeNumberProblem,
      ofNumber((number) => choices.includes(number), `Must be one of ${choices.join(', ')}.`),
    ),
}

const areas = [
  'categories',
  'categories_legacy',
  'certificates',
  'network',
  'analysis',
  'records',
  'directory',
]

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const qualifiedName = new RegExp(`^(?=.{4,253}$)(?:${label}\\.)+(?!\\d+$)${label}$`, 'i')

const notBlank = ofText((text) => text.trim() !== '', 'Must not be empty.')

const ofTexts = {
  /** `http://` and `https://` addresses whose host and port may be reached. */
  addressOf: oneAfterAnother(
    ofText(isUrlOf(['http:', 'https:']), 'Must be an address such as "https://proxy.example.org".'),
    whyNowhere,
  ),

  /** Those, `unix:///path`, and `ssh://user@host/path`. */
  areaUrl: oneAfterAnother(
    ofText(
      isUrlOf(['http:', 'https:', 'unix:', 'ssh:']),
      'Must be an address such as "ssh://admin@proxy.example.org/run/directory.sock", "unix:///run/directory.sock" or "http://127.0.0.1:8080".',
    ),
    ofText(
      (text) => !/^ssh:/i.test(text) || parseSshAddress(text) !== undefined,
      'Must be "ssh://user@host/path/of/the/socket" or "ssh://user@host:port/path/of/the/socket", without a password. User, host and path contain only letters, digits and ".", "_", "-", "+", and none of them begins with "-".',
    ),
    whyNowhere,
  ),

  /** Areas of the interface, as the `endpoints` of the provider name them. */
  oneOfAreas: ofText((text) => areas.includes(text), `Must be one of ${areas.join(', ')}.`),

  /** Names of files that become arguments of `ssh`, which would expand them, or end them at a quotation mark. */
  sshFile: ofText(
    /^[^"%$\p{Cc}]+$/u,
    'Must be the name of a file, without quotation marks, percent or dollar signs.',
  ),

  /** Names of hosts that a certificate can carry. */
  serverName: serverNameProblem,

  /** Hardware addresses of network interfaces. */
  hardwareAddress: ofText(
    (text) => canonicalHardwareAddress(text) !== undefined,
    'Must be the hardware address of a network interface, such as "00:0c:29:4f:8e:35".',
  ),

  /** SHA-256 fingerprints of certificates. */
  fingerprint: ofText(
    (text) => canonicalFingerprint(text) !== undefined,
    'Must be the SHA-256 fingerprint of a certificate: 64 hexadecimal digits, with or without colons between the bytes.',
  ),

  /** Texts with something in them besides white space. */
  notBlank,

  /** Texts that can stand in the path of a route: one of dots alone, or with a slash, would lead to another path. */
  inPath: oneAfterAnother(
    notBlank,
    ofText(
      /^(?!\s*\.+\s*$)[^/\\\p{Cc}]*$/u,
      'Must not consist of dots, nor contain a slash, a backslash or a control character.',
    ),
  ),

  removalLimit: removalLimitProblem,

  /** IPv4 addresses, written as four plain numbers. */
  ipv4: ofText(isIPv4, 'Must be an IPv4 address such as "192.0.2.1".'),

  digitsOnly: ofText(/^[0-9]+$/, 'Must contain only digits, such as "1270002".'),

  /** Numbers of categories, each in one spelling only. */
  categoryNumber: ofText(
    /^(?:0|[1-9][0-9]*)$/,
    'Must be the number of a category, without leading zeros, such as "250".',
  ),

  /** Host names with a domain. */
  fullyQualified: ofText(qualifiedName, 'Must be a fully qualified host name such as "proxy.example.org".'),

  /** A host, or a host and a port, without a scheme. */
  websiteAddress: websiteProblem,

  countryCode: ofText(/^[A-Z]{2}$/, 'Must be a country code of two capital letters, such as "DE".'),

  /** Logins: something without spaces and slashes. One of dots alone would lead the path of a route somewhere else. */
  loginName: ofText(
    /^(?!\.+$)[^\s/\\\p{Cc}]+$/u,
    'Must be a login without spaces or slashes, such as "ann.lee".',
  ),

  /** Mail addresses, as far as everybody agrees on what they are. */
  mailAddress: ofText(/^[^\s@]+@[^\s@]+$/, 'Must be a mail address such as "ann@example.org".'),

  /** Durations as Go writes them. */
  duration: ofText(
    (text) => parseDuration(text) !== undefined,
    'Must be a duration such as "10m", "1h30m", "1.5h" or "500ms", longer than 0. The units are h, m, s, ms, us and ns.',
  ),
}

function wholeNumberProblem(value: unknown): string | null {
  return Number.isSafeInteger(value) ? null : 'Must be a whole number.'
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

/** The first thing that is wrong. */
function oneAfterAnother(...problems: readonly ValueProblem[]): ValueProblem {
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
