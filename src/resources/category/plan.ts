import type { Category } from '@webfilter/appliance-client/categories/category'
import { isCategoryKnown, type KnownPlace, knownPlace } from '@webfilter/appliance-declarations/declared-list'
import {
  categoryAdopted,
  categoryDeclaredTwice,
  sitesAdopted,
} from '@webfilter/appliance-declarations/diagnostics/categories'
import {
  listDeclaredTwice,
  listTwiceInState,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import type { Contained } from '@webfilter/appliance-declarations/diagnostics/wording'
import {
  emptyTable,
  namesOfFiles,
  noFiles,
  type SiteSet,
  sitesInBoth,
  sitesInEither,
  sitesWithout,
} from '@webfilter/site-lists'
import {
  type Diagnostic,
  type Diagnostics,
  isUnknown,
  type Unknown,
  unknown,
} from '@webfilter/terraform-plugin'
import type { DeclaredSites } from '../../run/contested-sites'
import type { ListInPlan } from '../../run/lists-planned'
import { keyOf, type ListOwner, type ListPlace, type NamedCategory } from '../../run/place'
import { refuseWhatCannotBeDone, warnOfUnseenService } from './abilities'
import { diagnoseConflicts, type GivenUp, type PlannedAddition } from './conflicts'
import { type Context, isConfigured, type PlanContext } from './context'
import { diagnoseDifference, diagnoseSuccession, warnOfUnknown } from './difference'
import { firstLook, lookForNew, lookForPlace, noLook, tableOfPlace, warnOfSharedTable } from './look'
import { givenUpBy, type ListNote, notedSites, type PlanMemory, packedForNote } from './memory'
import { type ListChange, type PlannedResource, plannedChange, plannedCompiled } from './planned-change'
import { diagnoseOverlaps, refuseContested, type Sharing, shareSites } from './sharing'
import { hasNoList, removedByDestroy, type StoredList, staysIn } from './stored'

/** Plans a list, warns of what Terraform does not show of it, and refuses what the appliance cannot do. */
export async function planList(planned: PlannedResource, context: PlanContext & PlanMemory) {
  const { declared, declaredPlace, stored, storedPlace } = planned
  const stays = storedPlace !== null && staysIn(storedPlace, declaredPlace)
  const mine = context.run?.lists.plan(storedPlace, context.object)
  return await untilArrived(mine, context, async () => {
    const kept = stays ? storedPlace.category : null
    const askTable = () => tableOfPlace(declaredPlace, kept, context.record?.table, context)
    const list = await plannedChange(planned, askTable, context)
    if (stored && storedPlace) {
      const { name: category } = storedPlace.category
      const difference = { ...declared, category, list, isFirst: hasNoList(stored) }
      await diagnoseDifference(difference, stored, stays, context)
    }
    const { isShared, note, holders } =
      mine && isConfigured(context) ? await diagnosePlan(planned, stays, list, mine, context) : besideNone
    await warnOfUnknown(declared, list, holders, context)
    const isUnlinked = stored === null && context.object.role !== 'successor'
    const unplanned = mine && isUnlinked ? await unplannedIn(mine, context.signal) : undefined
    const all: ListNote = { ...list.note, ...note, ...(unplanned && { unplanned }) }
    if (Object.values(all).some((noted) => noted !== undefined)) context.note(all)
    const isOther = {
      isShared: isShared || (await mayLackDeclared(list, context)),
      isChanged: isChangedBeside(planned, list),
    }
    return { ...list.attributes, compiled: plannedCompiled(stored, list, declared, isOther) }
  })
}

/**
 * What the plan of a new list notes for the deletion of a tainted one whose place it may take. Terraform reads a tainted list and never plans it.
 */
async function unplannedIn(mine: ListInPlan, signal: AbortSignal): Promise<ListNote['unplanned']> {
  mine.arrives()
  const noted = []
  for (const [category, sites] of await mine.keptOfUnplanned(signal)) {
    const packed = await packedForNote(sites)
    if (packed) noted.push({ category: Number(category), sites: packed })
  }
  return noted.length > 0 ? noted : undefined
}

/** Whether more of the configuration differs from the state than the names of files, of which the plan keeps those of the state. */
function isChangedBeside(
  { stored, changed }: PlannedResource,
  { attributes }: ListChange,
): boolean | Unknown {
  const [before, planned] = [stored ?? noFiles, attributes].map(namesOfFiles)
  const keepsNames = JSON.stringify(before) === JSON.stringify(planned)
  const isKept = (name: string) => keepsNames && (name === 'sites_file' || name === 'sites_files')
  if (changed.surely.some((name) => !isKept(name))) return true
  return changed.maybe.length > 0 ? unknown : false
}

/** Whether an earlier change may not have added a declared site, or have removed it: then the list has to be applied, also if it does not compile. */
async function mayLackDeclared(
  { planned }: ListChange,
  { record }: Pick<PlanMemory, 'record'>,
): Promise<boolean> {
  if (!record?.doubtful) return false
  return sitesInBoth(await notedSites(record.doubtful), await planned()).size > 0
}

/** What a plan finds out of a list among the other lists of this run. */
interface BesideOthers {
  /** Whether it has to be applied although it does not change, because other lists may remove sites of it. */
  readonly isShared: boolean
  /** What the plan notes beside what it notes of the list alone. */
  readonly note?: Partial<Pick<ListNote, 'staying' | 'predecessor'>> | undefined
  /** Which other categories contain which of the added sites, in words, while it is not known what happens to them there. */
  readonly holders?: string | undefined
}

const besideNone: BesideOthers = { isShared: false }

/**
 * Plans the destroy of a list: warns of the sites that stay for other lists, and refuses a destroy that the appliance cannot carry out.
 *
 * @returns the managed sites (none with `on_destroy = "keep"`), and those of them that are removed
 */
export async function planDestroyOf(
  place: ListPlace,
  state: StoredList,
  context: PlanContext & Pick<PlanMemory, 'record' | 'note'>,
): Promise<{ readonly managed: SiteSet; readonly removed: SiteSet }> {
  const mine = context.run?.lists.plan(place, context.object)
  return await untilArrived(mine, context, async () => {
    const managed = await removedByDestroy(state)
    if (!mine || !isConfigured(context)) return { managed, removed: managed }
    const { removed, note } = await shareSites(mine, { ...place, removed: managed }, context)
    context.note(note)
    const owner = { category: place.category.name, list: place.list }
    if (removed.size < managed.size) warnIfNotRead(place, owner, context)
    await checkRemoval(place, removed, context)
    const stored = { files: namesOfFiles(state), removed: managed, token: context.object.token }
    const successor = mine.givesWay(owner, stored)
    if (successor) await diagnoseSuccession(successor, stored, context)
    return { managed, removed }
  })
}

/**
 * Warns of the destroy of one of two objects of the same list, if neither was read. If that one is deposed, hosts plan it again when they
 * apply it, and the note of this plan is lost: only what the refresh records gets there. No host says whether an object is deposed, nor
 * whether a plan is the one of an apply, so this cannot be refused.
 */
function warnIfNotRead(place: ListPlace, owner: ListOwner, context: Context): void {
  const { run, object, diagnostics } = context
  if (run.changes.haveBegun || run.lists.wasRead(place)) return
  if (!run.claims.isDeclared('list', keyOf(owner), object)) return
  diagnostics.raise(listTwiceInState(owner))
}

/**
 * Plans a list, and announces its arrival at the latest when that ends or fails. Within an apply, changes that depend on what the plan announces
 * wait for it.
 */
async function untilArrived<T>(
  mine: ListInPlan | undefined,
  { run }: PlanContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await (run ? run.changes.whileAtWork(work) : work())
  } finally {
    mine?.arrives()
  }
}

/**
 * Compares the plan of a list with the appliance and with the other lists of this run, before anything is sent.
 *
 * @param stays whether it stays where the state has it
 * @param mine the list among those of this run: it arrives once it has said what it keeps and gives up
 */
async function diagnosePlan(
  planned: PlannedResource,
  stays: boolean,
  list: ListChange,
  mine: ListInPlan,
  context: Context & PlanMemory,
): Promise<BesideOthers> {
  const { declaredPlace, stored, storedPlace } = planned
  const { run, object, diagnostics } = context
  const [staysAt, replaced] = stays ? [storedPlace, null] : [null, storedPlace]
  const known = knownPlace(declaredPlace)
  if (!known && isCategoryKnown(declaredPlace)) return besideNone
  const named = known && (await lookForPlace(known, staysAt, context))
  const isInState = named !== undefined && staysAt !== null && staysAt.list === named.owner.list
  if (named && !run.claims.claim('list', keyOf(named.owner), object, isInState)) {
    diagnostics.raise(declaredTwice(named.owner), ['name'])
    return besideNone
  }
  if (replaced && stored) return await diagnoseReplaced(replaced, stored, named?.owner, list, mine, context)
  if (!known || !named) return besideNone
  await refuseContested(mine, declaredSites(named.owner, list), list, context)
  if (!staysAt) return await diagnoseNew(planned, { known, ...named }, list, mine, context)
  return await diagnoseKept(planned, staysAt, named.owner, list, mine, context)
}

/**
 * Compares the plan of a list that is to be created with its category, if that exists. If the state may have had the list there (a tainted object,
 * the second plan of `-replace`, a block renamed without `moved`), its deletion leaves what both declare: the new one announces what that removes, and
 * notes for it what stays.
 */
async function diagnoseNew(
  { declared }: PlannedResource,
  {
    known,
    owner,
    found,
  }: { readonly known: KnownPlace; readonly owner: ListOwner; readonly found?: Category },
  list: ListChange,
  mine: ListInPlan,
  context: Context & PlanMemory,
): Promise<BesideOthers> {
  const { diagnostics } = context
  const { role, earlier } = context.object
  const { compile, removal_limit, verify, on_destroy } = declared
  const successor = { category: owner.category, list, compile, removal_limit }
  const stored = mine.succeeds(owner, successor)
  if (stored) await diagnoseSuccession(successor, stored, context)
  const category = await lookForNew(known, found, context)
  if (category === 'not looked') return besideNone
  const row = {
    category: category === 'absent' ? { name: owner.category } : namedCategory(category),
    list: owner.list,
    stays: list.planned,
    declares: declaredSites(owner, list),
  }
  // A replacement may come from another place, and what was read here is of another resource.
  const isInItsPlace = stored && (role !== 'successor' || stored.token === earlier?.token)
  let succession: Sharing | undefined
  if (isInItsPlace && category !== 'absent') {
    // The deletion knows what the new list declares only if the plan does.
    const again = list.isUncertain ? emptyTable : await list.planned()
    const place = { ...row, category: namedCategory(category), removed: sitesWithout(stored.removed, again) }
    succession = await shareSites(mine, place, context)
    await warnOfSharedTable(place.category, succession.removed, context)
  } else mine.announce(row)
  const creation = category === 'absent'
  const { contained, answers } = creation ? noLook : await firstLook(category, list, verify, context)
  if (!creation) diagnoseAdopted(owner, category, contained, on_destroy, diagnostics)
  const givenUp = await givenUpBy(context.notedInPlan?.predecessor)
  const removed = succession?.removed ?? emptyTable
  const addition = { creation, isNew: true, answers, givenUp }
  const holders = await diagnoseList(mine, owner, { ...list, removed }, addition, context)
  return { isShared: false, note: succession?.note, holders }
}

function namedCategory({ id, name }: Pick<Category, 'id' | 'name'>): NamedCategory {
  return { id: String(id), name }
}

/** What the plan of a list says that it declares. */
function declaredSites(owner: ListOwner, { onConflict, planned, exceptions }: ListChange): DeclaredSites {
  const takes = onConflict === 'move'
  return { owner, takes, sites: planned, exceptions: exceptions && (() => exceptions.table()) }
}

/** The error if another resource of the configuration manages the list. */
function declaredTwice({ category, list }: ListOwner): Diagnostic {
  return list === null ? categoryDeclaredTwice({ name: category }) : listDeclaredTwice({ list, category })
}

/** Says that the category of a new list exists, and which of its sites it contains, if they were counted. */
function diagnoseAdopted(
  owner: ListOwner,
  found: Category,
  contained: Contained | undefined,
  onDestroy: 'remove' | 'keep' | Unknown,
  diagnostics: Diagnostics,
): void {
  if (owner.list === null) diagnostics.raise(categoryAdopted({ ...found, contained }), ['name'])
  else diagnoseSitesThere({ category: found.name, list: owner.list }, contained, onDestroy, diagnostics)
}

/** Warns of sites of a new list that are in its category already. If none is, the list is as new as Terraform says. */
function diagnoseSitesThere(
  owner: ListOwner,
  contained: Contained | undefined,
  onDestroy: 'remove' | 'keep' | Unknown,
  diagnostics: Diagnostics,
): void {
  if (!contained || contained.there === 0) return
  diagnostics.raise(sitesAdopted({ ...owner, contained, isKept: onDestroy === 'keep' }))
}

/**
 * Plans what a replacement removes from the old category. A new category, or one that is not known yet, replaces the list. Terraform
 * asks for the plan of the new list next.
 *
 * @param place in the state
 * @param owner the new list; undefined if it is not known where that is
 */
async function diagnoseReplaced(
  place: ListPlace,
  stored: StoredList,
  owner: ListOwner | undefined,
  list: ListChange,
  mine: ListInPlan,
  context: Context & PlanMemory,
): Promise<BesideOthers> {
  const leaves = await removedByDestroy(stored, list.before)
  const elsewhere = owner && { category: { name: owner.category }, list: owner.list, stays: list.planned }
  const { removed, note } = await shareSites(mine, { ...place, removed: leaves, elsewhere }, context)
  const category = Number(place.category.id)
  const mayFail = list.onConflict === 'fail' || isUnknown(list.onConflict)
  const planned = list.isUncertain || !mayFail ? emptyTable : await list.planned()
  const sites = sitesInBoth(removed, planned)
  const packed = await packedForNote(sites)
  await checkRemoval(place, removed, context)
  const holders = owner && (await diagnoseAddition(owner, list, { category, sites }, context))
  const predecessor = packed ? { category, sites: packed } : undefined
  return { isShared: false, note: { ...note, predecessor }, holders }
}

/** Reports conflicts of a list that is about to be planned as a creation: Terraform passes over what that plan warns of. */
async function diagnoseAddition(
  { category }: ListOwner,
  { isUncertain, planned, onConflict }: ListChange,
  givenUp: GivenUp | undefined,
  context: Context & PlanMemory,
): Promise<string | undefined> {
  if (onConflict === 'keep' || isUncertain) return undefined
  const added = await planned()
  const conflicts = !isUnknown(onConflict) && added.size > 0
  await refuseWhatCannotBeDone(category, { conflicts }, context)
  if (context.diagnostics.hasErrors) return undefined
  return await diagnoseConflicts({ ownName: category, added, isNew: true, onConflict, givenUp }, context)
}

/** Says what a removal gives up, and refuses it if the appliance has no route for it. */
async function checkRemoval(
  { category, list }: ListPlace,
  removed: SiteSet,
  context: Context,
): Promise<void> {
  context.run.changes.mayGiveUp({ category: Number(category.id), list, sites: removed })
  await warnOfSharedTable(category, removed, context)
  await refuseWhatCannotBeDone(category.name, { removal: removed.size > 0 }, context)
}

/**
 * Compares the plan of a list that stays in its category with the other lists of the category.
 *
 * @param place in the state. The list gives up its sites by the name that it had: another list of this run may be given that name, or
 * have had the new one.
 */
async function diagnoseKept(
  { declared: { verify, on_destroy }, stored }: PlannedResource,
  place: ListPlace,
  owner: ListOwner,
  list: ListChange,
  mine: ListInPlan,
  context: Context & PlanMemory,
): Promise<BesideOthers> {
  const { category, list: formerly } = place
  const { run, diagnostics } = context
  const { before, planned, isUncertain } = list
  // Any site of the state may turn out to stay, or to leave.
  const stays = async () => (isUncertain ? sitesInEither(await before(), await planned()) : await planned())
  const mayLeave = isUncertain && list.onRemove !== 'keep' ? await before() : list.removed
  const shared = { category, list: owner.list, removed: list.removed, mayLeave, stays, change: list }
  const sharing = await shareSites(mine, { ...shared, declares: declaredSites(owner, list) }, context)
  const { removed, isShared } = sharing
  run.changes.mayGiveUp({ category: Number(category.id), list: formerly, sites: removed })
  const here = { id: Number(category.id), name: category.name }
  // After an import, the state of a category has no list, and the category may contain the sites that are declared now. If this run has not
  // read the category, the plan belongs to an apply, and nothing is looked up.
  const isFirst = stored !== null && hasNoList(stored) && run.lists.wasRead(place)
  const { contained, answers } = isFirst ? await firstLook(here, list, verify, context) : noLook
  diagnoseSitesThere(owner, contained, on_destroy, diagnostics)
  await warnOfSharedTable(category, removed, context)
  const surely = { ...list, removed: list.onRemove === 'remove' ? removed : emptyTable }
  const addition = { creation: false, isNew: false, answers }
  const holders = await diagnoseList(mine, owner, surely, addition, context)
  const note = list.removed.size === 0 && !isUncertain ? undefined : sharing.note
  return { isShared, note, holders }
}

/**
 * Reports what the appliance has no route for, conflicts with other categories, and sites that another list of the category contains
 * too.
 */
async function diagnoseList(
  mine: ListInPlan,
  owner: ListOwner,
  { onConflict, added, removed }: ListChange,
  {
    creation,
    isNew,
    ...known
  }: { creation: boolean; isNew: boolean } & Pick<PlannedAddition, 'answers' | 'givenUp'>,
  context: Context & PlanMemory,
): Promise<string | undefined> {
  const needs = {
    creation,
    removal: removed.size > 0,
    conflicts: onConflict !== 'keep' && !isUnknown(onConflict) && added.size > 0,
    added,
  }
  await diagnoseOverlaps(mine, context)
  if (isNew && added.size > 0) await warnOfUnseenService(context)
  await refuseWhatCannotBeDone(owner.category, needs, context)
  if (context.diagnostics.hasErrors || context.object.role === 'successor') return undefined
  return await diagnoseConflicts({ ownName: owner.category, added, isNew, onConflict, ...known }, context)
}
