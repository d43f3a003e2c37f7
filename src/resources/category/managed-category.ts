import { simplifyName } from '@webfilter/appliance-names'
import { type Diagnostic, ProviderError } from '@webfilter/terraform-plugin'
import type { Appliance } from '../../appliance/appliance'
import type { Category } from '../../appliance/categories/category'
import { categoryId } from '../../appliance/categories/category-id'
import {
  categoryGone,
  categoryIdentityMismatch,
  categoryMissing,
  categoryNumberReused,
} from '../../diagnostics/categories'

import type { Context } from '../context'

/** What a state says of which category it is about. */
export interface ManagedCategory {
  readonly id: string
  readonly name: string
}

/** The category that a state is about. The appliance reuses ids, so it is the same only where id and name fit. */
export async function findManaged(
  { id, name }: ManagedCategory,
  { categories }: Appliance,
  signal: AbortSignal,
): Promise<Category | undefined> {
  const found = await categories.findById(Number(id), signal)
  return found && isNamed(found, name) ? found : undefined
}

/** A state that was not read before may be about a number that the appliance has given to another category since. */
export async function refuseAnotherCategory(
  { id, name }: ManagedCategory,
  { categories }: Appliance,
  signal: AbortSignal,
): Promise<void> {
  const found = await categories.recall(Number(id), signal)
  if (found && isNamed(found, name)) return
  throw new ProviderError(categoryGone({ id, name, now: found?.name }))
}

/** Says where the number of a category that is gone belongs to another one: whoever names it by number means that one now. */
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
 * @throws {ProviderError} where there is none
 */
export async function findToImport(
  named: string,
  { categories }: Appliance,
  signal: AbortSignal,
): Promise<Category> {
  const number = categoryId(named)
  const byId = number === undefined ? undefined : await categories.findById(number, signal)
  const found = byId ?? (await categories.findByName(named, signal))
  if (found) return found
  throw new ProviderError(categoryMissing({ category: JSON.stringify(named) }))
}

/**
 * The category that the identity of an import names. With a number it has to be the one of that number and of that name: a number alone
 * may belong to another category by now.
 * @throws {ProviderError} where there is none
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

/** The diagnostic of a category that a list is to be in and that does not exist. */
export function noCategory(id: string): Diagnostic {
  return categoryMissing({ category: `number ${id}` })
}

function isNamed(found: Category, name: string): boolean {
  return simplifyName(found.name) === simplifyName(name)
}
