import type { Diagnostic, Diagnostics, Unknown } from '@webfilter/terraform-plugin'
import type { Category } from '../../appliance/categories/category'
import { ApplianceError } from '../../appliance/errors'
import { keyOf, type ListOwner, type PlannedSites } from '../../coordination/category-lists'
import type { Run } from '../../coordination/run'
import {
  type AboutObject,
  type Context,
  configured,
  type PlanContext,
  whilePlanning,
} from '../../definitions'
import { listsOverlap, listTwiceInState, sitesContested } from '../../diagnostics/category-changes'
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
import { diagnoseSitesThere, type FirstLook, firstLook, type LookedAt, noLook } from './adoption'
import { diagnoseConflicts, type GivenUp, type PlannedAddition } from './conflicts'
import {
  diagnoseSuccession,
  type ListChange,
  type ListPlanContext,
  type ListToPlan,
  planListOf,
  plannedCompiled,
} from './list-change'
import { givenUpBy, packedForNote, type RemovalNote } from './list-private-data'
import { type CompiledList, hasNoList, type ListedSites, removedByDestroy } from './list-state'
import type { ListPlace } from './managed-category'
import { announceCreation, diagnoseRemoval, diagnoseStay, type Remembered } from './other-lists'

/** A list of sites that is to be planned, of either resource. */
export interface PlannedResource extends Omit<ListToPlan, 'prior' | 'of'> {
  readonly prior: (NonNullable<ListToPlan['prior']> & CompiledList) | null
  /** Where the state has the list; null if there is no state. */
  readonly place: ListPlace | null
  /** Whether the list stays in the category of the state; false while the new category is not known. */
  readonly stays: boolean
  readonly isCategoryKnown: boolean
  /** What the configuration declares; undefined while the category or the name of the list is not known. */
  readonly declared: DeclaredPlace | undefined
}

/** How the plans of the two resources differ: in what they look up of the category, and in what they say of it. */
export interface DeclaredPlace {
  /** The list and the name of its category; undefined if there is no such category, which is then reported. */
  owner(context: Context): Promise<ListOwner | undefined>
  /** The error if another resource of the configuration manages the list. */
  declaredTwice(owner: ListOwner): Diagnostic
  /** Reports what a list that stays in its category cannot change there. */
  diagnoseKept(diagnostics: Diagnostics): void
  /** Reports what is known of the category of a new list, and returns it. */
  diagnoseNew(context: Context): Promise<Category | 'absent' | 'not looked'>
  /** Reports that the category of a new list exists, and how many of its sites it contains, if that was counted. */
  diagnoseAdopted(found: Category, contained: Contained | undefined, diagnostics: Diagnostics): void
}

/** Plans a list, warns of what Terraform does not show of it, and refuses what the appliance cannot do. */
export async function planResource(planned: PlannedResource, context: ListPlanContext) {
  const { place, prior, proposed, record, stays } = planned
  const arrived = arrival(context.run, place)
  return await untilArrived(context.run, arrived, async () => {
    const of = place && { category: place.category.name, stays }
    const list = await planListOf({ ...planned, of }, context)
    const known = configured(context)
    const isShared = known
      ? await diagnosePlan(planned, list, { ...context, ...known, record, arrived, object: context.object })
      : false
    return { ...list.attributes, compiled: plannedCompiled(prior, list, proposed, isShared) }
  })
}

/**
 * Plans the destroy of a list: warns of the sites that stay for other lists, and refuses a destroy that the appliance cannot carry out.
 *
 * @param warn the resource's own warning, given the managed sites (none with `on_destroy = "keep"`) and those of them that are removed
 */
export async function planDestroyOf(
  place: ListPlace,
  state: ListToDestroy,
  { note, object, record, ...planContext }: DestroyPlanContext,
  warn: (managed: SiteSet, removed: SiteSet) => void,
): Promise<void> {
  const arrived = arrival(planContext.run, place)
  await untilArrived(planContext.run, arrived, async () => {
    const known = configured(planContext)
    const context = known && { ...known, object, record }
    const managed = await removedByDestroy(state)
    const removed = context ? await diagnoseRemoval(place.category, managed, context, note, arrived) : managed
    warn(managed, removed)
    if (!context) return
    const owner = { category: place.category.name, list: place.list }
    if (removed.size < managed.size) warnIfNotRead(place, owner, context)
    await announceRemoval(place, removed, context)
    await context.run.lists.giveWay(owner, context, { files: namesOfFiles(state), removed: managed })
  })
}

/**
 * Warns of the destroy of one of two objects of the same list, if neither was read. If that one is deposed, hosts plan it again when they
 * apply it, and the note of this plan is lost: only what the refresh records gets there. No host says whether an object is deposed, nor
 * whether a plan is the one of an apply, so this cannot be refused.
 */
function warnIfNotRead({ category, list }: ListPlace, owner: ListOwner, context: PlannedContext): void {
  const { run, object, diagnostics } = context
  if (run.isApplying || run.refreshes.wasRead(category, list)) return
  if (!run.claims.isDeclared('list', keyOf(owner), object)) return
  diagnostics.raise(listTwiceInState({ list, category: category.name }))
}

/** What the plan of a destroy is made with, and what it notes. */
type DestroyPlanContext = PlanContext &
  AboutObject &
  Pick<Remembered, 'record'> & { note(note: RemovalNote): void }

type ListToDestroy = ListedSites & { readonly on_destroy: 'remove' | 'keep' }

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

/** Plans a list, and announces its arrival at the latest when that ends or fails. */
async function untilArrived<T>(
  run: Run | undefined,
  arrived: () => void,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await whilePlanning(run, work)
  } finally {
    arrived()
  }
}

/**
 * Compares the plan of a list with the appliance and with the other lists of this run, before anything is sent.
 *
 * @returns whether the list has to be applied although it does not change, because other lists may remove sites of it
 */
async function diagnosePlan(
  { declared, isCategoryKnown, place, prior, proposed, stays }: PlannedResource,
  list: ListChange,
  context: PlannedContext & OtherLists & Pick<ListPlanContext, 'removalLimit' | 'verify' | 'areNotesKept'>,
): Promise<boolean> {
  const { appliance, run, object, diagnostics, removalLimit } = context
  const look = (category: LookedAt) => firstLook(category, list, { ...context, ownVerify: proposed.verify })
  if (!declared) {
    if (!isCategoryKnown) await diagnoseReplaced()
    return false
  }
  const owner = await declared.owner(context)
  if (owner && !run.claims.claim('list', keyOf(owner), object, stays)) {
    diagnostics.raise(declared.declaredTwice(owner), ['name'])
    return false
  }
  if (place && !stays) {
    const category = owner && (await existingCategory(owner, context))
    if (category) await announceCreation(category, list, context)
    const givenUp = await diagnoseReplaced()
    if (owner) await diagnoseAddition(owner, list, givenUp, context)
    return false
  }
  if (!owner) return false
  await refuseContested(owner, list, context)
  if (place) {
    declared.diagnoseKept(diagnostics)
    return await diagnoseKept(place, owner, list, { ...context, onDestroy: proposed.on_destroy, lookIfFirst })
  }
  await run.lists.succeed(owner, context, async (stored, call) => {
    const { compile, removal_limit } = proposed
    const difference = { category: owner.category, list, compile, removal_limit }
    await diagnoseSuccession(difference, stored, { appliance, removalLimit, ...call })
  })
  const category = await declared.diagnoseNew(context)
  if (category === 'not looked') return false
  const creation = category === 'absent'
  if (!creation) {
    await announceCreation(category, list, context)
    context.arrived()
    // A tainted list was read, and is planned as a creation.
    run.shared.arrive({ id: String(category.id), name: category.name }, owner.list)
  }
  const { contained, answers } = creation ? noLook : await look(category)
  if (!creation) declared.diagnoseAdopted(category, contained, diagnostics)
  const givenUp = await givenUpBy(context.notedInPlan?.predecessor)
  await diagnoseList(owner, list, { creation, isNew: true, answers, givenUp }, context)
  return false

  /**
   * After an import, the state of a category has no list, and the category may contain the sites that are declared now. If this run has not
   * read the category, the plan belongs to an apply, and nothing is looked up.
   */
  async function lookIfFirst(): Promise<FirstLook> {
    if (!place || !prior || !hasNoList(prior) || !run.refreshes.wasRead(place.category, place.list))
      return noLook
    return await look({ id: Number(place.category.id), name: place.category.name })
  }

  /**
   * Plans what a replacement removes from the old category. A new category, or one that is not known yet, replaces the list. Terraform
   * asks for the plan of the new list next.
   */
  async function diagnoseReplaced(): Promise<GivenUp | undefined> {
    if (!place || !prior) return undefined
    const managed = await removedByDestroy(prior, list.before)
    let staying: RemovalNote['staying'] = null
    const removed = await diagnoseRemoval(
      place.category,
      managed,
      context,
      (note) => {
        staying = note.staying
      },
      context.arrived,
    )
    const category = Number(place.category.id)
    const planned = list.isUncertain || list.onConflict !== 'fail' ? emptyTable : await list.planned()
    const sites = sitesInBoth(removed, planned)
    const packed = await packedForNote(sites)
    list.noteStaying(staying, packed ? { category, sites: packed } : undefined)
    await announceRemoval(place, removed, context)
    return { category, sites }
  }
}

/** Reports conflicts of a list that is about to be planned as a creation: Terraform passes over what that plan warns of. */
async function diagnoseAddition(
  { category }: ListOwner,
  { isUncertain, planned, onConflict }: ListChange,
  givenUp: GivenUp | undefined,
  context: PlannedContext & Pick<ListPlanContext, 'areNotesKept'>,
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
  { appliance, signal }: PlannedContext,
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
  context: PlannedContext,
): Promise<void> {
  const { run, object } = context
  run.mayGiveUp({ category: Number(category.id), list, sites: removed }, object)
  await refuseWhatCannotBeDone(category.name, { ...noNeeds, removal: removed.size > 0 }, context)
}

/** What a plan is made with, if the provider is configured. */
type PlannedContext = Context & AboutObject

/** What a plan needs to know of the other lists of its category. */
interface OtherLists extends Remembered {
  /** Called once the list has made its announcements. */
  arrived(): void
}

/** What is said of a list that the state does not have yet. */
interface FirstList {
  readonly onDestroy: 'remove' | 'keep' | Unknown
  lookIfFirst(): Promise<FirstLook>
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
  context: PlannedContext & OtherLists & FirstList,
): Promise<boolean> {
  const { run, object, diagnostics, arrived, onDestroy, lookIfFirst } = context
  const { isShared, kept } = await diagnoseStay(category, list, context, context, arrived)
  const removed = kept.size > 0 ? sitesWithout(list.removed, kept) : list.removed
  if (list.removed.size > 0 || list.isUncertain) list.noteStaying(await packedForNote(kept))
  run.mayGiveUp({ category: Number(category.id), list: formerly, sites: removed }, object)
  const { contained, answers } = await lookIfFirst()
  diagnoseSitesThere(owner, contained, onDestroy, diagnostics)
  await diagnoseList(owner, { ...list, removed }, { creation: false, isNew: false, answers }, context)
  return isShared
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
  context: PlannedContext,
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
async function diagnoseOverlaps(
  planned: PlannedSites,
  { run, object, diagnostics }: PlannedContext,
): Promise<void> {
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
  { run, object, diagnostics }: PlannedContext,
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
async function refuseWhatCannotBeDone(
  name: string,
  needs: Needs,
  context: Omit<Context, 'run'>,
): Promise<void> {
  await refuseSitesThatWouldBeCut(name, needs.added, context)
  await refuseWithoutOlderRoutes(name, needs, context)
}

async function refuseSitesThatWouldBeCut(
  name: string,
  added: SiteSet,
  { appliance, diagnostics, signal }: Omit<Context, 'run'>,
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
  { appliance, diagnostics, signal }: Omit<Context, 'run'>,
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
async function warnOfUnseenService({ appliance, diagnostics, signal }: Omit<Context, 'run'>): Promise<void> {
  const { categories } = appliance
  if (categories.api !== 'autonomous' || (await categories.list(signal)).generation === 'autonomous') return
  diagnostics.raise(autonomousServiceUnconfirmed())
}

/** So many sites are named one by one. */
const named = 10
