import type { Site } from '@webfilter/appliance-names'
import { ListLines } from '../../../sites/published/list-lines'
import { refuseManyEntries, refuseManyLeftOut, refuseNoList } from '../../../sites/published/unreadable-list'
import type { Sought } from './sought'

/** Where the file of a list has what was sought. */
export interface ListSearch {
  /** The lines that name a sought site, the first ones of each. */
  readonly lines: readonly FoundLine[]
  /** The websites that were asked for, and how many entries are below each. */
  readonly below: ReadonlyMap<string, BelowName>
  /** Lines that name a website that was asked for, but not as a site, such as an exception to a rule. */
  readonly leftOut: readonly LeftOutLine[]
}

export interface FoundLine {
  readonly site: Site
  /** From 1. */
  readonly line: number
}

export interface BelowName {
  readonly count: number
  readonly first: FoundLine
}

export interface LeftOutLine {
  /** The website that was asked for. */
  readonly name: string
  readonly line: number
  /** A sentence without its full stop, which begins with the quoted line. */
  readonly reason: string
}

/**
 * Reads the file of a list as the provider does, line by line, and keeps only what was sought.
 * @throws {UnreadableList} for what the provider does not read as a list
 */
export function searchList(content: Uint8Array, sought: Sought): ListSearch {
  refuseNoList(content)
  const found = new GrowingSearch(sought)
  const lines = new ListLines(content)
  while (lines.next()) found.takeLine(lines)
  return found
}

/** A list may name a site again and again. */
const mostLines = 10

/** What was found so far. */
class GrowingSearch implements ListSearch {
  readonly lines: FoundLine[] = []
  readonly below = new Map<string, BelowName>()
  readonly leftOut: LeftOutLine[] = []
  readonly #sought: Sought
  readonly #counts = new Map<string, number>()
  #entries = 0
  #leftOut = 0

  constructor(sought: Sought) {
    this.#sought = sought
  }

  takeLine(line: ListLines): void {
    const plain = line.plainSite()
    if (plain === 'nothing') return
    if (plain !== 'unclear') {
      this.#take(line.bytes, plain.from, plain.to, line.number)
      return
    }
    const { names, leftOut } = line.names()
    for (const { site } of names) this.#take(Buffer.from(site, 'latin1'), 0, site.length, line.number)
    for (const { reason } of leftOut) this.#takeLeftOut(reason, line.number)
  }

  #take(bytes: Buffer, from: number, to: number, line: number): void {
    this.#entries += 1
    refuseManyEntries(this.#entries)
    const site = this.#sought.at(bytes, from, to)
    if (site !== undefined && this.#isAmongFirst(site)) this.lines.push({ site, line })
    for (const name of this.#sought.above(bytes, from, to)) {
      const known = this.below.get(name)
      const first = known?.first ?? { site: bytes.toString('latin1', from, to) as Site, line }
      this.below.set(name, { count: (known?.count ?? 0) + 1, first })
    }
  }

  #takeLeftOut(reason: string, line: number): void {
    this.#leftOut += 1
    refuseManyLeftOut(this.#leftOut)
    for (const name of this.#sought.asked) {
      if (isNamed(name, reason) && this.#isAmongFirst(`left out ${name}`))
        this.leftOut.push({ name, line, reason })
    }
  }

  #isAmongFirst(key: string): boolean {
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count <= mostLines
  }
}

/** Whether a quoted line has a name in it that is not a part of a longer one; `www.` and a wildcard in front make none of it. */
function isNamed(name: string, reason: string): boolean {
  const text = /^"(?:[^"\\]|\\.)*"/su.exec(reason)?.[0].toLowerCase() ?? ''
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text.slice(0, at).replace(/(?:www\.|\*?\.)$/u, '')
    if (!/[a-z0-9._-]$/u.test(before) && !/^\.?[a-z0-9_-]/u.test(text.slice(at + name.length))) return true
  }
  return false
}
