import type { FoundCategory } from '@webfilter/appliance-client/categories'
import {
  type Category,
  type CategoryAddress,
  type HoldersOutcome,
  isNamed,
} from '@webfilter/appliance-client/categories/category'
import type { DeclaredPlace, KnownPlace } from '@webfilter/appliance-declarations/declared-list'
import {
  categoryDescriptionFixed,
  categoryDescriptionNotCompared,
  categoryGone,
  categoryMissing,
  categoryNotChecked,
  listCategoryNotChecked,
  sitesLeaveBoth,
  tableImpossible,
  tableShared,
} from '@webfilter/appliance-declarations/diagnostics/categories'
import { wordsFor } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { type Contained, siteNames } from '@webfilter/appliance-declarations/diagnostics/wording'
import { isSameTable, tableNameOf } from '@webfilter/appliance-names'
import {
  mostAskedInFull,
  type SiteSet,
  sampleOf,
  sampleSize,
  sitesInEither,
  type Verify,
  verifyOf,
} from '@webfilter/site-lists'
import {
  type Diagnostic,
  type Diagnostics,
  isUnknown,
  ProviderError,
  type Unknown,
} from '@webfilter/terraform-plugin'
import { lookInPlan } from '../../provider-data'
import type { ListOwner, ListPlace, NamedCategory } from '../../run/place'
import type { Context, PlanContext } from './context'
import type { PlanMemory } from './memory'
import type { PlannedList } from './planned'

/**
 * The category of a state, also if the list lacks it while its sites show it; undefined if it is gone.
 * @param managed the sites of the state
 */
export async function findManaged(
  { id, name }: NamedCategory,
  managed: SiteSet,
  { appliance, signal }: Context,
): Promise<FoundCategory | undefined> {
  return await appliance.categories.findManaged({ id: Number(id), name, sites: managed }, signal)
}

/**
 * Refuses a state whose number belongs to another category by now, as it may in a plan without a refresh.
 * @param managed the sites of the state
 * @throws {ProviderError}
 */
export async function refuseAnotherCategory(
  category: NamedCategory,
  managed: SiteSet,
  context: Context,
): Promise<void> {
  const { id, name } = category
  const found = await context.appliance.categories.recall(Number(id), context.signal)
  if (found && isNamed(found, name)) return
  if (await findManaged(category, managed, context)) return
  throw new ProviderError(categoryGone({ id, name, now: found?.name }))
}

/** The sites that a category lacks; all of them if there are too many to look up, or if the appliance cannot look them up. */
export async function absentFrom(
  category: CategoryAddress,
  sites: SiteSet,
  { appliance, signal }: Context,
): Promise<SiteSet> {
  if (sites.size > mostAskedInFull) return sites
  const { absent, unasked, failure } = await appliance.categories.present(category, sites, signal)
  if (failure && failure.kind !== 'route-missing') throw failure
  return sitesInEither(absent, unasked)
}

/**
 * The list that a configuration declares, by the name of its category. Reports a category that it refers to and that does not exist.
 *
 * @param kept where the state has the list, if it stays there
 * @returns the list, and its category as far as it was looked up; undefined if there is no such category
 */
export async function lookForPlace(
  declared: KnownPlace,
  kept: ListPlace | null,
  context: Context,
): Promise<{ readonly owner: ListOwner; readonly found?: Category } | undefined> {
  const { list } = declared
  if (list === null) return { owner: { category: declared.name, list } }
  if (kept) return { owner: { category: kept.category.name, list } }
  const found = await lookForCategory(declared.id, context)
  return found && { owner: { category: found.name, list }, found }
}

/** Looks in a plan for the category that a new list names by its number. Reports one that does not exist. */
async function lookForCategory(id: string, context: Context): Promise<Category | undefined> {
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

/** The diagnostic of a category that a list is to be in and that does not exist. */
export function noCategory(id: string): Diagnostic {
  return categoryMissing({ id })
}

/** Looks for the category of a new list, and reports what it cannot have there. @param found if it was looked up */
export async function lookForNew(
  declared: KnownPlace,
  found: Category | undefined,
  context: Context,
): Promise<Category | 'absent' | 'not looked'> {
  if (declared.list !== null) return found ?? 'not looked'
  const { name, description } = declared
  const adopted = await lookForAdoption(name, description, context)
  if (adopted !== 'not looked') await diagnoseSharedTable(name, context)
  return adopted
}

/** Looks in a plan for the category of this name, which the apply adopts, and refuses a description that it does not have. */
async function lookForAdoption(
  name: string,
  description: string | Unknown | null,
  context: Context,
): Promise<Category | 'absent' | 'not looked'> {
  const { appliance, diagnostics, signal } = context
  const existing = await lookInPlan(
    (failure) => categoryNotChecked({ name, failure }),
    ['name'],
    context,
    () => appliance.categories.findByName(name, signal),
  )
  if (existing === 'not looked') return existing
  if (!existing) {
    const unlisted = appliance.categories.unlisted(name)
    if (unlisted) diagnostics.raise(wordsFor(unlisted), ['name'])
    return 'absent'
  }
  refuseOtherDescription(name, description, existing.description ?? null, diagnostics)
  return existing
}

/** A description is set when a category is created and never again: another one is refused while nothing is sent yet. */
export function refuseOtherDescription(
  name: string,
  configured: string | Unknown | null,
  actual: string | null,
  diagnostics: Diagnostics,
): void {
  if (configured === null || isUnknown(configured)) return
  if (actual === null) {
    diagnostics.raise(categoryDescriptionNotCompared({ name }), ['description'])
    return
  }
  if (sameDescription(configured, actual)) return
  diagnostics.raise(categoryDescriptionFixed({ name, actual }), ['description'])
}

/** The appliance stores an apostrophe as a backtick (docs/appliance, "Names and tables"). */
export function sameDescription(one: string, other: string): boolean {
  return one.replaceAll("'", '`') === other.replaceAll("'", '`')
}

/**
 * Warns in the plan if a category that is to be created or adopted has the table of another one: of one that the appliance lists, or
 * of one that this run creates too, whichever is planned later. A name of which no table can be made is an error.
 */
async function diagnoseSharedTable(
  name: string,
  { appliance, run, diagnostics, signal }: Context,
): Promise<void> {
  const own = await appliance.categories.findByName(name, signal)
  const table = own ? own.table || undefined : tableNameOf(name)
  if (table === undefined) {
    if (!own) diagnostics.raise(tableImpossible({ name }), ['name'])
    return
  }
  const { categories } = await appliance.categories.list(signal)
  const listed = categories.find(({ id, table: their }) => id !== own?.id && isSameTable(their, table))
  const other = listed?.name ?? (own ? undefined : run.lists.createTable(table, name))
  if (other !== undefined) diagnostics.raise(tableShared({ name, other, table }), ['name'])
}

/** Warns in the plan of a removal if another category has the same table, whose sites are those of both. */
export async function warnOfSharedTable(
  { id, name }: NamedCategory,
  removed: SiteSet,
  { appliance, run, diagnostics, signal }: Context,
): Promise<void> {
  // Within an apply, it would be said again.
  if (removed.size === 0 || run.changes.haveBegun) return
  const { categories } = await appliance.categories.list(signal)
  const table = categories.find((each) => each.id === Number(id))?.table ?? ''
  const others = categories.filter((each) => each.id !== Number(id) && isSameTable(each.table, table))
  if (table === '' || others.length === 0) return
  const sharing = { category: name, others: others.map((other) => other.name), table }
  diagnostics.raise(sitesLeaveBoth({ ...sharing, count: removed.size, sites: siteNames(removed) }))
}

/**
 * The table of the category in which a list is declared, as the state or the appliance has it, else as it follows from the name; undefined
 * while that is not known.
 *
 * @param kept the category of the state, if the list stays there
 * @param unusual the table that the record of the list has
 */
export async function tableOfPlace(
  declared: DeclaredPlace,
  kept: NamedCategory | null,
  unusual: string | undefined,
  { appliance, signal }: Pick<PlanContext, 'appliance' | 'signal'>,
): Promise<string | undefined> {
  if (declared.list !== null) {
    const { id } = declared
    const found = isUnknown(id) ? undefined : await appliance?.categories.findById(Number(id), signal)
    return found && tableOfCategory(found)
  }
  const { name } = declared
  if (kept) return tableOfCategory({ name: kept.name, table: unusual ?? '' })
  if (isUnknown(name) || !appliance) return undefined
  return tableOfCategory((await appliance.categories.findByName(name, signal)) ?? { name, table: '' })
}

/** The table of a category, as the appliance lists it or as it follows from the name; an empty text where neither is known. */
function tableOfCategory({ name, table }: Pick<Category, 'name' | 'table'>): string {
  return table || (tableNameOf(name) ?? '')
}

/** The table of a category if its name does not say it; undefined if it does, or the appliance lists none. */
export function unusualTable({ name, table }: Pick<Category, 'name' | 'table'>): string | undefined {
  return table !== '' && !isSameTable(table, tableNameOf(name) ?? '') ? table : undefined
}

/** What a plan learns of the sites of a list that comes under management. */
interface FirstLook {
  /** How many of them the category contains; undefined if that was not counted. */
  readonly contained?: Contained
  /** The answers, if every site was looked up: what else the plan wants to know of the sites is in them. */
  readonly answers?: HoldersOutcome
}

/** Nothing was looked up. */
export const noLook: FirstLook = {}

/**
 * Looks up the sites of a list that no state has yet in the category that is there: all of them up to 5,000, and a sample of more. A plan
 * does not fail if that fails, because the apply does not depend on it: then it has no number.
 *
 * @param verify of the list
 * @throws {ApplianceError} only of the kind `cancelled`
 */
export async function firstLook(
  category: Pick<Category, 'id' | 'name' | 'items'>,
  { added, isUncertain }: Pick<PlannedList, 'added' | 'isUncertain'>,
  verify: Verify | Unknown,
  context: Context & Pick<PlanMemory, 'notedInPlan'>,
): Promise<FirstLook> {
  const { appliance, run, diagnostics, signal } = context
  if (added.size === 0 || isUncertain || diagnostics.hasErrors) return noLook
  if (isUnknown(verify) || verifyOf(verify, context.verify) === 'none') return noLook
  // Terraform requests each plan again in the apply, when this run may already have added the sites.
  if (run.changes.haveBegun || context.notedInPlan) return noLook
  // If another list manages one of the sites, Terraform itself has added it.
  if (run.lists.manages({ ...category, id: String(category.id) }, added)) return noLook
  const sites = added.size
  // An empty category contains none of the sites: that is known without a query.
  if (category.items === 0) return { contained: { there: 0, asked: sites, sites } }
  const asked = sites > mostAskedInFull ? sampleOf(added, sampleSize, steadyRandom()) : added
  const witnesses = () => run.lists.witnesses()
  // In an apply, a list that is planned for long would miss the changes that begin together.
  const unlessApplying = AbortSignal.any([signal, run.changes.begun])
  const outcome = await appliance.categories.holders(asked, unlessApplying, witnesses)
  const { holders, failure, unproven } = outcome
  if (failure?.kind === 'cancelled') {
    if (signal.aborted) throw failure
    return noLook
  }
  const answers = asked.size === sites ? { answers: outcome } : noLook
  // The search for conflicts fails by the same answers. Without them, it would repeat queries that were repeated already.
  if (failure) return answers
  const isThere = (held: readonly Category[]) => held.some(({ id }) => id === category.id)
  const there = [...holders.values()].filter(isThere).length
  // If no site was found at all, every query may have failed in the same way.
  if (there === 0 && unproven) return answers
  return { contained: { there, asked: asked.size, sites }, ...answers }
}

/** Numbers as of `Math.random`, but the same each time, so that the next plan draws the same sample (a Lehmer generator). */
function steadyRandom(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % modulus
    return state / modulus
  }
}

const modulus = 2 ** 31 - 1
