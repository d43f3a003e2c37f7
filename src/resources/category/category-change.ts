import type {
  Category,
  CategoryAddress,
  CreatedCategory,
} from '@webfilter/appliance-client/categories/category'
import type {
  CategoryChangeOutcome,
  ChangeUnderWay,
  Move,
} from '@webfilter/appliance-client/categories/change'
import type { BegunChange } from '@webfilter/appliance-client/categories/site-exchange'
import { ApplianceError } from '@webfilter/appliance-client/errors'
import type { OnConflict } from '@webfilter/appliance-declarations/declared-list'
import {
  movedSitesStillThere,
  sitesInOtherCategories,
  sitesStillStored,
  sitesStillThere,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import {
  categoryAnswerUnreadable,
  harmlessNamesLeft,
} from '@webfilter/appliance-declarations/diagnostics/operations'
import { siteNames } from '@webfilter/appliance-declarations/diagnostics/wording'
import type { Site } from '@webfilter/appliance-names'
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
import { type Diagnostics, ProviderError } from '@webfilter/terraform-plugin'
import type { CountedChange, Growth } from '../../run/category-counts'
import type { Giving } from '../../run/changes'
import { turnOf } from '../../run/place'
import { type Conflict, findConflicts, type GivenUp, heldSites, withoutGivenUp } from './conflicts'
import type { Context } from './context'
import { type Outcome, unlessRefused } from './left-behind'

/** A change of the sites of a category. */
export interface SitesChange {
  /** Of the category. */
  readonly name: string
  /** Name of the list; null for that of the category itself. */
  readonly list: string | null
  readonly add: SiteSet
  /** Those of them that another list of the category has taken out in this run: they were there before, so no category is in conflict. */
  readonly putBack?: readonly Site[]
  readonly remove: SiteSet
  /** Those of them that stand for no website, and were left behind by an earlier change. */
  readonly placeholders?: SiteSet
  /** How the list is deleted; undefined if it is updated. */
  readonly deletion?: 'destroy' | 'replacement'
  /** How many are asked for of what it has removed, there or by moves from elsewhere: as many as a refresh of the list looks up. */
  readonly looksUp: VerificationMode
  /** A site that the category contains and keeps; undefined if none is known. */
  readonly siteThatStays: Site | undefined
  readonly onConflict: OnConflict
  readonly givenUp?: GivenUp | undefined
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
  { category, add, remove, name }: BegunChange & Pick<SitesChange, 'add' | 'remove' | 'name'>,
  { appliance }: Context,
  work: (underWay: ChangeUnderWay) => Promise<T>,
): Promise<T> {
  const underWay = appliance.categoryChanges.begin({ category, add, remove, turn: turnOf(name) })
  try {
    return await work(underWay)
  } finally {
    underWay.end()
  }
}

/**
 * The sites to move from other categories before sites are added.
 * @param giving the sites that the change itself gives up
 * @param underWay the change: sites that others give up for it are no conflict
 * @throws {ProviderError} if there are conflicts and `on_conflict` is `fail`
 */
export async function resolveConflicts(
  {
    name,
    add,
    putBack = [],
    onConflict,
    givenUp,
  }: Pick<SitesChange, 'name' | 'add' | 'putBack' | 'onConflict' | 'givenUp'>,
  giving: Giving,
  { appliance, run, signal }: Context,
  underWay: ChangeUnderWay,
): Promise<readonly Move[]> {
  if (onConflict === 'keep') return []
  // Changes that begin at the same time may offer the sites.
  await underWay.opening(signal)
  const witnesses = () => run.lists.settledSites()
  const back = new FewSites(putBack)
  const coming = sitesWithout(add, back)
  const conflicts = await findConflicts(appliance.categories, name, coming, witnesses, signal)
  // A site that its category gives up is added here, and deleted there after that.
  if (onConflict === 'move') return movesOf(conflicts, (site, { id }) => !underWay.isOffered(id, site))
  const held = withoutGivenUp(conflicts, givenUp)
  if (held.length === 0) return []
  const turns = held.flatMap(({ holders }) => holders.map(({ name: holder }) => turnOf(holder)))
  const left = await underWay.whileAwaiting(turns, () => run.changes.notGivenUp(held, giving, signal))
  if (left.length === 0) return []
  throw new ProviderError(sitesInOtherCategories(heldSites(name, left)), { path: ['on_conflict'] })
}

function movesOf(
  conflicts: readonly Conflict[],
  isToBeTaken: (site: Site, holder: Category) => boolean,
): readonly Move[] {
  const bySource = new Map<number, Site[]>()
  for (const { site, holders } of conflicts) {
    for (const { id } of holders.filter((holder) => isToBeTaken(site, holder))) {
      const sites = bySource.get(id) ?? []
      sites.push(site)
      bySource.set(id, sites)
    }
  }
  return [...bySource].map(([from, sites]) => ({ from, sites }))
}

async function carryOutChange(
  underWay: ChangeUnderWay,
  category: CategoryAddress,
  change: SitesChange & {
    readonly takeFrom: readonly Move[]
    readonly isNew?: boolean
  },
  context: Context,
): Promise<Outcome> {
  const { run, diagnostics, signal } = context
  const untilAskedAgain = change.looksUp === 'none' ? undefined : run.waits.untilAskedAgain
  const outcome = await lookUpRemoved(
    category,
    change,
    await underWay.carryOut(category, { ...change, untilAskedAgain }, signal),
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

/** The sites were looked up, and are as they should be. No route shows whether a compile was begun. */
function warnOfDoubt({ name, compile }: SitesChange, doubt: ApplianceError, diagnostics: Diagnostics): void {
  diagnostics.raise(categoryAnswerUnreadable({ name, failure: diagnosticOf(doubt).message, compile }))
}

/**
 * Asks for what a change has removed: the appliance may keep a site that it has called removed. What is still there is not removed, so that
 * the state keeps it, and the change has failed. After another failure, that one is reported. Where nothing answers any more, such as after
 * Ctrl-C, what was removed is in doubt: the state keeps it until the next refresh has asked. Of a long list, too many would have to be asked for
 * then, and what is called removed is believed.
 */
async function lookUpRemoved(
  { id }: CategoryAddress,
  { name, placeholders = emptyTable, deletion, looksUp, compile }: SitesChange,
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
  if (failure && !isAnswered(failure)) return { ...became, unsure: inDoubt() }
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
    const isOther = failure && failure.incident.is !== 'placeholder-still-there'
    const error = isOther ? failure : new ProviderError(sitesStillThere(kept))
    // Placeholder names count as kept, too.
    const placeholdersHere = outcome.sentMarkers.filter(({ category }) => category === id)
    const leftMarkers = [
      ...outcome.leftMarkers.filter(({ category }) => category !== id),
      ...placeholdersHere.map((marker) => ({ ...marker, isStored: true })),
    ]
    return { ...became, removed: sitesWithout(sites, left), failure: error, leftMarkers }
  } catch (error) {
    if (!(error instanceof ApplianceError)) throw error
    return { ...became, unsure: inDoubt(), failure: error }
  }

  function inDoubt(): SiteSet {
    return sites.size > mostAskedInFull ? unsure : sitesInEither(unsure, sites)
  }
}

/**
 * Warns of sites that were moved here and that the other category contains still. Nothing is wrong with this list, and no plan of it would move
 * them again.
 */
async function lookUpMoved(
  { name, looksUp }: SitesChange,
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

/**
 * Counts the sites of a category before the first change of this run, if a list has a number to compare that with. To be called within the
 * turn of the change.
 */
export async function countBefore(
  category: CategoryAddress,
  noted: Growth | undefined,
  { appliance, run, signal }: Context,
): Promise<void> {
  if (noted === undefined || run.counts.isBegun(category.id)) return
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
  change: CountedChange,
  { appliance: { categories }, run, signal }: Context,
): Promise<Growth | undefined> {
  const hasRoutes = await unlessRefused(() => categories.hasOlderRoutes(signal))
  if (hasRoutes) return undefined
  const items =
    hasRoutes === undefined ? undefined : await unlessRefused(() => categories.recount(category, signal))
  // A change that is not whole has only added sites, so the number of before is at most too low.
  if (items === undefined) return change.isWhole ? undefined : change.noted
  const markers = outcome.leftMarkers.filter((left) => left.category === category.id && left.isStored)
  return run.counts.end(category.id, items - markers.length, change)
}
