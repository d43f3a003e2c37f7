import {
  autonomousServiceUnconfirmed,
  categoryCreationUnsupported,
  conflictsUnsupported,
  olderRoutesMissing,
  siteRemovalUnsupported,
} from '../../../diagnostics/category-services'
import { sitesStoredAsOthers } from '../../../diagnostics/site-files'
import { cutByAutonomousService } from '../../../sites/autonomous-spelling'
import { namesOf } from '../../../sites/first-sites'
import type { SiteSet } from '../../../sites/table/site-set'
import { emptyTable } from '../../../sites/table/site-table'
import type { Context } from '../../context'

/** What a plan is going to ask of the appliance. */
export interface Needs {
  /** The category is not there and has to be created. */
  readonly creation: boolean
  /** Sites are to be taken out. */
  readonly removal: boolean
  /** Other categories are to be asked for sites. */
  readonly conflicts: boolean
  readonly added: SiteSet
}

/** What a plan asks that changes nothing. */
export const noNeeds: Needs = { creation: false, removal: false, conflicts: false, added: emptyTable }

/** Says at plan time what the appliance cannot do, as far as its list and its query route tell. */
export async function refuseWhatCannotBeDone(
  name: string,
  needs: Needs,
  context: Omit<Context, 'run'>,
): Promise<void> {
  await refuseSitesThatWouldBeCut(name, needs.added, context)
  await refuseWithoutOlderRoutes(name, needs, context)
}

async function refuseSitesThatWouldBeCut(
  name: string,
  added: SiteSet,
  { appliance, diagnostics, signal }: Omit<Context, 'run'>,
): Promise<void> {
  const cut = cutByAutonomousService(added)
  if (cut.size === 0 || (await appliance.categories.generation(signal)) === 'older') return
  const list = `category ${JSON.stringify(name)}`
  diagnostics.raise(sitesStoredAsOthers({ list, count: cut.size, sites: namesOf(cut, named) }), ['sites'])
}

/** So many are named one by one. */
const named = 10

/**
 * The autonomous service has no route that creates a category, none that takes sites out of one, and none that tells which
 * categories hold a site (interface document, 4.2).
 */
async function refuseWithoutOlderRoutes(
  name: string,
  { creation, removal, conflicts, added }: Needs,
  { appliance, diagnostics, signal }: Omit<Context, 'run'>,
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
 * The older list does not tell whether the autonomous service is there too, and no route of it could be asked without changing
 * something. Once a category is managed, the service was there.
 */
export async function warnOfUnseenService({
  appliance,
  diagnostics,
  signal,
}: Omit<Context, 'run'>): Promise<void> {
  const { categories } = appliance
  if (categories.api !== 'autonomous' || (await categories.list(signal)).generation === 'autonomous') return
  diagnostics.raise(autonomousServiceUnconfirmed())
}
