import { type LastChange, lastChange } from '../../sites/last-change'
import { emptyTable } from '../../sites/site-table'
import { isUnknown, type Unknown, unknown } from '../../terraform/values/unknown'
import type { OnRemove } from './declared-sites'
import type { Verification } from './list-reading'
import type { PlannedList } from './planned-list'

/** What a state says beside the list itself. */
export interface ListEffects {
  readonly compiled: boolean
  readonly item_count: number | null
  readonly last_change: LastChangeValue | null
  readonly verification: Verification | null
}

/** `LastChange` as a state holds it: sites are plain texts there. */
export type LastChangeValue = {
  readonly [K in keyof LastChange]: LastChange[K] extends number ? number : readonly string[]
}

type PlannedEffects = { readonly [K in keyof ListEffects]?: ListEffects[K] | Unknown }

/**
 * What a plan knows of the computed attributes: a pure function of prior state and configuration, because Terraform asks again
 * at apply and refuses differences. What is unknown here may be known there.
 *
 * @param prior null where the list is to be created
 */
export function plannedEffects(
  prior: ListEffects | null,
  list: Pick<PlannedList, 'added' | 'leaving' | 'isUncertain'>,
  { compile, on_remove }: { readonly compile: boolean | Unknown; readonly on_remove: OnRemove | Unknown },
): PlannedEffects {
  if (list.isUncertain || isUnknown(compile) || isUnknown(on_remove)) return nothingKnown
  const change = lastChange(list.added, on_remove === 'keep' ? emptyTable : list.leaving)
  if (!prior) return { last_change: change, verification: null }
  if (change === null) {
    return {
      last_change: prior.last_change,
      item_count: prior.item_count,
      verification: prior.verification,
      compiled: prior.compiled || compile,
    }
  }
  return {
    last_change: change,
    item_count: unknown,
    verification: null,
    compiled: compile,
  }
}

/** Where others may take sites out before the list is applied: what comes of that is known then. */
export const effectsOfSharing = { compiled: unknown, item_count: unknown, verification: unknown }

const nothingKnown = { compiled: unknown, item_count: unknown, last_change: unknown, verification: unknown }
