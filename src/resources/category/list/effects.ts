import { isUnknown, type Unknown, unknown } from '@webfilter/terraform-plugin'
import type { OnRemove } from './declared'
import type { PlannedList } from './planned'
import type { ListEffects } from './state'

type PlannedEffects = { readonly [K in keyof ListEffects]?: ListEffects[K] | Unknown }

/**
 * What a plan knows of the computed attributes: a pure function of prior state and configuration, because Terraform asks again
 * at apply and refuses differences. What is unknown here may be known there.
 *
 * @param prior null where the list is to be created
 * @param isShared others may take sites out before the list is applied: what comes of that is known then
 */
export function plannedEffects(
  prior: ListEffects | null,
  { added, leaving, isUncertain }: Pick<PlannedList, 'added' | 'leaving' | 'isUncertain'>,
  { compile, on_remove }: { readonly compile: boolean | Unknown; readonly on_remove: OnRemove | Unknown },
  isShared = false,
): PlannedEffects {
  const missing_sites = null
  if (isUncertain || isUnknown(compile) || isUnknown(on_remove)) return { compiled: unknown, missing_sites }
  if (!prior) return { missing_sites }
  const isChanged = added.size > 0 || (on_remove === 'remove' && leaving.size > 0)
  // What changes is applied anyway, and in either plan: only one of them may learn of the others.
  if (isShared && !isChanged) return { compiled: unknown, missing_sites }
  return { compiled: compile || (!isChanged && prior.compiled), missing_sites }
}
