import type { Diagnostic, Diagnostics, Unknown } from '@webfilter/terraform-plugin'
import type { Category } from '../../appliance/categories/category'
import { ApplianceError } from '../../appliance/errors'
import { keyOf, type ListOwner, type PlannedSites } from '../../coordination/category-lists'
import type { Run } from '../../coordination/run'
import { type Context, isConfigured, type PlanContext } from '../../definitions'
import { categoryAdopted, categoryDeclaredTwice } from '../../diagnostics/categories'
import {
  listDeclaredTwice,
  listsOverlap,
  listTwiceInState,
  sitesContested,
} from '../../diagnostics/category-changes'
import {
  autonomousServiceUnconfirmed,
  categoryCreationUnsupported,
  conflictsUnsupported,
  olderRoutesMissing,
  siteRemovalUnsupported,
} from '../../diagnostics/category-services'
import { exceptionsOfOtherList } from '../../diagnostics/exceptions'
import { sitesStoredAsOthers } from '../../diagnostics/site-files'
import type { Contained } from '../../diagnostics/wording'
import { sitesAgainst } from '../../sites/exceptions'
import { attributeOfList, namesOfFiles } from '../../sites/files/several-files'
import { cutByAutonomousService } from '../../sites/spelling'
import { sitesInBoth } from '../../sites/table/site-list'
import { asTable, emptyTable, type SiteSet, siteNames, sitesWithout } from '../../sites/table/site-table'
import { diagnoseSitesThere, firstLook, noLook } from './adoption'
import { diagnoseConflicts, type GivenUp, type PlannedAddition } from './conflicts'
import {
  diagnoseSuccession,
  type ListChange,
  type ListToPlan,
  planListOf,
  plannedCompiled,
} from './list-change'
import { givenUpBy, type Memory, packedForNote } from './list-private-data'
import { type CompiledList, hasNoList, type ListedSites, removedByDestroy } from './list-state'
import {
  type DeclaredPlace,
  isCategoryKnown,
  knownPlace,
  type ListPlace,
  lookForNew,
  lookForPlace,
  nameOfPlace,
  staysIn,
  tableOfPlace,
} from './managed-category'
import { announceCreation, diagnoseRemoval, diagnoseStay } from './other-lists'

/** A list of sites that is to be planned, of either resource. */
export interface PlannedResource extends Pick<ListToPlan, 'config' | 'proposed'> {
  readonly prior: (NonNullable<ListToPlan['prior']> & CompiledList) | null
  /** Where the state has the list; null if there is no state. */
  readonly place: ListPlace | null
  /** Where the configuration declares it. */
  readonly declared: DeclaredPlace
}

/** Plans a list, warns of what Terraform does not show of it, and refuses what the appliance cannot do. */
export async function planResource(planned: PlannedResource, context: PlanContext & PlanMemory) {
  const { place, prior, proposed, declared } = planned
  const stays = place !== null && staysIn(place, declared)
  const arrived = arrival(context.run, place)
  return await untilArrived(context.run, arrived, async () => {
    const of = place && { category: place.category.name, stays }
    const askTable = () =>
      tableOfPlace(declared, stays ? place.category : null, context.record?.table, context)
    const list = await planListOf({ ...planned, of, askTable, declaredIn: nameOfPlace(declared) }, context)
    const isShared = isConfigured(context)
      ? await diagnosePlan({ ...planned, stays }, list, arrived, context)
      : false
    return { ...list.attributes, compiled: plannedCompiled(prior, list, proposed, isShared) }
  })
}

/** What the plan of a list remembers and notes. */
type PlanMemory = Omit<Memory, 'keep'>

/**
 * Plans the destroy of a list: warns of the sites that stay for other lists, and refuses a destroy that the appliance cannot carry out.
 *
 * @returns the managed sites (none with `on_destroy = "keep"`), and those of them that are removed
 */
export async function planDestroyOf(
  place: ListPlace,
  state: ListedSites & { readonly on_destroy: 'remove' | 'keep' },
  context: PlanContext & Pick<Memory, 'record' | 'note'>,
): Promise<{ readonly managed: SiteSet; readonly removed: SiteSet }> {
  const arrived = arrival(context.run, place)
  return await untilArrived(context.run, arrived, async () => {
    const managed = await removedByDestroy(state)
    if (!isConfigured(context)) return { managed, removed: managed }
    const { removed, staying } = await diagnoseRemoval(place.category, managed, arrived, context)
    context.note({ staying })
    const owner = { category: place.category.name, list: place.list }
    if (removed.size < managed.size) warnIfNotRead(place, owner, context)
    await announceRemoval(place, removed, context)
    await context.run.lists.giveWay(owner, context, { files: namesOfFiles(state), removed: managed })
    return { managed, removed }
  })
}

/**
 * Warns of the destroy of one of two objects of the same list, if neither was read. If that one is deposed, hosts plan it again when they
 * apply it, and the note of this plan is lost: only what the refresh records gets there. No host says whether an object is deposed, nor
 * whether a plan is the one of an apply, so this cannot be refused.
 */
function warnIfNotRead({ category, list }: ListPlace, owner: ListOwner, context: Context): void {
  const { run, object, diagnostics } = context
  if (run.isApplying || run.refreshes.wasRead(category, list)) return
  if (!run.claims.isDeclared('list', keyOf(owner), object)) return
  diagnostics.raise(listTwiceInState({ list, category: category.name }))
}

/** Says, once, that other lists need not wait for this one any more. @param place in the state; null if there is none */
function arrival(run: Run | undefined, place: ListPlace | null): () => void {
  if (!run) return () => {}
  if (!place) return run.shared.expectNew()
  let isAwaited = true
  return () => {
    if (isAwaited) run.shared.arrive(place.category, place.list)
    isAwaited = false
  }
}

/**
 * Plans a list, and announces its arrival at the latest when that ends or fails. Within an apply, changes that depend on what the plan announces
 * wait for it.
 */
async function untilArrived<T>(
  run: Run | undefined,
  arrived: () => void,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await (run ? run.whileAtWork(work) : work())
  } finally {
    arrived()
  }
}

/**
 * Compares the plan of a list with the appliance and with the other lists of this run, before anything is sent.
 *
 * @param arrived to be called once the list has made its announcements
 * @returns whether the list has to be applied although it does not change, because other lists may remove sites of it
 */
async function diagnosePlan(
  { place, declared, stays, prior, proposed }: PlannedResource & { readonly stays: boolean },
  list: ListChange,
  arrived: () => void,
  context: Context & PlanMemory,
): Promise<boolean> {
  const { run, object, diagnostics } = context
  const kept = stays ? place : null
  const replaced = stays ? null : place
  const known = knownPlace(declared)
  if (!known) {
    if (!isCategoryKnown(declared)) await diagnoseReplaced(replaced, prior, list, arrived, context)
    return false
  }
  const named = await lookForPlace(known, kept, context)
  if (named && !run.claims.claim('list', keyOf(named.owner), object, stays)) {
    diagnostics.raise(declaredTwice(named.owner), ['name'])
    return false
  }
  if (replaced) {
    const category = named && (await existingCategory(named.owner, context))
    if (category) await announceCreation(category, list, context)
    const givenUp = await diagnoseReplaced(replaced, prior, list, arrived, context)
    if (named) await diagnoseAddition(named.owner, list, givenUp, context)
    return false
  }
  if (!named) return false
  const { owner } = named
  await refuseContested(owner, list, context)
  if (kept) {
    // After an import, the state of a category has no list, and the category may contain the sites that are declared now. If this run has not
    // read the category, the plan belongs to an apply, and nothing is looked up.
    const isFirst = prior !== null && hasNoList(prior) && run.refreshes.wasRead(kept.category, kept.list)
    return await diagnoseKept(kept, owner, list, { ...proposed, isFirst }, arrived, context)
  }
  await run.lists.succeed(owner, context, async (stored, call) => {
    const { compile, removal_limit } = proposed
    const difference = { category: owner.category, list, compile, removal_limit }
    await diagnoseSuccession(difference, stored, { ...context, ...call })
  })
  const category = await lookForNew(known, named.found, context)
  if (category === 'not looked') return false
  const creation = category === 'absent'
  if (!creation) {
    await announceCreation(category, list, context)
    arrived()
    // A tainted list was read, and is planned as a creation.
    run.shared.arrive({ id: String(category.id), name: category.name }, owner.list)
  }
  const { contained, answers } = creation ? noLook : await firstLook(category, list, proposed.verify, context)
  if (!creation) diagnoseAdopted(owner, category, contained, proposed.on_destroy, diagnostics)
  const givenUp = await givenUpBy(context.notedInPlan?.predecessor)
  await diagnoseList(owner, list, { creation, isNew: true, answers, givenUp }, context)
  return false
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

/**
 * Plans what a replacement removes from the old category. A new category, or one that is not known yet, replaces the list. Terraform
 * asks for the plan of the new list next.
 *
 * @param place in the state; null if nothing is replaced
 */
async function diagnoseReplaced(
  place: ListPlace | null,
  prior: PlannedResource['prior'],
  list: ListChange,
  arrived: () => void,
  context: Context & PlanMemory,
): Promise<GivenUp | undefined> {
  if (!place || !prior) return undefined
  const managed = await removedByDestroy(prior, list.before)
  const { removed, staying } = await diagnoseRemoval(place.category, managed, arrived, context)
  const category = Number(place.category.id)
  const planned = list.isUncertain || list.onConflict !== 'fail' ? emptyTable : await list.planned()
  const sites = sitesInBoth(removed, planned)
  const packed = await packedForNote(sites)
  list.noteStaying(staying, packed ? { category, sites: packed } : undefined)
  await announceRemoval(place, removed, context)
  return { category, sites }
}

/** Reports conflicts of a list that is about to be planned as a creation: Terraform passes over what that plan warns of. */
async function diagnoseAddition(
  { category }: ListOwner,
  { isUncertain, planned, onConflict }: ListChange,
  givenUp: GivenUp | undefined,
  context: Context & PlanMemory,
): Promise<void> {
  if (onConflict === 'keep' || isUncertain) return
  const added = await planned()
  await refuseWhatCannotBeDone(category, { ...noNeeds, conflicts: added.size > 0 }, context)
  if (context.diagnostics.hasErrors) return
  await diagnoseConflicts({ ownName: category, added, onConflict, givenUp }, context)
}

/** The category of a list that is to be created; undefined if there is none, or if that cannot be found out. */
async function existingCategory(
  { category }: ListOwner,
  { appliance, signal }: Context,
): Promise<Category | undefined> {
  try {
    return await appliance.categories.findByName(category, signal)
  } catch (error) {
    if (error instanceof ApplianceError && error.transient) return undefined
    throw error
  }
}

async function announceRemoval(
  { category, list }: ListPlace,
  removed: SiteSet,
  context: Context,
): Promise<void> {
  const { run, object } = context
  run.mayGiveUp({ category: Number(category.id), list, sites: removed }, object)
  await refuseWhatCannotBeDone(category.name, { ...noNeeds, removal: removed.size > 0 }, context)
}

/**
 * Compares the plan of a list that stays in its category with the other lists of the category.
 *
 * @param place in the state. The list gives up its sites by the name that it had: another list of this run may be given that name, or
 * have had the new one.
 * @returns whether the list has to be applied although it does not change, because other lists may remove sites of it
 */
async function diagnoseKept(
  { category, list: formerly }: ListPlace,
  owner: ListOwner,
  list: ListChange,
  { verify, on_destroy, isFirst }: KeptList,
  arrived: () => void,
  context: Context & PlanMemory,
): Promise<boolean> {
  const { run, object, diagnostics } = context
  const { isShared, kept } = await diagnoseStay(category, list, arrived, context)
  const removed = kept.size > 0 ? sitesWithout(list.removed, kept) : list.removed
  if (list.removed.size > 0 || list.isUncertain) list.noteStaying(await packedForNote(kept))
  run.mayGiveUp({ category: Number(category.id), list: formerly, sites: removed }, object)
  const here = { id: Number(category.id), name: category.name }
  const { contained, answers } = isFirst ? await firstLook(here, list, verify, context) : noLook
  diagnoseSitesThere(owner, contained, on_destroy, diagnostics)
  await diagnoseList(owner, { ...list, removed }, { creation: false, isNew: false, answers }, context)
  return isShared
}

/** What the plan of a list that stays asks of its options. */
interface KeptList extends Pick<PlannedResource['proposed'], 'verify' | 'on_destroy'> {
  /** The state has no list yet, as after an import. */
  readonly isFirst: boolean
}

/**
 * Reports what the appliance has no route for, conflicts with other categories, and sites that another list of the category contains
 * too.
 */
async function diagnoseList(
  owner: ListOwner,
  { onConflict, added, removed, planned, exceptions }: ListChange,
  {
    creation,
    isNew,
    ...known
  }: { creation: boolean; isNew: boolean } & Pick<PlannedAddition, 'answers' | 'givenUp'>,
  context: Context & PlanMemory,
): Promise<void> {
  const needs = {
    creation,
    removal: removed.size > 0,
    conflicts: onConflict !== 'keep' && added.size > 0,
    added,
  }
  await diagnoseOverlaps(
    { owner, sites: planned, exceptions: exceptions && (() => exceptions.table()) },
    context,
  )
  if (isNew && added.size > 0) await warnOfUnseenService(context)
  await refuseWhatCannotBeDone(owner.category, needs, context)
  if (context.diagnostics.hasErrors || context.object.role === 'successor') return
  await diagnoseConflicts({ ownName: owner.category, added, onConflict, ...known }, context)
}

/** Warns of sites that two lists of one category contain, and of those that one declares and the other leaves out. */
async function diagnoseOverlaps(planned: PlannedSites, { run, object, diagnostics }: Context): Promise<void> {
  const { owner } = planned
  for (const other of run.lists.plan(planned, object)) {
    const sites = await planned.sites()
    const shared = sitesWithout(sites, sitesWithout(sites, await other.sites()))
    if (shared.size > 0) {
      const lists = { category: owner.category, one: other.owner.list, other: owner.list }
      diagnostics.raise(listsOverlap({ ...lists, sites: siteNames(shared, named) }))
    }
    await diagnoseExceptionsOfOther(planned, other, diagnostics)
    await diagnoseExceptionsOfOther(other, planned, diagnostics)
  }
}

/** Warns if another list of the category contains what the exceptions of a list leave out of it. */
async function diagnoseExceptionsOfOther(
  { owner, exceptions }: PlannedSites,
  other: PlannedSites,
  diagnostics: Diagnostics,
): Promise<void> {
  if (!exceptions) return
  const sites = sitesAgainst(await exceptions(), asTable(await other.sites()))
  if (sites.size === 0) return
  const lists = { category: owner.category, list: owner.list, other: other.owner.list }
  diagnostics.raise(exceptionsOfOtherList({ ...lists, count: sites.size, sites: siteNames(sites, named) }))
}

/**
 * Refuses sites that another category declares too, while one of the two takes them from the other. The second one that is planned does
 * so, also if it has no change: after a saved plan that could not know it, the next plan must not add them again.
 */
async function refuseContested(
  owner: ListOwner,
  { planned, onConflict, attributes }: ListChange,
  { run, object, diagnostics }: Context,
): Promise<void> {
  const declared = { owner, takes: onConflict === 'move', sites: planned }
  const path = [attributeOfList(attributes)]
  for (const { taker, other, sites } of await run.contested.declare(declared, object)) {
    const names = siteNames(sites, named)
    diagnostics.raise(sitesContested({ taker, other, count: sites.size, sites: names }), path)
  }
}

/** What a plan requires of the appliance. */
interface Needs {
  /** The category is not there and has to be created. */
  readonly creation: boolean
  /** Sites are to be removed. */
  readonly removal: boolean
  /** Sites are to be looked up in other categories. */
  readonly conflicts: boolean
  readonly added: SiteSet
}

/** The needs of a plan that changes nothing. */
const noNeeds: Needs = { creation: false, removal: false, conflicts: false, added: emptyTable }

/** Refuses in the plan what the appliance cannot do, as far as its list and its query route show. */
async function refuseWhatCannotBeDone(name: string, needs: Needs, context: Context): Promise<void> {
  await refuseSitesThatWouldBeCut(name, needs.added, context)
  await refuseWithoutOlderRoutes(name, needs, context)
}

async function refuseSitesThatWouldBeCut(
  name: string,
  added: SiteSet,
  { appliance, diagnostics, signal }: Context,
): Promise<void> {
  const cut = cutByAutonomousService(added)
  if (cut.size === 0 || (await appliance.categories.generation(signal)) === 'older') return
  const list = `category ${JSON.stringify(name)}`
  diagnostics.raise(sitesStoredAsOthers({ list, count: cut.size, sites: siteNames(cut, named) }), ['sites'])
}

/**
 * The autonomous service has no route that creates a category, none that removes sites from one, and none that returns the
 * categories of a site (interface document, 4.2).
 */
async function refuseWithoutOlderRoutes(
  name: string,
  { creation, removal, conflicts, added }: Needs,
  { appliance, diagnostics, signal }: Context,
): Promise<void> {
  const { categories } = appliance
  const { api } = categories
  const addsByOlderRoutes = api === 'older' && added.size > 0
  if (!(creation || removal || conflicts || addsByOlderRoutes)) return
  if (await categories.hasOlderRoutes(signal)) return
  if (addsByOlderRoutes) diagnostics.raise(olderRoutesMissing())
  if (creation) diagnostics.raise(categoryCreationUnsupported({ name, api }), ['name'])
  if (conflicts) diagnostics.raise(conflictsUnsupported({ name, api }), ['on_conflict'])
  if (removal) {
    diagnostics.raise(siteRemovalUnsupported({ category: `category ${JSON.stringify(name)}`, api }), [
      'sites',
    ])
  }
}

/**
 * The older list does not show whether the autonomous service exists too, and it has no route that could be tried without changing
 * something. Once a category is managed, the service existed.
 */
async function warnOfUnseenService({ appliance, diagnostics, signal }: Context): Promise<void> {
  const { categories } = appliance
  if (categories.api !== 'autonomous' || (await categories.list(signal)).generation === 'autonomous') return
  diagnostics.raise(autonomousServiceUnconfirmed())
}

/** So many sites are named one by one. */
const named = 10
