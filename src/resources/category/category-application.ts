import type { CategoryAddress } from '../../appliance/categories/category'
import type { BegunChange, ChangeUnderWay } from '../../appliance/categories/category-change'
import type { CategoryChangeOutcome } from '../../appliance/categories/change-outcome'
import { ApplianceError } from '../../appliance/errors'
import type { CreatedCategory } from '../../appliance/outcomes'
import {
  categoryAnswerUnreadable,
  harmlessNamesLeft,
  siteCountUnknown,
} from '../../diagnostics/entries/categories'
import type { Site } from '../../sites/site'
import type { Diagnostics } from '../../terraform/provider/diagnostics'
import { type OnConflict, resolveConflicts } from './category-conflicts'
import type { Surroundings } from './surroundings'

/** What is to become of the sites of a category. */
export interface SitesChange {
  readonly name: string
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
  surroundings: Surroundings,
): Promise<CategoryChangeOutcome> {
  return await whileUnderWay({ category, ...change }, surroundings, async (underWay) => {
    const takeFrom = await resolveConflicts(change, surroundings, underWay)
    return await carryOut(underWay, category, { ...change, takeFrom }, surroundings)
  })
}

/** Makes sure that a category is there, and fills it. Throws where anything of it fails. */
export async function createCategory(
  description: string,
  change: SitesChange,
  surroundings: Surroundings,
): Promise<CreatedCategory & { readonly outcome: CategoryChangeOutcome }> {
  const { appliance, signal } = surroundings
  return await whileUnderWay({ category: undefined, ...change }, surroundings, async (underWay) => {
    const takeFrom = await resolveConflicts(change, surroundings, underWay)
    const created = await appliance.categories.create(change.name, description, signal)
    const filling = { ...change, takeFrom, isNew: await isNew(created, surroundings) }
    const outcome = await carryOut(underWay, created.category, filling, surroundings)
    if (outcome.failure) throw outcome.failure
    return { ...created, outcome }
  })
}

/** Whether nothing of a category was ever compiled: of one that shares its table with another nobody knows (field notes, "Create"). */
async function isNew(
  { category: { id, table }, origin }: CreatedCategory,
  { appliance, signal }: Surroundings,
): Promise<boolean> {
  if (origin !== 'created') return false
  const { categories } = await appliance.categories.list(signal)
  return !categories.some((other) => other.id !== id && other.table === table && table !== '')
}

async function whileUnderWay<T>(
  { category, add, remove }: BegunChange,
  { appliance }: Surroundings,
  work: (underWay: ChangeUnderWay) => Promise<T>,
): Promise<T> {
  const underWay = appliance.categoryChanges.begin({ category, add, remove })
  try {
    return await work(underWay)
  } finally {
    underWay.end()
  }
}

async function carryOut(
  underWay: ChangeUnderWay,
  category: CategoryAddress,
  change: SitesChange & {
    readonly takeFrom: Awaited<ReturnType<typeof resolveConflicts>>
    readonly isNew?: boolean
  },
  { diagnostics, signal }: Surroundings,
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

/** For information only: what was done is done, whether the appliance can be asked for the number or not. */
export async function itemCount(
  category: CategoryAddress,
  { appliance, diagnostics, signal }: Surroundings,
): Promise<number | null> {
  try {
    return (await appliance.categories.count(category, signal)) ?? null
  } catch (error) {
    if (!(error instanceof ApplianceError)) throw error
    const failure = `${error.told.message} ${error.told.advice}`
    diagnostics.raise(siteCountUnknown({ id: category.id, failure }))
    return null
  }
}
