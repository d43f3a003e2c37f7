import { emptyTable, minus, type SiteTable, union } from '@webfilter/site-lists'
import type { PlannedResource } from '../planned-resource'
import { type CategoryNaming, type ListChange, recordedAsMissing } from './list-change'

/** Sites that the last apply had left in categories and that the refresh did not find there. */
export interface LostSites {
  /** @param category its key */
  from(category: string): SiteTable
  /** Those of the category that a list is in after the step. */
  in(list: PlannedResource): SiteTable
  /** Whether a list is in the same category before and after the step. */
  isSame(list: PlannedResource): boolean
}

/**
 * Of a list from a file, `file_sites.missing` names what a refresh of its own has recorded as missing.
 *
 * @param lists of the plan
 * @param differing those that the refresh found to differ, from what the last apply left
 */
export function lostSites(
  lists: readonly ListChange[],
  differing: readonly ListChange[],
  categoryOf: CategoryNaming,
): LostSites {
  const lost = new Map<string, SiteTable>()
  const add = ({ resource }: ListChange, sites: SiteTable) => {
    const key = categoryOf(resource, 'before')?.key
    if (key !== undefined && sites.size > 0) lost.set(key, union(lost.get(key) ?? emptyTable, sites))
  }
  for (const list of differing) add(list, minus(list.before, list.after))
  for (const list of [...differing, ...lists]) add(list, recordedAsMissing(list.resource))
  // Another list of the category may have found them.
  for (const { resource, before } of lists) {
    const key = categoryOf(resource, 'before')?.key ?? ''
    const sites = lost.get(key)
    if (sites) lost.set(key, minus(sites, before))
  }
  const from = (category: string) => lost.get(category) ?? emptyTable
  return {
    from,
    in: (list) => from(categoryOf(list, 'after')?.key ?? ''),
    isSame: (list) => categoryOf(list, 'before')?.key === categoryOf(list, 'after')?.key,
  }
}
