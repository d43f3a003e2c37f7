import type { Site } from '@webfilter/appliance-names'
import { ProviderError } from '@webfilter/terraform-plugin'
import type { Appliance } from '../../appliance/appliance'
import type { Category, HoldersOutcome } from '../../appliance/categories/category'
import type { ChangeUnderWay } from '../../appliance/categories/change/change'
import type { Move } from '../../appliance/categories/change/steps'
import { unproven } from '../../appliance/categories/queries'
import type { Giving } from '../../coordination/run'
import type { Context } from '../../definitions'
import {
  conflictsNotChecked,
  sitesInOtherCategories,
  sitesInOtherCategoriesNow,
  sitesInReplacedCategory,
  sitesMoved,
} from '../../diagnostics/category-changes'
import { numberText } from '../../diagnostics/wording'
import { inOrder, listWithout, type SiteList } from '../../sites/table/site-list'
import type { SiteSet } from '../../sites/table/site-table'
import type { OnConflict } from './declared-list'
import type { Memory } from './list-private-data'

/** A site, and the other personal categories that hold it. */
interface Conflict {
  readonly site: Site
  readonly holders: readonly Category[]
}

/** What the list that is replaced gives up in its category. It is no conflict for the list that takes its place. */
export interface GivenUp {
  /** Number of the category. */
  readonly category: number
  readonly sites: SiteSet
}

/** A plan looks up at most so many added sites in other categories, and says so if there are more. */
const mostAskedInPlan = 5_000

/** So many conflicts are named one by one. */
const named = 10

/**
 * Warns in the plan of added sites that other categories contain now, and says what the apply does with them.
 * @param answers about all of these sites, if they were looked up already
 */
export async function diagnoseConflicts(
  { ownName, added, onConflict, answers, givenUp }: PlannedAddition,
  { appliance, run, diagnostics, signal, areNotesKept }: Context & Pick<Memory, 'areNotesKept'>,
): Promise<void> {
  if (onConflict === 'keep' || added.size === 0) return
  if (added.size > mostAskedInPlan) {
    const notChecked = { category: ownName, count: added.size, most: mostAskedInPlan }
    diagnostics.raise(conflictsNotChecked(notChecked), ['on_conflict'])
    return
  }
  const witnesses = () => run.refreshes.witnesses()
  const conflicts = await findConflicts(appliance, ownName, inOrder(added), witnesses, signal, answers)
  if (conflicts.length === 0) return
  const path = ['on_conflict']
  if (onConflict === 'move') return diagnostics.raise(sitesMoved(heldSites(ownName, conflicts)), path)
  const others = withoutGivenUp(conflicts, givenUp)
  // Whether those categories give up the sites in the same run is decided in the apply.
  if (others.length > 0) diagnostics.raise(sitesInOtherCategoriesNow(heldSites(ownName, others)), path)
  const own = conflicts.filter(({ site, holders }) => holders.some(({ id }) => isGivenUp(site, id, givenUp)))
  if (own.length > 0 && !areNotesKept)
    diagnostics.raise(sitesInReplacedCategory(heldSites(ownName, own)), path)
}

/** The conflicts with other categories than that of the list that is replaced. */
function withoutGivenUp(conflicts: readonly Conflict[], givenUp: GivenUp | undefined): readonly Conflict[] {
  if (!givenUp) return conflicts
  return conflicts.flatMap(({ site, holders }) => {
    const others = holders.filter(({ id }) => !isGivenUp(site, id, givenUp))
    return others.length > 0 ? [{ site, holders: others }] : []
  })
}

function isGivenUp(site: Site, category: number, givenUp: GivenUp | undefined): boolean {
  return givenUp?.category === category && givenUp.sites.has(site)
}

export interface PlannedAddition {
  readonly ownName: string
  readonly added: SiteSet
  readonly onConflict: OnConflict
  readonly answers?: HoldersOutcome | undefined
  readonly givenUp?: GivenUp | undefined
}

/**
 * The sites to move from other categories before sites are added.
 * @param giving the sites that the change itself gives up
 * @param underWay the change: sites that others give up for it are no conflict
 * @throws {ProviderError} if there are conflicts and `on_conflict` is `fail`
 */
export async function resolveConflicts(
  { name, add, putBack = [], onConflict, givenUp }: AddedSites,
  giving: Giving,
  { appliance, run, signal }: Context,
  underWay: ChangeUnderWay,
): Promise<readonly Move[]> {
  if (onConflict === 'keep') return []
  // Changes that begin at the same time may offer the sites.
  await underWay.opening(signal)
  const witnesses = () => run.lists.settledSites()
  const back = new Set(putBack)
  const coming = listWithout(add, back)
  const conflicts = await findConflicts(appliance, name, coming, witnesses, signal)
  // A site that its category gives up is added here, and deleted there after that.
  if (onConflict === 'move') return movesOf(conflicts, (site, { id }) => !underWay.isOffered(id, site))
  const held = withoutGivenUp(conflicts, givenUp).map((conflict) => ({ ...conflict, by: conflict.holders }))
  if (held.length === 0) return []
  const left = await run.notGivenUp(held, giving, signal)
  if (left.length === 0) return []
  throw new ProviderError(sitesInOtherCategories(heldSites(name, left)), { path: ['on_conflict'] })
}

/** What a change adds to a category. */
interface AddedSites {
  readonly name: string
  readonly add: SiteList
  /** Those of them that the category contained when the run began. */
  readonly putBack?: readonly Site[]
  readonly onConflict: OnConflict
  readonly givenUp?: GivenUp | undefined
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

/**
 * Only personal categories count: those that the list route returns.
 *
 * @throws {ApplianceError} if every query may have failed alike, and some other category may hold a site
 */
async function findConflicts(
  { categories }: Appliance,
  ownName: string,
  sites: SiteList,
  witnesses: () => Iterable<Site>,
  signal: AbortSignal,
  answers?: HoldersOutcome,
): Promise<readonly Conflict[]> {
  const first = sites.at(0)
  if (first === undefined) return []
  const own = await categories.findByName(ownName, signal)
  const listed = (await categories.list(signal)).categories
  const personal = new Set(listed.map(({ id }) => id))
  const isOther = ({ id }: Category) => id !== own?.id && personal.has(id)
  const outcome =
    answers ?? (await categories.holders(sites, signal, witnesses, (found) => found.some(isOther)))
  const { holders, failure } = outcome
  if (failure) throw failure
  const mayHold = listed.some(({ id, items }) => id !== own?.id && items !== 0)
  if (outcome.unproven && mayHold) throw unproven(first, adviceForConflicts)
  const conflicts: Conflict[] = []
  if (holders.size === 0) return conflicts
  for (const site of sites) {
    const others = holders.get(site)?.filter(isOther) ?? []
    if (others.length > 0) conflicts.push({ site, holders: others })
  }
  return conflicts
}

const adviceForConflicts =
  'If no category contains any site yet, set on_conflict to "keep" for the first apply, which then checks no other category.'

function heldSites(category: string, conflicts: readonly Conflict[]) {
  return { category, count: conflicts.length, holders: conflictList(conflicts) }
}

function conflictList(conflicts: readonly Conflict[]): string {
  const lines = conflicts
    .slice(0, named)
    .map(
      ({ site, holders }) => `${site} is in ${holders.map(({ name }) => JSON.stringify(name)).join(' and ')}`,
    )
  const more = conflicts.length > named ? `, and ${numberText(conflicts.length - named)} more` : ''
  return `${lines.join(', ')}${more}.`
}
