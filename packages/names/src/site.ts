import { domainToASCII } from 'node:url'
import { isDeletedByCompile } from './compiled-names'
import { isPublicSuffix } from './public-suffix'

declare const canonical: unique symbol

/**
 * A site in its normal form: a domain of at least two labels in lower-case ASCII without a trailing dot and without `www.` in
 * front, or an IPv4 address. Comes from `parseSite` or `isSite` only.
 */
export type Site = string & { readonly [canonical]: true }

/** What `parseSite` made of a text; a reason is one sentence that also says what to write instead. */
export type ParsedSite =
  | { readonly ok: true; readonly site: Site }
  | { readonly ok: false; readonly reason: string; readonly isDeletedByCompile: boolean }

/**
 * Reads what a person types as a site, and writes it in its normal form. That form drops only what every service drops (field
 * notes, "Older add" and "Autonomous add, normalising"): letter case, white space around it, and one leading `www.`. So the site
 * that is stored is the one that its author reads.
 *
 * Refused is what would be stored as something else: a `www.` before a public suffix (`www.gov.uk` would block `gov.uk` and all below
 * it), a second `www.` behind the first, and names that the compile deletes. A `www.` elsewhere stays: the older routes
 * store such a site as it is, and what the autonomous service would make of it is a matter of `isCutByAutonomousService`.
 *
 * Scheme, path, port and the characters that the appliance refuses are not stripped but refused, so that a list never
 * holds more or less than what its author reads in it. Never throws.
 */
export function parseSite(text: string): ParsedSite {
  const typed = text.trim()
  if (isPlain(typed)) return { ok: true, site: typed }
  // What is longer than any address of a page is not looked into.
  if (typed.length > longestText) return refused(typed, unlikeADomain)
  const characters = typed.normalize('NFKC').replaceAll('\u3002', '.')
  const spelled = withoutTrailingDot(toAscii(characters))
  const name = spelled.startsWith('www.') ? spelled.slice('www.'.length) : spelled
  const reason =
    reasonAgainstText(characters) ??
    reasonAgainstName(name, characters) ??
    (name === spelled ? undefined : reasonAgainstDropping(name))
  if (reason !== undefined) return refused(typed, reason)
  if (isDeletedByCompile(name)) return refused(typed, deletedByCompile, true)
  return isPlain(name) || isAddress(name) ? { ok: true, site: name } : refused(typed, unlikeADomain)
}

/** Whether a text is already written as `parseSite` would write it. */
export function isSite(text: string): text is Site {
  const parsed = parseSite(text)
  return parsed.ok && parsed.site === text
}

const longestSite = 253
const longestLabel = 63
const longestText = 10_000
const unlikeADomain = 'is not a domain; write one such as example.com'

const plainShape = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/
const rewritten = /^www\.|^[0-9.]+$|^[0-9]+\.addr$/

/** The common case, in one look: nothing would be rewritten and nothing is wrong. */
function isPlain(text: string): text is Site {
  return (
    text.length <= longestSite && plainShape.test(text) && !rewritten.test(text) && !isDeletedByCompile(text)
  )
}

const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const addressShape = new RegExp(`^${octet}(?:\\.${octet}){3}$`)

function isAddress(text: string): text is Site {
  return addressShape.test(text)
}

// Only what is not ASCII goes through domainToASCII: it would read 1.2.3 as the address 1.2.0.3.
function toAscii(text: string): string {
  return isAscii(text) ? text.toLowerCase() : domainToASCII(text)
}

function isAscii(text: string): boolean {
  return !/\P{ASCII}/u.test(text)
}

function withoutTrailingDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name
}

function reasonAgainstText(text: string): string | undefined {
  if (text === '') return 'is empty; write a domain such as example.com'
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)
  if (scheme)
    return `begins with the scheme ${shortened(scheme[0])}; write only the domain, such as example.com`
  if (/\s/.test(text)) return 'contains a space; write one site per entry'
  if (/[,;]/.test(text)) return 'contains a separator; write one site per entry'
  if (/[/?#\\]/.test(text)) return 'contains a path; write only the domain, such as example.com'
  if (text.includes('@')) return 'contains an @; write only the domain, without a user or mailbox'
  if (/^\[?[0-9a-f]*:[0-9a-f:.]*:[0-9a-f.]*\]?$/i.test(text)) {
    return 'is an IPv6 address, which a category cannot contain; write a domain or an IPv4 address'
  }
  if (text.includes(':')) return 'contains a port; write only the domain, such as example.com'
  if (text.startsWith('*.')) return 'begins with a wildcard; write only the domain, such as example.com'
  const odd = /(?![A-Za-z0-9._-])\p{ASCII}/u.exec(text)
  if (odd) return `contains the character ${JSON.stringify(odd[0])}, which a site cannot contain; remove it`
  return undefined
}

function reasonAgainstName(name: string, typed: string): string | undefined {
  if (name === '' && !isAscii(typed)) return 'is not a valid internationalised domain; check its spelling'
  if (name === '') return 'has no letters between its dots; write a domain such as example.com'
  if (/^[0-9.]+$/.test(name)) {
    if (isAddress(name) && isAscii(typed)) return undefined
    return 'is not a valid IPv4 address; write four numbers from 0 to 255 without leading zeros, such as 192.0.2.1'
  }
  if (name.length > longestSite) return `is longer than ${longestSite} characters; write a shorter domain`
  const labels = name.split('.')
  if (labels.includes(''))
    return 'has an empty part between its dots; write single dots, and only inside the domain'
  if (labels.some((label) => label.length > longestLabel)) {
    return `contains a part longer than ${longestLabel} characters; check where its dots are`
  }
  if (/^[0-9]+\.addr$/.test(name)) {
    return 'is the number under which the autonomous category service stores an address; write the address, such as 192.0.2.1'
  }
  if (labels.length < 2) {
    const short = name === typed ? 'has' : `would be stored as "${name}", which has`
    return `${short} no dot inside; write a domain such as example.com`
  }
  return undefined
}

/** @param name what is left of a text without its `www.` */
function reasonAgainstDropping(name: string): string | undefined {
  if (name.startsWith('www.')) {
    return 'begins with "www." twice, of which the appliance drops one; write the domain without both'
  }
  if (isPublicSuffix(name)) {
    return (
      `would be stored as "${name}", under which anyone can register a domain, because the appliance drops "www."; write the domains ` +
      'below it instead'
    )
  }
  return undefined
}

const deletedByCompile =
  'is a name that the appliance deletes with each compile; write the domains below it instead'

function refused(typed: string, reason: string, isDeleted = false): ParsedSite {
  return { ok: false, reason: `${JSON.stringify(shortened(typed))} ${reason}`, isDeletedByCompile: isDeleted }
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
