import type { Category } from '@webfilter/appliance-client/categories/category'
import {
  absenceUnproven,
  categoryListNotBelieved,
} from '@webfilter/appliance-declarations/diagnostics/absence'
import { categoryUnlisted } from '@webfilter/appliance-declarations/diagnostics/categories'
import { updateMayHaveStoredSites } from '@webfilter/appliance-declarations/diagnostics/category-changes'
import {
  fewerSitesThanLeft,
  fewerSitesThanManaged,
  sitesContradicted,
  sitesLeftOut,
  sitesMissing,
  sitesNotAskedFor,
  sitesNotCounted,
  sitesOfOtherListsMissing,
} from '@webfilter/appliance-declarations/diagnostics/sites'
import { siteNames } from '@webfilter/appliance-declarations/diagnostics/wording'
import { readStoredSites, type Site, simplifyName } from '@webfilter/appliance-names'
import {
  countDistinct,
  emptyTable,
  FewSites,
  firstOf,
  firstOfAlphabet,
  namesOfFiles,
  type SiteSet,
  sampleOf,
  sampleSize,
  sitesInBoth,
  sitesInEither,
  sitesWithout,
  type VerificationMode,
  type Verify,
  verificationMode,
  verifyOf,
} from '@webfilter/site-lists'
import { type Diagnostics, ProviderError } from '@webfilter/terraform-plugin'
import { leftBy } from '../../run/category-counts'
import type { ListRead } from '../../run/lists-read'
import type { ListPlace } from '../../run/place'
import type { Context } from './context'
import { findManaged, unusualTable } from './look'
import {
  type ChangeMemory,
  type ListRecord,
  lastAdded,
  notedSites,
  nothingRecorded,
  packedForNote,
} from './memory'
import {
  type CompiledList,
  listHolding,
  type ManagedList,
  managedSites,
  removedByDestroy,
  type StoredList,
} from './stored'

/**
 * Reads a list from the appliance.
 *
 * @returns the category, and what the state then says of the list; undefined if the category of the state is gone
 */
export async function readList<S extends StoredList>(
  place: ListPlace,
  state: S,
  context: Context & Pick<ChangeMemory, 'record' | 'keep'>,
): Promise<{ readonly found: Category; readonly list: S } | undefined> {
  const { category } = place
  const { run, object, record, keep } = context
  // Lists that are planned meanwhile wait for the plan of this one, unless none follows.
  const read = run.lists.read(place, await managedSites(state), !object.isPlanned)
  let isToBePlanned = false
  try {
    const managing = await findManaged(category, read.managed, context)
    if (!managing) return undefined
    const { category: found, shownBy } = managing
    if (shownBy && run.vanished.get(keyOfGone(category.name))?.id === category.id) {
      // The category was read before its list, and has no site itself. Its plan would replace the list.
      const because = { is: 'site shown', site: shownBy } as const
      throw new ProviderError(
        categoryListNotBelieved({ category: category.name, list: 'incomplete', because }),
      )
    }
    if (shownBy) context.diagnostics.raise(categoryUnlisted({ ...category, site: shownBy }))
    const { list, remembered } = await refreshList(found, read, state, record, context)
    const managed = await managedSites(list)
    const removed = await removedByDestroy(list, async () => managed)
    read.holds({ files: namesOfFiles(list), removed, token: object.token })
    const kept = await withShared(place, managed, withTable(remembered, found), context)
    if (kept && kept !== record) keep(kept)
    isToBePlanned = true
    return { found, list }
  } finally {
    if (!isToBePlanned) read.ends()
  }
}

/** Of a category by its name, among what the refresh has found to be gone. */
export function keyOfGone(name: string): string {
  return `category ${simplifyName(name)}`
}

/**
 * A list as the appliance has it, as far as its answers show. The state leaves out missing sites. For a list from a file, `file_sites.missing`
 * names them, and each refresh looks these up again.
 *
 * @param read of this list, begun before the category was read
 * @param record what is remembered of the list: with its few sites of the last change, a sample begins
 * @returns what the state then says of the list, and what is still to be remembered of it
 */
export async function refreshList<S extends CompiledList & Pick<StoredList, 'verify'>>(
  category: Category,
  read: ListRead,
  state: S,
  record: ListRecord | undefined,
  context: Context,
): Promise<{ readonly list: S; readonly remembered: ListRecord | undefined }> {
  read.growth = record?.counted
  const doubtful = sitesInBoth(read.managed, await notedSites(record?.doubtful))
  const gone = await goneOfDoubtful(category, read, doubtful, state, context)
  if (gone) read.managed = sitesWithout(read.managed, gone)
  const certain = sitesWithout(read.managed, doubtful)
  const found = await lookUpSites(category, read, certain, { state, record }, context)
  const { returned, stillMissing } = found
  const missing = sitesInEither(found.missing, gone ?? emptyTable)
  const isSame = missing.size === 0 && returned.length === 0
  const there = () => sitesInEither(sitesWithout(read.managed, missing), new FewSites(returned))
  const list = isSame ? state : await listHolding(there(), state)
  const { file_sites } = list
  const named = stillMissing.length > 0 ? stillMissing : null
  const remembered = found.isAnswered ? withoutCount(record) : record
  return {
    list: {
      ...state,
      ...list,
      file_sites: file_sites && { ...file_sites, missing: named },
      // Sites may be missing because a run was killed that had taken them out and not compiled yet.
      compiled: state.compiled && missing.size === 0,
    },
    remembered: gone ? withoutDoubt(remembered) : remembered,
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

/** Forgets the sites that may be there: the appliance has said of each whether it is. */
function withoutDoubt(record: ListRecord | undefined): ListRecord | undefined {
  if (!record?.doubtful) return record
  const { doubtful: _, ...rest } = record
  return rest
}

/** Records the table of the category, if the appliance lists it. */
function withTable(record: ListRecord | undefined, found: Category): ListRecord | undefined {
  const table = found.table === '' ? record?.table : unusualTable(found)
  return table === record?.table ? record : { ...(record ?? nothingRecorded), table }
}

/** In `file_sites.missing`. */
const mostInState = 100
/** In a warning. */
const mostInWarning = 10

/**
 * The sites of the state of which an earlier change could not tell what became of them, and that are not there. They are asked for whatever
 * `verify` says, once: what is not there leaves the state without a warning.
 *
 * @returns undefined if that is still not known
 */
async function goneOfDoubtful(
  { id, name, items }: Category,
  read: ListRead,
  doubtful: SiteSet,
  state: Pick<StoredList, 'verify'>,
  context: Context,
): Promise<SiteSet | undefined> {
  if (doubtful.size === 0) return emptyTable
  const { appliance, diagnostics, signal } = context
  const certain = sitesWithout(read.managed, doubtful)
  const witnesses = () => [...firstOf(certain, fewWitnesses), ...read.witnesses()]
  const { absent, unproven, failure } = await appliance.categories.present(
    { id },
    doubtful,
    signal,
    witnesses,
  )
  if (failure?.kind === 'route-missing') {
    diagnostics.raise(updateMayHaveStoredSites({ category: name, list: read.list, doubtful: doubtful.size }))
    return doubtful
  }
  // Where a refresh asks nothing, a plan does not fail because of a question.
  const isNothingAsked = verifyOf(state.verify, context.verify) === 'none'
  if (failure && isNothingAsked && failure.kind !== 'cancelled') return undefined
  if (failure) throw failure
  return unproven && items !== 0 ? undefined : absent
}

/** So many sites of the list show that queries are answered. */
const fewWitnesses = 2

/**
 * Looks up the sites of a list.
 *
 * @param managed the sites of the state, but those in doubt: they were asked for
 * @returns the managed sites that are not there; those that were missing before and are there; what of a file is known by name not to be there, as
 *   much as a state names; and whether the appliance has reported of single sites whether the category contains them
 */
async function lookUpSites(
  category: Category,
  read: ListRead,
  managed: SiteSet,
  {
    state,
    record,
  }: {
    readonly state: ManagedList & Pick<StoredList, 'verify'>
    readonly record: ListRecord | undefined
  },
  context: Context,
): Promise<{
  readonly missing: SiteSet
  readonly returned: readonly Site[]
  readonly stillMissing: readonly string[]
  readonly isAnswered: boolean
}> {
  const { appliance, diagnostics, signal } = context
  const awaited = readStoredSites(state.file_sites?.missing ?? []).filter((site) => !read.managed.has(site))
  const unasked = { missing: emptyTable, returned: [], stillMissing: awaited, isAnswered: false }
  const managedByAll = read.managedBeyond(category.items)
  const otherLists = read.others()
  const known = { isShort: managedByAll !== undefined, lastAdded: lastAdded(record), random: Math.random }
  const { mode, sites } = questionsFor(verifyOf(state.verify, context.verify), managed, known)
  read.mode = mode
  if (mode === 'none') return unasked
  const witnesses = () => read.witnesses()
  const asked = sitesInEither(new FewSites(awaited), sites)
  const first = await appliance.categories.present(category, asked, signal, witnesses)
  if (first.failure?.kind === 'route-missing')
    return { ...unasked, missing: missingByCount(category, read, managedByAll, diagnostics) }
  if (first.failure) throw first.failure
  let absent = sitesWithout(first.absent, new FewSites(awaited))
  if (first.unproven) refuseUnproven(category, absent, managed)
  // If a site of a random sample is missing, others most likely are too.
  if (mode === 'sample' && absent.size > 0) {
    const others = await appliance.categories.present(category, sitesWithout(managed, sites), signal)
    if (others.failure) throw others.failure
    absent = sitesInEither(absent, others.absent)
    read.mode = 'full'
  }
  read.missing = absent
  if (managedByAll !== undefined && read.mode === 'full')
    warnOfOtherLists(category, read, { managed: managedByAll, others: otherLists }, diagnostics)
  const isFile = state.sites_packed !== null
  const leftOut = await warnOfLeftOut(category, absent, record?.undercounted, diagnostics)
  const others = sitesWithout(absent, leftOut)
  if (others.size > 0 && isFile) warnOfMissing(category, others, diagnostics)
  const there = first.present
  const named = [...awaited.filter((site) => !there.has(site)), ...firstOfAlphabet(absent, mostInState)]
  return {
    missing: absent,
    returned: awaited.filter((site) => there.has(site)),
    stillMissing: isFile ? named.slice(0, mostInState) : [],
    isAnswered: first.present.size + first.absent.size > 0,
  }
}

/**
 * That all sites are missing rests on a comparison of answers alone, which look the same if every query fails. Only an empty category
 * shows that they are: if it counts fewer sites than are managed, those may be the sites of others, or all that is left.
 */
function refuseUnproven({ name, items }: Category, absent: SiteSet, managed: SiteSet): void {
  const site = absent.at(0)
  if (site === undefined || items === 0) return
  if (items !== undefined && items >= managed.size)
    throw new ProviderError(sitesContradicted({ category: name, items }))
  throw new ProviderError(absenceUnproven({ thing: 'site', name: site, advice: adviceForManaged }))
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
  read: ListRead,
  managedByAll: number | undefined,
  diagnostics: Diagnostics,
): SiteSet {
  const { managed } = read
  if (managed.size === 0) return emptyTable
  if (items === undefined) {
    diagnostics.raise(sitesNotCounted({ category: name, managed: managed.size }))
    return emptyTable
  }
  const others = read.others().map(({ list }) => list)
  if (managedByAll !== undefined) {
    diagnostics.raise(fewerSitesThanManaged({ category: name, items, managed: managedByAll, others }))
    return managed
  }
  const { growth } = read
  const ofOthers = read.others().flatMap((other) => other.growth ?? [])
  const left = growth ? leftBy(growth, ofOthers) : 0
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
  read: ListRead,
  { managed, others }: { readonly managed: number; readonly others: readonly ListRead[] },
  diagnostics: Diagnostics,
): void {
  const lists = others.filter(({ mode }) => mode === 'sample' || mode === 'none').map(({ list }) => list)
  if (lists.length === 0) return
  const found = countDistinct([read, ...others].map(({ missing }) => missing))
  if (managed - items <= found) return
  diagnostics.raise(sitesOfOtherListsMissing({ category: name, items, managed, found, lists }))
}

/** Says of missing sites that the last change has counted as added why they are missing. @returns these sites */
async function warnOfLeftOut(
  { name }: Category,
  missing: SiteSet,
  undercounted: ListRecord['undercounted'],
  diagnostics: Diagnostics,
): Promise<SiteSet> {
  if (!undercounted || missing.size === 0) return emptyTable
  const leftOut = sitesInBoth(missing, await notedSites(undercounted.sites))
  if (leftOut.size > 0) {
    const sites = siteNames(leftOut)
    diagnostics.raise(
      sitesLeftOut({ category: name, count: leftOut.size, sites, answer: undercounted.answer }),
    )
  }
  return leftOut
}

/** The plan of a list from a file shows digests only, so a warning names the missing sites. */
function warnOfMissing({ name }: Category, missing: SiteSet, diagnostics: Diagnostics): void {
  diagnostics.raise(
    sitesMissing({ category: name, count: missing.size, sites: siteNames(missing, mostInWarning) }),
  )
}

/**
 * The sites to look up. If the category contains fewer sites than all its lists manage together, sites are missing. Then all are looked
 * up, unless `verify` is `none`.
 *
 * @param known.lastAdded those of the last change that are remembered
 */
export function questionsFor(
  verify: Verify,
  managed: SiteSet,
  known: { readonly isShort: boolean; readonly lastAdded: readonly Site[]; readonly random: () => number },
): { readonly mode: VerificationMode; readonly sites: SiteSet } {
  if (verify === 'none') return { mode: 'none', sites: emptyTable }
  if (known.isShort || verificationMode(verify, managed.size) === 'full')
    return { mode: 'full', sites: managed }
  const first = known.lastAdded.filter((site) => managed.has(site)).slice(0, sampleSize)
  const others = sampleOf(managed, sampleSize, known.random)
  return { mode: 'sample', sites: new FewSites([...first, ...others]).slice(0, sampleSize) }
}

/** Records in a refresh, for the apply, which sites of a list other lists declare that are planned by now. */
async function withShared(
  { category }: ListPlace,
  managed: SiteSet,
  record: ListRecord | undefined,
  { object, run }: Pick<Context, 'object' | 'run'>,
): Promise<ListRecord | undefined> {
  const shared = await run.lists.kept(category, managed, object)
  const all = await run.lists.kept(category, managed)
  if (all.size === 0 && !record?.shared && !record?.copied) return record
  const { shared: _, copied: __, ...rest } = record ?? nothingRecorded
  const [byOthers, byItself] = [await packedForNote(shared), await packedForNote(sitesWithout(all, shared))]
  return { ...rest, ...(byOthers && { shared: byOthers }), ...(byItself && { copied: byItself }) }
}
