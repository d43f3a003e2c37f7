import { isUnknown, type Unknown } from '@webfilter/terraform-plugin'
import type { SiteSet } from '../../../sites/table/site-set'
import type { OnConflict } from '../conflicts'
import { checkedSites, type OnRemove } from './declared'
import { type ManagedList, managedSites } from './managed'

/** What a state says beside the list itself. */
export interface ListEffects {
  readonly compiled: boolean
  /** See the attribute; what is not named there cannot be found again by a refresh. */
  readonly missing_sites: readonly string[] | null
}

/** What a state holds of a list, and of what is to be done with it. */
export interface ListState extends ManagedList, ListEffects {
  readonly on_conflict: OnConflict
  readonly on_remove: OnRemove
  readonly compile: boolean
}

/** The same as it is planned: what the provider computes may be unknown. */
export type ListPlan = {
  readonly [K in keyof ListState]: K extends keyof ListEffects | keyof ManagedList
    ? ListState[K] | Unknown | null
    : ListState[K]
} & Pick<ManagedList, 'sites' | 'sites_file'>

/**
 * The sites that a plan declares.
 * @throws {ProviderError} when an entry that was unknown before is no site, or names a site that another one names already
 */
export async function sitesOfPlan(plan: ListPlan): Promise<SiteSet> {
  // Read as an empty list it would take out everything.
  if (plan.sites_file !== null && isUnknown(plan.sites_packed))
    throw new Error('the plan does not know the sites')
  const list = managedListOf(plan)
  return list.sites_file === null && list.sites_packed === null
    ? new Set(checkedSites(list.sites))
    : await managedSites({ ...list, sites: null })
}

/** The list as it was planned, for the state. */
export function managedListOf({ sites, sites_file, ...plan }: ListPlan): ManagedList {
  return {
    sites,
    sites_file,
    sites_digest: known(plan.sites_digest),
    sites_packed: known(plan.sites_packed),
    site_count: known(plan.site_count),
    file_digest: known(plan.file_digest),
  }
}

function known<T>(value: T | Unknown): T | null {
  return isUnknown(value) ? null : value
}
