import { isSameTable, parsedNumber, simplifyName, tableNameOf } from '@webfilter/appliance-names'
import {
  type Diagnostic,
  type Diagnostics,
  isUnknown,
  ProviderError,
  type Unknown,
} from '@webfilter/terraform-plugin'
import type { Appliance } from '../../appliance/appliance'
import { type Category, isNamed } from '../../appliance/categories/category'
import type { ListOwner } from '../../coordination/category-lists'
import { type Context, lookInPlan, type PlanContext } from '../../definitions'
import {
  categoryDescriptionFixed,
  categoryDescriptionNotCompared,
  categoryGone,
  categoryIdentityMismatch,
  categoryMissing,
  categoryNotChecked,
  categoryNumberReused,
  listCategoryNotChecked,
  tableImpossible,
  tableShared,
} from '../../diagnostics/categories'
import type { SiteSet } from '../../sites/table/site-table'

/** The category of a state. */
export interface ManagedCategory {
  readonly id: string
  readonly name: string
}

/** Where a state has its list: in which category, and by which name; null for the list of the category itself. */
export interface ListPlace {
  readonly category: ManagedCategory
  readonly list: string | null
}

/**
 * Where a configuration declares a list. The list of a category itself has no name, and its category is named; one in a category has a name,
 * and the number of the category.
 */
export type DeclaredPlace =
  | {
      readonly list: null
      readonly name: string | Unknown
      readonly description: string | Unknown | null
    }
  | { readonly list: string | Unknown; readonly id: string | Unknown }

/** The same if category and list are known. */
export type KnownPlace =
  | { readonly list: null; readonly name: string; readonly description: string | Unknown | null }
  | { readonly list: string; readonly id: string }

/** The place, if category and list are known. */
export function knownPlace(declared: DeclaredPlace): KnownPlace | undefined {
  if (declared.list === null) {
    const { name } = declared
    return isUnknown(name) ? undefined : { ...declared, name }
  }
  const { list, id } = declared
  return isUnknown(list) || isUnknown(id) ? undefined : { list, id }
}

export function isCategoryKnown(declared: DeclaredPlace): boolean {
  return !isUnknown(declared.list === null ? declared.name : declared.id)
}

/** Whether a list stays in the category of its state; false while its new one is not known. */
export function staysIn({ category }: ListPlace, declared: DeclaredPlace): boolean {
  if (declared.list !== null) return declared.id === category.id
  return !isUnknown(declared.name) && simplifyName(declared.name) === simplifyName(category.name)
}

/** What names a list in notes: the name of its category, or the id of a list in one, such as `250/feed`; undefined while it is not known. */
export function nameOfPlace(declared: DeclaredPlace): string | undefined {
  const known = knownPlace(declared)
  return known && (known.list === null ? known.name : `${known.id}/${known.list}`)
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

/**
 * The table of the category in which a list is declared, as the state or the appliance has it, else as it follows from the name; undefined
 * while that is not known.
 *
 * @param kept the category of the state, if the list stays there
 * @param unusual the table that the record of the list has
 */
export async function tableOfPlace(
  declared: DeclaredPlace,
  kept: ManagedCategory | null,
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
function tableOfCategory({ name, table }: { readonly name: string; readonly table: string }): string {
  return table || (tableNameOf(name) ?? '')
}

/** The table of a category if its name does not say it; undefined if it does, or the appliance lists none. */
export function unusualTable({
  name,
  table,
}: {
  readonly name: string
  readonly table: string
}): string | undefined {
  return table !== '' && !isSameTable(table, tableNameOf(name) ?? '') ? table : undefined
}

/**
 * The category of a state; undefined if it is gone, which an empty list alone does not show. The appliance reuses numbers, so it is the
 * same category only if number and name are the same.
 *
 * @param managed the sites of the state
 */
export async function findManaged(
  { id, name }: ManagedCategory,
  managed: SiteSet,
  { categories }: Appliance,
  signal: AbortSignal,
): Promise<Category | undefined> {
  const found = await categories.findById(Number(id), signal)
  if (found && isNamed(found, name)) return found
  await categories.confirmGone({ name, sites: managed }, signal)
  return undefined
}

/**
 * Refuses a state whose number belongs to another category by now, as it may in a plan without a refresh.
 * @throws {ProviderError}
 */
export async function refuseAnotherCategory(
  { id, name }: ManagedCategory,
  { categories }: Appliance,
  signal: AbortSignal,
): Promise<void> {
  const found = await categories.recall(Number(id), signal)
  if (found && isNamed(found, name)) return
  throw new ProviderError(categoryGone({ id, name, now: found?.name }))
}

/** Warns if the number of a category that is gone belongs to another one, to which a configuration with this number now refers. */
export async function warnOfAnotherCategory(
  { id, name }: ManagedCategory,
  { appliance, diagnostics, signal }: Context,
): Promise<void> {
  const found = await appliance.categories.findById(Number(id), signal)
  if (!found || isNamed(found, name)) return
  diagnostics.raise(categoryNumberReused({ id, name, now: found.name }))
}

/**
 * The category that an import names, by its number or else by its name.
 * @throws {ProviderError} if there is none
 */
export async function findToImport(
  named: string,
  { categories }: Appliance,
  signal: AbortSignal,
): Promise<Category> {
  const number = parsedNumber(named)
  const byId = number === undefined ? undefined : await categories.findById(number, signal)
  const found = byId ?? (await categories.findByName(named, signal))
  if (found) return found
  throw new ProviderError(categoryMissing({ category: JSON.stringify(named) }))
}

/**
 * The category that the identity of an import names. With a number it has to be the one of that number and of that name: a number alone
 * may belong to another category by now.
 * @throws {ProviderError} if there is none
 */
export async function findIdentified(
  { id, name }: { readonly id: string | null; readonly name: string },
  { categories }: Appliance,
  signal: AbortSignal,
): Promise<Category> {
  const found =
    id === null
      ? await categories.findByName(name, signal)
      : (await categories.list(signal)).categories.find((category) => String(category.id) === id)
  if (id !== null && !(found && isNamed(found, name))) {
    throw new ProviderError(categoryIdentityMismatch({ id, name, now: found?.name }))
  }
  if (found) return found
  throw new ProviderError(categoryMissing({ category: JSON.stringify(name) }))
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
  return categoryMissing({ category: `number ${id}` })
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
  if (!existing) return 'absent'
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

/** The appliance stores an apostrophe as a backtick (field notes, "Categories"). */
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
