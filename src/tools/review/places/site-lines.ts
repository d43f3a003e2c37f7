import { parseSite } from '@webfilter/appliance-names'
import { longestList } from '../../../sites/list-size'
import { ListLines } from '../../../sites/published/list-lines'

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
  const take = (site: string, line: number) => {
    if (sites.has(site) && !found.has(site)) found.set(site, line)
  }
  const lines = new ListLines(content)
  while (found.size < sites.size && lines.next()) {
    const plain = lines.plainSite()
    if (plain === 'unclear') {
      for (const { site } of lines.names().names) take(site, lines.number)
    } else if (plain !== 'nothing' && lengths.has(plain.to - plain.from)) {
      take(lines.bytes.toString('latin1', plain.from, plain.to), lines.number)
    }
  }
  return found
}

/** The first line of a list's file, from 1, on which something is no site; undefined if there is none. */
export function firstLineLeftOut(content: Uint8Array): number | undefined {
  const lines = new ListLines(content)
  while (lines.next()) {
    if (lines.plainSite() === 'unclear' && lines.names().leftOut.length > 0) return lines.number
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
