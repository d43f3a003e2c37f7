import { isIPv4 } from 'node:net'
import { deletedEverywhere, parseSite, type Site } from '@webfilter/appliance-names'
import { sitesWith } from './table/site-set'
import { asTable, minus, type SiteSet, type SiteTable } from './table/site-table'

/**
 * Whether the autonomous service would store a site as another domain. It strips all up to a `www.` wherever that occurs (docs/appliance,
 * "What the autonomous service stores"), be it within a word: of `a.www.example.com` and `awww.example.com` alike it stores `example.com`.
 */
export function isCutByAutonomousService(site: Site): boolean {
  return site.includes(stripped)
}

/** The sites of a set that it would store as other domains. */
export function cutByAutonomousService(sites: SiteSet): SiteSet {
  return sitesWith(stripped, sites)
}

const stripped = 'www.'

/**
 * A list without the names that every compile deletes. A state that an earlier release wrote may hold some, which no category keeps, so
 * that they are neither looked up nor removed.
 */
export function withoutDeleted(sites: SiteTable): SiteTable {
  const deleted = [...deletedEverywhere].filter((name) => sites.has(name as Site)) as Site[]
  return deleted.length === 0 ? sites : minus(sites, asTable(new Set(deleted)))
}

/**
 * The name under which the autonomous service stores an address, which is its number with a suffix: `16909060.addr` for `1.2.3.4`
 * (docs/appliance, "What the autonomous service stores"). Undefined for a domain.
 */
export function numberOfAddress(site: Site): Site | undefined {
  if (!isIPv4(site)) return undefined
  const number = site.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
  return `${number}.addr` as Site
}

/**
 * Whether two lists, as they were typed, have the same sites in the same order: if they differ, then in spelling only. An entry that is
 * no site equals only an entry of the same text.
 */
export function haveSameSites(prior: readonly string[], planned: readonly string[]): boolean {
  return prior.length === planned.length && prior.every((text, index) => isSameSite(text, planned[index]))
}

function isSameSite(one: string, other: string | undefined): boolean {
  if (one === other) return true
  const [before, after] = [parseSite(one), parseSite(other ?? '')]
  return before.ok && after.ok && before.site === after.site
}
