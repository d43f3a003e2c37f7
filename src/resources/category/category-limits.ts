import type { PlanSurroundings } from './plan-surroundings'

/** What a change of a category needs of the appliance beyond adding and compiling. */
export interface Needs {
  /** The category is not there and has to be created. */
  readonly creation: boolean
  /** Sites are to be taken out. */
  readonly removal: boolean
  /** Other categories are to be asked for sites. */
  readonly conflicts: boolean
}

/**
 * Says at plan time what an appliance that has only the autonomous category service cannot do: it has no route that creates
 * a category, and none that takes sites out of one (interface document, 4.2).
 */
export async function refuseWhatCannotBeDone(
  name: string,
  { creation, removal, conflicts }: Needs,
  { appliance, diagnostics, signal }: Omit<PlanSurroundings, 'claims'>,
): Promise<void> {
  if (!(creation || removal || conflicts) || (await appliance.categories.hasOlderRoutes(signal))) return
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
      'This appliance has only the autonomous category service, which has no route that takes sites out. Take them out in ' +
        'the console; to destroy the resource without that, apply on_destroy = "keep" first.',
      ['sites'],
    )
  }
}
