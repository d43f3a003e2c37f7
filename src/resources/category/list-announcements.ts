import { listsOverlap } from '../../diagnostics/entries/sites'
import { namesOf } from '../../sites/first-sites'
import { type SiteSet, sitesWithout } from '../../sites/site-set'
import { emptyTable } from '../../sites/site-table'
import { isUnknown, type Unknown } from '../../terraform/values/unknown'
import type { ListOwner } from './category-claims'
import { announceConflicts, type OnConflict } from './category-conflicts'
import { refuseWhatCannotBeDone, warnOfUnseenService } from './category-limits'
import type { OnRemove } from './declared-sites'
import { type ListedSites, managedSites } from './managed-list'
import type { PlannedList } from './planned-list'
import type { Surroundings } from './surroundings'

/** What is planned for a list of sites. */
export interface AnnouncedList {
  readonly onConflict: OnConflict
  readonly added: SiteSet
  /** What is to be taken out of the category. */
  readonly removed: SiteSet
  /** All that the list is to have; asked for only where another list has to be compared with it. */
  readonly planned: () => Promise<SiteSet>
}

/**
 * Says, before anything is sent, what the plan of a list leads to on this appliance and what it cannot lead to: what the
 * appliance has no route for, conflicts with other categories, sites that another list in the category has too.
 */
export async function announceList(
  owner: ListOwner,
  {
    onConflict,
    added,
    removed,
    planned,
    creation,
    isNew,
  }: AnnouncedList & { readonly creation: boolean; readonly isNew: boolean },
  surroundings: Surroundings,
): Promise<void> {
  const needs = {
    creation,
    removal: removed.size > 0,
    conflicts: onConflict !== 'keep' && added.size > 0,
    added,
  }
  await announceOverlaps(owner, planned, surroundings)
  if (isNew && added.size > 0) await warnOfUnseenService(surroundings)
  await refuseWhatCannotBeDone(owner.category, needs, surroundings)
  if (surroundings.diagnostics.hasErrors) return
  await announceConflicts({ ownName: owner.category, added, onConflict }, surroundings)
}

/** What is to be announced of a plan, as far as it is known. */
export function announced(
  { added, leaving, planned }: PlannedList,
  draft: { readonly on_conflict: OnConflict | Unknown; readonly on_remove: OnRemove | Unknown },
): AnnouncedList {
  return {
    onConflict: isUnknown(draft.on_conflict) ? 'keep' : draft.on_conflict,
    added,
    removed: draft.on_remove === 'remove' ? leaving : emptyTable,
    planned,
  }
}

/** What the destroy of a list takes out of its category. */
export async function removedByDestroy(
  state: ListedSites & { readonly on_destroy: 'remove' | 'keep' },
): Promise<SiteSet> {
  return state.on_destroy === 'remove' ? await managedSites(state) : emptyTable
}

const named = 10

/** Two lists in one category may name one site: the first of them whose list loses it removes it for both. */
async function announceOverlaps(
  owner: ListOwner,
  planned: () => Promise<SiteSet>,
  { categoryClaims, diagnostics }: Surroundings,
): Promise<void> {
  for (const other of categoryClaims.plan({ owner, sites: planned })) {
    const sites = await planned()
    const shared = sitesWithout(sites, sitesWithout(sites, await other.sites()))
    if (shared.size === 0) continue
    const lists = { category: owner.category, one: other.owner.list, other: owner.list }
    diagnostics.raise(listsOverlap({ ...lists, sites: namesOf(shared, named) }))
  }
}
