import type { CategoryAddress } from '@webfilter/appliance-client/categories/category'
import type { CategoryChangeOutcome } from '@webfilter/appliance-client/categories/change'
import { ApplianceError } from '@webfilter/appliance-client/errors'
import { isSite } from '@webfilter/appliance-names'
import {
  emptyTable,
  FewSites,
  mostAskedInFull,
  type SiteSet,
  sitesInEither,
  sitesWithout,
} from '@webfilter/site-lists'
import type { ProviderError } from '@webfilter/terraform-plugin'
import type { Context } from './context'
import { type ChangeMemory, type ListRecord, notedSites, nothingRecorded, packedForNote } from './memory'

// What a change leaves behind: placeholder names, sites that the appliance has left out of a batch, and, if it fails, what the state keeps.

/** What became of a change, whose removals were looked up. */
export interface Outcome extends Omit<CategoryChangeOutcome, 'failure'> {
  readonly failure: ApplianceError | ProviderError | undefined
}

/** The placeholder names that earlier changes of a list have left in its category. */
export function placeholdersOf(record: ListRecord | undefined): SiteSet {
  return new FewSites((record?.placeholders ?? []).filter(isSite))
}

/** Those of them that the appliance can remove: the autonomous service alone cannot. */
export async function removablePlaceholders({
  appliance,
  record,
  signal,
}: Context & Pick<ChangeMemory, 'record'>): Promise<SiteSet> {
  const left = placeholdersOf(record)
  if (left.size === 0) return left
  const canRemove = await unlessRefused(() => appliance.categories.hasOlderRoutes(signal))
  return canRemove ? left : emptyTable
}

/**
 * Records what a change has left behind: placeholder names in its category, which the next one removes, sites that may have been left out
 * of a batch, which the next refresh names if it does not find them, and sites that may be there or not, for which it asks.
 *
 * @param before the placeholder names of earlier changes
 */
export async function withOutcome(
  { placeholders: _, doubtful: formerly, ...record }: ListRecord,
  before: SiteSet,
  { leftMarkers, added: surelyAdded, unsure, removed, undercounted }: Outcome,
  { id }: CategoryAddress,
): Promise<ListRecord> {
  // One that is not stored is active until the next compile, whatever that is for.
  const added = leftMarkers.filter(({ category, isStored }) => isStored && category === id)
  const placeholders = [...sitesWithout(before, removed), ...added.map(({ site }) => site)]
  const isNoted = undercounted && undercounted.sites.size <= mostAskedInFull
  const sites = isNoted ? await packedForNote(undercounted.sites) : null
  const left = sitesWithout(sitesWithout(await notedSites(formerly), surelyAdded), removed)
  const doubtful = await packedForNote(sitesInEither(left, unsure))
  return {
    ...record,
    ...(doubtful && { doubtful }),
    ...(placeholders.length > 0 && { placeholders }),
    ...(undercounted && sites && { undercounted: { sites, answer: undercounted.answer } }),
  }
}

/** Records the same of a change that has failed, beside what is known of the list. */
export async function keepOfFailure(
  record: ListRecord | undefined,
  outcome: Outcome,
  category: CategoryAddress,
  keep: ChangeMemory['keep'],
): Promise<void> {
  const { leftMarkers, undercounted, unsure } = outcome
  if (!record && leftMarkers.length === 0 && !undercounted && unsure.size === 0) return
  keep(await withOutcome(record ?? nothingRecorded, placeholdersOf(record), outcome, category))
}

/** The answer to a question; undefined if the appliance fails or refuses it. */
export async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ApplianceError) return undefined
    throw error
  }
}

/**
 * The account of a change: what has become of the sites of a list when its change has failed, or when nothing was sent. A site that is
 * somebody's business must not get lost, and one that is nobody's must not be claimed: `remaining` says which ones the state keeps.
 */
export interface Account {
  /** What the state had. */
  readonly before: SiteSet
  /** Of that, what leaves the state and stays in the category: other lists have taken it over, or declare it by now. */
  readonly takenOver: SiteSet
  /** Of that, what other lists have taken out of the category in this run. The change puts it back, unless it has failed before. */
  readonly lost: SiteSet
  /** Declared sites that the state did not have and the category contains: found after an import, or left by others for this list. */
  readonly found: SiteSet
  /** What the appliance has done, and may have done. */
  readonly outcome: Pick<Outcome, 'added' | 'unsure' | 'removed'>
}

/** The outcome of a change of which nothing was sent. */
export const nothingDone: Account['outcome'] = {
  added: emptyTable,
  unsure: emptyTable,
  removed: emptyTable,
}

/**
 * The sites that a state keeps after a change that has come so far. It also keeps those of which no answer says what became of them: the next
 * refresh asks for them, and drops what is not there. What is in the category and in no state, no plan would remove any more.
 */
export function remaining({ before, takenOver, lost, found, outcome }: Account): SiteSet {
  const gone = [takenOver, lost, outcome.removed].reduce(sitesInEither)
  const doubtful = sitesWithout(outcome.unsure, takenOver)
  return [found, outcome.added, doubtful].reduce(sitesInEither, sitesWithout(before, gone))
}
