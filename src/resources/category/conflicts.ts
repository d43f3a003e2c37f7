import type { Categories } from '@webfilter/appliance-client/categories'
import type { Category, HoldersOutcome } from '@webfilter/appliance-client/categories/category'
import type { OnConflict } from '@webfilter/appliance-declarations/declared-list'
import { absenceUnproven } from '@webfilter/appliance-declarations/diagnostics/absence'
import {
  conflictsNotChecked,
  sitesInOtherCategoriesNow,
  sitesInReplacedCategory,
  sitesMoved,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import { isSameTable, type Site, tableNameOf } from '@webfilter/appliance-names'
import type { SiteSet } from '@webfilter/site-lists'
import { isUnknown, ProviderError, type Unknown } from '@webfilter/terraform-plugin'
import { numberText } from '@webfilter/text'
import type { Context } from './context'
import type { PlanMemory } from './memory'

/**
 * Warns in the plan of added sites that other categories contain now, and says what the apply does with them.
 * @param answers about all of these sites, if they were looked up already
 * @returns which categories contain which of these sites, without a warning of them, while `on_conflict` is not known
 */
export async function diagnoseConflicts(
  { ownName, added, isNew, onConflict, answers, givenUp }: PlannedAddition,
  context: Context & Pick<PlanMemory, 'areNotesKept'>,
): Promise<string | undefined> {
  const { appliance, run, diagnostics, signal, areNotesKept } = context
  if (onConflict === 'keep' || added.size === 0) return undefined
  if (isUnknown(onConflict) && !(await appliance.categories.hasOlderRoutes(signal))) return undefined
  if (added.size > mostAskedInPlan) {
    const notChecked = { category: ownName, count: added.size, most: mostAskedInPlan }
    diagnostics.raise(conflictsNotChecked(notChecked), ['on_conflict'])
    return undefined
  }
  const witnesses = () => run.lists.witnesses()
  const found = await findConflicts(appliance.categories, ownName, added, witnesses, signal, answers)
  // The apply adds what the category of a new list lacks, and nothing else.
  const conflicts = found.filter(({ isThere }) => !(isNew && isThere))
  if (conflicts.length === 0) return undefined
  const path = ['on_conflict']
  if (isUnknown(onConflict)) return conflictList(conflicts)
  if (onConflict === 'move') {
    diagnostics.raise(sitesMoved(heldSites(ownName, conflicts)), path)
    return undefined
  }
  const others = withoutGivenUp(conflicts, givenUp)
  // Whether those categories give up the sites in the same run is decided in the apply.
  if (others.length > 0) diagnostics.raise(sitesInOtherCategoriesNow(heldSites(ownName, others)), path)
  const own = conflicts.filter(({ site, holders }) => holders.some(({ id }) => isGivenUp(site, id, givenUp)))
  if (own.length > 0 && !areNotesKept)
    diagnostics.raise(sitesInReplacedCategory(heldSites(ownName, own)), path)
  return undefined
}

/** A plan looks up at most so many added sites in other categories, and says so if there are more. */
const mostAskedInPlan = 5_000

export interface PlannedAddition {
  readonly ownName: string
  readonly added: SiteSet
  /** These are all sites of a new list. */
  readonly isNew: boolean
  readonly onConflict: OnConflict | Unknown
  readonly answers?: HoldersOutcome | undefined
  readonly givenUp?: GivenUp | undefined
}

/**
 * Only personal categories count, which the list route returns, and of these only those that have another table.
 *
 * @throws {ApplianceError} if every query may have failed alike, and some other category may hold a site
 */
export async function findConflicts(
  categories: Categories,
  ownName: string,
  sites: SiteSet,
  witnesses: () => Iterable<Site>,
  signal: AbortSignal,
  answers?: HoldersOutcome,
): Promise<readonly Conflict[]> {
  const first = sites.at(0)
  if (first === undefined) return []
  const own = await categories.findByName(ownName, signal)
  const listed = (await categories.list(signal)).categories
  const table = own?.table || tableNameOf(ownName) || ''
  // A category with the same table contains the same sites.
  const isElsewhere = (each: Category) =>
    each.id !== own?.id && (table === '' || !isSameTable(each.table, table))
  const elsewhere = new Set(listed.filter(isElsewhere).map(({ id }) => id))
  const isOther = ({ id }: Category) => elsewhere.has(id)
  const outcome =
    answers ?? (await categories.holders(sites, signal, witnesses, (found) => found.some(isOther)))
  const { holders, failure } = outcome
  if (failure) throw failure
  const mayHold = listed.some((each) => isOther(each) && each.items !== 0)
  if (outcome.unproven && mayHold)
    throw new ProviderError(absenceUnproven({ thing: 'site', name: first, advice: adviceForConflicts }))
  const conflicts: Conflict[] = []
  if (holders.size === 0) return conflicts
  for (const site of sites) {
    const all = holders.get(site) ?? []
    const others = all.filter(isOther)
    const isThere = own !== undefined && all.some(({ id }) => id === own.id)
    if (others.length > 0) conflicts.push({ site, holders: others, isThere })
  }
  return conflicts
}

/** A site, and the other personal categories that hold it. */
export interface Conflict {
  readonly site: Site
  readonly holders: readonly Category[]
  /** Whether the category that declares it holds it as well. */
  readonly isThere: boolean
}

/** What the list that is replaced gives up in its category. It is no conflict for the list that takes its place. */
export interface GivenUp {
  /** Number of the category. */
  readonly category: number
  readonly sites: SiteSet
}

const adviceForConflicts =
  'If no category contains any site yet, set on_conflict to "keep" for the first apply, which then checks no other category.'

/** The conflicts with other categories than that of the list that is replaced. */
export function withoutGivenUp(
  conflicts: readonly Conflict[],
  givenUp: GivenUp | undefined,
): readonly Conflict[] {
  if (!givenUp) return conflicts
  return conflicts.flatMap((conflict) => {
    const others = conflict.holders.filter(({ id }) => !isGivenUp(conflict.site, id, givenUp))
    return others.length > 0 ? [{ ...conflict, holders: others }] : []
  })
}

function isGivenUp(site: Site, category: number, givenUp: GivenUp | undefined): boolean {
  return givenUp?.category === category && givenUp.sites.has(site)
}

/** Conflicts with other categories, in the words of a diagnostic. */
export function heldSites(category: string, conflicts: readonly Conflict[]) {
  return { category, count: conflicts.length, holders: conflictList(conflicts) }
}

function conflictList(conflicts: readonly Conflict[]): string {
  const lines = conflicts
    .slice(0, mostNamed)
    .map(
      ({ site, holders }) => `${site} is in ${holders.map(({ name }) => JSON.stringify(name)).join(' and ')}`,
    )
  const more = conflicts.length > mostNamed ? `, and ${numberText(conflicts.length - mostNamed)} more` : ''
  return `${lines.join(', ')}${more}.`
}

/** So many conflicts are named one by one. */
const mostNamed = 10
