import { parseSite, type Site } from '@webfilter/appliance-names'
import { numberText } from '@webfilter/text'
import { longestLine } from '../list-size'
import { type Answer, answerOf, type LocalData, readLocalData } from './answers'
import { isAbsolute, type Zone } from './zone'

/** What a line of a list holds, with the names as they are written. */
export interface NamesOfLine {
  /** The line without the comment behind it; undefined for a line that cannot be read as text. */
  readonly text: string | undefined
  /** In the order in which they are in the text. */
  readonly names: readonly WrittenName[]
  /** What on the line is no name of a site, or the name of none. */
  readonly leftOut: readonly LeftOut[]
  /** The text of the lines that this one cancels in all files of its list, if the list is known: by itself, it is left out. */
  readonly cancels?: string
  /** Why the line holds nothing, if it is another one that says so. */
  readonly withdrawn?: 'hidden' | 'canceled'
  /** The address with which the line answers, unless it is that of every block: of a sinkhole if it has names, else a public one. */
  readonly answer?: Answer
  /** Whether the line means something else if a name is spelled as its site: the final dot of a record's owner matters, and what is canceled. */
  readonly keepsSpelling?: boolean
}

/** A name in a list that is one of a site. */
export interface WrittenName {
  /** Without a wildcard in front. */
  readonly written: string
  readonly site: Site
  /** Whether only such exceptions undo it that are important, too. */
  readonly isImportant?: boolean
}

/** What a site has lost that stood in front of its name. */
export function droppedFrom({ written, site }: WrittenName): 'www.' | '' {
  if (written === site) return ''
  return /^www[.\u3002]/iu.test(written.normalize('NFKC')) ? 'www.' : ''
}

/** What the file of a line says of its lines. */
export interface FileOfLine {
  readonly zone?: Zone | undefined
  readonly localData?: LocalData | undefined
  /** Whether it has the heading of a list of rules. */
  readonly hasRules?: boolean
}

/**
 * Reads one line of a list, in any of the forms that `readList` knows. Never throws. A line of which nothing is said is a comment, or
 * belongs to the format of its file.
 */
export function namesOfLine(bytes: Uint8Array, file: FileOfLine = {}): NamesOfLine {
  if (bytes.length > longestLine) return noLine(tooLong(bytes))
  const line = decoded(bytes)
  if (line === undefined) return noLine('is not in UTF-8; save the list as UTF-8')
  const text = line.replace(commentBehind, '').trim()
  if (isComment(text)) return contentOf(text, readDirective(text) ?? { names: [] })
  for (const read of forms) {
    const found = read(text, file)
    if (found !== undefined) return contentOf(text, found)
  }
  if (file.hasRules && /[.\u3002]$/u.test(text)) return contentOf(text, noSite('pattern', text))
  return contentOf(text, { names: [text] })
}

const commentBehind = /\s[#;].*$/su

/** Forms that are known by their first characters come first. */
const forms: readonly ((text: string, file: FileOfLine) => ReadLine | undefined)[] = [
  readAdblockRule,
  readDnsmasqLine,
  readUnboundLine,
  readResponsePolicyRecord,
  readHostsLine,
]

/** Of hosts files and of rules, and those of zone files. */
function isComment(text: string): boolean {
  return text === '' || /^[!#;]/u.test(text) || headingOfRules.test(text)
}

/** What lists of rules begin with, such as `[Adblock Plus 2.0]`. Something else in brackets may be meant as a site. */
const headingOfRules = /^\[(?:Adblock|ABP|AdGuard|uBlock|uBO)(?:[\s\d][^\]"]*|Plus[^\]"]*)?\]$/iu

/**
 * Whether the heading of a list of rules is the first line of a file that is no comment: then a name is a part of addresses, and one with a
 * dot behind it that of longer names.
 * @param file where it is in the bytes
 */
export function hasHeadingOfRules(
  bytes: Buffer,
  file: { readonly from: number; readonly to: number },
): boolean {
  const head = bytes.toString('latin1', file.from, Math.min(file.to, file.from + longestLine))
  const lines = head.split('\n').map((line) => line.trim())
  return headingOfRules.test(lines.find((line) => !/^(?:$|[!#;])/u.test(line)) ?? '')
}

/** A line of a hosts file: an address, the names that it answers for, and perhaps a comment, before which no space is needed. */
function readHostsLine(text: string): ReadLine | undefined {
  const [entry = ''] = text.split('#', 1)
  const [address = '', ...words] = entry.trim().split(/\s+/u)
  const answer = words.length === 0 ? undefined : answerOf(address)
  if (answer === undefined) return undefined
  const names = words.filter((word) => !isOfTheMachineItself(word.toLowerCase()))
  if (names.length === 0) return { names }
  if (names.every((name) => mayBeName(name, answer))) return answered(text, names, answer)
  return names.some((name) => answerOf(name) || /^[\da-f.:]+\/\d/iu.test(name))
    ? leaveOut('network', text, 'contains several addresses, as ranges and networks do; remove it')
    : leaveOut('other', text, 'contains more than an address and its names; write 0.0.0.0 example.com')
}

/**
 * Whether a word behind the address of a line may be a name, rather than the end of a range, a mask, a number, a time, a sign or what else
 * lines of logs have and comments begin with. With the address of a block, such as in a log of the machine itself, all but these is shown as
 * the name that it is meant to be, and lists block addresses by it.
 */
function mayBeName(word: string, { kind }: Answer): boolean {
  const address = answerOf(word)
  if (address === undefined && (!/\p{L}/u.test(word) || /^[\da-f.:]+\/\d+$/iu.test(word))) return false
  if (kind === 'block') return address === undefined || (address.kind !== 'block' && !word.startsWith('255.'))
  return address === undefined && /^[\p{L}\p{M}\p{N}_.*\u3002-]+$/u.test(word)
}

/** Whether a name of a hosts file is that of the machine on which the file is, and is meant for no other. */
function isOfTheMachineItself(name: string): boolean {
  return ofTheMachineItself.has(name) || machineName.test(name)
}

const ofTheMachineItself: ReadonlySet<string> = new Set([
  'local',
  'broadcasthost',
  'ip6-localnet',
  'ip6-mcastprefix',
  'ip6-allnodes',
  'ip6-allrouters',
  'ip6-allhosts',
  '0.0.0.0',
])
/** Such as `localhost4.localdomain4`. */
const machineName = /^(?:ip6-)?(?:localhost|loopback)[46]?(?:\.(?:localdomain|localhost|local)[46]?)*$/u

/** A line that answers questions for names. With an address of the internet, it redirects. */
function answered(text: string, names: readonly string[], answer: Answer): ReadLine {
  if (answer.kind !== 'public') return { names, answer }
  const why = `answers with the public address ${answer.address}, which is a redirect and blocks nothing; remove it`
  return { ...leaveOut('forwarding', text, why), answer }
}

function contentOf(
  text: string,
  { names, leftOut = [], isImportant, otherwise, cancels, answer, keepsSpelling }: ReadLine,
): NamesOfLine {
  const found: WrittenName[] = []
  const left: LeftOut[] = [...leftOut]
  for (const name of names) {
    const written = withoutWildcard(name)
    const parsed = parseSite(written)
    if (parsed.ok) found.push({ written, site: parsed.site, ...(isImportant && { isImportant }) })
    else {
      const { reason, isDeletedByCompile: isDeleted } = parsed
      left.push({ kind: otherwise ?? leftOutAs(name), reason, isDeleted })
    }
  }
  const isCounted = answer?.kind === 'public' || (answer?.kind === 'sinkhole' && found.length > 0)
  return {
    text,
    names: found,
    leftOut: left,
    ...(cancels !== undefined && { cancels }),
    ...(isCounted && { answer }),
    ...(keepsSpelling && { keepsSpelling }),
  }
}

/** A site stands for all below it, so a wildcard in front adds nothing. */
function withoutWildcard(name: string): string {
  return name.replace(/^\*?\.(?=\S)/u, '')
}

/** By what it looks like, of a name that is no site. */
function leftOutAs(name: string): LeftOutKind {
  if (/^(?:[0-9a-f.:]+\/\d{1,3}|[\d.]+-[\d.]+)$/iu.test(name)) return 'network'
  if (name.includes('/')) return 'path'
  if (/^[^:]+:\d+$/u.test(name)) return 'port'
  return /[*^$|]/u.test(name) ? 'pattern' : 'other'
}

function noLine(reason: string): NamesOfLine {
  return { text: undefined, names: [], leftOut: [{ kind: 'other', reason }] }
}

function tooLong(bytes: Uint8Array): string {
  const beginning = Buffer.from(bytes.subarray(0, 4 * shown))
    .toString('utf8')
    .trimStart()
    .slice(0, shown)
  return `${JSON.stringify(`${beginning}…`)} begins a line of more than ${numberText(longestLine)} bytes; write one site per line`
}

/** So many characters of a line are quoted. */
const shown = 100

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}

const strict = new TextDecoder('utf-8', { fatal: true })

/** What lists of rules say of their own lines, and of other files. By itself, a condition has no end. */
function readDirective(text: string): ReadLine | undefined {
  const directive = directiveIn(text)
  if (directive?.is === 'include') {
    const why =
      'says that a part of the list is elsewhere, and that part is not read; add its file to the list'
    return leaveOut('include', text, why)
  }
  if (directive?.is !== 'if') return undefined
  return directive.condition === 'false'
    ? leaveOut('condition', text, 'has no "!#endif" in its file, so the lines below it count; add one')
    : leaveOut(
        'condition',
        text,
        'depends on the program that reads the list; the lines of both branches count',
      )
}

/** A line such as `!#if adguard`, which is a comment to programs that do not know it. */
export interface Directive {
  readonly is: 'if' | 'else' | 'endif' | 'include'
  /** Of `if`. */
  readonly condition: string
}

/** @param line with the comment behind it or without */
export function directiveIn(line: string): Directive | undefined {
  const [, is, condition = ''] = directive.exec(line.replace(commentBehind, '').trim()) ?? []
  return is === undefined ? undefined : { is: is as Directive['is'], condition: condition.trim() }
}

const directive = /^!#(if|else|endif|include)(?!\w)(.*)$/su

/**
 * A rule for browsers, such as `||example.com^`. Only one for a whole site is read, whatever it is requested for; undefined for what
 * is no rule.
 */
function readAdblockRule(text: string): ReadLine | undefined {
  if (elementHiding.test(text)) {
    return leaveOut('element-hiding', text, 'hides parts of pages, which a category cannot do; remove it')
  }
  const cancels = canceledBy(text)
  if (cancels !== undefined)
    return { ...leaveOut('requests', text, 'cancels other rules; remove it'), cancels }
  if (text.startsWith('@@')) return readException(text)
  if (regularExpression.test(text) || betweenDots.test(text)) return noSite('pattern', text)
  if (!text.startsWith('|')) return undefined
  const rule = ruleIn(text)
  if (rule === undefined) return noSite(/^\|[a-z]+:/iu.test(text) ? 'path' : 'pattern', text)
  const kind = unlikeASite(rule)
  if (kind) return noSite(kind, text)
  return { names: [rule.name], otherwise: 'pattern', isImportant: isImportant(rule) }
}

/**
 * The text of the rules that a rule with the option `badfilter` cancels: its own text without that option. Undefined for other lines, and
 * behind an address of a hosts file, whose lines no rule cancels.
 */
function canceledBy(text: string): string | undefined {
  const at = text.lastIndexOf('$')
  if (at < 1 || !text.includes('badfilter', at) || /^[\da-f.:]+\s/iu.test(text)) return undefined
  const options = text.slice(at + 1).split(',')
  const others = options.filter((option) => option.trim() !== 'badfilter')
  if (others.length === options.length) return undefined
  return text.slice(0, at) + (others.length === 0 ? '' : `$${others.join(',')}`)
}

/** An exception to rules, such as `@@||example.com^`. It is left out, whether or not the list is to lose what it names. */
function readException(text: string): ReadLine {
  const why = 'is an exception to other rules, which a category cannot contain; remove it'
  const reason = `${quoted(text)} ${why}`
  const rule = ruleIn(text.slice('@@'.length))
  // One for all that is below a name is none of the name itself.
  const parsed = rule === undefined || unlikeASite(rule) !== undefined ? undefined : parseSite(rule.name)
  const exception = rule && parsed?.ok ? { exception: parsed.site, isImportant: isImportant(rule) } : {}
  return { names: [], leftOut: [{ kind: 'exception', reason, ...exception }] }
}

/** A rule that begins with `||`, in its parts. */
interface Rule {
  /** Of the domain, with the wildcard in front. */
  readonly name: string
  readonly behind: string
  readonly options: readonly string[]
}

/** Undefined where no name follows `||`. */
function ruleIn(text: string): Rule | undefined {
  const [, name, behind = '', options = ''] = parts.exec(text) ?? []
  return name === undefined ? undefined : { name, behind, options: options.split(',') }
}

/**
 * What a rule applies to, if that is no site: a rule stands for one if it matches the name and all below it, either as AdGuard compares
 * rules with names for DNS, or as browsers compare them with the addresses of pages. `||example.` and `||example-` match only longer names,
 * which may belong to somebody else.
 */
function unlikeASite({ name, behind, options }: Rule): keyof typeof whyNoSite | undefined {
  if (!endsLikeAName(name)) return 'pattern'
  if (!behindSites.has(behind))
    return behind.startsWith('/') ? 'path' : /^:\d/u.test(behind) ? 'port' : 'pattern'
  return options.every((option) => forAllRequests.has(option)) ? undefined : 'requests'
}

/** With a letter or a digit, of any script. Most end in one of ASCII. */
function endsLikeAName(name: string): boolean {
  return /[\da-z]/iu.test(name.slice(-1)) || /[\p{L}\p{M}\p{N}]$/u.test(name.normalize('NFKC'))
}

function isImportant({ options }: Rule): boolean {
  return options.includes('important')
}

/** What ends a name, in one of the two syntaxes or in both. */
const behindSites: ReadonlySet<string> = new Set(['', '^', '|', '^|', '^*', '/', '/*'])
/** Without options, and those that make a rule stronger. */
const forAllRequests: ReadonlySet<string> = new Set(['', 'important', 'all'])
const parts = /^\|\|((?:\*\.)?[^\s^/$*:|]+)(?![^\s^/$*:|])([^$]*)(?:\$(.*))?$/su
const elementHiding = /^[^\s/|]*#[@?$%]{0,2}#\S/u
/** What follows `$` goes on to the end, whatever it is: else a hostile line would be tried at each of its characters. */
const regularExpression = /^\/.*\/(?:\$.*)?$/su

/** A part of a longer name, which is somebody else's. Only a list of rules has dots on both sides of it. */
const betweenDots = /^\*?\.\S+[.\u3002]$/u

/** Leaves out a rule that stands for no site. */
function noSite(kind: keyof typeof whyNoSite, text: string): ReadLine {
  return leaveOut(kind, text, whyNoSite[kind])
}

const whyNoSite = {
  pattern:
    'is a pattern, but a category contains whole sites; remove it, or write ||example.com^ for a whole site',
  path: 'applies to parts of a site only; write ||example.com^ for a whole site',
  port: 'applies to parts of a site only; write ||example.com^ for a whole site',
  requests: 'applies to some requests only; write ||example.com^ for a whole site',
} as const

/**
 * A line of dnsmasq's configuration: `address=/example.com/0.0.0.0`, `server=/example.com/` or `local=/example.com/`, of one domain or
 * several. Undefined for what is no such line.
 */
function readDnsmasqLine(text: string): ReadLine | undefined {
  const [, key, domains = '', target = ''] = line.exec(text) ?? []
  if (key === undefined) return undefined
  if (key !== 'address' && target !== '') {
    return leaveOut('forwarding', text, 'sets the server for a domain, and blocks nothing; remove it')
  }
  const answer = target === '' || target === '#' ? noAddress : answerOf(target)
  if (answer === undefined) {
    return leaveOut('other', text, 'contains no address; write address=/example.com/0.0.0.0')
  }
  const names: string[] = []
  const leftOut: LeftOut[] = []
  for (const domain of domains.split('/')) {
    const left = noSiteOfDnsmasq(domain, key, text)
    if (left) leftOut.push(left)
    else names.push(domain)
  }
  return answer.kind === 'public' ? answered(text, names, answer) : { names, leftOut, answer }
}

const noAddress: Answer = { kind: 'block', address: '' }
const line = /^(address|server|local)=\/(.*)\/([^/]*)$/u

/**
 * What a domain means to dnsmasq and no site can say, as its manual describes it for `--server` and `--address`: `#` is every domain, an
 * empty one stands for names without dots, and without an address only `/etc/hosts` and DHCP leases are asked.
 */
function noSiteOfDnsmasq(domain: string, key: string, text: string): LeftOut | undefined {
  const left = (kind: LeftOutKind, why: string) => ({ kind, reason: `${quoted(text)} ${why}` })
  if (domain === '#')
    return left('pattern', 'applies to every domain, which no site can stand for; remove it')
  if (domain === '')
    return left('other', 'applies to names without a dot, none of which can be a site; remove it')
  if (key === 'address' || !/^\.?[^.*]+$/u.test(domain)) return undefined
  const name = quoted(domain.replace('.', ''))
  return left(
    'other',
    `answers ${name} from local data only, and ${name} has no dot, so it can be no site; remove it`,
  )
}

/**
 * A line of unbound's configuration: `local-zone: "example.com" always_nxdomain`, or `local-data: "example.com A 0.0.0.0"`. Undefined
 * for what is no such line.
 */
function readUnboundLine(text: string, { localData }: FileOfLine): ReadLine | undefined {
  if (text === 'server:') return { names: [] }
  const [, zone, type] = localZone.exec(text) ?? []
  if (zone !== undefined && type !== undefined) {
    if (answeringZones.has(type)) {
      if (localData?.redirects(zone)) {
        return leaveOut(
          'forwarding',
          text,
          'is a redirect by its local-data, and blocks nothing; remove both',
        )
      }
      const parsed = parseSite(zone)
      return { names: [zone], keepsSpelling: parsed.ok && localData?.redirects(parsed.site) === true }
    }
    if (blockingZones.has(type)) return { names: [zone] }
    return passingZones.has(type)
      ? leaveOut('exception', text, 'lets queries pass, and blocks nothing; remove it')
      : leaveOut(
          'other',
          text,
          'has a type that does not block a site; write local-zone: "example.com" always_nxdomain',
        )
  }
  const data = readLocalData(text)
  if (data === undefined) return undefined
  return data.answer ? answered(text, [data.name], data.answer) : leaveOut('forwarding', text, toAnotherName)
}

const localZone = /^local-zone:\s*["']?([^"'\s]+)["']?\s+["']?([a-z_]+)["']?$/u
const toAnotherName = 'redirects to another name, and blocks nothing; remove it'
/** Types of zones that answer as if they were not there. */
const passingZones: ReadonlySet<string> = new Set([
  'transparent',
  'typetransparent',
  'always_transparent',
  'inform',
  'ipset',
  'nodefault',
  'noview',
])

/** Types that keep all of a zone away but what `local-data` has of it. */
const answeringZones: ReadonlySet<string> = new Set([
  'deny',
  'refuse',
  'static',
  'redirect',
  'inform_deny',
  'inform_redirect',
])

/** Types that keep all of a zone away. What a later release of unbound may have besides is not known to block. */
const blockingZones: ReadonlySet<string> = new Set([
  'always_deny',
  'always_refuse',
  'always_nxdomain',
  'always_nodata',
  'always_null',
])

/**
 * A record of a response policy zone: `example.com CNAME .`, with or without a time to live and a class. What a file says of its zone holds
 * no site. Undefined for what is no record.
 */
function readResponsePolicyRecord(text: string, { zone }: FileOfLine): ReadLine | undefined {
  if (zone !== undefined && ofTheZone.test(text)) return { names: [] }
  const [, name, type = '', target = ''] = record.exec(text) ?? []
  if (name === undefined) return undefined
  if (/\.rpz-(?:ip|client-ip|nsip)(?:\.|$)/iu.test(name)) {
    return leaveOut('network', text, 'is a rule for addresses, but a category contains sites; remove it')
  }
  if (
    /\.rpz-nsdname(?:\.|$)/iu.test(name) ||
    (type.toUpperCase() === 'CNAME' && passingTargets.test(target))
  ) {
    return leaveOut('exception', text, 'is not a rule that blocks a site; remove it')
  }
  const blocks = type.toUpperCase() === 'CNAME' && blockingTargets.test(target)
  const answer = blocks ? noAddress : answerOf(target)
  if (answer === undefined) return leaveOut('forwarding', text, toAnotherName)
  if (answer.kind === 'public') return answered(text, [name], answer)
  if (zone === undefined) return { names: [name], answer, keepsSpelling: isAbsolute(name) }
  const below = zone.nameBelow(name)
  if (below === undefined) return leaveOut('other', text, outOfZone)
  return { names: [below], answer, keepsSpelling: !zone.spellsSites(name) }
}

const outOfZone =
  'is not known to be below the zone of the file, which then blocks nothing; write the name without its final dot, or add the $ORIGIN of the zone'

/** The class and the time to live, which may be `1h30m`, in either order. */
const record = /^(\S+)\s+(?:(?:IN|\d+(?:[smhdw](?:\d+[smhdw])*)?)\s+){0,2}(CNAME|A|AAAA)\s+(\S+)$/iu
/** `$TTL`, `$ORIGIN`, and its name servers. */
const ofTheZone =
  /^\$(?:TTL|ORIGIN)\s+\S+$|^(?:\S+\s+)?(?:(?:IN|\d+(?:[smhdw](?:\d+[smhdw])*)?)\s+){0,2}NS\s+\S+$/iu
/** No such domain, no data, no answer. */
const blockingTargets = /^(?:\.|\*\.|rpz-drop\.)$/iu
/** The second one lets a query pass that comes by TCP, as every resolver then asks. */
const passingTargets = /^(?:rpz-passthru|rpz-tcp-only)\.$/iu

/** What a line of some form says: the names of sites, and what no site can say. */
interface ReadLine {
  /** As they are written; `*.` and a dot in front stand for the name with all below it, which is what every site is. */
  readonly names: readonly string[]
  readonly leftOut?: readonly LeftOut[]
  readonly isImportant?: boolean
  readonly cancels?: string
  /** What a name is that is none of a site; absent where its looks say it. */
  readonly otherwise?: LeftOutKind
  /** The address with which it answers. */
  readonly answer?: Answer
  readonly keepsSpelling?: boolean
}

/** Something in a list that is left out of it. */
export interface LeftOut {
  readonly kind: LeftOutKind
  /** A sentence without its full stop, which quotes what is left out and says what to write instead. */
  readonly reason: string
  /** Whether it names a site that a compile deletes. */
  readonly isDeleted?: boolean
  /** The site that an exception names; absent if it concerns only a part of a site, or some requests. */
  readonly exception?: Site
  /** Whether the exception undoes rules that are important. */
  readonly isImportant?: boolean
}

/** What rules can say and a site cannot; what other lines take from a list; `other` is what no known form of a list has. */
export type LeftOutKind =
  | 'exception'
  | 'element-hiding'
  | 'path'
  | 'port'
  | 'network'
  | 'requests'
  | 'pattern'
  | 'forwarding'
  | 'include'
  | 'condition'
  | 'hidden'
  | 'canceled'
  | 'other'

/** A line that says one thing, which is left out. @param why a clause behind the quoted line, with what to write instead */
function leaveOut(kind: LeftOutKind, text: string, why: string): ReadLine {
  return { names: [], leftOut: [{ kind, reason: `${quoted(text)} ${why}` }] }
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)
}
