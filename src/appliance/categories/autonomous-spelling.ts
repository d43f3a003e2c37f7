import type { Site } from '../../sites/site'
import { type SiteSet, sitesWith } from '../../sites/site-set'

/**
 * Whether the autonomous service would store a site as another domain. It strips all up to a `www.` wherever that occurs (field
 * notes, "Autonomous add, normalising"), be it within a word: of `a.www.example.com` and `awww.example.com` alike it stores
 * `example.com`.
 */
export function isCutByAutonomousService(site: Site): boolean {
  return site.includes(stripped)
}

/** The sites of a set that it would store as other domains. */
export function cutByAutonomousService(sites: SiteSet): SiteSet {
  return sitesWith(stripped, sites)
}

const stripped = 'www.'
