import type { Category, CategoryAddress } from '@webfilter/appliance-client/categories/category'
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
  type SiteSet,
  sitesInEither,
  sitesWithout,
  verificationMode,
  verifyOf,
} from '@webfilter/site-lists'
import { IncompleteChange, ProviderError } from '@webfilter/terraform-plugin'
import type { Growth } from '../../run/category-counts'
import type { ListInChange } from '../../run/lists-changed'
import type { ListOwner, ListPlace, NamedCategory } from '../../run/place'
import { changeCategory, countAfter, countBefore, createCategory, type SitesChange } from './category-change'
import type { Context } from './context'
import {
  type Account,
  keepOfFailure,
  nothingDone,
  type Outcome,
  placeholdersOf,
  remaining,
  removablePlaceholders,
  withOutcome,
} from './left-behind'
import { absentFrom, refuseAnotherCategory, unusualTable } from './look'
import { type ChangeMemory, givenUpBy, notedSites, recordOfChange } from './memory'
import {
  type CompiledList,
  hasNoList,
  type ListPlan,
  listHolding,
  managedListOf,
  managedSites,
  type StoredList,
  sitesOfPlan,
} from './stored'

/**
 * Fills a category with a new list. Settles what it claims, and remembers what was added and how its file was read.
 *
 * @param place a category that exists, or the description of one that is created unless it exists, and the error if that fails
 * @returns the category, whether it was created, and what the state then says of the list
 * @throws {ProviderError} if a resource that was to be destroyed in this run still has the list
 */
export async function createList(
  owner: ListOwner,
  plan: ListPlan,
  place:
    | { readonly category: Category }
    | { readonly description: string; notCreated(failure: unknown): unknown },
  context: Context & Pick<ChangeMemory, 'noted' | 'keep'>,
): Promise<{ readonly category: Category; readonly isCreated: boolean; readonly list: CompiledList }> {
  const { appliance, run, object, noted, keep, signal } = context
  const wanted = await sitesOfPlan(plan)
  const mine = run.lists.change(owner, wanted, object)
  mine.compiles = plan.compile
  return await run.changes
    .turn('category', owner.category, signal, inTurn, wanted)
    .catch((failure: unknown) => {
      // What other lists give up from now on, they do not leave to this one.
      mine.keeps(emptyTable)
      throw failure
    })

  async function inTurn() {
    const { existing, category, outcome, isCreated } = await fill()
    if (outcome.failure) throw reported(outcome, outcome.failure)
    mine.settles()
    const isCounted = existing && !isUnseen(plan, context)
    const counting = { noted: undefined, listed: existing?.items, isWhole: true }
    const counted = isCounted ? await countAfter(existing, outcome, counting, context) : undefined
    const ofChange = { ...recordOfChange(wanted, noted, undefined, counted), table: unusualTable(category) }
    keep(await withOutcome(ofChange, emptyTable, outcome, category))
    const isIdle = wanted.size === 0 && !appliance.categoryChanges.isUncompiled(category)
    const compiled = outcome.compiled || isIdle
    return { category, isCreated, list: { ...managedListOf(plan), compiled } }
  }

  async function fill() {
    const existing =
      'category' in place ? place.category : await appliance.categories.findByName(owner.category, signal)
    const filling = await fillingOf(mine, plan, existing, context)
    if ('category' in place) {
      const outcome = await changeCategory(place.category, filling, context)
      return { existing, ...place, outcome, isCreated: false }
    }
    const created = await createCategory(place.description, filling, context).catch((failure: unknown) => {
      throw existing ? failure : place.notCreated(failure)
    })
    return { existing, ...created, isCreated: created.origin === 'created' }
  }

  /** A failed creation leaves no state: what it may leave on the appliance is said. */
  function reported({ added, unsure }: Outcome, failure: Error): Error {
    const sites = { stored: added.size, doubtful: unsure.size }
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
  declared: { readonly category: Partial<NamedCategory>; readonly list: string | null },
  plan: ListPlan,
  { run }: Pick<Context, 'run'>,
  create: () => Promise<State>,
  stateOf: (category: NamedCategory, list: CompiledList) => object,
): Promise<State> {
  try {
    return await create()
  } catch (failure) {
    const wanted = () => sitesOfPlan(plan)
    const released = await run.lists.released(declared.category, declared.list, wanted)
    if (!released) {
      run.lists.notTaken(declared.category, wanted)
      throw failure
    }
    run.lists.keepsReleased(released.category, declared.list, released.sites)
    run.lists.notTaken(declared.category, async () => sitesWithout(await wanted(), released.sites))
    const held = await listHolding(released.sites, managedListOf(plan))
    const cause = failure instanceof IncompleteChange ? failure.cause : failure
    throw new IncompleteChange(stateOf(released.category, { ...held, compiled: false }), cause)
  }
}

/** @param existing undefined if the category is to be created */
async function fillingOf(
  mine: ListInChange,
  plan: ListPlan,
  existing: Category | undefined,
  context: Context & Pick<ChangeMemory, 'noted'>,
): Promise<SitesChange> {
  const { appliance, noted } = context
  const { list, wanted } = mine
  const { name } = mine.category
  if (mine.isStillHeld()) throw new ProviderError(categoryNotReleased({ name }))
  const add = existing ? await absentFrom(existing, wanted, context) : wanted
  const isUncompiled = existing !== undefined && appliance.categoryChanges.isUncompiled(existing)
  return {
    name,
    list,
    add,
    remove: emptyTable,
    siteThatStays: firstBeside(add, wanted) ?? siteOfOthers(mine, existing, context),
    looksUp: verificationMode(verifyOf(plan.verify, context.verify), wanted.size),
    onConflict: plan.on_conflict,
    givenUp: await givenUpBy(noted?.predecessor),
    // Whether an existing category was compiled is not known: an earlier creation may have failed there. The list that it replaces may have
    // removed its sites, and compiled nothing.
    compile: plan.compile && (wanted.size > 0 || isUncompiled),
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
  context: Context & ChangeMemory,
): Promise<CompiledList> {
  const { run, object, record, signal } = context
  const owner = ownerOf(place)
  const [before, wanted] = [await managedSites(prior), await sitesOfPlan(plan)]
  const mine = run.lists.change(owner, wanted, object)
  const isTakenOut = leavingSites({ fate: 'updated', on_remove: plan.on_remove }) === 'removed'
  const leaving = isTakenOut ? sitesWithout(before, wanted) : emptyTable
  // Sites in doubt are added again: whether an earlier change has added or removed them is not known.
  const coming = sitesWithout(wanted, sitesWithout(before, await notedSites(record?.doubtful)))
  const update = { place, prior, plan, mine, before, leaving, coming }
  const sent = await run.changes
    .turn('category', owner.category, signal, () => sendUpdate(update, context), coming)
    .catch(async (failure: unknown) => {
      throw await refused(update, failure, context)
    })
  return await concluded(update, sent, context)
}

/** The update of a list. */
interface Update {
  readonly place: ListPlace
  readonly prior: StoredList
  readonly plan: ListPlan
  readonly mine: ListInChange
  readonly before: SiteSet
  /** What is to be taken out of the category. */
  readonly leaving: SiteSet
  /** What the state does not have, or may not have. */
  readonly coming: SiteSet
}

/** What an update has sent, and what it found in its turn. */
interface SentUpdate {
  readonly change: SitesChange
  readonly outcome: Outcome
  /** What others had taken out, and the change puts back. */
  readonly lost: SiteSet
  /** What leaves of that which is to be taken out: sites that another list of the category has taken over by then stay. */
  readonly leaving: SiteSet
  readonly counted: Growth | undefined
}

/** The turn of an update: finds out what others have done since, and changes the category. */
async function sendUpdate(update: Update, context: Context & ChangeMemory): Promise<SentUpdate> {
  const { place, prior, plan, mine, before, coming } = update
  const { wanted } = mine
  const { appliance, run, record } = context
  const category = numberOf(place)
  await refuseAnotherCategory(place.category, before, context)
  // Which of the declared sites an imported category contains was not looked up yet.
  const newcomers = hasNoList(prior) ? await absentFrom(category, coming, context) : coming
  const taken = await mine.lost(place.category, () => sitesWithout(wanted, coming))
  const lost = taken.size > 0 ? await absentFrom(category, taken, context) : emptyTable
  const add = sitesInEither(newcomers, lost)
  const leaving =
    update.leaving.size > 0
      ? await leavingWith(mine, place.category, update.leaving, context)
      : update.leaving
  const leave = mine.declaredByNone(leaving)
  run.changes.mayGiveUp({ category: category.id, list: place.list, sites: leave })
  const placeholders = await removablePlaceholders(context)
  const remove = sitesInEither(leave, placeholders)
  // Sites that others have added, or put back after a third list had removed them, may never have been compiled.
  const isPutBack = lost.size < taken.size && appliance.categoryChanges.isUncompiled(category)
  const isFound = newcomers.size < coming.size || isPutBack
  const repairs = (!prior.compiled || isFound) && plan.compiled !== false
  const change = {
    name: place.category.name,
    list: place.list,
    add,
    putBack: [...lost],
    remove,
    placeholders,
    looksUp: verificationMode(verifyOf(plan.verify, context.verify), before.size),
    siteThatStays: firstBeside(add, wanted) ?? siteOfOthers(mine, category, context),
    onConflict: plan.on_conflict,
    compile: plan.compile && (add.size + remove.size > 0 || repairs),
    // Others may have removed the placeholder names, and compiled nothing.
    pending: !prior.compiled || isFound || lost.size + placeholders.size > 0 || isUnseen(prior, context),
  }
  const isCounted = !isUnseen(plan, context)
  if (isCounted) await countBefore(category, record?.counted, context)
  const outcome = await changeCategory(category, change, context)
  const sent = { change, outcome, lost, leaving, counted: undefined }
  if (outcome.failure || !isCounted) return sent
  const isWhole = add.size === wanted.size && wanted.size > 0
  const counting = { noted: record?.counted, listed: undefined, isWhole }
  const counted = await countAfter(category, outcome, counting, context)
  return { ...sent, counted }
}

/** The error of an update of which nothing was sent: the state keeps what it had, without what others have taken over or removed by now. */
async function refused(update: Update, failure: unknown, context: Context): Promise<unknown> {
  const { place, prior, plan, mine, before, leaving } = update
  const takenOver = sitesWithout(leaving, mine.declaredByNone(leaving))
  const lost = mine.gone(place.category, before)
  const account = { before, takenOver, lost, found: emptyTable, outcome: nothingDone }
  const kept = await keptByFailure(update, account, context)
  if (sitesWithout(before, kept).size + sitesWithout(kept, before).size === 0) return failure
  return new IncompleteChange({ ...prior, ...(await listHolding(kept, managedListOf(plan), prior)) }, failure)
}

/**
 * What the state keeps of an update that has failed, also of what others have left to the list. Says to others what it gives up, and what no state
 * has although the list declares it: what they leave to it from now on, they keep.
 */
async function keptByFailure({ place, mine }: Update, account: Account, { run }: Context): Promise<SiteSet> {
  mine.releases(place.category, () => account.takenOver)
  // What other lists give up from now on, they do not leave to this one.
  mine.keeps(account.before)
  const left = await run.lists.released(place.category, place.list, async () => mine.wanted)
  const found = left ? sitesInEither(account.found, left.sites) : account.found
  const kept = remaining({ ...account, found })
  mine.keeps(kept)
  run.lists.notTaken(place.category, async () => sitesWithout(mine.wanted, kept))
  return kept
}

/** What the state says after an update. @throws {IncompleteChange} if it has failed on the way, or must not give up what it was to give up */
async function concluded(
  update: Update,
  sent: SentUpdate,
  context: Context & ChangeMemory,
): Promise<CompiledList> {
  const { place, prior, plan, mine, before, coming } = update
  const { change, outcome, lost } = sent
  const { record, noted, keep } = context
  const touched = outcome.added.size + outcome.unsure.size + outcome.removed.size > 0
  const compiled = outcome.compiled || (prior.compiled && !touched && plan.compiled !== false)
  const stateWith = async (sites: SiteSet) =>
    ({ ...prior, ...(await listHolding(sites, managedListOf(plan), prior)), compiled }) as const
  if (outcome.failure) {
    const kept = withSitesThatCanBeAsked(place, outcome, context)
    await keepOfFailure(record, kept, numberOf(place), keep)
    // The next update leaves what other lists of the category have taken over by now.
    const takenOver = sitesWithout(update.leaving, mine.declaredByNone(sent.leaving))
    const found = sitesWithout(coming, change.add)
    const account = { before, takenOver, lost, found, outcome: kept }
    throw new IncompleteChange(
      await stateWith(await keptByFailure(update, account, context)),
      outcome.failure,
    )
  }
  const left = sitesWithout(update.leaving, change.remove)
  mine.releases(place.category, () => left)
  const failed = await mine.declaredByFailed(place.category, left)
  if (failed.size > 0)
    throw new IncompleteChange(
      await stateWith(sitesInEither(mine.wanted, failed)),
      notTakenOver(place, failed),
    )
  mine.settles(place.category)
  const ofChange = recordOfChange(coming, noted, record, sent.counted)
  keep(await withOutcome(ofChange, placeholdersOf(record), outcome, numberOf(place)))
  return { ...managedListOf(plan), compiled }
}

/** A site of which nobody can be asked cannot stay in the state: if it is not there, no refresh would find that out. */
function withSitesThatCanBeAsked(
  place: ListPlace,
  outcome: Outcome,
  { appliance, diagnostics }: Context,
): Outcome {
  const doubtful = outcome.unsure.size
  if (doubtful === 0 || appliance.categories.canAskForSites()) return outcome
  diagnostics.raise(updateMayHaveStoredSites({ ...ownerOf(place), doubtful }))
  return { ...outcome, unsure: emptyTable }
}

/** The error if a list was not created that was to take over sites of another one, which keeps them in its state. */
export function notTakenOver({ category: { name } }: ListPlace, sites: SiteSet): ProviderError {
  return new ProviderError(sitesNotTakenOver({ category: name, count: sites.size, sites: siteNames(sites) }))
}

export function ownerOf({ category, list }: ListPlace): ListOwner {
  return { category: category.name, list }
}

function numberOf({ category }: ListPlace): { readonly id: number } {
  return { id: Number(category.id) }
}

/** A site that another list of this run keeps in the category, and that no change is about to remove. */
export function siteOfOthers(
  mine: ListInChange,
  category: CategoryAddress | undefined,
  { run: { changes } }: Pick<Context, 'run'>,
): Site | undefined {
  if (category === undefined) return undefined
  return mine.siteOfOthers((site) => !changes.mayLeave(category.id, site) && !changes.exchange.isWanted(site))
}

/**
 * The part of some sites that leaves a category with a change: neither those that its plan noted as staying, nor those of lists that the apply has
 * planned again. Lists that are applied later add again what they declare.
 */
export async function leavingWith(
  mine: ListInChange,
  category: NamedCategory,
  sites: SiteSet,
  { run, signal, noted }: Context & Pick<ChangeMemory, 'noted'>,
): Promise<SiteSet> {
  // Lists whose changes begin at the same time make their announcements first.
  await run.changes.exchange.opening(signal)
  const unplanned = noted?.unplanned?.find(({ category: id }) => String(id) === category.id)
  const staying = sitesInEither(await notedSites(noted?.staying), await notedSites(unplanned?.sites))
  return await mine.leave(category, sitesWithout(sites, staying))
}

/** Whether no refresh looks at the sites. Then none compares a count, and others may have taken out what is to be removed, and compiled nothing. */
export function isUnseen({ verify }: Pick<StoredList, 'verify'>, context: Context): boolean {
  return verifyOf(verify, context.verify) === 'none'
}
