import { longestList } from '../../sites/list-size'
import { namesOfLine } from '../../sites/published/list-line'
import { plainSiteIn } from '../../sites/published/plain-site'
import { hasByteOrderMark } from '../../sites/published/read-list'
import { parseSite } from '../../sites/site'

/** Bytes of the longest file that is a list. */
export const mostListBytes = longestList

/**
 * The first line of each of some sites in the file of a list, from 1. It goes through the file once, and makes strings only of lines that
 * have the length of a site or are not plain to read. A file that is no list has no such lines.
 *
 * @param sites as lists on the appliance have them
 */
export function linesOfSites(content: Uint8Array, sites: ReadonlySet<string>): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const lengths = new Set([...sites].map(({ length }) => length))
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const take = (site: string, line: number) => {
    if (sites.has(site) && !found.has(site)) found.set(site, line)
  }
  let line = 0
  for (let from = hasByteOrderMark(bytes) ? 3 : 0; from < bytes.length && found.size < sites.size; ) {
    line += 1
    const feed = bytes.indexOf(0x0a, from)
    const to = feed === -1 ? bytes.length : feed
    const plain = plainSiteIn(bytes, from, to)
    if (plain === 'unclear') {
      for (const { site } of namesOfLine(bytes.subarray(from, to)).names) take(site, line)
    } else if (plain !== 'nothing' && lengths.has(plain.to - plain.from)) {
      take(bytes.toString('latin1', plain.from, plain.to), line)
    }
    from = to + 1
  }
  return found
}

/** The first line of a list's file, from 1, on which something is no site; undefined if there is none. */
export function firstLineLeftOut(content: Uint8Array): number | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  let line = 0
  for (let from = hasByteOrderMark(bytes) ? 3 : 0; from < bytes.length; ) {
    line += 1
    const feed = bytes.indexOf(0x0a, from)
    const to = feed === -1 ? bytes.length : feed
    const isUnclear = plainSiteIn(bytes, from, to) === 'unclear'
    if (isUnclear && namesOfLine(bytes.subarray(from, to)).leftOut.length > 0) return line
    from = to + 1
  }
  return undefined
}

/** The first line of each of some sites in a list that is written in the configuration. */
export function linesOfEntries(
  entries: readonly { readonly text: string; readonly line: number }[],
  sites: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { text, line } of entries) {
    const parsed = parseSite(text)
    for (const site of [text, ...(parsed.ok ? [parsed.site] : [])])
      if (sites.has(site) && !found.has(site)) found.set(site, line)
  }
  return found
}
