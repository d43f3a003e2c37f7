import type { ListOwner } from '../../../coordination/category-lists'
import { listsOverlap } from '../../../diagnostics/category-changes'
import { namesOf } from '../../../sites/first-sites'
import { type SiteSet, sitesWithout } from '../../../sites/table/site-set'
import type { Context } from '../../context'
import { diagnoseConflicts } from '../conflicts'
import { refuseWhatCannotBeDone, warnOfUnseenService } from './capabilities'
import type { ListChange } from './list'

/**
 * Says, before anything is sent, what the plan of a list leads to on this appliance and what it cannot lead to: what the
 * appliance has no route for, conflicts with other categories, sites that another list in the category has too.
 */
export async function diagnoseList(
  owner: ListOwner,
  { onConflict, added, removed, planned }: ListChange,
  { creation, isNew }: { readonly creation: boolean; readonly isNew: boolean },
  context: Context,
): Promise<void> {
  const needs = {
    creation,
    removal: removed.size > 0,
    conflicts: onConflict !== 'keep' && added.size > 0,
    added,
  }
  await diagnoseOverlaps(owner, planned, context)
  if (isNew && added.size > 0) await warnOfUnseenService(context)
  await refuseWhatCannotBeDone(owner.category, needs, context)
  if (context.diagnostics.hasErrors) return
  await diagnoseConflicts({ ownName: owner.category, added, onConflict }, context)
}

const named = 10

/** Two lists in one category may name one site: the first of them whose list loses it removes it for both. */
async function diagnoseOverlaps(
  owner: ListOwner,
  planned: () => Promise<SiteSet>,
  { run, diagnostics }: Context,
): Promise<void> {
  for (const other of run.lists.plan({ owner, sites: planned })) {
    const sites = await planned()
    const shared = sitesWithout(sites, sitesWithout(sites, await other.sites()))
    if (shared.size === 0) continue
    const lists = { category: owner.category, one: other.owner.list, other: owner.list }
    diagnostics.raise(listsOverlap({ ...lists, sites: namesOf(shared, named) }))
  }
}
