import type { Category, CategoryAddress } from '@webfilter/appliance-client'
import { categoryNotReleased } from '@webfilter/appliance-declarations/diagnostics/categories'
import {
  creationMayHaveStoredSites,
  sitesNotTakenOver,
  updateMayHaveStoredSites,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import { siteNames } from '@webfilter/appliance-declarations/diagnostics/wording'
import { leavingSites } from '@webfilter/appliance-declarations/list-outcome'
import type { Site } from '@webfilter/appliance-names'
import {
  emptyTable,
  firstBeside,
  namesOfFiles,
  type SiteSet,
  sitesInEither,
  sitesWithout,
  verificationMode,
  verifyOf,
} from '@webfilter/site-lists'
import { IncompleteChange, ProviderError } from '@webfilter/terraform-plugin'
import type { Context } from '../../definitions'
import type { ListInChange, ListsOfRun } from '../../run/lists'
import type { ListOwner, ListPlace, NamedCategory } from '../../run/place'
import { type Account, nothingDone, remaining } from './account'
import { changeCategory, countAfter, countBefore, createCategory, type SitesChange } from './category-change'
import {
  keepOfFailure,
  type Outcome,
  placeholdersOf,
  removablePlaceholders,
  withOutcome,
} from './left-behind'
import { absentFrom, findManaged, refuseAnotherCategory, unusualTable } from './look'
import { givenUpBy, type Memory, notedSites, recordOfChange } from './memory'
import {
  type CompiledList,
  type ListPlan,
  listHolding,
  managedListOf,
  managedSites,
  type StoredList,
  sitesOfPlan,
} from './stored'
import { sitesOfSuccessor } from './successor'

/** Where a new list gets: into a category that exists, or into one that is created with this description unless it exists. */
type NewPlace = { readonly category: Category } | { readonly description: string }

/** A new list, and the category that it is in. */
interface CreatedList {
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
): Promise<CreatedList> {
  const { appliance, run, object, noted, keep, signal } = context
  const wanted = await sitesOfPlan(plan)
  const mine = run.lists.change(owner, wanted, object)
  return await run.changes.turn('category', owner.category, signal, async () => {
    const existing =
      'category' in place ? place.category : await appliance.categories.findByName(owner.category, signal)
    const filling = await fillingOf(mine, { owner, plan, wanted, existing }, context)
    const filled =
      'category' in place
        ? { ...place, outcome: await changeCategory(place.category, filling, context) }
        : await createCategory(place.description, filling, context)
    const { category, outcome } = filled
    const isCreated = 'origin' in filled && filled.origin === 'created'
    if (outcome.failure) throw reported(outcome, outcome.failure)
    mine.settles()
    const listed = existing?.items
    const counting = {
      verify: verifyOf(plan.verify, context.verify),
      noted: undefined,
      listed,
      isWhole: true,
    }
    const counted = existing && (await countAfter(existing, outcome, counting, context))
    const ofChange = { ...recordOfChange(wanted, noted, undefined, counted), table: unusualTable(category) }
    keep(await withOutcome(ofChange, emptyTable, outcome, category))
    const compiled = outcome.compiled || wanted.size === 0
    return { category, isCreated, list: { ...managedListOf(plan), compiled } }
  })

  /** A failed creation leaves no state: what it may leave on the appliance is said. */
  function reported({ added, maybeAdded }: Outcome, failure: Error): Error {
    const sites = { stored: added.size, doubtful: maybeAdded.size }
    if (sites.stored + sites.doubtful > 0)
      context.diagnostics.raise(creationMayHaveStoredSites({ ...owner, ...sites }))
    return failure
  }
}

/**
 * Creates a list which may take over sites that changes of this run have released, such as the deletion of the list that it replaces. If the
 * creation fails, no other state may have them: so they become its state, which engines replace or destroy next.
 *
 * @param declared where the list is declared; its category is one of that number or else of that name
 * @param stateOf the state of the resource
 * @throws {IncompleteChange} with what was released, if the creation fails and anything was
 */
export async function createOrKeepReleased<State>(
  declared: Parameters<ListsOfRun['released']>[0],
  plan: ListPlan,
  { run }: Pick<Context, 'run'>,
  create: () => Promise<State>,
  stateOf: (category: NamedCategory, list: CompiledList) => object,
): Promise<State> {
  try {
    return await create()
  } catch (failure) {
    const wanted = () => sitesOfPlan(plan)
    const released = await run.lists.released(declared, wanted)
    if (!released) {
      run.lists.notCreated(declared, wanted)
      throw failure
    }
    const held = await listHolding(released.sites, managedListOf(plan))
    throw new IncompleteChange(stateOf(released.category, { ...held, compiled: false }), failure)
  }
}

/** What a new list is to have, and where. */
interface NewContent {
  readonly owner: ListOwner
  readonly plan: ListPlan
  readonly wanted: SiteSet
  /** Undefined if the category is to be created. */
  readonly existing: Category | undefined
}

async function fillingOf(
  mine: ListInChange,
  { owner, plan, wanted, existing }: NewContent,
  context: Context & Pick<Memory, 'noted'>,
): Promise<SitesChange> {
  const { appliance, signal, noted } = context
  if (mine.isStillHeld()) throw new ProviderError(categoryNotReleased({ name: owner.category }))
  const add = existing ? await absentFrom(existing, wanted, appliance, signal) : wanted
  return {
    name: owner.category,
    list: owner.list,
    add,
    remove: emptyTable,
    siteThatStays: firstBeside(add, wanted) ?? siteOfOthers(mine, existing, context),
    looksUp: verificationMode(verifyOf(plan.verify, context.verify), wanted.size),
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
  { prior, plan }: { readonly prior: StoredList; readonly plan: ListPlan },
  context: Context & Omit<Memory, 'note' | 'notedInPlan' | 'areNotesKept'>,
): Promise<CompiledList> {
  const { appliance, run, object, record, noted, keep, signal } = context
  const owner = ownerOf(place)
  const category = { id: Number(place.category.id) }
  const [before, wanted] = [await managedSites(prior), await sitesOfPlan(plan)]
  const leaving = sitesWithout(before, wanted)
  const { on_remove } = plan
  const toTakeOut = leavingSites({ fate: 'updated', on_remove }) === 'removed' ? leaving : emptyTable
  // Whether an earlier change has added these is not known.
  const coming = sitesWithout(wanted, sitesWithout(before, await notedSites(record?.doubtful)))
  let known: { readonly lost?: SiteSet; readonly leaving: SiteSet } = { leaving: toTakeOut }
  const mine = run.lists.change(owner, wanted, object)
  const { change, outcome, counted } = await run.changes
    .turn('category', owner.category, signal, async () => {
      await refuseAnotherCategory(place.category, before, appliance, signal)
      const newcomers = await toBeAdded(category, prior, coming, context)
      const taken = await mine.lost(place.category, () => sitesWithout(wanted, coming))
      const lost = taken.size > 0 ? await absentFrom(category, taken, appliance, signal) : emptyTable
      const add = sitesInEither(newcomers, lost)
      // Sites that another list of the category has taken over by now stay.
      known = { lost, leaving: await removedByUpdate(mine, place.category, toTakeOut, context) }
      const leave = mine.declaredByNone(known.leaving)
      run.changes.mayGiveUp({ category: category.id, list: owner.list, sites: leave })
      const placeholders = await removablePlaceholders(context)
      const remove = sitesInEither(leave, placeholders)
      const changes = add.size + remove.size > 0
      // Sites that others have added, or put back after a third list had removed them, may never have been compiled.
      const isPutBack = lost.size < taken.size && appliance.categoryChanges.isUncompiled(category)
      const isFound = newcomers.size < coming.size || isPutBack
      const repairs = (!prior.compiled || isFound) && plan.compiled !== false
      const change = {
        name: owner.category,
        list: owner.list,
        add,
        putBack: [...lost],
        remove,
        placeholders,
        looksUp: verificationMode(verifyOf(plan.verify, context.verify), before.size),
        siteThatStays: firstBeside(add, wanted) ?? siteOfOthers(mine, category, context),
        onConflict: plan.on_conflict,
        compile: plan.compile && (changes || repairs),
        // Others may have removed the placeholder names, and compiled nothing.
        pending: !prior.compiled || isFound || lost.size + placeholders.size > 0 || isUnseen(prior, context),
      }
      const counting = { verify: verifyOf(plan.verify, context.verify), noted: record?.counted }
      await countBefore(category, counting, context)
      const outcome = await changeCategory(category, change, context)
      const isWhole = add.size === wanted.size && wanted.size > 0
      const counted = outcome.failure
        ? undefined
        : await countAfter(category, outcome, { ...counting, listed: undefined, isWhole }, context)
      return { change, outcome, counted }
    })
    .catch(async (failure: unknown) => {
      throw await refused(failure)
    })

  const left = sitesWithout(toTakeOut, change.remove)
  mine.releases(place.category, () => left)
  const touched = outcome.added.size + outcome.maybeAdded.size + outcome.removed.size > 0
  const compiled = outcome.compiled || (prior.compiled && !touched && plan.compiled !== false)
  if (outcome.failure) {
    const kept = withSitesThatCanBeAsked(outcome)
    await keepOfFailure(record, kept, category, keep)
    const sites = remaining(accountOf(kept, sitesWithout(coming, change.add)))
    const list = await listHolding(sites, managedListOf(plan), prior)
    throw new IncompleteChange({ ...prior, ...list, compiled }, outcome.failure)
  }
  const failed = await mine.declaredByFailed(place.category, left)
  if (failed.size > 0) {
    const list = await listHolding(sitesInEither(wanted, failed), managedListOf(plan), prior)
    throw new IncompleteChange({ ...prior, ...list, compiled }, notTakenOver(owner, failed))
  }
  mine.settles(place.category)
  keep(
    await withOutcome(
      recordOfChange(coming, noted, record, counted),
      placeholdersOf(record),
      outcome,
      category,
    ),
  )
  return { ...managedListOf(plan), compiled }

  function accountOf(outcome: Account['outcome'], found: SiteSet): Account {
    return {
      before,
      // The next update leaves what other lists of the category have taken over by now.
      takenOver: sitesWithout(toTakeOut, mine.declaredByNone(known.leaving)),
      lost: known.lost ?? mine.gone(place.category, before),
      found,
      outcome,
    }
  }

  /** Nothing was sent: the state keeps what it had, without what other lists have taken over or removed by now. */
  async function refused(failure: unknown): Promise<unknown> {
    const account = accountOf(nothingDone, emptyTable)
    mine.releases(place.category, () => account.takenOver)
    const left = remaining(account)
    if (left.size === before.size) return failure
    const list = await listHolding(left, managedListOf(plan), prior)
    return new IncompleteChange({ ...prior, ...list }, failure)
  }

  /** A site of which nobody can be asked cannot stay in the state: if it is not there, no refresh would find that out. */
  function withSitesThatCanBeAsked(outcome: Outcome): Outcome {
    const doubtful = outcome.maybeAdded.size
    if (doubtful === 0 || appliance.categories.canAskForSites()) return outcome
    context.diagnostics.raise(updateMayHaveStoredSites({ ...owner, doubtful }))
    return { ...outcome, maybeAdded: emptyTable }
  }
}

/**
 * Removes the sites of a list from its category if its destroy does so, except those that another resource declares there.
 *
 * @param context `noted` is the note of the plan of the destroy, or of the plan of what is created in its place
 * @throws {IncompleteChange} with the state and what is left of the list, if it fails on the way
 */
export async function deleteList(
  place: ListPlace,
  state: StoredList,
  context: Context & Pick<Memory, 'noted' | 'record' | 'keep'>,
): Promise<void> {
  const { run, signal } = context
  const mine = run.lists.change(ownerOf(place), undefined)
  if (leavingSites({ fate: 'destroyed', on_destroy: state.on_destroy }) === 'removed') {
    const work = () => removeList(mine, place, state, context)
    await run.changes.turn('category', place.category.name, signal, work)
  } else mine.releases(place.category, () => managedSites(state), true)
  mine.ends(place.category)
}

async function removeList(
  mine: ListInChange,
  place: ListPlace,
  state: StoredList,
  context: Context & Pick<Memory, 'noted' | 'record' | 'keep'>,
): Promise<void> {
  const { appliance, run, object, noted, record, keep, signal } = context
  const owner = ownerOf(place)
  const managed = await managedSites(state)
  const again = await sitesOfSuccessor(place, { managed, files: namesOfFiles(state) }, noted ?? {}, context)
  // If the resource was replaced, or another one took its place, its sites may still be declared.
  const leaving = await removedByDeletion(mine, place.category, sitesWithout(managed, again), context)
  const leave = mine.declaredByNone(leaving)
  const placeholders = await removablePlaceholders(context)
  const remove = sitesInEither(leave, placeholders)
  const compile = state.compile && (remove.size > 0 || !state.compiled)
  const isNothing = remove.size === 0 && !compile
  // What stays is declared by others, which may not be created yet: if the appliance cannot be asked, or is another one, the state keeps it.
  if (isNothing && managed.size === 0) return
  const managing = await findManaged(place.category, managed, appliance, signal).catch(
    async (failure: unknown) => {
      throw await unfinished(emptyTable, failure)
    },
  )
  const found = managing?.category
  // With the category, the list is gone.
  if (!found) return
  if (isNothing) return await handOver()
  run.changes.mayGiveUp({ category: found.id, list: owner.list, sites: leave })
  const change = {
    name: owner.category,
    list: owner.list,
    add: emptyTable,
    remove,
    placeholders,
    deletion: object.deletion === 'destroy' ? 'destroy' : 'replacement',
    looksUp: verificationMode(verifyOf(state.verify, context.verify), managed.size),
    siteThatStays: firstBeside(remove, managed) ?? siteOfOthers(mine, found, context),
    onConflict: 'keep',
    compile,
    pending: !state.compiled || placeholders.size > 0 || isUnseen(state, context),
  } as const
  const outcome = await changeCategory(found, change, context)
  if (!outcome.failure) return await handOver()
  await keepOfFailure(record, outcome, found, keep)
  throw await unfinished(outcome.removed, outcome.failure)

  /** What stays is left to others, unless one of them was not created. */
  async function handOver(): Promise<void> {
    const left = sitesWithout(managed, leave)
    mine.releases(place.category, () => left)
    const failed = await mine.declaredByFailed(place.category, left)
    if (failed.size === 0) return
    mine.fails()
    const list = await listHolding(failed, state)
    const compiled = compile || (state.compiled && remove.size === 0)
    throw new IncompleteChange({ ...state, ...list, compiled }, notTakenOver(owner, failed))
  }

  /** The state without the sites that others declare by now: the next destroy leaves them. What takes the place of the list is not created. */
  async function unfinished(removed: SiteSet, failure: unknown): Promise<IncompleteChange> {
    mine.fails()
    const takenOver = sitesWithout(managed, sitesInEither(leave, again))
    mine.releases(place.category, () => takenOver)
    const outcome = { ...nothingDone, removed }
    const account = { before: managed, takenOver, lost: emptyTable, found: emptyTable, outcome }
    const list = await listHolding(remaining(account), state)
    const untouched = state.compiled && removed.size === 0
    return new IncompleteChange({ ...state, ...list, compiled: untouched }, failure)
  }
}

/** The error if a list was not created that was to take over sites of another one, which keeps them in its state. */
function notTakenOver({ category }: ListOwner, sites: SiteSet): ProviderError {
  return new ProviderError(sitesNotTakenOver({ category, count: sites.size, sites: siteNames(sites) }))
}

function ownerOf({ category, list }: ListPlace): ListOwner {
  return { category: category.name, list }
}

/** Sites that an update has to add. Which of the declared sites an imported category contains was not looked up yet. */
async function toBeAdded(
  category: CategoryAddress,
  prior: StoredList,
  coming: SiteSet,
  { appliance, signal }: Context,
): Promise<SiteSet> {
  const isImported = prior.sites === null && prior.sites_packed === null
  return isImported ? await absentFrom(category, coming, appliance, signal) : coming
}

/** A site that another list of this run keeps in the category, and that no change is about to remove. */
function siteOfOthers(
  mine: ListInChange,
  category: CategoryAddress | undefined,
  { run: { changes } }: Pick<Context, 'run'>,
): Site | undefined {
  if (category === undefined) return undefined
  return mine.siteOfOthers((site) => !changes.mayLeave(category.id, site) && !changes.exchange.isWanted(site))
}

/** The sites that a deletion removes: neither those that its plan noted as staying, nor those of lists that the apply has planned again. */
async function removedByDeletion(
  mine: ListInChange,
  category: NamedCategory,
  managed: SiteSet,
  { run, signal, noted }: Context & Pick<Memory, 'noted'>,
): Promise<SiteSet> {
  // Lists whose changes begin at the same time make their announcements first.
  await run.changes.exchange.opening(signal)
  const staying = await notedSites(noted?.staying)
  const removed = sitesWithout(managed, staying)
  // Lists that are applied later add again what they declare.
  return await mine.leave(category, removed)
}

/** The sites that an update removes: neither those that its plan noted as staying, nor those of lists that the apply has planned again. */
async function removedByUpdate(
  mine: ListInChange,
  category: NamedCategory,
  leaving: SiteSet,
  { noted }: Pick<Memory, 'noted'>,
): Promise<SiteSet> {
  if (leaving.size === 0) return leaving
  return await mine.leave(category, sitesWithout(leaving, await notedSites(noted?.staying)))
}

/** Whether no refresh looks at the sites: others may have taken out what is to be removed, and compiled nothing. */
function isUnseen({ verify }: StoredList, context: Context): boolean {
  return verifyOf(verify, context.verify) === 'none'
}
