import {
  autonomousServiceUnconfirmed,
  categoryCreationUnsupported,
  conflictsUnsupported,
  olderRoutesMissing,
  siteRemovalUnsupported,
} from '@webfilter/appliance-declarations/diagnostics/category-services'
import { sitesStoredAsOthers } from '@webfilter/appliance-declarations/diagnostics/site-files'
import { siteNames } from '@webfilter/appliance-declarations/diagnostics/wording'
import { cutByAutonomousService, emptyTable, type SiteSet } from '@webfilter/site-lists'
import type { Context } from './context'

/**
 * Refuses in the plan what the appliance cannot do, as far as its list and its query route show. The autonomous service has no route that creates
 * a category, none that removes sites from one, and none that returns the categories of a site (docs/appliance, "Generations").
 *
 * @param needs what the plan requires of the appliance: to create the category, to remove sites, to look sites up in other categories, and to add
 *   some
 */
export async function refuseWhatCannotBeDone(
  name: string,
  needs: {
    readonly creation?: boolean
    readonly removal?: boolean
    readonly conflicts?: boolean
    readonly added?: SiteSet
  },
  context: Context,
): Promise<void> {
  const { creation, removal, conflicts, added = emptyTable } = needs
  const { diagnostics, signal } = context
  const { categories } = context.appliance
  const { api } = categories
  await refuseSitesThatWouldBeCut(name, added, context)
  const addsByOlderRoutes = api === 'older' && added.size > 0
  if (!(creation || removal || conflicts || addsByOlderRoutes)) return
  if (await categories.hasOlderRoutes(signal)) return
  if (addsByOlderRoutes) diagnostics.raise(olderRoutesMissing())
  if (creation) diagnostics.raise(categoryCreationUnsupported({ name, api }), ['name'])
  if (conflicts) diagnostics.raise(conflictsUnsupported({ name, api }), ['on_conflict'])
  if (removal) {
    diagnostics.raise(siteRemovalUnsupported({ category: `category ${JSON.stringify(name)}`, api }), [
      'sites',
    ])
  }
}

async function refuseSitesThatWouldBeCut(
  name: string,
  added: SiteSet,
  { appliance, diagnostics, signal }: Context,
): Promise<void> {
  const cut = cutByAutonomousService(added)
  if (cut.size === 0 || (await appliance.categories.generation(signal)) === 'older') return
  const list = `category ${JSON.stringify(name)}`
  diagnostics.raise(sitesStoredAsOthers({ list, count: cut.size, sites: siteNames(cut) }), ['sites'])
}

/**
 * The older list does not show whether the autonomous service exists too, and it has no route that could be tried without changing
 * something. Once a category is managed, the service existed.
 */
export async function warnOfUnseenService({ appliance, diagnostics, signal }: Context): Promise<void> {
  const { categories } = appliance
  if (categories.api !== 'autonomous' || (await categories.list(signal)).generation === 'autonomous') return
  diagnostics.raise(autonomousServiceUnconfirmed())
}
