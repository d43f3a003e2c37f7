import type { Site } from '@webfilter/appliance-names'
import { minus, union } from './algebra'
import { asTable, gathered, SiteTable } from './site-table'

/** Sites, each once: a `Set` for what people type, in its order, or a `SiteTable` for what files hold. */
export interface SiteSet extends Iterable<Site> {
  readonly size: number
  has(site: Site): boolean
}

/** The sites of a set as a list, in its order. */
export function listOf(sites: SiteSet): readonly Site[] {
  return sites instanceof SiteTable ? sites.list() : [...sites]
}

/** The sites of one set that the other does not have, in the order of the first; of a table a table, without strings of its sites. */
export function sitesWithout(sites: SiteSet, others: SiteSet): SiteSet {
  if (sites instanceof SiteTable) return minus(sites, asTable(others))
  return new Set([...sites].filter((site) => !others.has(site)))
}

/** The sites of both sets; a table where the first is one. */
export function sitesInEither(sites: SiteSet, others: SiteSet): SiteSet {
  if (sites instanceof SiteTable) return union(sites, asTable(others))
  return new Set([...sites, ...others])
}

/** The sites of a set with a text in them. Makes no strings of the other sites of a table. */
export function sitesWith(text: string, sites: SiteSet): SiteSet {
  if (!(sites instanceof SiteTable)) return new Set([...sites].filter((site) => site.includes(text)))
  const bytes = Buffer.from(sites.bytes.buffer, sites.bytes.byteOffset, sites.bytes.byteLength)
  const indexes: number[] = []
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at)) {
    const index = indexAt(sites, at)
    indexes.push(index)
    at = sites.starts[index + 1] ?? bytes.length
  }
  return gathered(sites, Uint32Array.from(indexes))
}

/** The index of the site whose text stands at a place in the bytes of a table. */
function indexAt({ starts }: SiteTable, place: number): number {
  let [low, high] = [0, starts.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle
  }
  return low
}
