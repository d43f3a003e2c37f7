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

/** What a plan requires of the appliance. */
export interface Needs {
  /** The category does not exist and has to be created. */
  readonly creation: boolean
  /** Sites are to be removed. */
  readonly removal: boolean
  /** Sites are to be looked up in other categories. */
  readonly conflicts: boolean
  readonly added: SiteSet
}

/** The needs of a plan that changes nothing. */
export const noNeeds: Needs = { creation: false, removal: false, conflicts: false, added: emptyTable }

/** Refuses in the plan what the appliance cannot do, as far as its list and its query route show. */
export async function refuseWhatCannotBeDone(name: string, needs: Needs, context: Context): Promise<void> {
  await refuseSitesThatWouldBeCut(name, needs.added, context)
  await refuseWithoutOlderRoutes(name, needs, context)
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
 * The autonomous service has no route that creates a category, none that removes sites from one, and none that returns the
 * categories of a site (docs/appliance, "Generations").
 */
async function refuseWithoutOlderRoutes(
  name: string,
  { creation, removal, conflicts, added }: Needs,
  { appliance, diagnostics, signal }: Context,
): Promise<void> {
  const { categories } = appliance
  const { api } = categories
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

/**
 * The older list does not show whether the autonomous service exists too, and it has no route that could be tried without changing
 * something. Once a category is managed, the service existed.
 */
export async function warnOfUnseenService({ appliance, diagnostics, signal }: Context): Promise<void> {
  const { categories } = appliance
  if (categories.api !== 'autonomous' || (await categories.list(signal)).generation === 'autonomous') return
  diagnostics.raise(autonomousServiceUnconfirmed())
}
