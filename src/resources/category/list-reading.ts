import type { Appliance } from '../../appliance/appliance'
import type { Category, CategoryAddress } from '../../appliance/categories/category'
import {
  fewerSitesThanManaged,
  sitesContradicted,
  sitesMissing,
  sitesOfOtherListsMissing,
} from '../../diagnostics/entries/missing-sites'
import { countDistinct } from '../../sites/distinct-sites'
import { namesOf } from '../../sites/first-sites'
import { isSite, type Site } from '../../sites/site'
import { type SiteSet, sitesWithout } from '../../sites/site-set'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { ProviderError } from '../../terraform/provider/failures'
import type { ListEffects } from './list-effects'
import type { ListRead, Shortage } from './list-reads'
import { listHolding, type ManagedList, noPackedList } from './managed-list'
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

/**
 * A list as the appliance has it, as far as it tells: what is missing there is left out of the state.
 *
 * @param read of this list, begun before the category was asked for
 */
export async function readList<S extends ManagedList & ListEffects & { readonly verify: Verify }>(
  category: Category,
  read: ListRead,
  state: S,
  surroundings: Surroundings,
): Promise<S> {
  const { verification, missing } = await verified(category, read, state, surroundings)
  const list = missing.size === 0 ? {} : await listHolding(sitesWithout(read.managed, missing), state)
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
    allow_empty: false,
    on_conflict: 'keep',
    on_remove: 'remove',
    removal_limit: null,
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
  read: ListRead,
  {
    verify,
    last_change,
    sites_packed,
  }: { readonly verify: Verify } & Pick<ManagedList, 'sites_packed'> & ListEffects,
  { appliance, diagnostics, signal }: Surroundings,
): Promise<{ readonly verification: Verification | null; readonly missing: SiteSet }> {
  const lastAdded = (last_change?.first_added ?? []).filter(isSite)
  const { managed } = read
  const shortage = read.shortage(category.items)
  const known = { count: category.items, managedByAll: shortage?.managed, lastAdded, random: Math.random }
  const questions = questionsFor(verify, managed, known)
  read.mode = questions.mode
  const { present, absent, unproven, failure } = await appliance.categories.present(
    category,
    questions.sites,
    signal,
  )
  if (failure?.kind === 'route-missing')
    return { verification: null, missing: asTheCountTells(category, managed, shortage, diagnostics) }
  if (failure) throw failure
  if (unproven && absent.length > 0 && present.length === 0) refuseContradiction(category, managed)
  read.missing = new Set(absent)
  if (shortage && questions.mode === 'full') warnOfOtherLists(category, read, shortage, diagnostics)
  if (absent.length > 0 && sites_packed !== null) warnOfMissing(category, absent, questions.mode, diagnostics)
  const verification = {
    mode: questions.mode,
    asked: present.length + absent.length,
    total: managed.size,
    missing_count: absent.length,
    missing: absent.slice(0, named),
  }
  return { verification: managed.size === 0 ? null : verification, missing: read.missing }
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
function asTheCountTells(
  { name, items }: Category,
  managed: SiteSet,
  shortage: Shortage | undefined,
  diagnostics: Diagnostics,
): SiteSet {
  if (items === undefined || shortage === undefined) return new Set()
  const others = shortage.others.map(({ list }) => list)
  diagnostics.raise(fewerSitesThanManaged({ category: name, items, managed: shortage.managed, others }))
  return managed
}

/**
 * Where more sites are missing than were found to be, they are of lists that were read before this one and asked for in part only: they
 * could not know of all others yet.
 */
function warnOfOtherLists(
  { name, items = 0 }: Category,
  read: ListRead,
  { managed, others }: Shortage,
  diagnostics: Diagnostics,
): void {
  const lists = others.filter(({ mode }) => mode === 'sample' || mode === 'none').map(({ list }) => list)
  if (lists.length === 0) return
  const found = countDistinct([read, ...others].map(({ missing }) => missing))
  if (managed - items <= found) return
  diagnostics.raise(sitesOfOtherListsMissing({ category: name, items, managed, found, lists }))
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
