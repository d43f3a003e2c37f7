import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { isUnknown, type Unknown } from '../../terraform/values/unknown'
import { lookInPlan } from '../look-in-plan'
import type { Surroundings } from './surroundings'

/**
 * Says at plan time that a category is there already and what that means.
 *
 * @returns whether the category is there
 */
export async function announceAdoption(
  name: string,
  description: string | Unknown | null,
  { appliance, diagnostics, signal }: Omit<Surroundings, 'categoryClaims'>,
): Promise<'there' | 'absent' | 'not looked'> {
  const existing = await lookInPlan(
    `Nobody looked whether category ${JSON.stringify(name)} is there already`,
    ['name'],
    diagnostics,
    () => appliance.categories.findByName(name, signal),
  )
  if (existing === 'not looked') return existing
  if (!existing) return 'absent'
  diagnostics.warn(
    `Category ${JSON.stringify(existing.name)} is there already and will be adopted`,
    `The appliance has it as number ${existing.id}. Its sites stay; those of the configuration are added, and from then on ` +
      'they are managed.',
    ['name'],
  )
  refuseOtherDescription(description, existing.description ?? null, diagnostics)
  return 'there'
}

/** A description is set when a category is created and never again: another one is refused while nothing is sent yet. */
export function refuseOtherDescription(
  configured: string | Unknown | null,
  actual: string | null,
  diagnostics: Diagnostics,
): void {
  if (configured === null || isUnknown(configured)) return
  if (actual === null) {
    diagnostics.warn(
      'The description is only noted',
      'This release of the appliance does not tell the description of a category, and has no way to change it: what is there ' +
        'stays as it is.',
      ['description'],
    )
    return
  }
  if (sameDescription(configured, actual)) return
  diagnostics.error(
    'The description of a category cannot be changed',
    `The appliance has ${JSON.stringify(actual)} and no way to change it. Write the description as it is there, or leave it out.`,
    ['description'],
  )
}

/** The appliance stores an apostrophe as a backtick (field notes, "Categories"). */
export function sameDescription(one: string, other: string): boolean {
  return one.replaceAll("'", '`') === other.replaceAll("'", '`')
}
