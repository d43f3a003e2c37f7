import type { CategoryApi } from '../../appliance/settings'
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
 * at apply and refuses differences.
 *
 * @param prior null where the list is to be created
 * @param api what the provider's configuration says of the generation; undefined while that is not known
 */
export function plannedEffects(
  prior: ListEffects | null,
  list: Pick<PlannedList, 'added' | 'leaving' | 'size' | 'isUncertain'>,
  { compile, on_remove }: { readonly compile: boolean | Unknown; readonly on_remove: OnRemove | Unknown },
  api: CategoryApi | undefined,
): PlannedEffects {
  if (list.isUncertain || isUnknown(compile) || isUnknown(on_remove)) return nothingKnown
  const change = lastChange(list.added, on_remove === 'keep' ? emptyTable : list.leaving)
  if (!prior) return { last_change: change, verification: null }
  if (change === null) {
    const repairs = compile && !prior.compiled && mayCompile(prior, list.size, api)
    return {
      last_change: prior.last_change,
      item_count: prior.item_count,
      verification: prior.verification,
      compiled: repairs ? compiledWith(list.size) : prior.compiled,
    }
  }
  return {
    last_change: change,
    item_count: unknown,
    verification: null,
    compiled: compile ? compiledWith(list.size) : false,
  }
}

const nothingKnown = { compiled: unknown, item_count: unknown, last_change: unknown, verification: unknown }

/**
 * The older generation compiles only by way of a site that is there. Where the configuration leaves it to the list which
 * generation compiles, the state shows it: only the autonomous list tells how many sites a category has.
 */
function mayCompile({ item_count }: ListEffects, size: number, api: CategoryApi | undefined): boolean {
  if (size > 0) return true
  return api === 'auto' ? item_count !== null : api !== 'older'
}

/** Where no managed site is left, only the apply can tell whether there was a way to compile. */
function compiledWith(size: number): true | Unknown {
  return size > 0 ? true : unknown
}
