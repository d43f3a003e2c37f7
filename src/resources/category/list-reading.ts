import type { Appliance } from '../../appliance/appliance'
import type { Category, CategoryAddress } from '../../appliance/categories/category'
import { fewerSitesThanManaged, sitesContradicted, sitesMissing } from '../../diagnostics/entries/sites'
import { namesOf } from '../../sites/first-sites'
import { isSite, type Site } from '../../sites/site'
import { type SiteSet, sitesWithout } from '../../sites/site-set'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { ProviderError } from '../../terraform/provider/failures'
import type { ListEffects } from './list-effects'
import { listHolding, type ManagedList, managedSites, noPackedList } from './managed-list'
import type { Surroundings } from './surroundings'
import { mostAskedInFull, questionsFor, type Verify } from './verification'

/** What a read asked for and found: see the attribute `verification`. */
export interface Verification {
  readonly mode: string
  readonly asked: number
  readonly total: number
  readonly missing_count: number
  readonly missing: readonly string[]
}

/** A list as the appliance has it, as far as it tells: what is missing there is left out of the state. */
export async function readList<S extends ManagedList & ListEffects & { readonly verify: Verify }>(
  category: Category,
  state: S,
  surroundings: Surroundings,
): Promise<S> {
  const managed = await managedSites(state)
  const { verification, missing } = await verified(category, managed, state, surroundings)
  const list = missing.size === 0 ? {} : await listHolding(sitesWithout(managed, missing), state)
  return {
    ...state,
    ...list,
    verification,
    item_count: category.items ?? null,
    // Sites may be missing because a run was killed that had taken them out and not compiled yet.
    compiled: state.compiled && missing.size === 0,
  }
}

/** The list of a category that was imported: nothing is managed yet. */
export function importedList({ items }: Category) {
  return {
    sites: null,
    sites_file: null,
    ...noPackedList,
    on_invalid_line: 'skip',
    on_conflict: 'keep',
    on_remove: 'remove',
    compile: true,
    verify: 'auto',
    item_count: items ?? null,
    compiled: true,
    last_change: null,
    verification: null,
  } as const
}

/** Sites that are still to be added; all of them where there are too many to ask for, or nothing to ask. */
export async function absentFrom(
  category: CategoryAddress,
  sites: readonly Site[],
  { categories }: Appliance,
  signal: AbortSignal,
): Promise<readonly Site[]> {
  if (sites.length > mostAskedInFull) return sites
  const { absent, unasked, failure } = await categories.present(category, sites, signal)
  if (failure && failure.kind !== 'route-missing') throw failure
  return [...absent, ...unasked]
}

const named = 100

async function verified(
  category: Category,
  managed: SiteSet,
  {
    verify,
    last_change,
    sites_packed,
  }: { readonly verify: Verify } & Pick<ManagedList, 'sites_packed'> & ListEffects,
  { appliance, diagnostics, signal }: Surroundings,
): Promise<{ readonly verification: Verification | null; readonly missing: SiteSet }> {
  const lastAdded = (last_change?.first_added ?? []).filter(isSite)
  const questions = questionsFor(verify, managed, { count: category.items, lastAdded, random: Math.random })
  const { present, absent, unproven, failure } = await appliance.categories.present(
    category,
    questions.sites,
    signal,
  )
  if (failure?.kind === 'route-missing')
    return { verification: null, missing: asTheCountTells(category, managed, diagnostics) }
  if (failure) throw failure
  if (unproven && absent.length > 0 && present.length === 0) refuseContradiction(category, managed)
  if (absent.length > 0 && sites_packed !== null) warnOfMissing(category, absent, questions.mode, diagnostics)
  const verification = {
    mode: questions.mode,
    asked: present.length + absent.length,
    total: managed.size,
    missing_count: absent.length,
    missing: absent.slice(0, named),
  }
  return { verification: managed.size === 0 ? null : verification, missing: new Set(absent) }
}

/**
 * That all sites are missing rests on a comparison of answers alone. If the category holds as many sites as are managed, or more, the
 * comparison is more likely to be wrong than the count.
 */
function refuseContradiction({ name, items }: Category, managed: SiteSet): void {
  if (items === undefined || items < managed.size) return
  throw new ProviderError(sitesContradicted({ category: name, items }))
}

/** Where single sites cannot be asked for, too low a count says that some are missing, and nothing says which. */
function asTheCountTells({ name, items }: Category, managed: SiteSet, diagnostics: Diagnostics): SiteSet {
  if (items === undefined || items >= managed.size) return new Set()
  diagnostics.raise(fewerSitesThanManaged({ category: name, items, managed: managed.size }))
  return managed
}

/** The plan of a list from a file shows digests only, so what is missing is named here. */
function warnOfMissing(
  { name }: Category,
  absent: readonly Site[],
  mode: string,
  diagnostics: Diagnostics,
): void {
  const sites = namesOf(new Set(absent), named)
  const isSample = mode === 'sample'
  diagnostics.raise(sitesMissing({ category: name, count: absent.length, sites, isSample }))
}
