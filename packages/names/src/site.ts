import { domainToASCII } from 'node:url'
import type * as Tldts from 'tldts'

declare const canonical: unique symbol

/**
 * A site in its normal form: a domain of at least two labels in lower-case ASCII without a trailing dot and without `www.` in
 * front, or an IPv4 address. Comes from `parseSite` or `isSite` only.
 */
export type Site = string & { readonly [canonical]: true }

/** What `parseSite` made of a text; a reason is one sentence that also says what to write instead. */
type ParsedSite =
  | { readonly ok: true; readonly site: Site }
  | {
      readonly ok: false
      readonly reason: string
      readonly isDeletedByCompile: boolean
      /** The site for which an earlier release took the text: a state may have it. */
      readonly formerly?: Site
    }

/**
 * Reads what a person types as a site, and writes it in its normal form. That form drops only what every service drops (docs/appliance,
 * "What the older routes store" and "What the autonomous service stores"): letter case, white space around it, and one leading `www.`. So
 * the site that is stored is the one that its author reads.
 *
 * Refused is what would be stored as something else: a `www.` before a public suffix (`www.gov.uk` would block `gov.uk` and all below
 * it), a second `www.` behind the first, and names that the compile deletes. A `www.` elsewhere stays: the older routes
 * store such a site as it is, and what the autonomous service would make of it is a matter of `isCutByAutonomousService`. So is a name that
 * ends in a number and is no IPv4 address as it is usually written: browsers ask no DNS for it (https://url.spec.whatwg.org, "ends in a number
 * checker").
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
  if (isPlain(name) || isAddress(name)) return { ok: true, site: name }
  if (!plainShape.test(name)) return refused(typed, unlikeADomain)
  return { ...refused(typed, rangeShape.test(name) ? isRange : isOtherAddress), formerly: name as Site }
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
const rewritten = /^www\.|\.(?:[0-9]+|0x[0-9a-f]*)$|^[0-9]+\.addr$|^[0-9.]+-[0-9.]+$/
const rangeShape = /^[0-9.]+-[0-9.]+$/
const isRange =
  'is a range of addresses, which a category cannot contain; write each address as an entry of its own'
const isOtherAddress =
  'ends in a number, so that browsers take it for an address; write a domain, or an address such as 192.0.2.1'

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
  if (/^[0-9.]+\/[0-9]+$/.test(text) || /^[0-9a-f]*:[0-9a-f:.]*\/[0-9]+$/i.test(text))
    return 'is a network, which a category cannot contain; write each address as an entry of its own'
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

function refused(typed: string, reason: string, isDeleted = false): ParsedSite & { readonly ok: false } {
  return { ok: false, reason: `${JSON.stringify(shortened(typed))} ${reason}`, isDeletedByCompile: isDeleted }
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/** A list of sites as it was typed, read. */
export interface SiteList {
  /** The canonical forms in the order of their first appearance, each once. */
  readonly sites: readonly Site[]
  readonly duplicates: readonly Duplicate[]
  readonly invalid: readonly InvalidEntry[]
}

/** An entry that names a site which an earlier entry names already, in the same or in another spelling. */
export interface Duplicate {
  readonly site: Site
  readonly first: TypedSite
  readonly again: TypedSite
}

/** An entry as it was typed, and where in the list it stands (from 0). */
interface TypedSite {
  readonly text: string
  readonly index: number
}

/** An entry that is no site; the reason quotes it and says what to write instead. */
export interface InvalidEntry extends TypedSite {
  readonly reason: string
}

/** Reads a list of sites. A third entry for a site is reported against the first, as is the second. Never throws. */
export function readSites(texts: readonly string[]): SiteList {
  const firsts = new Map<Site, TypedSite>()
  const duplicates: Duplicate[] = []
  const invalid: InvalidEntry[] = []
  for (const [index, text] of texts.entries()) {
    const parsed = parseSite(text)
    if (!parsed.ok) {
      invalid.push({ text, index, reason: parsed.reason })
      continue
    }
    const first = firsts.get(parsed.site)
    if (first) duplicates.push({ site: parsed.site, first, again: { text, index } })
    else firsts.set(parsed.site, { text, index })
  }
  return { sites: [...firsts.keys()], duplicates, invalid }
}

/**
 * Reads a list of sites of a state, each once. What is no site by any release is left out. Never throws.
 */
export function readStoredSites(texts: readonly string[]): readonly Site[] {
  return [...new Set(texts.flatMap((text) => storedSite(text) ?? []))]
}

/**
 * The site that a text of a state is; undefined for what is none by any release. An earlier release may have taken one that `parseSite`
 * refuses: it stays until it is removed.
 */
export function storedSite(text: string): Site | undefined {
  const parsed = parseSite(text)
  return parsed.ok ? parsed.site : parsed.formerly
}

/**
 * Whether a name is one under which anybody may register a domain (publicsuffix.org): a top-level domain, one such as
 * `co.uk`, or one of a hosting service such as `github.io`.
 *
 * @param name in lower-case ASCII; it need not be a site, which a top-level domain alone is not
 */
export function isPublicSuffix(name: string): boolean {
  // To read its list takes as long as half the start of the provider, so that is left to the first name that is looked up.
  const { getPublicSuffix, parse } = require('tldts') as typeof Tldts
  if (getPublicSuffix(name, onlySuffix) !== name) return false
  // What is in no list counts as a suffix for the library, too.
  const { isIcann, isPrivate } = parse(name, onlySuffix)
  return isIcann === true || isPrivate === true
}

// Most of the time would go into finding out that a name is no address: what ends in a number is in no list of suffixes.
const onlySuffix = {
  allowPrivateDomains: true,
  detectIp: false,
  extractHostname: false,
  mixedInputs: false,
  validateHostname: false,
} as const

/**
 * The part of a name that somebody registered: its public suffix and one label more. Undefined for a public suffix. What stands last in
 * a name is one, too, where no list has it.
 *
 * @param name in lower-case ASCII, and no address
 */
export function registrableDomainOf(name: string): string | undefined {
  const { getDomain } = require('tldts') as typeof Tldts
  return getDomain(name, onlySuffix) ?? undefined
}

/**
 * The names that the compile of either generation deletes from every category before it copies what is left (docs/appliance, "Deleted by a
 * compile"): what holds one is a second later without it. It deletes names without a dot and with certain characters too, but no site has
 * such.
 */
export const deletedEverywhere: ReadonlySet<string> = new Set(
  (
    'ac.ae ac.be ac.id ac.in ac.ir ac.jp ac.nz ac.org.ar ac.ru ac.th ac.ug ac.za biz.tr cn.com co.at.hm co.at.nr co.cc ' +
    'co.de co.gp co.id co.il co.jp co.ke co.kr co.nf co.nu co.nz co.technology co.th co.tt co.uk co.za com.ar com.au ' +
    'com.bo com.br com.cn com.co com.cy com.ec com.fr com.gh com.gt com.hk com.mx com.my com.ng com.pa com.pe com.ph ' +
    'com.pl com.py com.sv com.tr com.tw com.ua com.uy com.ve com.vn da.ru de.tc edu.au eu.cm eu.cr eu.gg eu.gl eu.gp eu.ki ' +
    'eu.nu eu.org go.jp in.net in.ua ne.jp net.ar net.au net.ph net.vn ngo.ph or.at or.id or.th org.tw pisa.it presse.ml ' +
    'pro.br usa.cc'
  ).split(' '),
)

/** What it deletes from certain tables only (under the same heading). Other categories keep these sites. */
export const tablesOfDeleted: readonly { readonly table: string; readonly site: Site }[] = [
  { table: 'category_filehosting', site: 'fromsmash.com' as Site },
  { table: 'category_malware', site: 'fromsmash.com' as Site },
  { table: 'category_suspicious', site: 'asso.fr' as Site },
]

/** The sites that a compile deletes from this table, but not from all. @param table as the appliance lists it, or `tableNameOf` a category */
export function deletedFromTable(table: string): ReadonlySet<Site> {
  const here = tablesOfDeleted.filter((each) => each.table === table.toLowerCase())
  return new Set(here.map(({ site }) => site))
}

/** Characters of the longest of them. */
const longest = Math.max(...[...deletedEverywhere].map((name) => name.length))

/** Whether a compile deletes a name from every category; it is lower-case ASCII without `www.` in front. */
export function isDeletedByCompile(name: string): boolean {
  return name.length <= longest && deletedEverywhere.has(name)
}

/** The same for a name that stands in a buffer. Most names are too long for it, so that no string is made of them. */
export function isDeletedByCompileIn(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > longest) return false
  return deletedEverywhere.has(
    Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1'),
  )
}

/**
 * Whether a site is one that no compile makes active: its first label is `www` or `ww` with digits behind, and such names are
 * compiled as something else (docs/appliance, "Never active").
 */
export function isNeverActive(site: string): boolean {
  return /^www?[0-9]+\./.test(site)
}
