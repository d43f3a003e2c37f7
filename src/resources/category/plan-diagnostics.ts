import { simplifyName } from '@webfilter/appliance-names'
import type { Unknown } from '@webfilter/terraform-plugin'
import type { Category } from '../../appliance/categories/category'
import type { ListOwner } from '../../coordination/category-lists'
import { type Context, configured, lookInPlan, type PlanContext } from '../../definitions'
import { categoryDeclaredTwice, categoryStays, listCategoryNotChecked } from '../../diagnostics/categories'
import { listDeclaredTwice, listsOverlap, sitesRemoved, sitesStay } from '../../diagnostics/category-changes'
import {
  autonomousServiceUnconfirmed,
  categoryCreationUnsupported,
  conflictsUnsupported,
  olderRoutesMissing,
  siteRemovalUnsupported,
} from '../../diagnostics/category-services'
import { sitesStoredAsOthers } from '../../diagnostics/site-files'
import { cutByAutonomousService } from '../../sites/spelling'
import { emptyTable, namesOf, type SiteSet, sitesWithout } from '../../sites/table/site-table'

import { diagnoseConflicts } from './conflicts'
import { type DepartureNote, packedForNote } from './list-private-data'
import { type ListedSites, removedByDestroy } from './list-state'
import {
  diagnoseAdoption,
  diagnoseSharedTable,
  type ManagedCategory,
  noCategory,
  refuseOtherDescription,
} from './managed-category'
import { diagnoseDeparture, diagnoseStay, type Remembered } from './other-lists'
import type { ListChange } from './plan-list'

/** The category that is planned, as far as it is known. */
interface PlannedCategory {
  readonly name: string
  readonly description: string | Unknown | null
  /** The plan is the second one of a resource that is to be replaced. */
  readonly replanned: boolean
}

/** What the state says of the category. */
interface PriorCategory extends ListedSites {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly on_destroy: 'remove' | 'keep'
}

/**
 * Says, before anything is sent, what the plan of a category leads to on this appliance and what it cannot lead to: a second
 * resource for the same category, adoption, another description, what the appliance has no route for, conflicts.
 *
 * @param prior null where the category is to be created or adopted
 * @returns whether it has to be applied although nothing of it changes, as others may take sites of it out
 */
export async function diagnoseCategory(
  { name, description, replanned }: PlannedCategory,
  list: ListChange,
  prior: PriorCategory | null,
  context: Context & OtherLists,
): Promise<boolean> {
  const { run, diagnostics } = context
  const owner = { category: name, list: null }
  if (!replanned && !run.lists.claim(owner)) {
    diagnostics.raise(categoryDeclaredTwice({ name }), ['name'])
    return false
  }
  if (prior && simplifyName(prior.name) !== simplifyName(name)) {
    await diagnoseReplacement(prior, list, context)
    return false
  }
  if (prior) {
    if (description !== prior.description)
      refuseOtherDescription(name, description, prior.description, diagnostics)
    return await diagnoseShared(prior, owner, list, context)
  }
  const found = await diagnoseAdoption(name, description, context)
  if (found === 'not looked') return false
  await diagnoseSharedTable(name, context)
  await diagnoseList(owner, list, { creation: found === 'absent', isNew: true }, context)
  return false
}

/**
 * Another name makes another category, of which Terraform asks for a plan next; this one is about what is left behind. So does a name
 * that is not known yet.
 */
export async function diagnoseReplacement(
  prior: PriorCategory,
  list: ListChange,
  context: Context,
): Promise<void> {
  const managed = await removedByDestroy(prior, list.before)
  const removed = await diagnoseDeparture(prior, managed, context, ({ staying }) => list.noteStaying(staying))
  context.run.mayGiveUp({ category: Number(prior.id), list: null, sites: removed })
  await refuseWhatCannotBeDone(prior.name, { ...noNeeds, removal: removed.size > 0 }, context)
}

/** Says what a destroy leaves on the appliance, and refuses one that the appliance cannot carry out. */
export async function diagnoseCategoryDestroy(
  state: PriorCategory,
  planContext: PlanContext,
  note: (note: DepartureNote) => void,
): Promise<void> {
  const { id, name, on_destroy } = state
  const context = configured(planContext)
  const managed = await removedByDestroy(state)
  const removed = context ? await diagnoseDeparture(state, managed, context, note) : managed
  const removal = removed.size > 0
  context?.run.mayGiveUp({ category: Number(id), list: null, sites: removed })
  const kept = on_destroy === 'keep' ? 'kept' : managed.size > 0 ? 'shared' : 'none'
  const told = { name, sites: removal ? 'removed' : kept, removed: removed.size } as const
  planContext.diagnostics.raise(categoryStays(told))
  if (context) await refuseWhatCannotBeDone(name, { ...noNeeds, removal }, context)
}

/** The list that is planned, as far as it is known. */
interface PlannedSitesList {
  /** Number of the category. */
  readonly id: string
  readonly name: string
  /** The plan is the second one of a resource that is to be replaced. */
  readonly replanned: boolean
}

/** What the state says of the list. */
interface PriorSitesList extends ListedSites {
  readonly category_id: string
  readonly category_name: string
  readonly name: string
  readonly on_destroy: 'remove' | 'keep'
}

/**
 * Says, before anything is sent, what the plan of a list in somebody else's category leads to and what it cannot lead to.
 *
 * @param prior null where the list is new
 * @returns whether it has to be applied although nothing of it changes, as others may take sites of it out
 */
export async function diagnoseSitesList(
  { id, name, replanned }: PlannedSitesList,
  list: ListChange,
  prior: PriorSitesList | null,
  context: Context & OtherLists,
): Promise<boolean> {
  const { run, diagnostics } = context
  const isAnother = prior !== null && prior.category_id !== id
  const category = prior && !isAnother ? prior.category_name : (await find(id, context))?.name
  if (category !== undefined && !replanned && !run.lists.claim({ category, list: name })) {
    diagnostics.raise(listDeclaredTwice({ list: name, category }), ['name'])
    return false
  }
  if (isAnother) {
    await diagnoseMove(prior, list, context)
    return false
  }
  if (category === undefined) return false
  const owner = { category, list: name }
  if (!prior) {
    await diagnoseList(owner, list, { creation: false, isNew: true }, context)
    return false
  }
  // What it gives up, it gives up by the name that it had: another list of this run may be given that name, or have had this one.
  return await diagnoseShared({ id, name: category }, owner, list, { ...context, formerly: prior.name })
}

/** A list that goes to another category, which may not be known yet: says what becomes of its sites in this one. */
export async function diagnoseMove(prior: PriorSitesList, list: ListChange, context: Context): Promise<void> {
  const from = { id: prior.category_id, name: prior.category_name }
  const managed = await removedByDestroy(prior, list.before)
  const removed = await diagnoseDeparture(from, managed, context, ({ staying }) => list.noteStaying(staying))
  await diagnoseRemoval(prior, removed, context)
}

/** Says what a destroy leaves on the appliance, and refuses one that the appliance cannot carry out. */
export async function diagnoseSitesDestroy(
  state: PriorSitesList,
  planContext: PlanContext,
  note: (note: DepartureNote) => void,
): Promise<void> {
  const { category_id: id, category_name: name } = state
  const { diagnostics } = planContext
  if (state.on_destroy === 'keep') diagnostics.raise(sitesStay({ list: state.name, category: name }))
  const managed = await removedByDestroy(state)
  const context = configured(planContext)
  if (!context) return warnOfRemoval(name, managed, diagnostics)
  const removed = await diagnoseDeparture({ id, name }, managed, context, note)
  warnOfRemoval(name, removed, diagnostics)
  await diagnoseRemoval(state, removed, context)
}

function warnOfRemoval(category: string, removed: SiteSet, diagnostics: PlanContext['diagnostics']): void {
  if (removed.size === 0) return
  const told = { category, count: removed.size, sites: namesOf(removed, named), by: 'destroy' } as const
  diagnostics.raise(sitesRemoved(told))
}

/** So many are named one by one. */
const named = 10

async function diagnoseRemoval(state: PriorSitesList, removed: SiteSet, context: Context): Promise<void> {
  context.run.mayGiveUp({ category: Number(state.category_id), list: state.name, sites: removed })
  await refuseWhatCannotBeDone(state.category_name, { ...noNeeds, removal: removed.size > 0 }, context)
}

/** The category of a new list. Reports one that is not there. */
async function find(id: string, context: Context): Promise<Category | undefined> {
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

/** What a plan needs to agree with the other lists of its category. */
interface OtherLists extends Remembered {
  /** Called once the list has announced what it is about. */
  arrived(): void
}

/**
 * Says what the plan of a list leads to that stays in its category, beside the other lists in it.
 *
 * @returns whether it has to be applied although nothing of it changes, as others may take sites of it out
 */
async function diagnoseShared(
  category: ManagedCategory,
  owner: ListOwner,
  list: ListChange,
  context: Context & OtherLists & { readonly formerly?: string },
): Promise<boolean> {
  const { run, arrived, formerly = owner.list } = context
  const { isShared, kept } = await diagnoseStay(category, list, context, context, arrived)
  const removed = kept.size > 0 ? sitesWithout(list.removed, kept) : list.removed
  if (list.removed.size > 0 || list.isUncertain) list.noteStaying(await packedForNote(kept))
  run.mayGiveUp({ category: Number(category.id), list: formerly, sites: removed })
  await diagnoseList(owner, { ...list, removed }, { creation: false, isNew: false }, context)
  return isShared
}

/**
 * Says, before anything is sent, what the plan of a list leads to on this appliance and what it cannot lead to: what the
 * appliance has no route for, conflicts with other categories, sites that another list in the category has too.
 */
async function diagnoseList(
  owner: ListOwner,
  { onConflict, added, removed, planned }: ListChange,
  { creation, isNew }: { readonly creation: boolean; readonly isNew: boolean },
  context: Context,
): Promise<void> {
  const needs = {
    creation,
    removal: removed.size > 0,
    conflicts: onConflict !== 'keep' && added.size > 0,
    added,
  }
  await diagnoseOverlaps(owner, planned, context)
  if (isNew && added.size > 0) await warnOfUnseenService(context)
  await refuseWhatCannotBeDone(owner.category, needs, context)
  if (context.diagnostics.hasErrors) return
  await diagnoseConflicts({ ownName: owner.category, added, onConflict }, context)
}

const namedShared = 10

/** Two lists in one category may name one site: the first of them whose list loses it removes it for both. */
async function diagnoseOverlaps(
  owner: ListOwner,
  planned: () => Promise<SiteSet>,
  { run, diagnostics }: Context,
): Promise<void> {
  for (const other of run.lists.plan({ owner, sites: planned })) {
    const sites = await planned()
    const shared = sitesWithout(sites, sitesWithout(sites, await other.sites()))
    if (shared.size === 0) continue
    const lists = { category: owner.category, one: other.owner.list, other: owner.list }
    diagnostics.raise(listsOverlap({ ...lists, sites: namesOf(shared, namedShared) }))
  }
}

/** What a plan is going to ask of the appliance. */
interface Needs {
  /** The category is not there and has to be created. */
  readonly creation: boolean
  /** Sites are to be taken out. */
  readonly removal: boolean
  /** Other categories are to be asked for sites. */
  readonly conflicts: boolean
  readonly added: SiteSet
}

/** What a plan asks that changes nothing. */
const noNeeds: Needs = { creation: false, removal: false, conflicts: false, added: emptyTable }

/** Says at plan time what the appliance cannot do, as far as its list and its query route tell. */
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
  diagnostics.raise(sitesStoredAsOthers({ list, count: cut.size, sites: namesOf(cut, namedSites) }), [
    'sites',
  ])
}

/** So many are named one by one. */
const namedSites = 10

/**
 * The autonomous service has no route that creates a category, none that takes sites out of one, and none that tells which
 * categories hold a site (interface document, 4.2).
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
 * The older list does not tell whether the autonomous service is there too, and no route of it could be asked without changing
 * something. Once a category is managed, the service was there.
 */
async function warnOfUnseenService({ appliance, diagnostics, signal }: Omit<Context, 'run'>): Promise<void> {
  const { categories } = appliance
  if (categories.api !== 'autonomous' || (await categories.list(signal)).generation === 'autonomous') return
  diagnostics.raise(autonomousServiceUnconfirmed())
}
