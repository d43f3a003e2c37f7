import { BlockList, isIP } from 'node:net'
import { longestLine, mostLeftOut } from '../list-size'

/** An address with which a line of a list answers questions for a name. */
export interface Answer {
  /**
   * Of a block, nothing is reached. A sinkhole is a machine of one's own network that answers in place of a blocked site. A public address is
   * that of another website, such as the one of a search engine that filters its results: the line redirects to it.
   */
  readonly kind: 'block' | 'sinkhole' | 'public'
  /** As it is written, in lower case. */
  readonly address: string
}

/** Reads the address of a line; undefined for what is none. */
export function answerOf(text: string): Answer | undefined {
  const address = text.toLowerCase()
  if (usualBlocks.has(address)) return { kind: 'block', address }
  const version = isIP(address)
  if (version === 0) return undefined
  // Behind it is the network interface of a link-local address.
  const [bare = ''] = address.split('%', 1)
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (blocks.check(bare, family)) return { kind: 'block', address }
  return { kind: sinkholes.check(bare, family) ? 'sinkhole' : 'public', address }
}

/** Of nearly all lines, so that no more is asked of them. Some hosts files write `0`, which systems read as `0.0.0.0`. */
const usualBlocks: ReadonlySet<string> = new Set(['0.0.0.0', '127.0.0.1', '0', '::', '::1'])

/** Both find addresses of version 4 that are mapped into version 6, too. */
const blocks = new BlockList()
blocks.addSubnet('0.0.0.0', 8, 'ipv4')
blocks.addSubnet('127.0.0.0', 8, 'ipv4')
blocks.addAddress('255.255.255.255', 'ipv4')
blocks.addAddress('::', 'ipv6')
blocks.addAddress('::1', 'ipv6')

/** Private (RFC 1918), shared (RFC 6598), link-local (RFC 3927, RFC 4291) and unique-local ones (RFC 4193). */
const sinkholes = new BlockList()
sinkholes.addSubnet('10.0.0.0', 8, 'ipv4')
sinkholes.addSubnet('172.16.0.0', 12, 'ipv4')
sinkholes.addSubnet('192.168.0.0', 16, 'ipv4')
sinkholes.addSubnet('100.64.0.0', 10, 'ipv4')
sinkholes.addSubnet('169.254.0.0', 16, 'ipv4')
sinkholes.addSubnet('fe80::', 10, 'ipv6')
sinkholes.addSubnet('fc00::', 7, 'ipv6')

/** How many lines answer with each address, as far as a file names few of them. */
export type AddressCounts = ReadonlyMap<string, number>

/** Counts lines by the addresses with which they answer. */
export class AnswerCounter {
  /** Of lines that are taken as blocks. */
  readonly sinkholes = new Map<string, number>()
  /** Of lines that are left out, because they redirect. */
  readonly redirects = new Map<string, number>()

  /** @returns whether it is counted for the first time */
  add({ kind, address }: Answer): boolean {
    const counts = kind === 'public' ? this.redirects : this.sinkholes
    const key = counts.has(address) || counts.size < mostAddresses ? address : otherAddresses
    const before = counts.get(key) ?? 0
    counts.set(key, before + 1)
    return before === 0
  }
}

/** So many are counted one by one: no list has more than a few, and a hostile file is not to take memory for millions. */
const mostAddresses = 1_000
const otherAddresses = 'other addresses'

/**
 * The public address with which most lines answer: such a file leads to one website, such as the block page of its publisher. Undefined if
 * there is none.
 */
export function mostCommonRedirect(redirects: AddressCounts, lines: number): string | undefined {
  for (const [address, count] of redirects)
    if (address !== otherAddresses && 2 * count > lines) return address
  return undefined
}

/**
 * What the lines `local-data` of a configuration of unbound say, wherever in their file they are: a zone whose name they give an address is
 * answered with that.
 */
export class LocalData {
  readonly #bytes: Buffer
  readonly #from: number
  readonly #to: number
  #redirected: ReadonlySet<string> | undefined

  /** @param file where it is in the bytes; read only if something is asked */
  constructor(bytes: Buffer, { from, to }: { readonly from: number; readonly to: number }) {
    this.#bytes = bytes
    this.#from = from
    this.#to = to
  }

  /** Whether they give a name a public address, or another name. */
  redirects(name: string): boolean {
    this.#redirected ??= this.#namesRedirected()
    return this.#redirected.has(normal(name))
  }

  #namesRedirected(): ReadonlySet<string> {
    const names = new Set<string>()
    let at = this.#bytes.indexOf(keyword, this.#from)
    // Each of these lines is left out, and a list with more of them is refused.
    while (at !== -1 && at < this.#to && names.size <= mostLeftOut) {
      const from = Math.max(this.#from, this.#bytes.lastIndexOf(lineFeed, at) + 1)
      const feed = this.#bytes.indexOf(lineFeed, at)
      const to = feed === -1 ? this.#to : Math.min(feed, this.#to)
      const line = to - from > longestLine ? '' : this.#bytes.toString('utf8', from, to)
      // Nearly all end so.
      const data = line.endsWith(' 0.0.0.0"') ? undefined : readLocalData(withoutComment(line))
      if (data?.redirects) names.add(normal(data.name))
      at = this.#bytes.indexOf(keyword, to)
    }
    return names
  }
}

const keyword = 'local-data:'
const lineFeed = 0x0a

function withoutComment(line: string): string {
  return line.replace(/\s[#;].*$/su, '').trim()
}

function normal(name: string): string {
  return name.replace(/\.$/u, '').toLowerCase()
}

/** Reads `local-data: "example.com A 0.0.0.0"`, without a comment behind it; undefined for all other lines, and other types of data. */
export function readLocalData(text: string): LocalRecord | undefined {
  const [, name, type = '', target = ''] = localData.exec(text) ?? []
  if (name === undefined) return undefined
  if (type.toUpperCase() === 'CNAME') return { name, answer: undefined, redirects: true }
  const answer = answerOf(target)
  return answer && { name, answer, redirects: answer.kind === 'public' }
}

interface LocalRecord {
  readonly name: string
  /** Undefined for another name. */
  readonly answer: Answer | undefined
  readonly redirects: boolean
}

const localData =
  /^local-data:\s*["']\s*([^\s"']+)\s+(?:(?:IN|\d+(?:[smhdw](?:\d+[smhdw])*)?)\s+){0,2}(A|AAAA|CNAME)\s+([^\s"']+)\s*["']$/iu
