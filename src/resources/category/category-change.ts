import type {
  ApplianceError,
  BegunChange,
  CategoryAddress,
  CategoryChangeOutcome,
  ChangeUnderWay,
  CreatedCategory,
} from '@webfilter/appliance-client'
import type { OnConflict } from '@webfilter/appliance-declarations/declared-list'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import {
  categoryAnswerUnreadable,
  harmlessNamesLeft,
} from '@webfilter/appliance-declarations/diagnostics/operations'
import type { Site } from '@webfilter/appliance-names'
import { emptyTable, type SiteSet, type Verify } from '@webfilter/site-lists'
import type { Diagnostics } from '@webfilter/terraform-plugin'
import type { Context } from '../../definitions'
import type { CountedChange, Growth } from '../../run/category-counts'
import { type GivenUp, resolveConflicts } from './conflicts'
import { lookUpMoved, lookUpRemoved, type Outcome, type Removal, unlessRefused } from './left-behind'

/** A change of the sites of a category. */
export interface SitesChange extends Removal {
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
export async function changeCategory(
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
export async function createCategory(
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
export async function countBefore(
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
