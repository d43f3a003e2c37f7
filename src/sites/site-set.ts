import type { Site } from './site'
import { SiteTable } from './site-table'
import { minus } from './table-algebra'

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
