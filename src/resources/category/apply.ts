import type { Site } from '@webfilter/appliance-names'
import { IncompleteChange, ProviderError } from '@webfilter/terraform-plugin'
import type { Category, CategoryAddress } from '../../appliance/categories/category'
import type { CategoryChangeOutcome } from '../../appliance/categories/change/step-taking'
import type { ApplianceError } from '../../appliance/errors'
import type { ListOwner } from '../../coordination/category-lists'
import type { Context } from '../../definitions'
import { categoryNotReleased } from '../../diagnostics/categories'
import { creationMayHaveStoredSites } from '../../diagnostics/category-changes'
import { namesOfFiles } from '../../sites/files/several-files'
import { asSet, firstBeside, inOrder, joined, type SiteList, sitesInBoth } from '../../sites/table/site-list'
import { emptyTable, type SiteSet, sitesInEither, sitesWithout } from '../../sites/table/site-table'
import { verifyOf } from '../../sites/verification'
import { sitesOfSuccessor } from './list-change'
import { givenUpBy, type Memory, recordOfChange } from './list-private-data'
import {
  type CompiledList,
  type ListPlan,
  type ListState,
  listHolding,
  managedListOf,
  managedSites,
  sitesOfPlan,
} from './list-state'
import { findManaged, type ListPlace, refuseAnotherCategory, unusualTable } from './managed-category'
import { removedByDeletion, removedByUpdate } from './other-lists'
import { absentFrom } from './refresh'
import { changeCategory, countAfter, countBefore, createCategory, type SitesChange } from './send-change'

/** Where a new list gets: into a category that exists, or into one that is created with this description unless it exists. */
type NewPlace = { readonly category: Category } | { readonly description: string }

/** A new list, and the category that it is in. */
interface NewList {
  readonly category: Category
  /** Whether the change has created the category. */
  readonly isCreated: boolean
  readonly list: CompiledList
}

/**
 * Fills a category with a new list. Settles what it claims, and remembers what was added and how its file was read.
 *
 * @returns the category, whether it was created, and what the state then says of the list
 * @throws {ProviderError} if a resource that was to be destroyed in this run still has the list
 */
export async function createList(
  owner: ListOwner,
  plan: ListPlan,
  place: NewPlace,
  context: Context & Pick<Memory, 'noted' | 'keep'>,
): Promise<NewList> {
  const { appliance, run, noted, keep, signal } = context
  const wanted = await sitesOfPlan(plan)
  run.lists.declare(owner, wanted)
  return await run.turn('category', owner.category, signal, async () => {
    const existing =
      'category' in place ? place.category : await appliance.categories.findByName(owner.category, signal)
    const filling = await fillingOf(owner, plan, wanted, existing, context)
    const filled =
      'category' in place
        ? { ...place, outcome: await changeCategory(place.category, filling, context) }
        : await createCategory(place.description, filling, context)
    const { category, outcome } = filled
    const isCreated = 'origin' in filled && filled.origin === 'created'
    if (outcome.failure) throw reported(outcome, outcome.failure)
    run.lists.settle(owner, wanted)
    const counting = { verify: verifyOf(plan.verify, context.verify), noted: undefined, isWhole: true }
    const counted = existing && (await countAfter(existing, outcome, counting, context))
    keep({ ...recordOfChange(wanted, noted, undefined, counted), table: unusualTable(category) })
    const compiled = outcome.compiled || wanted.size === 0
    return { category, isCreated, list: { ...managedListOf(plan), compiled } }
  })

  /** A failed creation leaves no state: what it may leave on the appliance is said. */
  function reported({ added, maybeAdded }: CategoryChangeOutcome, failure: ApplianceError): ApplianceError {
    const sites = { stored: added.length, doubtful: maybeAdded }
    if (sites.stored + sites.doubtful > 0)
      context.diagnostics.raise(creationMayHaveStoredSites({ ...owner, ...sites }))
    return failure
  }
}

async function fillingOf(
  owner: ListOwner,
  plan: ListPlan,
  wanted: SiteSet,
  existing: Category | undefined,
  context: Context & Pick<Memory, 'noted'>,
): Promise<SitesChange> {
  const { appliance, run, signal, noted } = context
  if (run.lists.hasFailedRemoval(owner))
    throw new ProviderError(categoryNotReleased({ name: owner.category }))
  const sites = inOrder(wanted)
  const add = existing ? await absentFrom(existing, sites, appliance, signal) : sites
  return {
    name: owner.category,
    list: owner.list,
    add,
    remove: [],
    siteThatStays: firstBeside(add, wanted) ?? keptByOthers(owner, existing, context),
    onConflict: plan.on_conflict,
    givenUp: await givenUpBy(noted?.predecessor),
    // Whether an existing category was compiled is not known: an earlier creation may have failed there.
    compile: plan.compile && wanted.size > 0,
    pending: false,
  }
}

/**
 * Changes a list as it is planned.
 *
 * @param place the category of the state, and the name that the list gets
 * @returns what the state then says of the list
 * @throws {IncompleteChange} with the prior state and what was confirmed, if it fails on the way
 */
export async function updateList(
  place: ListPlace,
  { prior, plan }: { readonly prior: ListState; readonly plan: ListPlan },
  context: Context & Omit<Memory, 'note' | 'notedInPlan' | 'areNotesKept'>,
): Promise<CompiledList> {
  const { appliance, run, object, record, noted, keep, signal } = context
  const owner = ownerOf(place)
  const category = { id: Number(place.category.id) }
  const [before, wanted] = [await managedSites(prior), await sitesOfPlan(plan)]
  const [coming, leaving] = [sitesWithout(wanted, before), sitesWithout(before, wanted)]
  const toTakeOut = plan.on_remove === 'remove' ? leaving : emptyTable
  let leavingHere = toTakeOut
  let lostToOthers: SiteSet | undefined
  run.lists.declare(owner, wanted, object)
  const { change, outcome, counted } = await run
    .turn('category', owner.category, signal, async () => {
      await refuseAnotherCategory(place.category, appliance, signal)
      const newcomers = await toBeAdded(category, prior, coming, context)
      const lost = await removedByOthers(owner, category, () => sitesWithout(wanted, coming), context)
      lostToOthers = asSet(lost)
      const add = joined(newcomers, lost)
      // Sites that another list of the category has taken over by now stay.
      leavingHere = await removedByUpdate(place.category, toTakeOut, context)
      const leavingUs = run.lists.notDeclared(owner.category, leavingHere)
      const remove = inOrder(leavingUs)
      run.mayGiveUp({ category: category.id, list: owner.list, sites: leavingUs })
      const changes = add.length + remove.length > 0
      // Sites that others have added may never have been compiled.
      const isFound = newcomers.length < coming.size
      const repairs = (!prior.compiled || isFound) && plan.compiled !== false
      const change = {
        name: owner.category,
        list: owner.list,
        add,
        putBack: [...lost],
        remove,
        siteThatStays: firstBeside(add, wanted) ?? keptByOthers(owner, category, context),
        onConflict: plan.on_conflict,
        compile: plan.compile && (changes || repairs),
        pending: !prior.compiled || isFound || lost.length > 0,
      }
      const counting = { verify: verifyOf(plan.verify, context.verify), noted: record?.counted }
      await countBefore(category, counting, context)
      const outcome = await changeCategory(category, change, context)
      const isWhole = add.length === wanted.size && wanted.size > 0
      const counted = outcome.failure
        ? undefined
        : await countAfter(category, outcome, { ...counting, isWhole }, context)
      return { change, outcome, counted }
    })
    .catch(async (failure: unknown) => {
      throw await refused(failure)
    })

  const touched = outcome.added.length + outcome.removed.length > 0
  const compiled = outcome.compiled || (prior.compiled && !touched && plan.compiled !== false)
  if (outcome.failure) {
    const found = sitesWithout(coming, asSet(change.add))
    const kept = sitesWithout(sitesWithout(before, takenOver()), asSet(change.add))
    const left = sitesWithout(kept, asSet(outcome.removed))
    const there = sitesInEither(left, found)
    const confirmed = sitesInEither(there, asSet(outcome.added))
    const list = await listHolding(confirmed, managedListOf(plan), prior)
    throw new IncompleteChange({ ...prior, ...list, compiled }, outcome.failure)
  }
  run.lists.settle(owner, wanted, object)
  run.refreshes.forget(place.category, place.list)
  keep(recordOfChange(coming, noted, record, counted))
  return { ...managedListOf(plan), compiled }

  /** The sites that other lists of the category have taken over by now: the next update leaves them. */
  function takenOver(): SiteSet {
    return sitesWithout(toTakeOut, run.lists.notDeclared(owner.category, leavingHere))
  }

  /** Nothing was sent: the state keeps what it had, without what other lists have taken over or removed by now. */
  async function refused(failure: unknown): Promise<unknown> {
    const gone = lostToOthers ?? run.shared.gone(place.category, before)
    const left = sitesWithout(sitesWithout(before, takenOver()), gone)
    if (left.size === before.size) return failure
    const list = await listHolding(left, managedListOf(plan), prior)
    return new IncompleteChange({ ...prior, ...list }, failure)
  }
}

/**
 * Removes the sites of a list from its category if its destroy does so, except those that another resource declares there.
 *
 * @param noted what the plan of the destroy noted, or that of what is created in its place
 * @throws {IncompleteChange} with the state and what is left of the list, if it fails on the way
 */
export async function deleteList(
  place: ListPlace,
  state: ListState & { readonly on_destroy: 'remove' | 'keep' },
  context: Context & Pick<Memory, 'noted'>,
): Promise<void> {
  const { run, signal } = context
  if (state.on_destroy === 'remove')
    await run.turn('category', place.category.name, signal, () => removeList(place, state, context))
  run.lists.forget(ownerOf(place))
  run.refreshes.forget(place.category, place.list)
}

async function removeList(
  place: ListPlace,
  state: ListState,
  context: Context & Pick<Memory, 'noted'>,
): Promise<void> {
  const { appliance, run, noted, signal } = context
  const owner = ownerOf(place)
  const managed = await managedSites(state)
  const again = await sitesOfSuccessor(place, { managed, files: namesOfFiles(state) }, noted ?? {}, context)
  // If the resource was replaced, or another one took its place, its sites may still be declared.
  const leaving = await removedByDeletion(place.category, sitesWithout(managed, again), context)
  const leavingUs = run.lists.notDeclared(owner.category, leaving)
  const remove = inOrder(leavingUs)
  const compile = state.compile && (remove.length > 0 || !state.compiled)
  const isNothing = remove.length === 0 && !compile
  // What stays is declared by others, which may not be created yet: if the appliance cannot be asked, or is another one, the state keeps it.
  if (isNothing && managed.size === 0) return
  const found = await findManaged(place.category, managed, appliance, signal).catch(
    async (failure: unknown) => {
      throw await unfinished([], failure)
    },
  )
  // With the category, the list is gone.
  if (!found || isNothing) return
  run.mayGiveUp({ category: found.id, list: owner.list, sites: leavingUs })
  const change = {
    name: owner.category,
    list: owner.list,
    add: [],
    remove,
    siteThatStays: firstBeside(remove, managed) ?? keptByOthers(owner, found, context),
    onConflict: 'keep',
    compile,
    pending: !state.compiled,
  } as const
  const outcome = await changeCategory(found, change, context)
  if (outcome.failure) throw await unfinished(outcome.removed, outcome.failure)

  /** The state without the sites that others declare by now: the next destroy leaves them. What takes the place of the list is not created. */
  async function unfinished(removed: SiteList, failure: unknown): Promise<IncompleteChange> {
    run.lists.failRemoval(owner)
    const ours = sitesInEither(leavingUs, sitesInBoth(managed, again))
    const list = await listHolding(sitesWithout(ours, asSet(removed)), state)
    const untouched = state.compiled && removed.length === 0
    return new IncompleteChange({ ...state, ...list, compiled: untouched }, failure)
  }
}

function ownerOf({ category, list }: ListPlace): ListOwner {
  return { category: category.name, list }
}

/** Sites of a list that the destroy of another one has removed from the category in this run. */
async function removedByOthers(
  { category: name }: ListOwner,
  category: CategoryAddress,
  sites: () => SiteSet,
  { appliance, run, signal }: Context,
): Promise<SiteList> {
  const lost = await run.shared.lost({ id: String(category.id), name }, sites)
  return lost.size > 0 ? await absentFrom(category, inOrder(lost), appliance, signal) : []
}

/** Sites that an update has to add. Which of the declared sites an imported category contains was not looked up yet. */
async function toBeAdded(
  category: CategoryAddress,
  prior: ListState,
  coming: SiteSet,
  { appliance, signal }: Context,
): Promise<SiteList> {
  const isImported = prior.sites === null && prior.sites_packed === null
  const sites = inOrder(coming)
  return isImported ? await absentFrom(category, sites, appliance, signal) : sites
}

/** A site that another list of this run keeps in the category, and that no change is about to remove. */
function keptByOthers(
  owner: ListOwner,
  category: CategoryAddress | undefined,
  { run }: Pick<Context, 'run'>,
): Site | undefined {
  if (category === undefined) return undefined
  return run.lists.keptByOthers(
    owner,
    (site) => !run.mayLeave(category.id, site) && !run.exchange.isWanted(site),
  )
}
