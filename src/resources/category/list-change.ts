import type { Category, CategoryAddress } from '../../appliance/categories/category'
import type { CategoryChangeOutcome } from '../../appliance/categories/change-outcome'
import { lastChange } from '../../sites/last-change'
import type { Site } from '../../sites/site'
import { listOf, type SiteSet, sitesInEither, sitesWithout } from '../../sites/site-set'
import { emptyTable } from '../../sites/site-table'
import { IncompleteUpdate } from '../../terraform/provider/failures'
import { isUnknown, type Unknown } from '../../terraform/values/unknown'
import { changeCategory, itemCount, type SitesChange } from './category-application'
import type { ListOwner } from './category-claims'
import type { OnConflict } from './category-conflicts'
import type { Identity } from './category-identity'
import { checkedSites, type OnRemove } from './declared-sites'
import { type DepartureNote, departing } from './departure'
import type { ListEffects } from './list-effects'
import { absentFrom } from './list-reading'
import { listHolding, type ManagedList, managedSites } from './managed-list'
import type { Surroundings } from './surroundings'

/** What a state holds of a list, and of what is to be done with it. */
export interface ListState extends ManagedList, ListEffects {
  readonly on_conflict: OnConflict
  readonly on_remove: OnRemove
  readonly compile: boolean
}

/** The same as it is planned: what the provider computes may be unknown. */
export type ListPlan = {
  readonly [K in keyof ListState]: K extends keyof ListEffects | keyof ManagedList
    ? ListState[K] | Unknown | null
    : ListState[K]
} & Pick<ManagedList, 'sites' | 'sites_file'>

/**
 * The sites that a plan declares.
 * @throws {ProviderError} when an entry that was unknown before is no site, or names a site that another one names already
 */
export async function declaredSites(plan: ListPlan): Promise<SiteSet> {
  // Read as an empty list it would take out everything.
  if (plan.sites_file !== null && isUnknown(plan.sites_packed))
    throw new Error('the plan does not know the sites')
  const list = plannedList(plan)
  return list.sites_file === null && list.sites_packed === null
    ? new Set(checkedSites(list.sites))
    : await managedSites({ ...list, sites: null })
}

/** The list as it was planned, for the state. */
export function plannedList({ sites, sites_file, ...plan }: ListPlan): ManagedList {
  return {
    sites,
    sites_file,
    sites_digest: known(plan.sites_digest),
    sites_packed: known(plan.sites_packed),
    site_count: known(plan.site_count),
    file_digest: known(plan.file_digest),
  }
}

/** What fills a category with a new list. @param existing the category, where it is there already */
export async function fillingOf(
  owner: ListOwner,
  plan: ListPlan,
  wanted: SiteSet,
  existing: Category | undefined,
  surroundings: Surroundings,
): Promise<SitesChange> {
  const { appliance, signal } = surroundings
  const sites = listOf(wanted)
  const add = existing ? await absentFrom(existing, sites, appliance, signal) : sites
  return {
    name: owner.category,
    add,
    remove: [],
    siteThatStays: firstBeside(add, wanted) ?? keptByOthers(owner, existing, surroundings),
    onConflict: plan.on_conflict,
    // Of a category that was there nobody knows whether it was compiled: an earlier creation may have failed there.
    compile: plan.compile && wanted.size > 0,
    pending: false,
  }
}

/** What a new list led to. */
export async function effectsOfFilling(
  owner: ListOwner,
  category: CategoryAddress,
  wanted: SiteSet,
  { compiled }: CategoryChangeOutcome,
  surroundings: Surroundings,
): Promise<ListEffects> {
  surroundings.categoryClaims.settle(owner, wanted)
  return {
    item_count: await itemCount(category, surroundings),
    compiled: compiled || wanted.size === 0,
    last_change: lastChange(wanted, emptyTable),
    verification: null,
  }
}

/**
 * Makes of a list what is planned, and tells what that led to.
 * @throws {IncompleteUpdate} with the prior state and what was confirmed, where it fails on the way
 */
export async function updateList(
  owner: ListOwner,
  category: CategoryAddress,
  { prior, plan }: { readonly prior: ListState; readonly plan: ListPlan },
  surroundings: Surroundings,
): Promise<ListEffects> {
  const { categoryClaims, signal } = surroundings
  const [before, wanted] = [await managedSites(prior), await declaredSites(plan)]
  const [coming, leaving] = [sitesWithout(wanted, before), sitesWithout(before, wanted)]
  const toTakeOut = plan.on_remove === 'remove' ? leaving : emptyTable
  categoryClaims.declare(owner, wanted)
  const { change, changes, outcome } = await categoryClaims.turn(owner.category, signal, async () => {
    const newcomers = await toBeAdded(category, prior, coming, surroundings)
    const lost = await takenByOthers(owner, category, sitesWithout(wanted, coming), surroundings)
    const add = newcomers.concat(lost)
    // What another list of the category has taken over by now is to stay for it.
    const remove = listOf(categoryClaims.notDeclared(owner.category, toTakeOut))
    const changes = add.length + remove.length > 0
    // What others have added may never have been compiled.
    const isFound = newcomers.length < coming.size
    const repairs = (!prior.compiled || isFound) && plan.compiled !== false
    const change = {
      name: owner.category,
      add,
      remove,
      siteThatStays: firstBeside(add, wanted) ?? keptByOthers(owner, category, surroundings),
      onConflict: plan.on_conflict,
      compile: plan.compile && (changes || repairs),
      pending: !prior.compiled || isFound || lost.length > 0,
    }
    return { change, changes, outcome: await changeCategory(category, change, surroundings) }
  })

  const touched = outcome.added.length + outcome.removed.length > 0
  const compiled = outcome.compiled || (prior.compiled && !touched && plan.compiled !== false)
  if (outcome.failure) {
    const found = sitesWithout(coming, new Set(change.add))
    const takenOver = sitesWithout(toTakeOut, new Set(change.remove))
    const gone = new Set([...change.add, ...outcome.removed])
    const left = sitesWithout(sitesWithout(before, takenOver), gone)
    const there = sitesInEither(left, found)
    const confirmed = sitesInEither(there, new Set(outcome.added))
    const list = await listHolding(confirmed, plannedList(plan), prior)
    throw new IncompleteUpdate({ ...prior, ...list, compiled }, outcome.failure)
  }
  categoryClaims.settle(owner, wanted)
  return {
    item_count: changes ? await itemCount(category, surroundings) : prior.item_count,
    compiled,
    last_change: lastChange(coming, toTakeOut) ?? prior.last_change,
    verification: coming.size + toTakeOut.size > 0 ? null : prior.verification,
  }
}

/**
 * Takes the sites of a list out of its category, those left out that another resource declares there.
 *
 * @throws {IncompleteUpdate} with the state and what is left of the list, where it fails on the way
 */
export async function removeList(
  owner: ListOwner,
  state: ListState,
  { identity, find, noted }: ListToRemove,
  surroundings: Surroundings,
): Promise<void> {
  const { categoryClaims } = surroundings
  const name = owner.category
  const managed = await managedSites(state)
  // Where the resource was replaced, or another one took its place, its sites may be declared still.
  const leaving = await departing(identity, managed, noted, surroundings)
  const remove = listOf(categoryClaims.notDeclared(name, leaving))
  const compile = state.compile && (remove.length > 0 || !state.compiled)
  if (remove.length === 0 && !compile) return
  const found = await find().catch(async (failure: unknown) => {
    throw await unfinished([], failure)
  })
  if (!found) return
  categoryClaims.releases.plan(String(found.id), owner.list, new Set(remove))
  const change = {
    name,
    add: [],
    remove,
    siteThatStays: firstBeside(remove, managed) ?? keptByOthers(owner, found, surroundings),
    onConflict: 'keep',
    compile,
    pending: !state.compiled,
  } as const
  const outcome = await changeCategory(found, change, surroundings)
  if (outcome.failure) throw await unfinished(outcome.removed, outcome.failure)

  /** What is declared by others by now is theirs: the next destroy is to leave it. */
  async function unfinished(removed: readonly Site[], failure: unknown): Promise<IncompleteUpdate> {
    categoryClaims.failToRelease(owner)
    const list = await listHolding(sitesWithout(new Set(remove), new Set(removed)), state)
    const untouched = state.compiled && removed.length === 0
    return new IncompleteUpdate({ ...state, ...list, compiled: untouched }, failure)
  }
}

/** What is known of a list that is to be removed. */
interface ListToRemove {
  readonly identity: Identity
  /** The category; undefined where it is gone, and the list with it. */
  readonly find: () => Promise<Category | undefined>
  readonly noted: DepartureNote | undefined
}

/** Sites of a list that the destroy of another one has taken out of the category in this run. */
async function takenByOthers(
  { category: name }: ListOwner,
  category: CategoryAddress,
  sites: SiteSet,
  { appliance, categoryClaims, signal }: Surroundings,
): Promise<readonly Site[]> {
  const lost = await categoryClaims.shared.lost({ id: String(category.id), name }, sites)
  return lost.size > 0 ? await absentFrom(category, listOf(lost), appliance, signal) : []
}

/** Sites that an update has to add. Of an imported category nobody has asked yet which of the declared ones it has. */
async function toBeAdded(
  category: CategoryAddress,
  prior: ListState,
  coming: SiteSet,
  { appliance, signal }: Surroundings,
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
  { appliance, categoryClaims }: Surroundings,
): Site | undefined {
  if (category === undefined) return undefined
  const { releases } = categoryClaims
  return categoryClaims.keptByOthers(
    owner,
    (site) => !releases.isReleasing(category.id, site) && !appliance.categoryChanges.isWanted(site),
  )
}

function known<T>(value: T | Unknown): T | null {
  return isUnknown(value) ? null : value
}
