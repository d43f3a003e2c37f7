import type { Site } from '../../sites/site'
import { firstWith, type SiteSet } from '../../sites/site-set'

/**
 * Whether the autonomous service would store a site as another domain. It strips `www.` wherever it occurs (field notes,
 * "Autonomous add, normalising"), and may do so in the middle of a word: `awww.example.com` would lose what belongs to it.
 */
export function isCutByAutonomousService(site: Site): boolean {
  return site.includes(stripped)
}

/** The first site of a set that it would store as another domain. */
export function firstCutByAutonomousService(sites: SiteSet): Site | undefined {
  return firstWith(stripped, sites)
}

const stripped = 'www.'
