import {
  type Appliance,
  type Category,
  type CategoryAddress,
  type FoundCategory,
  type HoldersOutcome,
  isNamed,
} from '@webfilter/appliance-client'
import type { DeclaredPlace, KnownPlace } from '@webfilter/appliance-declarations/declared-list'
import {
  absenceUnproven,
  categoryListNotBelieved,
} from '@webfilter/appliance-declarations/diagnostics/absence'
import {
  categoryDescriptionFixed,
  categoryDescriptionNotCompared,
  categoryGone,
  categoryMissing,
  categoryNotChecked,
  categoryUnlisted,
  listCategoryNotChecked,
  sitesLeaveBoth,
  tableImpossible,
  tableShared,
} from '@webfilter/appliance-declarations/diagnostics/categories'
import { wordsFor } from '@webfilter/appliance-declarations/diagnostics/incidents'
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
import { type Contained, siteNames } from '@webfilter/appliance-declarations/diagnostics/wording'
import {
  isSameTable,
  readStoredSites,
  type Site,
  simplifyName,
  tableNameOf,
} from '@webfilter/appliance-names'
import {
  countDistinct,
  emptyTable,
  FewSites,
  firstOfAlphabet,
  mostAskedInFull,
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
import {
  type Diagnostic,
  type Diagnostics,
  isUnknown,
  ProviderError,
  type Unknown,
} from '@webfilter/terraform-plugin'
import { numberText } from '@webfilter/text'
import { type Context, lookInPlan, type PlanContext } from '../../definitions'
import { leftBy } from '../../run/category-counts'
import type { ListRead, Shortage } from '../../run/lists'
import type { ListOwner, ListPlace, NamedCategory } from '../../run/place'
import type { PlannedList } from './planned'
import {
  type CompiledList,
  type ListRecord,
  lastAdded,
  listHolding,
  type Memory,
  managedSites,
  notedSites,
  nothingRecorded,
  packedForNote,
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
  context: Context & Pick<Memory, 'record' | 'keep'>,
): Promise<{ readonly found: Category; readonly list: S } | undefined> {
  const { category } = place
  const { appliance, run, object, signal, record, keep } = context
  // Lists that are planned meanwhile wait for the plan of this one, unless none follows.
  const read = run.lists.read(place, await managedSites(state), !object.isPlanned)
  let isToBePlanned = false
  try {
    const managing = await findManaged(category, read.managed, appliance, signal)
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
    const list = await refreshList(found, read, state, record, context)
    const managed = await managedSites(list)
    const removed = await removedByDestroy(list, async () => managed)
    read.holds({ files: namesOfFiles(list), removed, token: object.token })
    const counted = read.isAnswered ? withoutCount(record) : record
    const kept = await withShared(place, managed, withTable(counted, found), context)
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
 */
export async function refreshList<S extends CompiledList & Pick<StoredList, 'verify'>>(
  category: Category,
  read: ListRead,
  state: S,
  record: ListRecord | undefined,
  context: Context,
): Promise<S> {
  const awaited = readStoredSites(state.file_sites?.missing ?? []).filter((site) => !read.managed.has(site))
  read.growth = record?.counted
  const asked = {
    verify: verifyOf(state.verify, context.verify),
    lastAdded: lastAdded(record),
    awaited,
    undercounted: record?.undercounted,
    isFile: state.sites_packed !== null,
  }
  const { missing, returned, stillMissing } = await lookUpSites(category, read, asked, context)
  const isSame = missing.size === 0 && returned.length === 0
  const there = () => sitesInEither(sitesWithout(read.managed, missing), new FewSites(returned))
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

/**
 * The category of a state, also if the list lacks it while its sites show it; undefined if it is gone.
 * @param managed the sites of the state
 */
export async function findManaged(
  { id, name }: NamedCategory,
  managed: SiteSet,
  { categories }: Appliance,
  signal: AbortSignal,
): Promise<FoundCategory | undefined> {
  return await categories.findManaged({ id: Number(id), name, sites: managed }, signal)
}

/**
 * Refuses a state whose number belongs to another category by now, as it may in a plan without a refresh.
 * @param managed the sites of the state
 * @throws {ProviderError}
 */
export async function refuseAnotherCategory(
  category: NamedCategory,
  managed: SiteSet,
  appliance: Appliance,
  signal: AbortSignal,
): Promise<void> {
  const { id, name } = category
  const found = await appliance.categories.recall(Number(id), signal)
  if (found && isNamed(found, name)) return
  if (await findManaged(category, managed, appliance, signal)) return
  throw new ProviderError(categoryGone({ id, name, now: found?.name }))
}

/** The sites that a category lacks; all of them if there are too many to look up, or if the appliance cannot look them up. */
export async function absentFrom(
  category: CategoryAddress,
  sites: SiteSet,
  { categories }: Appliance,
  signal: AbortSignal,
): Promise<SiteSet> {
  if (sites.size > mostAskedInFull) return sites
  const { absent, unasked, failure } = await categories.present(category, sites, signal)
  if (failure && failure.kind !== 'route-missing') throw failure
  return sitesInEither(absent, unasked)
}

/** In `file_sites.missing`. */
const mostInState = 100
/** In a warning. */
const mostInWarning = 10

/** How a list is looked up. */
interface Asked {
  readonly verify: Verify
  readonly lastAdded: readonly Site[]
  /** Sites that were missing before. */
  readonly awaited: readonly Site[]
  /** See the record. */
  readonly undercounted: ListRecord['undercounted']
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
  read: ListRead,
  { verify, lastAdded, awaited, undercounted, isFile }: Asked,
  { appliance, diagnostics, signal }: Context,
): Promise<Found> {
  const { managed } = read
  const shortage = read.shortage(category.items)
  const known = { count: category.items, managedByAll: shortage?.managed, lastAdded, random: Math.random }
  const { mode, sites } = questionsFor(verify, managed, known)
  read.mode = mode
  if (mode === 'none') return { missing: emptyTable, returned: [], stillMissing: awaited }
  const witnesses = () => read.witnesses()
  const asked = sitesInEither(new FewSites(awaited), sites)
  const first = await appliance.categories.present(category, asked, signal, witnesses)
  if (first.failure?.kind === 'route-missing') {
    const missing = missingByCount(category, read, shortage, diagnostics)
    return { missing, returned: [], stillMissing: awaited }
  }
  if (first.failure) throw first.failure
  read.isAnswered = first.present.size + first.absent.size > 0
  let absent = sitesWithout(first.absent, new FewSites(awaited))
  if (first.unproven) refuseUnproven(category, absent, managed)
  // If a site of a random sample is missing, others most likely are too.
  if (mode === 'sample' && absent.size > 0) {
    const unasked = sitesWithout(managed, sites)
    const others = await appliance.categories.present(category, unasked, signal)
    if (others.failure) throw others.failure
    absent = sitesInEither(absent, others.absent)
    read.mode = 'full'
  }
  read.missing = absent
  if (shortage && read.mode === 'full') warnOfOtherLists(category, read, shortage, diagnostics)
  const leftOut = await warnOfLeftOut(category, absent, undercounted, diagnostics)
  const others = sitesWithout(absent, leftOut)
  if (others.size > 0 && isFile) warnOfMissing(category, others, diagnostics)
  const there = first.present
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
  shortage: Shortage | undefined,
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
  { managed, others }: Shortage,
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

/** The lookups of a refresh. */
interface Questions {
  readonly mode: VerificationMode
  readonly sites: SiteSet
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
  if (verify === 'none') return { mode: 'none', sites: emptyTable }
  const tooFew = known.count !== undefined && known.count < (known.managedByAll ?? managed.size)
  if (tooFew || verificationMode(verify, managed.size) === 'full') return { mode: 'full', sites: managed }
  const first = known.lastAdded.filter((site) => managed.has(site)).slice(0, sampleSize)
  const others = sampleOf(managed, sampleSize, known.random)
  return { mode: 'sample', sites: new FewSites([...first, ...others]).slice(0, sampleSize) }
}

/**
 * The list that a configuration declares, by the name of its category. Reports a category that it refers to and that does not exist.
 *
 * @param kept where the state has the list, if it stays there
 * @returns the list, and its category as far as it was looked up; undefined if there is no such category
 */
export async function lookForPlace(
  declared: KnownPlace,
  kept: ListPlace | null,
  context: Context,
): Promise<{ readonly owner: ListOwner; readonly found?: Category } | undefined> {
  const { list } = declared
  if (list === null) return { owner: { category: declared.name, list } }
  if (kept) return { owner: { category: kept.category.name, list } }
  const found = await lookForCategory(declared.id, context)
  return found && { owner: { category: found.name, list }, found }
}

/** Looks in a plan for the category that a new list names by its number. Reports one that does not exist. */
async function lookForCategory(id: string, context: Context): Promise<Category | undefined> {
  const { appliance, diagnostics, signal } = context
  const found = await lookInPlan(
    (failure) => listCategoryNotChecked({ id, failure }),
    ['category_id'],
    context,
    () => appliance.categories.findById(Number(id), signal),
  )
  if (found === 'not looked') return undefined
  if (!found) diagnostics.raise(noCategory(id), ['category_id'])
  return found
}

/** The diagnostic of a category that a list is to be in and that does not exist. */
export function noCategory(id: string): Diagnostic {
  return categoryMissing({ id })
}

/** Looks for the category of a new list, and reports what it cannot have there. @param found if it was looked up */
export async function lookForNew(
  declared: KnownPlace,
  found: Category | undefined,
  context: Context,
): Promise<Category | 'absent' | 'not looked'> {
  if (declared.list !== null) return found ?? 'not looked'
  const { name, description } = declared
  const adopted = await lookForAdoption(name, description, context)
  if (adopted !== 'not looked') await diagnoseSharedTable(name, context)
  return adopted
}

/** Looks in a plan for the category of this name, which the apply adopts, and refuses a description that it does not have. */
async function lookForAdoption(
  name: string,
  description: string | Unknown | null,
  context: Context,
): Promise<Category | 'absent' | 'not looked'> {
  const { appliance, diagnostics, signal } = context
  const existing = await lookInPlan(
    (failure) => categoryNotChecked({ name, failure }),
    ['name'],
    context,
    () => appliance.categories.findByName(name, signal),
  )
  if (existing === 'not looked') return existing
  if (!existing) {
    const unlisted = appliance.categories.unlisted(name)
    if (unlisted) diagnostics.raise(wordsFor(unlisted), ['name'])
    return 'absent'
  }
  refuseOtherDescription(name, description, existing.description ?? null, diagnostics)
  return existing
}

/** A description is set when a category is created and never again: another one is refused while nothing is sent yet. */
export function refuseOtherDescription(
  name: string,
  configured: string | Unknown | null,
  actual: string | null,
  diagnostics: Diagnostics,
): void {
  if (configured === null || isUnknown(configured)) return
  if (actual === null) {
    diagnostics.raise(categoryDescriptionNotCompared({ name }), ['description'])
    return
  }
  if (sameDescription(configured, actual)) return
  diagnostics.raise(categoryDescriptionFixed({ name, actual }), ['description'])
}

/** The appliance stores an apostrophe as a backtick (docs/appliance, "Names and tables"). */
export function sameDescription(one: string, other: string): boolean {
  return one.replaceAll("'", '`') === other.replaceAll("'", '`')
}

/**
 * Warns in the plan if a category that is to be created or adopted has the table of another one: of one that the appliance lists, or
 * of one that this run creates too, whichever is planned later. A name of which no table can be made is an error.
 */
async function diagnoseSharedTable(
  name: string,
  { appliance, run, diagnostics, signal }: Context,
): Promise<void> {
  const own = await appliance.categories.findByName(name, signal)
  const table = own ? own.table || undefined : tableNameOf(name)
  if (table === undefined) {
    if (!own) diagnostics.raise(tableImpossible({ name }), ['name'])
    return
  }
  const { categories } = await appliance.categories.list(signal)
  const listed = categories.find(({ id, table: their }) => id !== own?.id && isSameTable(their, table))
  const other = listed?.name ?? (own ? undefined : run.lists.createTable(table, name))
  if (other !== undefined) diagnostics.raise(tableShared({ name, other, table }), ['name'])
}

/** Warns in the plan of a removal if another category has the same table, whose sites are those of both. */
export async function warnOfSharedTable(
  { id, name }: NamedCategory,
  removed: SiteSet,
  { appliance, run, diagnostics, signal }: Context,
): Promise<void> {
  // Within an apply, it would be said again.
  if (removed.size === 0 || run.changes.haveBegun) return
  const { categories } = await appliance.categories.list(signal)
  const table = categories.find((each) => each.id === Number(id))?.table ?? ''
  const others = categories.filter((each) => each.id !== Number(id) && isSameTable(each.table, table))
  if (table === '' || others.length === 0) return
  const sharing = { category: name, others: others.map((other) => other.name), table }
  diagnostics.raise(sitesLeaveBoth({ ...sharing, count: removed.size, sites: siteNames(removed) }))
}

/**
 * The table of the category in which a list is declared, as the state or the appliance has it, else as it follows from the name; undefined
 * while that is not known.
 *
 * @param kept the category of the state, if the list stays there
 * @param unusual the table that the record of the list has
 */
export async function tableOfPlace(
  declared: DeclaredPlace,
  kept: NamedCategory | null,
  unusual: string | undefined,
  { appliance, signal }: Pick<PlanContext, 'appliance' | 'signal'>,
): Promise<string | undefined> {
  if (declared.list !== null) {
    const { id } = declared
    const found = isUnknown(id) ? undefined : await appliance?.categories.findById(Number(id), signal)
    return found && tableOfCategory(found)
  }
  const { name } = declared
  if (kept) return tableOfCategory({ name: kept.name, table: unusual ?? '' })
  if (isUnknown(name) || !appliance) return undefined
  return tableOfCategory((await appliance.categories.findByName(name, signal)) ?? { name, table: '' })
}

/** The table of a category, as the appliance lists it or as it follows from the name; an empty text where neither is known. */
function tableOfCategory({ name, table }: { readonly name: string; readonly table: string }): string {
  return table || (tableNameOf(name) ?? '')
}

/** The table of a category if its name does not say it; undefined if it does, or the appliance lists none. */
export function unusualTable({
  name,
  table,
}: {
  readonly name: string
  readonly table: string
}): string | undefined {
  return table !== '' && !isSameTable(table, tableNameOf(name) ?? '') ? table : undefined
}

/** What a plan learns of the sites of a list that comes under management. */
interface FirstLook {
  /** How many of them the category contains; undefined if that was not counted. */
  readonly contained?: Contained
  /** The answers, if every site was looked up: what else the plan wants to know of the sites is in them. */
  readonly answers?: HoldersOutcome
}

/** Nothing was looked up. */
export const noLook: FirstLook = {}

/**
 * Looks up the sites of a list that no state has yet in the category that is there: all of them up to 5,000, and a sample of more. A plan
 * does not fail if that fails, because the apply does not depend on it: then it has no number.
 *
 * @param verify of the list
 * @throws {ApplianceError} only of the kind `cancelled`
 */
export async function firstLook(
  category: Pick<Category, 'id' | 'name' | 'items'>,
  { added, isUncertain }: Pick<PlannedList, 'added' | 'isUncertain'>,
  verify: Verify | Unknown,
  context: Context & Pick<Memory, 'notedInPlan'>,
): Promise<FirstLook> {
  const { appliance, run, diagnostics, signal } = context
  if (added.size === 0 || isUncertain || diagnostics.hasErrors) return noLook
  if (isUnknown(verify) || verifyOf(verify, context.verify) === 'none') return noLook
  // Terraform requests each plan again in the apply, when this run may already have added the sites.
  if (run.changes.haveBegun || context.notedInPlan) return noLook
  // If another list manages one of the sites, Terraform itself has added it.
  if (run.lists.manages({ ...category, id: String(category.id) }, added)) return noLook
  const sites = added.size
  // An empty category contains none of the sites: that is known without a query.
  if (category.items === 0) return { contained: { there: 0, asked: sites, sites } }
  const asked = sites > mostAskedInFull ? sampleOf(added, sampleSize, steadyRandom()) : added
  const witnesses = () => run.lists.witnesses()
  // In an apply, a list that is planned for long would miss the changes that begin together.
  const unlessApplying = AbortSignal.any([signal, run.changes.begun])
  const outcome = await appliance.categories.holders(asked, unlessApplying, witnesses)
  const { holders, failure, unproven } = outcome
  if (failure?.kind === 'cancelled') {
    if (signal.aborted) throw failure
    return noLook
  }
  const answers = asked.size === sites ? { answers: outcome } : noLook
  // The search for conflicts fails by the same answers. Without them, it would repeat queries that were repeated already.
  if (failure) return answers
  const isThere = (held: readonly Category[]) => held.some(({ id }) => id === category.id)
  const there = [...holders.values()].filter(isThere).length
  // If no site was found at all, every query may have failed in the same way.
  if (there === 0 && unproven) return answers
  return { contained: { there, asked: asked.size, sites }, ...answers }
}

/** Numbers as of `Math.random`, but the same each time, so that the next plan draws the same sample (a Lehmer generator). */
function steadyRandom(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % modulus
    return state / modulus
  }
}

const modulus = 2 ** 31 - 1

/**
 * Only personal categories count: those that the list route returns.
 *
 * @throws {ApplianceError} if every query may have failed alike, and some other category may hold a site
 */
export async function findConflicts(
  { categories }: Appliance,
  ownName: string,
  sites: SiteSet,
  witnesses: () => Iterable<Site>,
  signal: AbortSignal,
  answers?: HoldersOutcome,
): Promise<readonly Conflict[]> {
  const first = sites.at(0)
  if (first === undefined) return []
  const own = await categories.findByName(ownName, signal)
  const listed = (await categories.list(signal)).categories
  const personal = new Set(listed.map(({ id }) => id))
  const isOther = ({ id }: Category) => id !== own?.id && personal.has(id)
  const outcome =
    answers ?? (await categories.holders(sites, signal, witnesses, (found) => found.some(isOther)))
  const { holders, failure } = outcome
  if (failure) throw failure
  const mayHold = listed.some(({ id, items }) => id !== own?.id && items !== 0)
  if (outcome.unproven && mayHold)
    throw new ProviderError(absenceUnproven({ thing: 'site', name: first, advice: adviceForConflicts }))
  const conflicts: Conflict[] = []
  if (holders.size === 0) return conflicts
  for (const site of sites) {
    const others = holders.get(site)?.filter(isOther) ?? []
    if (others.length > 0) conflicts.push({ site, holders: others })
  }
  return conflicts
}

/** A site, and the other personal categories that hold it. */
export interface Conflict {
  readonly site: Site
  readonly holders: readonly Category[]
}

/** What the list that is replaced gives up in its category. It is no conflict for the list that takes its place. */
export interface GivenUp {
  /** Number of the category. */
  readonly category: number
  readonly sites: SiteSet
}

const adviceForConflicts =
  'If no category contains any site yet, set on_conflict to "keep" for the first apply, which then checks no other category.'

/** The conflicts with other categories than that of the list that is replaced. */
export function withoutGivenUp(
  conflicts: readonly Conflict[],
  givenUp: GivenUp | undefined,
): readonly Conflict[] {
  if (!givenUp) return conflicts
  return conflicts.flatMap(({ site, holders }) => {
    const others = holders.filter(({ id }) => !isGivenUp(site, id, givenUp))
    return others.length > 0 ? [{ site, holders: others }] : []
  })
}

export function isGivenUp(site: Site, category: number, givenUp: GivenUp | undefined): boolean {
  return givenUp?.category === category && givenUp.sites.has(site)
}

export function heldSites(category: string, conflicts: readonly Conflict[]) {
  return { category, count: conflicts.length, holders: conflictList(conflicts) }
}

function conflictList(conflicts: readonly Conflict[]): string {
  const lines = conflicts
    .slice(0, mostNamed)
    .map(
      ({ site, holders }) => `${site} is in ${holders.map(({ name }) => JSON.stringify(name)).join(' and ')}`,
    )
  const more = conflicts.length > mostNamed ? `, and ${numberText(conflicts.length - mostNamed)} more` : ''
  return `${lines.join(', ')}${more}.`
}

/** So many conflicts are named one by one. */
const mostNamed = 10

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
