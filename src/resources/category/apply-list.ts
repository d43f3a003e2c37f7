import type { Site } from '@webfilter/appliance-names'
import { type Diagnostics, IncompleteChange, ProviderError } from '@webfilter/terraform-plugin'
import type { Category, CategoryAddress, CreatedCategory } from '../../appliance/categories/category'
import type { BegunChange, ChangeUnderWay } from '../../appliance/categories/change/change'
import type { CategoryChangeOutcome } from '../../appliance/categories/change/step-taking'

import type { ApplianceError } from '../../appliance/errors'
import type { ListOwner } from '../../coordination/category-lists'
import type { Context } from '../../definitions'
import { categoryNotReleased } from '../../diagnostics/categories'
import { categoryAnswerUnreadable, harmlessNamesLeft } from '../../diagnostics/operations'
import { emptyTable, listOf, type SiteSet, sitesInEither, sitesWithout } from '../../sites/table/site-table'

import { type OnConflict, resolveConflicts } from './conflicts'
import { type ListNote, type ListRecord, recordOfChange } from './list-private-data'
import {
  type ListEffects,
  type ListPlan,
  type ListState,
  listHolding,
  managedListOf,
  managedSites,
  sitesOfPlan,
} from './list-state'
import type { ManagedCategory } from './managed-category'
import { departing, leavingNow } from './other-lists'
import { absentFrom } from './refresh-list'

/**
 * What fills a category with a new list.
 * @param existing the category, where it is there already
 * @throws {ProviderError} where a resource that was to let go of the list has it still
 */
export async function fillingOf(
  owner: ListOwner,
  plan: ListPlan,
  wanted: SiteSet,
  existing: Category | undefined,
  context: Context,
): Promise<SitesChange> {
  const { appliance, run, signal } = context
  if (run.lists.isNotLetGo(owner)) throw new ProviderError(categoryNotReleased({ name: owner.category }))
  const sites = listOf(wanted)
  const add = existing ? await absentFrom(existing, sites, appliance, signal) : sites
  return {
    name: owner.category,
    list: owner.list,
    add,
    remove: [],
    siteThatStays: firstBeside(add, wanted) ?? keptByOthers(owner, existing, context),
    onConflict: plan.on_conflict,
    // Of a category that was there nobody knows whether it was compiled: an earlier creation may have failed there.
    compile: plan.compile && wanted.size > 0,
    pending: false,
  }
}

/** What a new list led to. Settles what it claims, and remembers what came and how its file was read. */
export function effectsOfFilling(
  owner: ListOwner,
  wanted: SiteSet,
  { compiled }: CategoryChangeOutcome,
  { run, noted, keep }: ChangeContext,
): ListEffects {
  run.lists.settle(owner, wanted)
  keep(recordOfChange(wanted, noted, undefined))
  return { compiled: compiled || wanted.size === 0, missing_sites: null }
}

/** What a list is changed with. */
interface ChangeContext extends Context {
  /** What is remembered of the list. */
  readonly record?: ListRecord | undefined
  /** What the plan tells. */
  readonly noted: ListNote | undefined
  /** Remembers what the change brought. */
  keep(record: ListRecord): void
}

/**
 * Makes of a list what is planned, and tells what that led to.
 * @throws {IncompleteChange} with the prior state and what was confirmed, where it fails on the way
 */
export async function updateList(
  owner: ListOwner,
  category: CategoryAddress,
  { prior, plan }: { readonly prior: ListState; readonly plan: ListPlan },
  context: ChangeContext,
): Promise<ListEffects> {
  const { run, record, noted, keep, signal } = context
  const [before, wanted] = [await managedSites(prior), await sitesOfPlan(plan)]
  const [coming, leaving] = [sitesWithout(wanted, before), sitesWithout(before, wanted)]
  const toTakeOut = plan.on_remove === 'remove' ? leaving : emptyTable
  let leavingHere = toTakeOut
  run.lists.declare(owner, wanted)
  const { change, outcome } = await run
    .turn('category', owner.category, signal, async () => {
      const newcomers = await toBeAdded(category, prior, coming, context)
      const lost = await takenByOthers(owner, category, sitesWithout(wanted, coming), context)
      const add = newcomers.concat(lost)
      // What another list of the category has taken over by now is to stay for it.
      leavingHere = await leavingNow({ id: String(category.id), name: owner.category }, toTakeOut, {
        noted,
        record,
        run,
      })
      const remove = listOf(run.lists.notDeclared(owner.category, leavingHere))
      run.mayGiveUp({ category: category.id, list: owner.list, sites: new Set(remove) })
      const changes = add.length + remove.length > 0
      // What others have added may never have been compiled.
      const isFound = newcomers.length < coming.size
      const repairs = (!prior.compiled || isFound) && plan.compiled !== false
      const change = {
        name: owner.category,
        list: owner.list,
        add,
        remove,
        siteThatStays: firstBeside(add, wanted) ?? keptByOthers(owner, category, context),
        onConflict: plan.on_conflict,
        compile: plan.compile && (changes || repairs),
        pending: !prior.compiled || isFound || lost.length > 0,
      }
      return { change, outcome: await changeCategory(category, change, context) }
    })
    .catch(async (failure: unknown) => {
      throw await refused(failure)
    })

  const touched = outcome.added.length + outcome.removed.length > 0
  const compiled = outcome.compiled || (prior.compiled && !touched && plan.compiled !== false)
  if (outcome.failure) {
    const found = sitesWithout(coming, new Set(change.add))
    const gone = new Set([...change.add, ...outcome.removed])
    const left = sitesWithout(sitesWithout(before, takenOver()), gone)
    const there = sitesInEither(left, found)
    const confirmed = sitesInEither(there, new Set(outcome.added))
    const list = await listHolding(confirmed, managedListOf(plan), prior)
    throw new IncompleteChange({ ...prior, ...list, compiled }, outcome.failure)
  }
  run.lists.settle(owner, wanted)
  keep(recordOfChange(coming, noted, record))
  return { compiled, missing_sites: null }

  /** What other lists of the category have taken over by now is theirs: the next update is to leave it. */
  function takenOver(): SiteSet {
    return sitesWithout(toTakeOut, run.lists.notDeclared(owner.category, leavingHere))
  }

  async function refused(failure: unknown): Promise<unknown> {
    const others = takenOver()
    if (others.size === 0) return failure
    const list = await listHolding(sitesWithout(before, others), managedListOf(plan), prior)
    return new IncompleteChange({ ...prior, ...list }, failure)
  }
}

/**
 * Takes the sites of a list out of its category, those left out that another resource declares there.
 *
 * @throws {IncompleteChange} with the state and what is left of the list, where it fails on the way
 */
export async function removeList(
  owner: ListOwner,
  state: ListState,
  { identity, find, noted }: ListToRemove,
  context: Context,
): Promise<void> {
  const { run } = context
  const name = owner.category
  const managed = await managedSites(state)
  // Where the resource was replaced, or another one took its place, its sites may be declared still.
  const leaving = await departing(identity, managed, noted, context)
  const remove = listOf(run.lists.notDeclared(name, leaving))
  const compile = state.compile && (remove.length > 0 || !state.compiled)
  if (remove.length === 0 && !compile) return
  const found = await find().catch(async (failure: unknown) => {
    throw await unfinished([], failure)
  })
  if (!found) return
  run.mayGiveUp({ category: found.id, list: owner.list, sites: new Set(remove) })
  const change = {
    name,
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

  /** What is declared by others by now is theirs: the next destroy is to leave it. */
  async function unfinished(removed: readonly Site[], failure: unknown): Promise<IncompleteChange> {
    run.lists.failToLetGo(owner)
    const list = await listHolding(sitesWithout(new Set(remove), new Set(removed)), state)
    const untouched = state.compiled && removed.length === 0
    return new IncompleteChange({ ...state, ...list, compiled: untouched }, failure)
  }
}

/** What is known of a list that is to be removed. */
interface ListToRemove {
  readonly identity: ManagedCategory
  /** The category; undefined where it is gone, and the list with it. */
  readonly find: () => Promise<Category | undefined>
  readonly noted: ListNote | undefined
}

/** Sites of a list that the destroy of another one has taken out of the category in this run. */
async function takenByOthers(
  { category: name }: ListOwner,
  category: CategoryAddress,
  sites: SiteSet,
  { appliance, run, signal }: Context,
): Promise<readonly Site[]> {
  const lost = await run.shared.lost({ id: String(category.id), name }, sites)
  return lost.size > 0 ? await absentFrom(category, listOf(lost), appliance, signal) : []
}

/** Sites that an update has to add. Of an imported category nobody has asked yet which of the declared ones it has. */
async function toBeAdded(
  category: CategoryAddress,
  prior: ListState,
  coming: SiteSet,
  { appliance, signal }: Context,
): Promise<readonly Site[]> {
  const isImported = prior.sites === null && prior.sites_packed === null
  const sites = listOf(coming)
  return isImported ? await absentFrom(category, sites, appliance, signal) : sites
}

/** A site of a set that is not in a list, which holds nothing else. */
function firstBeside(list: readonly Site[], sites: SiteSet): Site | undefined {
  if (list.length === sites.size) return undefined
  const listed = new Set(list)
  for (const site of sites) if (!listed.has(site)) return site
  return undefined
}

/** A site that another list of this run keeps in the category, and that nobody is about to take from there. */
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

/** What is to become of the sites of a category. */
interface SitesChange {
  readonly name: string
  /** Name of the list; null for that of the category itself. */
  readonly list: string | null
  readonly add: readonly Site[]
  readonly remove: readonly Site[]
  /** One that is there and stays; undefined where none is known. */
  readonly siteThatStays: Site | undefined
  readonly onConflict: OnConflict
  /** Whether the change is to become active. */
  readonly compile: boolean
  /** An earlier change waits for its compile, or may do so. */
  readonly pending: boolean
}

/** Changes a category that is there. Says what was done where it failed. */
export async function changeCategory(
  category: CategoryAddress,
  change: SitesChange,
  context: Context,
): Promise<CategoryChangeOutcome> {
  return await whileUnderWay({ category, ...change }, context, async (underWay) => {
    const giving = { category: category.id, list: change.list, sites: new Set(change.remove) }
    const takeFrom = await resolveConflicts(change, giving, context, underWay)
    context.run.giveUp(giving)
    const outcome = await reported(underWay, category, { ...change, takeFrom }, context)
    if (outcome.failure) context.run.giveUp({ ...giving, sites: emptyTable })
    return outcome
  })
}

/** Makes sure that a category is there, and fills it. Throws where anything of it fails. */
export async function createCategory(
  description: string,
  change: SitesChange,
  context: Context,
): Promise<CreatedCategory & { readonly outcome: CategoryChangeOutcome }> {
  const { appliance, signal } = context
  return await whileUnderWay({ category: undefined, ...change }, context, async (underWay) => {
    const giving = { category: undefined, list: change.list, sites: emptyTable }
    const takeFrom = await resolveConflicts(change, giving, context, underWay)
    const created = await appliance.categories.create(change.name, description, signal)
    const filling = { ...change, takeFrom, isNew: await isNew(created, context) }
    const outcome = await reported(underWay, created.category, filling, context)
    if (outcome.failure) throw outcome.failure
    return { ...created, outcome }
  })
}

/** Whether nothing of a category was ever compiled: of one that shares its table with another nobody knows (field notes, "Create"). */
async function isNew(
  { category: { id, table }, origin }: CreatedCategory,
  { appliance, signal }: Context,
): Promise<boolean> {
  if (origin !== 'created') return false
  const { categories } = await appliance.categories.list(signal)
  return !categories.some((other) => other.id !== id && other.table === table && table !== '')
}

async function whileUnderWay<T>(
  { category, add, remove }: BegunChange,
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

async function reported(
  underWay: ChangeUnderWay,
  category: CategoryAddress,
  change: SitesChange & {
    readonly takeFrom: Awaited<ReturnType<typeof resolveConflicts>>
    readonly isNew?: boolean
  },
  { diagnostics, signal }: Context,
): Promise<CategoryChangeOutcome> {
  const outcome = await underWay.carryOut(category, change, signal)
  if (!outcome.failure && outcome.doubt) warnOfDoubt(change, outcome.doubt, diagnostics)
  if (outcome.leftMarkers.length > 0) {
    const names = outcome.leftMarkers.map(({ site, category: id, isStored }) => ({
      site,
      category: id === category.id ? JSON.stringify(change.name) : `number ${id}`,
      isStored,
    }))
    diagnostics.raise(harmlessNamesLeft({ names }))
  }
  return outcome
}

/** Sites were asked for, and found as they should be. No route tells whether a compile was begun. */
function warnOfDoubt(
  { name, compile }: SitesChange,
  { told }: ApplianceError,
  diagnostics: Diagnostics,
): void {
  diagnostics.raise(categoryAnswerUnreadable({ name, failure: told.message, compile }))
}
