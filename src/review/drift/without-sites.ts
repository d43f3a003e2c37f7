import { firstOf } from '../../sites/first-sites'
import { minus } from '../../sites/table/algebra'
import { digestOf, packSites } from '../../sites/table/packed-sites'
import type { SiteTable } from '../../sites/table/site-table'
import type { ResourceChange } from '../plan/document'
import { plannedResource } from '../plan/planned-resource'
import { listChange } from '../sites/list-change'
import { aboutSites } from '../sites/list-lines'

/**
 * The change of a list of sites, as if it had never had some of them. Where that makes both sides the same list, they say the
 * same of it.
 *
 * @throws {PlanError} where a packed list of sites cannot be read
 */
export async function withoutSites(change: ResourceChange, sites: SiteTable): Promise<ResourceChange> {
  const { before, after } = change.change
  const list = await listChange(plannedResource(change))
  if (!before || !list.isChanged) return change
  const left = minus(list.before, sites)
  const isSame = after && !list.isUncertain && Buffer.compare(left.bytes, list.after.bytes) === 0
  return withBefore(change, isSame ? sitesOf(after) : await written(left, before))
}

function withBefore(change: ResourceChange, values: Readonly<Record<string, unknown>>): ResourceChange {
  return { ...change, change: { ...change.change, before: { ...change.change.before, ...values } } }
}

function sitesOf(side: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(side).filter(([name]) => aboutSites.has(name)))
}

/** In the attribute that has the list. */
async function written(
  sites: SiteTable,
  side: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  return typeof side.sites_packed === 'string'
    ? { sites_packed: await packSites(sites), sites_digest: digestOf(sites), site_count: sites.size }
    : { sites: firstOf(sites, sites.size) }
}
