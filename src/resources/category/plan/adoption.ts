import { type Diagnostics, isUnknown, type Unknown } from '@webfilter/terraform-plugin'
import {
  categoryAdopted,
  categoryDescriptionFixed,
  categoryDescriptionNotCompared,
  categoryNotChecked,
} from '../../../diagnostics/categories'
import { lookInPlan } from '../../../look-in-plan'

import type { Context } from '../../context'

/**
 * Says at plan time that a category exists already and what that means.
 *
 * @returns whether the category is there
 */
export async function diagnoseAdoption(
  name: string,
  description: string | Unknown | null,
  context: Omit<Context, 'run'>,
): Promise<'there' | 'absent' | 'not looked'> {
  const { appliance, diagnostics, signal } = context
  const existing = await lookInPlan(
    (failure) => categoryNotChecked({ name, failure }),
    ['name'],
    context,
    () => appliance.categories.findByName(name, signal),
  )
  if (existing === 'not looked') return existing
  if (!existing) return 'absent'
  diagnostics.raise(categoryAdopted(existing), ['name'])
  refuseOtherDescription(name, description, existing.description ?? null, diagnostics)
  return 'there'
}

/** A description is set when a category is created and never again: another one is refused while nothing is sent yet. */
export function refuseOtherDescription(
  name: string,
  configured: string | Unknown | null,
  actual: string | null,
  diagnostics: Diagnostics,
): void {
  if (configured === null || isUnknown(configured)) return
  if (actual === null) {
    diagnostics.raise(categoryDescriptionNotCompared({ name }), ['description'])
    return
  }
  if (sameDescription(configured, actual)) return
  diagnostics.raise(categoryDescriptionFixed({ name, actual }), ['description'])
}

/** The appliance stores an apostrophe as a backtick (field notes, "Categories"). */
export function sameDescription(one: string, other: string): boolean {
  return one.replaceAll("'", '`') === other.replaceAll("'", '`')
}
