import { isSite, type Site } from '@webfilter/appliance-names'
import { type Diagnostics, ProviderError } from '@webfilter/terraform-plugin'
import type { Appliance } from '../../appliance/appliance'
import type { Category, CategoryAddress } from '../../appliance/categories/category'
import { unproven } from '../../appliance/categories/queries'
import type { ListRefresh, Shortage } from '../../coordination/category-lists'
import type { Context } from '../../definitions'
import {
  fewerSitesThanLeft,
  fewerSitesThanManaged,
  sitesContradicted,
  sitesMissing,
  sitesNotAskedFor,
  sitesNotCounted,
  sitesOfOtherListsMissing,
} from '../../diagnostics/sites'
import { namesOfFiles, noFiles } from '../../sites/files/several-files'
import {
  asSet,
  firstOfAlphabet,
  inOrder,
  joined,
  listWithout,
  type SiteList,
} from '../../sites/table/site-list'
import {
  countDistinct,
  emptyTable,
  type SiteSet,
  siteNames,
  sitesInEither,
  sitesWithout,
} from '../../sites/table/site-table'
import {
  mostAskedInFull,
  sampleOf,
  sampleSize,
  type VerificationMode,
  type Verify,
  verificationMode,
  verifyOf,
} from '../../sites/verification'
import { noExceptions } from './exceptions'
import { type ListRecord, lastAdded, type Memory, nothingRecorded } from './list-private-data'
import { type CompiledList, listHolding, managedSites, noPackedList, removedByDestroy } from './list-state'
import { findManaged, type ListPlace, unusualTable } from './managed-category'
import { withShared } from './other-lists'

/**
 * Reads a list from the appliance.
 *
 * @returns the category, and what the state then says of the list; undefined if the category of the state is gone
 */
export async function readList<S extends ListToRefresh & { readonly on_destroy: 'remove' | 'keep' }>(
  place: ListPlace,
  state: S,
  context: Context & Pick<Memory, 'record' | 'keep'>,
): Promise<{ readonly found: Category; readonly list: S } | undefined> {
  const { category, list: name } = place
  const { appliance, run, object, signal, record, keep } = context
  const read = run.refreshes.begin(category, name, await managedSites(state))
  // Lists that are planned meanwhile wait for the plan of this one, unless none follows.
  if (!object.isPlanned) run.shared.expect(category, name, read.managed)
  let isToBePlanned = false
  try {
    const found = await findManaged(category, read.managed, appliance, signal)
    if (!found) return undefined
    const list = await refreshList(found, read, state, record, context)
    const managed = await managedSites(list)
    const removed = await removedByDestroy(list, async () => managed)
    run.lists.store({ category: category.name, list: name }, { files: namesOfFiles(list), removed })
    const counted = read.isAnswered ? withoutCount(record) : record
    const kept = await withShared(place, managed, withTable(counted, found), context)
    if (kept && kept !== record) keep(kept)
    isToBePlanned = true
    return { found, list }
  } finally {
    if (!isToBePlanned) run.shared.arrive(category, name)
  }
}

interface ListToRefresh extends CompiledList {
  readonly verify: Verify
}

/**
 * A list as the appliance has it, as far as its answers show. The state leaves out missing sites. For a list from a file, `file_sites.missing`
 * names them, and each refresh looks these up again.
 *
 * @param read of this list, begun before the category was read
 * @param record what is remembered of the list: with its few sites of the last change, a sample begins
 */
export async function refreshList<S extends ListToRefresh>(
  category: Category,
  read: ListRefresh,
  state: S,
  record: ListRecord | undefined,
  context: Context,
): Promise<S> {
  const awaited = (state.file_sites?.missing ?? []).filter(isSite).filter((site) => !read.managed.has(site))
  const asked = {
    verify: verifyOf(state.verify, context.verify),
    lastAdded: lastAdded(record),
    left: record?.counted,
    awaited,
    isFile: state.sites_packed !== null,
  }
  const { missing, returned, stillMissing } = await lookUpSites(category, read, asked, context)
  const isSame = missing.size === 0 && returned.length === 0
  const there = () => sitesInEither(sitesWithout(read.managed, missing), new Set(returned))
  const list = isSame ? state : await listHolding(there(), state)
  const { file_sites } = list
  const named = stillMissing.length > 0 ? stillMissing : null
  return {
    ...state,
    ...list,
    file_sites: file_sites && { ...file_sites, missing: named },
    // Sites may be missing because a run was killed that had taken them out and not compiled yet.
    compiled: state.compiled && missing.size === 0,
  }
}

/**
 * Forgets how many sites an apply left. It is of no use while single sites are looked up, and where they are, sites can be removed too: later,
 * on an appliance without these routes, the number would be too high.
 */
function withoutCount(record: ListRecord | undefined): ListRecord | undefined {
  if (record?.counted === undefined) return record
  const { counted: _, ...rest } = record
  return rest
}

/** Records the table of the category, if the appliance lists it. */
function withTable(record: ListRecord | undefined, found: Category): ListRecord | undefined {
  const table = found.table === '' ? record?.table : unusualTable(found)
  return table === record?.table ? record : { ...(record ?? nothingRecorded), table }
}

/** The list of a category that was imported: nothing is managed yet. */
export const importedList = {
  sites: null,
  ...noFiles,
  ...noPackedList,
  ...noExceptions,
  on_invalid_line: 'skip',
  allow_empty: false,
  on_conflict: 'keep',
  on_remove: 'remove',
  removal_limit: null,
  compile: true,
  verify: 'auto',
  compiled: true,
} as const

/** The sites that a category lacks; all of them if there are too many to look up, or if the appliance cannot look them up. */
export async function absentFrom(
  category: CategoryAddress,
  sites: SiteList,
  { categories }: Appliance,
  signal: AbortSignal,
): Promise<SiteList> {
  if (sites.length > mostAskedInFull) return sites
  const { absent, unasked, failure } = await categories.present(category, sites, signal)
  if (failure && failure.kind !== 'route-missing') throw failure
  return joined(absent, unasked)
}

/** In `file_sites.missing`. */
const mostInState = 100
/** In a warning. */
const mostInWarning = 10

/** How a list is looked up. */
interface Asked {
  readonly verify: Verify
  readonly lastAdded: readonly Site[]
  /** How many sites the category contained after the last apply of the list; undefined if that is not remembered. */
  readonly left: number | undefined
  /** Sites that were missing before. */
  readonly awaited: readonly Site[]
  /** Whether the list comes from a file. */
  readonly isFile: boolean
}

/** The outcome of the lookups. */
interface Found {
  /** Managed sites that are not there. */
  readonly missing: SiteSet
  /** Those of the awaited ones that are there. */
  readonly returned: readonly Site[]
  /** What of a file is known by name not to be there; as many as a state names. */
  readonly stillMissing: readonly string[]
}

async function lookUpSites(
  category: Category,
  read: ListRefresh,
  { verify, lastAdded, left, awaited, isFile }: Asked,
  { appliance, run, diagnostics, signal }: Context,
): Promise<Found> {
  const { managed } = read
  const shortage = read.shortage(category.items)
  const known = { count: category.items, managedByAll: shortage?.managed, lastAdded, random: Math.random }
  const { mode, sites } = questionsFor(verify, managed, known)
  read.mode = mode
  if (mode === 'none') return { missing: emptyTable, returned: [], stillMissing: awaited }
  const witnesses = () => run.refreshes.witnesses(read)
  const asked = joined(awaited, sites)
  const first = await appliance.categories.present(category, asked, signal, witnesses)
  if (first.failure?.kind === 'route-missing') {
    const missing = missingByCount(category, read, { shortage, left }, diagnostics)
    return { missing, returned: [], stillMissing: awaited }
  }
  if (first.failure) throw first.failure
  read.isAnswered = first.present.length + first.absent.length > 0
  const waited = new Set(awaited)
  let absent = listWithout(first.absent, waited)
  if (first.unproven) refuseUnproven(category, absent, managed)
  // If a site of a random sample is missing, others most likely are too.
  if (mode === 'sample' && absent.length > 0) {
    const unasked = inOrder(sitesWithout(managed, asSet(sites)))
    const others = await appliance.categories.present(category, unasked, signal)
    if (others.failure) throw others.failure
    absent = joined(absent, others.absent)
    read.mode = 'full'
  }
  read.missing = asSet(absent)
  if (shortage && read.mode === 'full') warnOfOtherLists(category, read, shortage, diagnostics)
  if (absent.length > 0 && isFile) warnOfMissing(category, read.missing, diagnostics)
  const there = asSet(first.present)
  const named = [...awaited.filter((site) => !there.has(site)), ...firstOfAlphabet(absent, mostInState)]
  return {
    missing: read.missing,
    returned: awaited.filter((site) => there.has(site)),
    stillMissing: isFile ? named.slice(0, mostInState) : [],
  }
}

/**
 * That all sites are missing rests on a comparison of answers alone, which look the same if every query fails. Only an empty category
 * shows that they are: if it counts fewer sites than are managed, those may be the sites of others, or all that is left.
 */
function refuseUnproven({ name, items }: Category, absent: SiteList, managed: SiteSet): void {
  const site = absent.at(0)
  if (site === undefined || items === 0) return
  if (items !== undefined && items >= managed.size)
    throw new ProviderError(sitesContradicted({ category: name, items }))
  throw unproven(site, adviceForManaged)
}

const adviceForManaged =
  'If no managed site is there any more, add one of them in the console again, or remove the resource from the state (terraform state ' +
  'rm), and apply: the apply adds the declared sites again.'

/**
 * If single sites cannot be looked up, too low a count shows that some are missing, but not which. Where it is not lower than that of the
 * managed sites, others may have added as many: then the number that the last apply left is all there is to compare with.
 */
function missingByCount(
  { name, items }: Category,
  read: ListRefresh,
  { shortage, left = 0 }: { readonly shortage: Shortage | undefined; readonly left: number | undefined },
  diagnostics: Diagnostics,
): SiteSet {
  const { managed } = read
  if (managed.size === 0) return emptyTable
  if (items === undefined) {
    diagnostics.raise(sitesNotCounted({ category: name, managed: managed.size }))
    return emptyTable
  }
  const others = read.others().map(({ list }) => list)
  if (shortage !== undefined) {
    diagnostics.raise(fewerSitesThanManaged({ category: name, items, managed: shortage.managed, others }))
    return managed
  }
  if (items < left) diagnostics.raise(fewerSitesThanLeft({ category: name, items, left, others }))
  else diagnostics.raise(sitesNotAskedFor({ category: name, managed: managed.size, items }))
  return emptyTable
}

/**
 * Warns if more sites are missing than were found to be. They belong to lists that were read before this one and looked up in part only,
 * because those lists did not know all others yet.
 */
function warnOfOtherLists(
  { name, items = 0 }: Category,
  read: ListRefresh,
  { managed, others }: Shortage,
  diagnostics: Diagnostics,
): void {
  const lists = others.filter(({ mode }) => mode === 'sample' || mode === 'none').map(({ list }) => list)
  if (lists.length === 0) return
  const found = countDistinct([read, ...others].map(({ missing }) => missing))
  if (managed - items <= found) return
  diagnostics.raise(sitesOfOtherListsMissing({ category: name, items, managed, found, lists }))
}

/** The plan of a list from a file shows digests only, so a warning names the missing sites. */
function warnOfMissing({ name }: Category, missing: SiteSet, diagnostics: Diagnostics): void {
  diagnostics.raise(
    sitesMissing({ category: name, count: missing.size, sites: siteNames(missing, mostInWarning) }),
  )
}

/** The lookups of a refresh. */
interface Questions {
  readonly mode: VerificationMode
  readonly sites: SiteList
}

/** What is known before the lookups. */
interface KnownBefore {
  /** How many sites the category holds, those of others included; undefined if the appliance does not report it. */
  readonly count: number | undefined
  /** How many sites all lists of the category manage, if that is more than the count. */
  readonly managedByAll?: number | undefined
  /** Those of the last change that are remembered. */
  readonly lastAdded: readonly Site[]
  readonly random: () => number
}

/**
 * The sites to look up. If the category contains fewer sites than all its lists manage together, sites are missing. Then all are looked
 * up, unless `verify` is `none`.
 */
export function questionsFor(verify: Verify, managed: SiteSet, known: KnownBefore): Questions {
  if (verify === 'none') return { mode: 'none', sites: [] }
  const tooFew = known.count !== undefined && known.count < (known.managedByAll ?? managed.size)
  if (tooFew || verificationMode(verify, managed.size) === 'full')
    return { mode: 'full', sites: inOrder(managed) }
  const first = known.lastAdded.filter((site) => managed.has(site)).slice(0, sampleSize)
  const others = sampleOf(managed, sampleSize, known.random).filter((site) => !first.includes(site))
  return { mode: 'sample', sites: [...first, ...others].slice(0, sampleSize) }
}
