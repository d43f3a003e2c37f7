import { isSameTable, parsedNumber, tableNameOf } from '@webfilter/appliance-names'
import {
  type Diagnostic,
  type Diagnostics,
  isUnknown,
  ProviderError,
  type Unknown,
} from '@webfilter/terraform-plugin'
import type { Appliance } from '../../appliance/appliance'
import { type Category, isNamed } from '../../appliance/categories/category'

import { type Context, lookInPlan } from '../../definitions'
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

/** The table of a category, as the appliance lists it or as it follows from the name; an empty text where neither is known. */
export function tableOfCategory({ name, table }: { readonly name: string; readonly table: string }): string {
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
  { appliance, diagnostics, signal }: Omit<Context, 'run'>,
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
export async function lookForCategory(id: string, context: Context): Promise<Category | undefined> {
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
export async function lookForAdoption(
  name: string,
  description: string | Unknown | null,
  context: Omit<Context, 'run'>,
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
export async function diagnoseSharedTable(
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
