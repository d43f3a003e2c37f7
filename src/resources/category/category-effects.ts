import type { CategoryApi } from '../../appliance/settings'
import { compareSites } from '../../sites/compare'
import { type LastChange, lastChange } from '../../sites/last-change'
import type { Site } from '../../sites/site'
import { containsUnknown, isUnknown, type Unknown, unknown } from '../../terraform/values/unknown'
import { type DeclaredSites, type OnRemove, sitesOf } from './declared-sites'

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
 * What a plan knows of the computed attributes: a pure function of prior state and configuration, because Terraform asks again
 * at apply and refuses differences.
 *
 * @param api what the provider's configuration says of the generation; undefined while that is not known
 */
export function plannedEffects(
  prior: Prior,
  draft: {
    readonly sites: DeclaredSites
    readonly compile: boolean | Unknown
    readonly on_remove: OnRemove | Unknown
  },
  api: CategoryApi | undefined,
): Effects {
  if (containsUnknown(draft.sites) || isUnknown(draft.compile) || isUnknown(draft.on_remove)) return {}
  const after = sitesOf(draft.sites)
  const change = lastChangeOf(sitesOf(prior.sites), after, draft.on_remove)
  if (change === null) {
    const repairs = draft.compile === true && !prior.compiled && mayCompile(prior, after, api)
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

/** What the last change of the sites was; null where none comes, and none goes but those that are kept. */
export function lastChangeOf(
  before: readonly Site[],
  after: readonly Site[],
  onRemove: OnRemove,
): LastChange | null {
  return lastChange(onRemove === 'keep' ? compareSites(before, after).kept : before, after)
}

/**
 * The older generation compiles only by way of a site that is there. Where the configuration leaves it to the list which
 * generation compiles, the state shows it: only the autonomous list tells how many sites a category has.
 */
function mayCompile({ item_count }: Prior, after: readonly Site[], api: CategoryApi | undefined): boolean {
  if (after.length > 0) return true
  return api === 'auto' ? item_count !== null : api !== 'older'
}

/** Where no managed site is left, only the apply can tell whether there was a way to compile. */
function compiledWith(after: readonly Site[]): true | Unknown {
  return after.length > 0 ? true : unknown
}
