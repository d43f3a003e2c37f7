import {
  ApplianceError,
  type Category,
  type CategoryAddress,
  type CategoryChangeOutcome,
  type Move,
} from '@webfilter/appliance-client'
import {
  movedSitesStillThere,
  sitesStillStored,
  sitesStillThere,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import { siteNames } from '@webfilter/appliance-declarations/diagnostics/wording'
import { isSite, type Site } from '@webfilter/appliance-names'
import {
  emptyTable,
  FewSites,
  mostAskedInFull,
  type SiteSet,
  sampleOf,
  sampleSize,
  sitesInBoth,
  sitesInEither,
  sitesWithout,
  type VerificationMode,
} from '@webfilter/site-lists'
import { ProviderError } from '@webfilter/terraform-plugin'
import type { Context } from '../../definitions'
import { type ListRecord, type Memory, notedSites, nothingRecorded, packedForNote } from './memory'

// What a change leaves behind: sites that the appliance keeps although it has called them removed, placeholder names, sites that it has left out of a
// batch, and, if it fails, what the state keeps.

/** What a change is to remove. */
export interface Removal {
  /** Of the category. */
  readonly name: string
  /** What stands for no website, and was left behind by an earlier change. */
  readonly placeholders?: SiteSet
  /** How the list is deleted; undefined if it is updated. */
  readonly deletion?: 'destroy' | 'replacement'
  /** How many are asked for of what it has removed, there or by moves from elsewhere: as many as a refresh of the list looks up. */
  readonly looksUp: VerificationMode
  /** Whether the change is to become active. */
  readonly compile: boolean
}

/** What became of a change, whose removals were looked up. */
export interface Outcome extends Omit<CategoryChangeOutcome, 'failure'> {
  readonly failure: ApplianceError | ProviderError | undefined
}

/**
 * Asks for what a change has removed: the appliance may keep a site that it has called removed. What is still there is not removed, so that
 * the state keeps it, and the change has failed. After another failure, that one is reported. Where nothing answers any more, such as after
 * Ctrl-C, nothing is known of what was removed: the state keeps it until the next refresh has asked.
 */
export async function lookUpRemoved(
  { id }: CategoryAddress,
  { name, placeholders = emptyTable, deletion, looksUp, compile }: Removal,
  outcome: CategoryChangeOutcome,
  context: Context,
): Promise<Outcome> {
  const { diagnostics } = context
  // Placeholder names are not asked for one by one.
  const unsure = sitesWithout(outcome.unsure, placeholders)
  const became = { ...outcome, unsure }
  const { removed, failure } = became
  const sites = sitesWithout(removed, placeholders)
  if (looksUp === 'none' || sites.size === 0) return became
  if (failure && !isAnswered(failure)) return unasked(failure)
  try {
    const left = await stillThere({ id, name }, sites, looksUp, context)
    if (left.size === 0) return became
    const kept = {
      category: name,
      removed: sites.size,
      count: left.size,
      sites: siteNames(left),
      by: deletion ?? ('update' as const),
    }
    if (!compile && !failure) {
      diagnostics.raise(sitesStillStored(kept))
      return became
    }
    const error = failure ?? new ProviderError(sitesStillThere(kept))
    // Placeholder names count as kept, too.
    const placeholdersHere = outcome.sentMarkers.filter(({ category }) => category === id)
    const leftMarkers = [
      ...outcome.leftMarkers.filter(({ category }) => category !== id),
      ...placeholdersHere.map((marker) => ({ ...marker, isStored: true })),
    ]
    return { ...became, removed: sitesWithout(sites, left), failure: error, leftMarkers }
  } catch (error) {
    if (!(error instanceof ApplianceError)) throw error
    return unasked(error)
  }

  function unasked(failure: ApplianceError): Outcome {
    return { ...became, removed: emptyTable, unsure: sitesInEither(unsure, sites), failure }
  }
}

/**
 * Warns of sites that were moved here and that the other category contains still. Nothing is wrong with this list, and no plan of it would move
 * them again.
 */
export async function lookUpMoved(
  { name, looksUp }: Removal,
  moves: readonly Move[],
  { added, failure }: Outcome,
  context: Context,
): Promise<void> {
  if (looksUp === 'none' || failure) return
  const { appliance, diagnostics, signal } = context
  for (const { from, sites } of moves) {
    const source = await unlessRefused(() => appliance.categories.recall(from, signal))
    if (!source) continue
    const moved = sitesInBoth(new FewSites(sites), added)
    const left = await unlessRefused(() => stillThere(source, moved, looksUp, context))
    if (left && left.size > 0) {
      const kept = { category: source.name, to: name, count: left.size, sites: siteNames(left) }
      diagnostics.raise(movedSitesStillThere(kept))
    }
  }
}

/** The part of some sites that a category contains still. */
async function stillThere(
  category: Pick<Category, 'id' | 'name'>,
  sites: SiteSet,
  looksUp: VerificationMode,
  { appliance, run, signal }: Context,
): Promise<SiteSet> {
  const first = looksUp === 'full' ? sites : sampleOf(sites, sampleSize, Math.random)
  const isDeclared = (holder: Category, site: Site) => run.lists.declares(holder, site, category)
  const between = run.waits.untilAskedAgain
  return await appliance.categories.remaining(category, { sites, first, isDeclared, between }, signal)
}

/** Whether the appliance answers, although it has failed. */
function isAnswered({ kind }: ApplianceError): boolean {
  return kind === 'failed' || kind === 'refused' || kind === 'unreadable'
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
}: Context & Pick<Memory, 'record'>): Promise<SiteSet> {
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
  keep: Memory['keep'],
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
  return [found, outcome.added, outcome.unsure].reduce(sitesInEither, sitesWithout(before, gone))
}
