import type { Site } from './site'
import { SiteTable } from './site-table'
import { minus, union } from './table-algebra'

/** Sites, each once: a `Set` for what people type, in its order, or a `SiteTable` for what files hold. */
export interface SiteSet extends Iterable<Site> {
  readonly size: number
  has(site: Site): boolean
}

/** The sites of one set that the other does not have, in the order of the first. */
export function sitesWithout(sites: SiteSet, others: SiteSet): SiteSet {
  if (sites instanceof SiteTable && others instanceof SiteTable) return minus(sites, others)
  return new Set([...sites].filter((site) => !others.has(site)))
}

/** The sites of both sets. */
export function sitesInEither(sites: SiteSet, others: SiteSet): SiteSet {
  if (sites instanceof SiteTable && others instanceof SiteTable) return union(sites, others)
  return new Set([...sites, ...others])
}

/** The first site of a set with a text in it, or undefined. Looks through a table without making strings of its sites. */
export function firstWith(text: string, sites: SiteSet): Site | undefined {
  if (sites instanceof SiteTable && !contains(sites.bytes, text)) return undefined
  for (const site of sites) if (site.includes(text)) return site
  return undefined
}

function contains(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text, 0, 'latin1')
}
