import type { Category } from '../../../appliance/categories/category'
import { listCategoryNotChecked } from '../../../diagnostics/categories'
import { listDeclaredTwice, sitesRemoved, sitesStay } from '../../../diagnostics/category-changes'

import { lookInPlan } from '../../../look-in-plan'
import { namesOf } from '../../../sites/first-sites'
import type { SiteSet } from '../../../sites/table/site-set'
import { type Context, configured, type PlanContext } from '../../context'
import { diagnoseDeparture } from '../departure'
import { type ListedSites, removedByDestroy } from '../list/managed'
import type { DepartureNote } from '../list/packed-note'
import { noCategory } from '../managed-category'
import { noNeeds, refuseWhatCannotBeDone } from './capabilities'
import type { ListChange } from './list'
import { diagnoseList } from './list-diagnostics'
import { diagnoseShared, type OtherLists } from './shared-lists'

/** The list that is planned, as far as it is known. */
export interface PlannedSitesList {
  /** Number of the category. */
  readonly id: string
  readonly name: string
  /** The plan is the second one of a resource that is to be replaced. */
  readonly replanned: boolean
}

/** What the state says of the list. */
export interface PriorSitesList extends ListedSites {
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
