import type { Category } from '../../appliance/categories/category'
import { listCategoryNotChecked } from '../../diagnostics/entries/categories'
import { listDeclaredTwice, sitesRemoved, sitesStay } from '../../diagnostics/entries/sites'
import { namesOf } from '../../sites/first-sites'
import type { SiteSet } from '../../sites/site-set'
import { lookInPlan } from '../look-in-plan'
import { noCategory } from './category-identity'
import { noNeeds, refuseWhatCannotBeDone } from './category-limits'
import { announceDeparture, type DepartureNote } from './departure'
import { type AnnouncedList, announceList, removedByDestroy } from './list-announcements'
import type { ListedSites } from './managed-list'
import type { PlanSurroundings, Surroundings } from './surroundings'

/** The list that is planned, as far as it is known. */
export interface PlannedSitesList {
  /** Number of the category. */
  readonly id: string
  readonly name: string
  readonly list: AnnouncedList
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
 */
export async function announceSites(
  planned: PlannedSitesList,
  prior: PriorSitesList | null,
  surroundings: Surroundings,
): Promise<void> {
  await surroundings.categoryClaims.releases.whileAtWork(() => announceAll(planned, prior, surroundings))
}

async function announceAll(
  { id, name, list, replanned }: PlannedSitesList,
  prior: PriorSitesList | null,
  surroundings: Surroundings,
): Promise<void> {
  const { categoryClaims, diagnostics } = surroundings
  const isAnother = prior !== null && prior.category_id !== id
  const category = prior && !isAnother ? prior.category_name : (await find(id, surroundings))?.name
  if (category !== undefined && !replanned && !categoryClaims.claim({ category, list: name })) {
    diagnostics.raise(listDeclaredTwice({ list: name, category }), ['name'])
    return
  }
  if (isAnother) return announceLeaving(prior, surroundings)
  if (category === undefined) return
  // By the name that it had: another list of this run may be given that name, or have had this one.
  if (prior) categoryClaims.releases.plan(id, prior.name, list.removed)
  await announceList({ category, list: name }, { ...list, creation: false, isNew: !prior }, surroundings)
}

/** Says what a destroy leaves on the appliance, and refuses one that the appliance cannot carry out. */
export async function announceSitesDestroy(
  state: PriorSitesList,
  { appliance, categoryClaims, diagnostics, signal }: PlanSurroundings,
  note: (note: DepartureNote) => void,
): Promise<void> {
  if (state.on_destroy === 'keep') {
    diagnostics.raise(sitesStay({ list: state.name, category: state.category_name }))
  }
  const managed = await removedByDestroy(state)
  if (!appliance || !categoryClaims) return warnOfRemoval(state, managed, diagnostics)
  const surroundings = { appliance, categoryClaims, diagnostics, signal }
  const category = { id: state.category_id, name: state.category_name }
  const removed = await announceDeparture(category, managed, surroundings, note)
  warnOfRemoval(state, removed, diagnostics)
  await announceRemoval(state, removed, surroundings)
}

function warnOfRemoval(
  { category_name: category }: PriorSitesList,
  removed: SiteSet,
  diagnostics: PlanSurroundings['diagnostics'],
): void {
  if (removed.size === 0) return
  const told = { category, count: removed.size, sites: namesOf(removed, named), by: 'destroy' } as const
  diagnostics.raise(sitesRemoved(told))
}

/** So many are named one by one. */
const named = 10

async function announceLeaving(state: PriorSitesList, surroundings: Surroundings): Promise<void> {
  await announceRemoval(state, await removedByDestroy(state), surroundings)
}

async function announceRemoval(
  state: PriorSitesList,
  removed: SiteSet,
  surroundings: Surroundings,
): Promise<void> {
  surroundings.categoryClaims.releases.plan(state.category_id, state.name, removed)
  await refuseWhatCannotBeDone(state.category_name, { ...noNeeds, removal: removed.size > 0 }, surroundings)
}

/** The category of a new list. Reports one that is not there. */
async function find(
  id: string,
  { appliance, diagnostics, signal }: Surroundings,
): Promise<Category | undefined> {
  const found = await lookInPlan(
    (failure) => listCategoryNotChecked({ id, failure }),
    ['category_id'],
    diagnostics,
    () => appliance.categories.findById(Number(id), signal),
  )
  if (found === 'not looked') return undefined
  if (!found) diagnostics.raise(noCategory(id), ['category_id'])
  return found
}
