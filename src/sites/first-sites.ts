import type { Site } from '@webfilter/appliance-names'
import type { SiteSet } from './table/site-set'

/** The first sites of a set, at most so many. */
export function firstOf(sites: SiteSet, count: number): readonly Site[] {
  const first: Site[] = []
  for (const site of sites) {
    if (first.length === count) break
    first.push(site)
  }
  return first
}

/** The first sites of a set, at most so many, and how many more there are: `a.example, b.example, and 3 more`. */
export function namesOf(sites: SiteSet, count: number): string {
  const more = sites.size > count ? `, and ${(sites.size - count).toLocaleString('en-US')} more` : ''
  return `${firstOf(sites, count).join(', ')}${more}`
}
