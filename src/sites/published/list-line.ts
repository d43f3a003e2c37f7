import { isIP } from 'node:net'
import { parseSite, type Site } from '@webfilter/appliance-names'
import { longestLine } from '../list-size'
import { readAdblockRule } from './adblock-rule'
import { readDnsmasqLine } from './dnsmasq-line'
import type { LeftOut, LeftOutKind, ReadLine } from './read-line'
import { readResponsePolicyRecord } from './response-policy-record'
import { readUnboundLine } from './unbound-line'

/** What a line of a list holds, with the names as they are written. */
export interface NamesOfLine {
  /** The line without the comment behind it; undefined for a line that cannot be read as text. */
  readonly text: string | undefined
  /** In the order in which they are in the text. */
  readonly names: readonly WrittenName[]
  /** What on the line is no name of a site, or the name of none. */
  readonly leftOut: readonly LeftOut[]
}

/** A name in a list that is one of a site. */
export interface WrittenName {
  /** Without a wildcard in front. */
  readonly written: string
  readonly site: Site
}

/** Reads one line of a list, in any of the forms that `readList` knows. Never throws. */
export function namesOfLine(bytes: Uint8Array): NamesOfLine {
  if (bytes.length > longestLine) return noLine(tooLong(bytes))
  const line = decoded(bytes)
  if (line === undefined) return noLine('is not in UTF-8; save the list as UTF-8')
  const text = line.replace(/\s[#;].*$/su, '').trim()
  if (isComment(text)) return { text, names: [], leftOut: [] }
  for (const read of forms) {
    const found = read(text)
    if (found !== undefined) return contentOf(text, found)
  }
  return contentOf(text, { names: [text] })
}

/** Those that tell by their first characters what they are come first. */
const forms: readonly ((text: string) => ReadLine | undefined)[] = [
  readAdblockRule,
  readDnsmasqLine,
  readUnboundLine,
  readResponsePolicyRecord,
  readHostsLine,
]

/** Of hosts files and of rules, and those of zone files; `[Adblock Plus 2.0]` is a heading, and `["a.example"]` is JSON. */
function isComment(text: string): boolean {
  return text === '' || /^[!#;]|^\[[^"]*\]$/u.test(text)
}

function readHostsLine(text: string): ReadLine | undefined {
  const [address = '', ...names] = text.split(/\s+/u)
  if (names.length === 0 || isIP(address) === 0) return undefined
  return { names: names.filter((name) => !ofTheMachineItself.has(name.toLowerCase())) }
}

/** What hosts files say of the machine that they lie on, and is meant for no other. */
const ofTheMachineItself: ReadonlySet<string> = new Set([
  'localhost',
  'localhost.localdomain',
  'local',
  'broadcasthost',
  'ip6-localhost',
  'ip6-loopback',
  'ip6-localnet',
  'ip6-mcastprefix',
  'ip6-allnodes',
  'ip6-allrouters',
  'ip6-allhosts',
  '0.0.0.0',
])

function contentOf(text: string, { names, leftOut = [] }: ReadLine): NamesOfLine {
  const found: WrittenName[] = []
  const left: LeftOut[] = [...leftOut]
  for (const name of names) {
    const written = withoutWildcard(name)
    const parsed = parseSite(written)
    if (parsed.ok) found.push({ written, site: parsed.site })
    else left.push({ kind: leftOutAs(name), reason: parsed.reason, isDeleted: parsed.isDeletedByCompile })
  }
  return { text, names: found, leftOut: left }
}

/** A site stands for all below it, so a wildcard in front adds nothing (interface document, section 3). */
function withoutWildcard(name: string): string {
  return name.replace(/^\*?\.(?=\S)/u, '')
}

/** By what it looks like, of a name that is no site. */
function leftOutAs(name: string): LeftOutKind {
  if (/^[0-9a-f.:]+\/\d{1,3}$/iu.test(name)) return 'network'
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
  return `${JSON.stringify(`${beginning}…`)} begins a line of more than ${longestLine.toLocaleString('en-US')} bytes; write one site per line`
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
