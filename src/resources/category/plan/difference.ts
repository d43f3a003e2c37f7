import { type InheritedLimit, isNearLimit, limitOf, mostRemovals } from '@webfilter/appliance-names'
import { isUnknown, ProviderError, type Unknown } from '@webfilter/terraform-plugin'
import type { Appliance } from '../../../appliance/appliance'
import { removalLimitExceeded, removalNearLimit, sitesRemoved } from '../../../diagnostics/category-changes'
import { sitesFileChanged, sitesFileEmptied } from '../../../diagnostics/site-files'
import { namesOf } from '../../../sites/first-sites'
import { sitesWithout } from '../../../sites/table/site-set'

import type { Context } from '../../context'
import type { OnRemove } from '../list/declared'
import { type ListedSites, removedByDestroy } from '../list/managed'
import type { PlannedList } from '../list/planned'

/** What the state says of a list that is to be changed. */
export interface PriorOfDifference extends ListedSites {
  readonly on_destroy: 'remove' | 'keep'
}

/** A change of a list, as far as it is known. */
export interface Difference {
  /** Name of the category. */
  readonly category: string
  readonly list: PlannedList
  readonly on_remove: OnRemove | Unknown
  readonly compile: boolean | Unknown
  readonly removal_limit: string | Unknown | null
  /** The resource is to be replaced: what the state has goes with it. */
  readonly isReplaced: boolean
}

/** Appliance and limit are undefined while the provider's settings are not known. */
interface DifferenceContext extends Pick<Context, 'diagnostics' | 'signal'> {
  readonly appliance: Pick<Appliance, 'categories'> | undefined
  readonly removalLimit: InheritedLimit | undefined
}

/**
 * Says what a change does to a list that Terraform cannot print, as it comes from a file, and what a replacement takes out. Refuses a
 * change that takes out more than it may; what is not known yet is decided in the apply, which plans again.
 *
 * @throws {ProviderError} where it takes out more sites than the limit allows
 */
export async function diagnoseDifference(
  difference: Difference,
  prior: PriorOfDifference,
  context: DifferenceContext,
): Promise<void> {
  const { category, list, isReplaced } = difference
  const { diagnostics } = context
  if (isReplaced) {
    const removed = await removedByDestroy(prior, list.before)
    if (removed.size === 0) return
    // A state with another type or an unknown category becomes a replacement that may end where it began.
    const again = removed.size - sitesWithout(removed, await list.planned()).size
    const sites = namesOf(removed, named)
    diagnostics.raise(sitesRemoved({ category, count: removed.size, sites, by: 'replacement', again }))
    return
  }
  await checkRemovals(difference, prior, context)
  const path = list.attributes.sites_file ?? prior.sites_file
  if (path === null || list.added.size + list.leaving.size === 0) return
  if (list.attributes.sites_file !== null && list.leaving.size > 0 && (await list.planned()).size === 0) {
    return await warnOfEmptying(path, difference, context)
  }
  const { added, leaving } = list
  const told = { path, category, isTakenOut: difference.on_remove !== 'keep' }
  diagnostics.raise(
    sitesFileChanged({
      ...told,
      added: { count: added.size, sites: namesOf(added, named) },
      leaving: { count: leaving.size, sites: namesOf(leaving, named) },
    }),
    ['sites_file'],
  )
}

/** So many are named one by one. */
const named = 10

/** Refuses what is beyond the limit, and warns of what almost is. */
async function checkRemovals(
  { category, list, on_remove, removal_limit: own }: Difference,
  prior: PriorOfDifference,
  { removalLimit: inherited, diagnostics }: DifferenceContext,
): Promise<void> {
  const { leaving } = list
  if (on_remove !== 'remove' || leaving.size === 0 || isUnknown(own)) return
  if (own === null && inherited === undefined) return
  const managed = (await list.before()).size
  const isOfFile = list.attributes.sites_file !== null || prior.sites_file !== null
  const limit = limitOf({ own, inherited: inherited ?? noLimit, isOfFile, managed })
  if (limit === undefined) return
  const most = mostRemovals(limit, managed)
  const told = { category, removed: leaving.size, managed, most, limit: limit.text, origin: limit.origin }
  const path = [list.attributes.sites_file === null ? 'sites' : 'sites_file']
  if (leaving.size > most) {
    const sites = namesOf(leaving, named)
    throw new ProviderError(removalLimitExceeded({ ...told, sites }), { path })
  }
  if (isNearLimit(leaving.size, most, managed)) diagnostics.raise(removalNearLimit(told), path)
}

const noLimit: InheritedLimit = { text: null, variable: undefined }

async function warnOfEmptying(
  path: string,
  { category, list: { leaving }, on_remove, compile }: Difference,
  { appliance, diagnostics, signal }: DifferenceContext,
): Promise<void> {
  const told = { path, category, leaving: leaving.size, sites: namesOf(leaving, named) }
  diagnostics.raise(sitesFileEmptied({ ...told, staysActive: await whatStaysActive() }), ['sites_file'])

  async function whatStaysActive() {
    if (on_remove === 'keep') return 'kept'
    if (compile === false) return 'not compiled'
    return (await appliance?.categories.generation(signal)) ?? 'unknown'
  }
}
