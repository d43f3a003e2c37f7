import type {
  ApplianceError,
  BegunChange,
  Category,
  CategoryAddress,
  CategoryChangeOutcome,
  ChangeUnderWay,
  CreatedCategory,
  Move,
} from '@webfilter/appliance-client'
import { type OnConflict, openExceptions, sitesOf } from '@webfilter/appliance-declarations/declared-list'
import { categoryNotReleased } from '@webfilter/appliance-declarations/diagnostics/categories'
import {
  creationMayHaveStoredSites,
  sitesInOtherCategories,
  sitesNotTakenOver,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import {
  categoryAnswerUnreadable,
  harmlessNamesLeft,
} from '@webfilter/appliance-declarations/diagnostics/operations'
import { siteNames } from '@webfilter/appliance-declarations/diagnostics/wording'
import { type Site, simplifyName } from '@webfilter/appliance-names'
import {
  digestOf,
  emptyTable,
  FewSites,
  type FileNames,
  filesNamed,
  firstBeside,
  namesOfFiles,
  openList,
  readingParts,
  type SiteSet,
  sitesInBoth,
  sitesInEither,
  sitesWithout,
  type Verify,
  verificationMode,
  verifyOf,
} from '@webfilter/site-lists'
import { type Diagnostics, IncompleteChange, ProviderError } from '@webfilter/terraform-plugin'
import type { Context } from '../../definitions'
import type { CountedChange, Growth } from '../../run/category-counts'
import type { Giving } from '../../run/changes'
import type { ListInChange, ListsOfRun } from '../../run/lists'
import type { ListOwner, ListPlace, NamedCategory } from '../../run/place'
import { checkRemovals } from './difference'
import {
  keepOfFailure,
  lookUpMoved,
  lookUpRemoved,
  type Outcome,
  placeholdersOf,
  type Removal,
  removablePlaceholders,
  unlessRefused,
  withOutcome,
} from './left-behind'
import {
  absentFrom,
  type Conflict,
  findConflicts,
  findManaged,
  type GivenUp,
  heldSites,
  refuseAnotherCategory,
  unusualTable,
  withoutGivenUp,
} from './look'
import { notedExceptions, refuseChangedExceptions, refuseChangedFile, takenOf } from './planned'
import {
  type CompiledList,
  givenUpBy,
  type ListNote,
  type ListPlan,
  listHolding,
  type Memory,
  managedListOf,
  managedSites,
  type NotedExceptions,
  notedSites,
  type PlannedFile,
  recordOfChange,
  type StoredList,
  sitesOfPlan,
} from './stored'

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
    const sites = { stored: added.size, doubtful: maybeAdded }
    if (sites.stored + sites.doubtful > 0)
      context.diagnostics.raise(creationMayHaveStoredSites({ ...owner, ...sites }))
    return failure
  }
}

/**
 * Creates a list which may take over sites that changes of this run have released, such as the deletion of the list that it replaces. If the
 * creation fails, no other state may have them: so they become its state, which engines replace or destroy next.
 *
 * @param place where the list is declared; its category is one of that number or else of that name
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
  const [coming, leaving] = [sitesWithout(wanted, before), sitesWithout(before, wanted)]
  const toTakeOut = plan.on_remove === 'remove' ? leaving : emptyTable
  let leavingHere = toTakeOut
  let lostToOthers: SiteSet | undefined
  const mine = run.lists.change(owner, wanted, object)
  const { change, outcome, counted } = await run.changes
    .turn('category', owner.category, signal, async () => {
      await refuseAnotherCategory(place.category, before, appliance, signal)
      const newcomers = await toBeAdded(category, prior, coming, context)
      const lost = await removedByOthers(mine, place.category, () => sitesWithout(wanted, coming), context)
      lostToOthers = lost
      const add = sitesInEither(newcomers, lost)
      // Sites that another list of the category has taken over by now stay.
      leavingHere = await removedByUpdate(mine, place.category, toTakeOut, context)
      const leave = mine.declaredByNone(leavingHere)
      run.changes.mayGiveUp({ category: category.id, list: owner.list, sites: leave })
      const placeholders = await removablePlaceholders(context)
      const remove = sitesInEither(leave, placeholders)
      const changes = add.size + remove.size > 0
      // Sites that others have added may never have been compiled.
      const isFound = newcomers.size < coming.size
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
  const touched = outcome.added.size + outcome.removed.size > 0
  const compiled = outcome.compiled || (prior.compiled && !touched && plan.compiled !== false)
  if (outcome.failure) {
    await keepOfFailure(record, outcome, category, keep)
    const found = sitesWithout(coming, change.add)
    const kept = sitesWithout(sitesWithout(before, takenOver()), change.add)
    const there = sitesInEither(sitesWithout(kept, outcome.removed), found)
    const confirmed = sitesInEither(there, outcome.added)
    const list = await listHolding(confirmed, managedListOf(plan), prior)
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

  /** The sites that other lists of the category have taken over by now: the next update leaves them. */
  function takenOver(): SiteSet {
    return sitesWithout(toTakeOut, mine.declaredByNone(leavingHere))
  }

  /** Nothing was sent: the state keeps what it had, without what other lists have taken over or removed by now. */
  async function refused(failure: unknown): Promise<unknown> {
    const gone = lostToOthers ?? mine.gone(place.category, before)
    const taken = takenOver()
    mine.releases(place.category, () => taken)
    const left = sitesWithout(sitesWithout(before, taken), gone)
    if (left.size === before.size) return failure
    const list = await listHolding(left, managedListOf(plan), prior)
    return new IncompleteChange({ ...prior, ...list }, failure)
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
  if (state.on_destroy === 'remove') {
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
    const ours = sitesInEither(leave, sitesInBoth(managed, again))
    mine.releases(place.category, () => sitesWithout(managed, ours))
    const list = await listHolding(sitesWithout(ours, removed), state)
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

/** Sites of a list that the destroy of another one has removed from the category in this run. */
async function removedByOthers(
  mine: ListInChange,
  category: NamedCategory,
  sites: () => SiteSet,
  { appliance, signal }: Context,
): Promise<SiteSet> {
  const lost = await mine.lost(category, sites)
  return lost.size > 0 ? await absentFrom({ id: Number(category.id) }, lost, appliance, signal) : emptyTable
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

/**
 * The sites that the successor of a list declares at the same place: the deletion leaves them there. Empty if the plan knew of none. Refuses
 * the deletion if they are too few. The plan compares both only if a refresh in the same process has read the old one.
 *
 * @param managed what the deletion removes if nothing else declares it
 * @throws {ProviderError} if it removes more sites than the limit allows, or if the file is not the planned one any more
 */
export async function sitesOfSuccessor(
  { category, list }: ListPlace,
  { managed, files }: { readonly managed: SiteSet; readonly files: FileNames | null },
  { successor, ...note }: ListNote,
  context: Context,
): Promise<SiteSet> {
  if (!successor) return emptyTable
  const { place, removal_limit, sites } = successor
  const { file } = note
  const isSamePlace =
    list === null ? simplifyName(place) === simplifyName(category.name) : place === `${category.id}/${list}`
  if (!isSamePlace || (sites === null && !file)) return emptyTable
  const wanted = file ? await sitesOfPlannedFile(file, note, context) : new FewSites(sitesOf(sites))
  const change = {
    before: async () => managed,
    leaving: sitesWithout(managed, wanted),
    attributes: filesNamed(file?.path),
  }
  const removal = { category: category.name, list: change, on_remove: 'remove', removal_limit } as const
  await checkRemovals(removal, files, context)
  return wanted
}

async function sitesOfPlannedFile(
  planned: PlannedFile,
  { reading, exceptions: noted }: ListNote,
  { siteFiles, signal }: Context,
): Promise<SiteSet> {
  const exceptions = noted && (await openNoted(noted, { files: siteFiles, signal }))
  const file = await openList(planned.path, siteFiles, signal)
  const content = await file.read(planned.digest, signal, {
    exceptions: await exceptions?.table(),
    exceptionLines: noted?.areTaken ? 'take' : 'skip',
  })
  const { taken = 'all', table } = readingParts(reading) ?? {}
  const sites = takenOf(content, taken, table)
  const { digest: bytes } = file
  const now = {
    path: planned.path,
    bytes,
    digest: digestOf(sites),
    count: sites.size,
    file_digest: bytes,
  }
  refuseChangedFile(planned, now)
  return sites
}

async function openNoted(noted: NotedExceptions, reading: Parameters<typeof openExceptions>[1]) {
  const configured = { exceptions: noted.entries, exceptions_file: noted.file?.path ?? null }
  const exceptions = await openExceptions(configured, reading)
  const now = await notedExceptions(exceptions, null)
  if (now) refuseChangedExceptions(noted, now)
  return exceptions
}

/** Whether no refresh looks at the sites: others may have taken out what is to be removed, and compiled nothing. */
function isUnseen({ verify }: StoredList, context: Context): boolean {
  return verifyOf(verify, context.verify) === 'none'
}

/** A change of the sites of a category. */
interface SitesChange extends Removal {
  /** Name of the list; null for that of the category itself. */
  readonly list: string | null
  readonly add: SiteSet
  /** Those of them that another list of the category has taken out in this run: they were there before, so no category is in conflict. */
  readonly putBack?: readonly Site[]
  readonly remove: SiteSet
  /** A site that the category contains and keeps; undefined if none is known. */
  readonly siteThatStays: Site | undefined
  readonly onConflict: OnConflict
  readonly givenUp?: GivenUp | undefined
  /** An earlier change waits for its compile, or may do so. */
  readonly pending: boolean
}

/** Changes a category that exists. The outcome of a failure contains what was done before it. */
async function changeCategory(
  category: CategoryAddress,
  change: SitesChange,
  context: Context,
): Promise<Outcome> {
  return await whileUnderWay({ category, ...change }, context, async (underWay) => {
    const giving = { category: category.id, list: change.list, sites: change.remove }
    const takeFrom = await resolveConflicts(change, giving, context, underWay)
    context.run.changes.giveUp(giving)
    const outcome = await carryOutChange(underWay, category, { ...change, takeFrom }, context)
    if (outcome.failure) context.run.changes.giveUp({ ...giving, sites: emptyTable })
    return outcome
  })
}

/** Creates a category unless it exists, and fills it. Throws if it cannot be created; the outcome contains what else fails. */
async function createCategory(
  description: string,
  change: SitesChange,
  context: Context,
): Promise<CreatedCategory & { readonly outcome: Outcome }> {
  const { appliance, signal } = context
  return await whileUnderWay({ category: undefined, ...change }, context, async (underWay) => {
    const giving = { category: undefined, list: change.list, sites: emptyTable }
    const takeFrom = await resolveConflicts(change, giving, context, underWay)
    const created = await appliance.categories.create(change.name, description, signal)
    // Otherwise sites of it may have been compiled.
    const isNew = created.origin === 'created' && !created.sharesTable
    const filling = { ...change, takeFrom, isNew }
    const outcome = await carryOutChange(underWay, created.category, filling, context)
    return { ...created, outcome }
  })
}

async function whileUnderWay<T>(
  { category, add, remove }: Required<BegunChange>,
  { appliance }: Context,
  work: (underWay: ChangeUnderWay) => Promise<T>,
): Promise<T> {
  const underWay = appliance.categoryChanges.begin({ category, add, remove })
  try {
    return await work(underWay)
  } finally {
    underWay.end()
  }
}

async function carryOutChange(
  underWay: ChangeUnderWay,
  category: CategoryAddress,
  change: SitesChange & {
    readonly takeFrom: Awaited<ReturnType<typeof resolveConflicts>>
    readonly isNew?: boolean
  },
  context: Context,
): Promise<Outcome> {
  const { run, diagnostics, signal } = context
  const outcome = await lookUpRemoved(
    category,
    change,
    await underWay.carryOut(category, change, signal),
    context,
  )
  await lookUpMoved(change, change.takeFrom, outcome, context)
  run.lists.confirm({ id: String(category.id), name: change.name }, outcome)
  if (!outcome.failure && outcome.doubt) warnOfDoubt(change, outcome.doubt, diagnostics)
  if (outcome.leftMarkers.length > 0) {
    const nameOf = (id: CategoryAddress['id']) =>
      id === category.id ? JSON.stringify(change.name) : `number ${id}`
    const names = outcome.leftMarkers.map((left) => ({ ...left, category: nameOf(left.category) }))
    diagnostics.raise(harmlessNamesLeft({ names }))
  }
  return outcome
}

/** What a list compares the number of sites of its category with. */
interface Counting extends Pick<CountedChange, 'noted'> {
  readonly verify: Verify
}

/**
 * Counts the sites of a category before the first change of this run, if a list has a number to compare that with. To be called within the
 * turn of the change.
 */
async function countBefore(
  category: CategoryAddress,
  { verify, noted }: Counting,
  { appliance, run, signal }: Context,
): Promise<void> {
  if (verify === 'none' || noted === undefined || run.counts.isBegun(category.id)) return
  const items = await unlessRefused(() => appliance.categories.recount(category, signal))
  if (items !== undefined) run.counts.begin(category.id, items)
}

/**
 * Counts the sites of a category after a change, if the appliance cannot report whether it contains a site. A later number below that means
 * that sites are gone since then: such an appliance has no route that removes sites. Markers that the change left are not counted, because
 * somebody may remove them. If the appliance does not answer, the change has worked all the same.
 *
 * @returns what the list notes; undefined if it is not to be compared
 */
export async function countAfter(
  category: CategoryAddress,
  outcome: Pick<CategoryChangeOutcome, 'leftMarkers'>,
  { verify, noted, ...change }: Counting & CountedChange,
  { appliance: { categories }, run, signal }: Context,
): Promise<Growth | undefined> {
  if (verify === 'none') return undefined
  const hasRoutes = await unlessRefused(() => categories.hasOlderRoutes(signal))
  if (hasRoutes) return undefined
  const items =
    hasRoutes === undefined ? undefined : await unlessRefused(() => categories.recount(category, signal))
  // A change that is not whole has only added sites, so the number of before is at most too low.
  if (items === undefined) return change.isWhole ? undefined : noted
  const markers = outcome.leftMarkers.filter((left) => left.category === category.id && left.isStored)
  return run.counts.end(category.id, items - markers.length, { noted, ...change })
}

/** The sites were looked up, and are as they should be. No route shows whether a compile was begun. */
function warnOfDoubt({ name, compile }: SitesChange, doubt: ApplianceError, diagnostics: Diagnostics): void {
  diagnostics.raise(categoryAnswerUnreadable({ name, failure: diagnosticOf(doubt).message, compile }))
}

/** What a change adds to a category. */
interface AddedSites {
  readonly name: string
  readonly add: SiteSet
  /** Those of them that the category contained when the run began. */
  readonly putBack?: readonly Site[]
  readonly onConflict: OnConflict
  readonly givenUp?: GivenUp | undefined
}

/**
 * The sites to move from other categories before sites are added.
 * @param giving the sites that the change itself gives up
 * @param underWay the change: sites that others give up for it are no conflict
 * @throws {ProviderError} if there are conflicts and `on_conflict` is `fail`
 */
export async function resolveConflicts(
  { name, add, putBack = [], onConflict, givenUp }: AddedSites,
  giving: Giving,
  { appliance, run, signal }: Context,
  underWay: ChangeUnderWay,
): Promise<readonly Move[]> {
  if (onConflict === 'keep') return []
  // Changes that begin at the same time may offer the sites.
  await underWay.opening(signal)
  const witnesses = () => run.lists.settledSites()
  const back = new FewSites(putBack)
  const coming = sitesWithout(add, back)
  const conflicts = await findConflicts(appliance, name, coming, witnesses, signal)
  // A site that its category gives up is added here, and deleted there after that.
  if (onConflict === 'move') return movesOf(conflicts, (site, { id }) => !underWay.isOffered(id, site))
  const held = withoutGivenUp(conflicts, givenUp).map((conflict) => ({ ...conflict, by: conflict.holders }))
  if (held.length === 0) return []
  const left = await run.changes.notGivenUp(held, giving, signal)
  if (left.length === 0) return []
  throw new ProviderError(sitesInOtherCategories(heldSites(name, left)), { path: ['on_conflict'] })
}

function movesOf(
  conflicts: readonly Conflict[],
  isToBeTaken: (site: Site, holder: Category) => boolean,
): readonly Move[] {
  const bySource = new Map<number, Site[]>()
  for (const { site, holders } of conflicts) {
    for (const { id } of holders.filter((holder) => isToBeTaken(site, holder))) {
      const sites = bySource.get(id) ?? []
      sites.push(site)
      bySource.set(id, sites)
    }
  }
  return [...bySource].map(([from, sites]) => ({ from, sites }))
}
