import { type LastChange, lastChange } from '../../sites/last-change'
import type { Site } from '../../sites/site'
import { containsUnknown, type Unknown, unknown } from '../../terraform/values/unknown'
import { type DeclaredSites, sitesOf } from './declared-sites'

interface Prior {
  readonly sites: readonly string[] | null
  readonly compiled: boolean
  readonly item_count: number | null
  readonly last_change: LastChangeValue | null
}

type LastChangeValue = {
  readonly [K in keyof LastChange]: LastChange[K] extends number ? number : readonly string[]
}

interface Effects {
  readonly last_change?: LastChangeValue | Unknown | null
  readonly compiled?: boolean | Unknown
  readonly item_count?: number | Unknown | null
}

/**
 * What a plan knows of the computed attributes: a pure function of prior state and plan, because Terraform asks again at
 * apply and refuses differences.
 */
export function plannedEffects(
  prior: Prior,
  draft: { readonly sites: DeclaredSites; readonly compile: boolean | Unknown },
): Effects {
  if (containsUnknown(draft.sites) || containsUnknown(draft.compile)) return {}
  const before = sitesOf(prior.sites)
  const after = sitesOf(draft.sites)
  const change = lastChange(before, after)
  if (change === null) {
    const repairs = draft.compile === true && !prior.compiled && canCompile(prior, after)
    return {
      last_change: prior.last_change,
      item_count: prior.item_count,
      compiled: repairs ? compiledWith(after) : prior.compiled,
    }
  }
  return {
    last_change: change,
    item_count: unknown,
    compiled: draft.compile === true ? compiledWith(after) : false,
  }
}

/**
 * The older generation compiles only by way of a site that is there. Which generation it is shows in the state: only the
 * autonomous list tells how many sites a category has.
 */
function canCompile(prior: Prior, after: readonly Site[]): boolean {
  return after.length > 0 || prior.item_count !== null
}

/** Where no managed site is left, only the apply can tell whether there was a way to compile. */
function compiledWith(after: readonly Site[]): true | Unknown {
  return after.length > 0 ? true : unknown
}
