import { isIPv4 } from 'node:net'
import { gte, lte, number, refine, regex, string } from 'zod/mini'
import { hostNameProblem } from './appliance/host-name'
import { parsedUrl } from './appliance/parsed-url'
import { parseRemovalLimit } from './resources/category/removal-limit'

/** The values that configurations may hold, as zod sees them. Loaded late: see `validators.ts`. */

export const httpAddress = string().check(
  refine(
    (text) => isUrl(text, ['http:', 'https:']),
    'Must be an address such as "https://proxy.example.org".',
  ),
  refine(leadsSomewhere, { error: ({ input }) => whyNowhere(input) }),
)

export const httpOrSocketAddress = string().check(
  refine(
    (text) => isUrl(text, ['http:', 'https:', 'unix:']),
    'Must be an address such as "unix:///run/directory.sock" or "http://127.0.0.1:8080".',
  ),
  refine(leadsSomewhere, { error: ({ input }) => whyNowhere(input) }),
)

export const nameOfServer = string().check(
  refine((text) => serverNameProblem(text) === undefined, {
    error: ({ input }) => (typeof input === 'string' ? serverNameProblem(input) : undefined),
  }),
)

export const textWithSomethingInIt = string().check(
  refine((text) => text.trim() !== '', 'Must not be empty.'),
)

export function numberBetween(least: number, most: number) {
  return number().check(gte(least, `Must be at least ${least}.`), lte(most, `Must be at most ${most}.`))
}

export const numberOrShare = string().check(
  refine(
    (text) => parseRemovalLimit(text) !== undefined,
    'Must be a number of sites such as "500", or a share of them such as "20%".',
  ),
)

export const ipv4Address = string().check(
  refine((text) => isIPv4(text), 'Must be an IPv4 address such as "192.0.2.1".'),
)

export const digits = string().check(regex(/^[0-9]+$/, 'Must be digits only, such as "1270002".'))

export const numberOfCategory = string().check(
  regex(/^(?:0|[1-9][0-9]*)$/, 'Must be the number of a category, without zeros in front, such as "250".'),
)

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const qualifiedName = new RegExp(`^(?=.{4,253}$)(?:${label}\\.)+(?!\\d+$)${label}$`, 'i')

export const fullyQualifiedName = string().check(
  regex(qualifiedName, 'Must be a fully qualified host name such as "proxy.example.org".'),
)

export const hostAndPort = string().check(
  refine(isHostAndPort, {
    error({ input }) {
      const url = typeof input === 'string' ? parsedUrl(input) : undefined
      return url && url.hostname !== ''
        ? `Must not be a URL. Write "${hostAndPortOf(url)}" instead.`
        : 'Must be a host, or a host and a port, such as "www.example.org" or "example.org:8443".'
    },
  }),
)

export const twoLetters = string().check(
  regex(/^[A-Z]{2}$/, 'Must be the two capital letters of a country, such as "DE".'),
)

// A login of dots alone would lead the path of a route somewhere else.
export const login = string().check(
  regex(/^(?!\.+$)[^\s/\\\p{Cc}]+$/u, 'Must be a login without spaces and slashes, such as "ann.lee".'),
)

export const addressOfMail = string().check(
  regex(/^[^\s@]+@[^\s@]+$/, 'Must be a mail address such as "ann@example.org".'),
)

export function oneOfNumbers(choices: readonly number[]) {
  return number().check(refine((value) => choices.includes(value), `Must be one of ${choices.join(', ')}.`))
}

function isUrl(text: string, protocols: readonly string[]): boolean {
  return protocols.includes(parsedUrl(text)?.protocol ?? '')
}

/** Whether a URL, if it is one, has a host and a port that a connection can be made to. */
function leadsSomewhere(text: string): boolean {
  return whyNowhere(text) === undefined
}

function whyNowhere(text: unknown): string | undefined {
  const url = typeof text === 'string' ? parsedUrl(text) : undefined
  if (!url || url.protocol === 'unix:') return undefined
  if (url.port === '0') return 'Must have a port from 1 to 65535: no listener is at port 0.'
  const problem = hostNameProblem(url.hostname)
  return problem && `Must have a host that can be found: this one ${problem}.`
}

function serverNameProblem(text: string): string | undefined {
  if (/[\s\p{Cc}]/u.test(text)) return 'Must be the name of a host, without white space.'
  const problem = hostNameProblem(text)
  return problem && `Must be a name that a certificate can carry: this one ${problem}.`
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
