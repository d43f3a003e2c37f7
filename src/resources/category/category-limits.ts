import { cutByAutonomousService } from '../../appliance/categories/autonomous-spelling'
import { namesOf } from '../../sites/first-sites'
import type { SiteSet } from '../../sites/site-set'
import { emptyTable } from '../../sites/site-table'
import type { Surroundings } from './surroundings'

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
  surroundings: Omit<Surroundings, 'categoryClaims'>,
): Promise<void> {
  await refuseSitesThatWouldBeCut(needs.added, surroundings)
  await refuseWithoutOlderRoutes(name, needs, surroundings)
}

async function refuseSitesThatWouldBeCut(
  added: SiteSet,
  { appliance, diagnostics, signal }: Omit<Surroundings, 'categoryClaims'>,
): Promise<void> {
  const cut = cutByAutonomousService(added)
  if (cut.size === 0 || (await appliance.categories.generation(signal)) === 'older') return
  diagnostics.error(
    'Not a site for the autonomous category service',
    `It would store ${namesOf(cut, named)} as another domain, since it strips "www." also from the middle of ` +
      'a name. Leave such sites out, or set category_api to "older" where the appliance has the older routes.',
    ['sites'],
  )
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
  { appliance, diagnostics, signal }: Omit<Surroundings, 'categoryClaims'>,
): Promise<void> {
  const { categories } = appliance
  const addsByOlderRoutes = categories.api === 'older' && added.size > 0
  if (!(creation || removal || conflicts || addsByOlderRoutes)) return
  if (await categories.hasOlderRoutes(signal)) return
  if (addsByOlderRoutes) {
    diagnostics.error(
      'category_api names routes that the appliance does not have',
      'category_api is "older", and this appliance has only the autonomous category service. Set category_api to ' +
        '"autonomous", or leave it out.',
    )
  }
  if (creation) {
    diagnostics.error(
      `Category ${JSON.stringify(name)} cannot be created`,
      'It is not there, and this appliance has only the autonomous category service, which has no route that creates a ' +
        'category. Create it in the console of the appliance, and apply again to adopt it.',
      ['name'],
    )
  }
  if (conflicts) {
    diagnostics.error(
      'on_conflict needs the older category routes',
      'This appliance has only the autonomous category service, which does not tell which categories hold a site. Set ' +
        'on_conflict to "keep".',
      ['on_conflict'],
    )
  }
  if (removal) {
    diagnostics.error(
      `Sites cannot be taken out of category ${JSON.stringify(name)}`,
      'This appliance has only the autonomous category service, which has no route that takes sites out, and none that tells ' +
        'whether they are there still. Take them out in the console, or let them stay; then apply on_remove = "keep", which ' +
        'lets go of them and sends nothing. To destroy the resource, apply on_destroy = "keep" first.',
      ['sites'],
    )
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
}: Omit<Surroundings, 'categoryClaims'>): Promise<void> {
  const { categories } = appliance
  if (categories.api !== 'autonomous' || (await categories.list(signal)).generation === 'autonomous') return
  diagnostics.warn(
    'Whether the appliance has the autonomous category service shows in the apply only',
    'category_api is "autonomous", and the older service answers the list, which does not tell of the other one. If the apply ' +
      'finds that a route is missing, set category_api to "older", or leave it out.',
  )
}
