import type { Site } from '../../sites/site'
import { type SiteSet, sitesWith } from '../../sites/site-set'

/**
 * Whether the autonomous service would store a site as another domain. It strips `www.` wherever it occurs (field notes,
 * "Autonomous add, normalising"), and may do so in the middle of a word: `awww.example.com` would lose what belongs to it.
 */
export function isCutByAutonomousService(site: Site): boolean {
  return site.includes(stripped)
}

/** The sites of a set that it would store as other domains. */
export function cutByAutonomousService(sites: SiteSet): SiteSet {
  return sitesWith(stripped, sites)
}

const stripped = 'www.'
