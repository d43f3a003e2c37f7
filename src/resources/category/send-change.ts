import type { Site } from '@webfilter/appliance-names'
import type { Diagnostics } from '@webfilter/terraform-plugin'
import type { CategoryAddress, CreatedCategory } from '../../appliance/categories/category'
import type { BegunChange, ChangeUnderWay } from '../../appliance/categories/change/change'
import type { CategoryChangeOutcome } from '../../appliance/categories/change/step-taking'
import type { ApplianceError } from '../../appliance/errors'
import type { Context } from '../../definitions'
import { categoryAnswerUnreadable, harmlessNamesLeft } from '../../diagnostics/operations'
import { emptyTable } from '../../sites/table/site-table'
import { type OnConflict, resolveConflicts } from './conflicts'

/** A change of the sites of a category. */
export interface SitesChange {
  readonly name: string
  /** Name of the list; null for that of the category itself. */
  readonly list: string | null
  readonly add: readonly Site[]
  readonly remove: readonly Site[]
  /** A site that the category contains and keeps; undefined if none is known. */
  readonly siteThatStays: Site | undefined
  readonly onConflict: OnConflict
  /** Whether the change is to become active. */
  readonly compile: boolean
  /** An earlier change waits for its compile, or may do so. */
  readonly pending: boolean
}

/** Changes a category that exists. The outcome of a failure contains what was done before it. */
export async function changeCategory(
  category: CategoryAddress,
  change: SitesChange,
  context: Context,
): Promise<CategoryChangeOutcome> {
  return await whileUnderWay({ category, ...change }, context, async (underWay) => {
    const giving = { category: category.id, list: change.list, sites: new Set(change.remove) }
    const takeFrom = await resolveConflicts(change, giving, context, underWay)
    context.run.giveUp(giving)
    const outcome = await carryOutChange(underWay, category, { ...change, takeFrom }, context)
    if (outcome.failure) context.run.giveUp({ ...giving, sites: emptyTable })
    return outcome
  })
}

/** Creates a category unless it exists, and fills it. Throws if any part of that fails. */
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
    // Otherwise sites of it may have been compiled.
    const isNew = created.origin === 'created' && !created.sharesTable
    const filling = { ...change, takeFrom, isNew }
    const outcome = await carryOutChange(underWay, created.category, filling, context)
    if (outcome.failure) throw outcome.failure
    return { ...created, outcome }
  })
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

async function carryOutChange(
  underWay: ChangeUnderWay,
  category: CategoryAddress,
  change: SitesChange & {
    readonly takeFrom: Awaited<ReturnType<typeof resolveConflicts>>
    readonly isNew?: boolean
  },
  { run, diagnostics, signal }: Context,
): Promise<CategoryChangeOutcome> {
  const outcome = await underWay.carryOut(category, change, signal)
  run.shared.changed({ id: String(category.id), name: change.name }, outcome)
  if (!outcome.failure && outcome.doubt) warnOfDoubt(change, outcome.doubt, diagnostics)
  if (outcome.leftMarkers.length > 0) {
    const nameOf = (id: CategoryAddress['id']) =>
      id === category.id ? JSON.stringify(change.name) : `number ${id}`
    const names = outcome.leftMarkers.map((left) => ({ ...left, category: nameOf(left.category) }))
    diagnostics.raise(harmlessNamesLeft({ names }))
  }
  return outcome
}

/** The sites were looked up, and are as they should be. No route shows whether a compile was begun. */
function warnOfDoubt(
  { name, compile }: SitesChange,
  { diagnostic }: ApplianceError,
  diagnostics: Diagnostics,
): void {
  diagnostics.raise(categoryAnswerUnreadable({ name, failure: diagnostic.message, compile }))
}
