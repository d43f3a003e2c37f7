import { parseSite, type Site } from './site'

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
export interface TypedSite {
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
