import { type InheritedLimit, isNearLimit, limitOf, mostRemovals } from '@webfilter/appliance-names'
import { isUnknown, ProviderError, type Unknown, unknown } from '@webfilter/terraform-plugin'
import type { Appliance } from '../../appliance/appliance'
import type { Context, PlanContext, ProviderData } from '../../definitions'
import { removalLimitExceeded, removalNearLimit, sitesRemoved } from '../../diagnostics/category-changes'
import { sitesFileChanged, sitesFileEmptied } from '../../diagnostics/site-files'
import { emptyTable, type SiteSet, siteNames, sitesWithout } from '../../sites/table/site-table'

import type { OnConflict } from './conflicts'
import type { OnRemove } from './declared-list'
import {
  type ListNote,
  type ListRecord,
  type PackedSites,
  plannedFile,
  type RemovalNote,
  refuseChangedFile,
} from './list-private-data'
import { type ListEffects, type ListedSites, removedByDestroy } from './list-state'
import {
  type ConfiguredList,
  type ListConfiguration,
  type PlannedList,
  type PriorList,
  planList,
} from './planned-list'

/** The list of a resource that is to be planned. */
export interface ListToPlan {
  readonly config: ListConfiguration
  readonly prior: (Omit<PriorList, 'reading'> & PriorOfDifference) | null
  /** What Terraform proposes, with the defaults. */
  readonly proposed: Pick<ConfiguredList, 'on_invalid_line' | 'allow_empty'> & {
    readonly on_conflict: OnConflict | Unknown
    readonly on_remove: OnRemove | Unknown
    readonly compile: boolean | Unknown
    readonly removal_limit: string | Unknown | null
  }
  readonly record: ListRecord | undefined
  /** The table of the category: as the state has it or the appliance lists it, else as it follows from the name. */
  readonly askTable: () => Promise<string | undefined>
  /** Name of the category in the state, and whether the list stays there; null if there is none yet. */
  readonly of: { readonly category: string; readonly stays: boolean } | null
}

/** The planned change of a list, and what it requires of the appliance. */
export interface ListChange extends PlannedList {
  readonly onConflict: OnConflict
  /** The sites to remove from the category. */
  readonly removed: SiteSet
  /** Whether sites that leave the list are removed from the category. */
  readonly removes: boolean
  /** Notes for the apply which sites stay in the category as other lists declare them; null for none. */
  noteStaying(staying: PackedSites | null): void
}

/** What a list is planned with, and what its plan notes for the apply. */
export type ListPlanContext = PlanContext &
  Partial<Pick<ProviderData, 'removalLimit' | 'siteFiles'>> & {
    note(note: ListNote): void
    /** What the first plan of a replacement noted, in the second one. */
    readonly noted?: ListNote | undefined
    readonly notedInPlan: ListNote | undefined
  }

/**
 * Plans a list, and warns of the part of its change that Terraform does not print.
 *
 * @throws {ProviderError} if the file is refused, or the change removes more sites than the limit allows
 */
export async function planListOf(
  { config, prior, proposed, record, askTable, of }: ListToPlan,
  {
    appliance,
    removalLimit,
    siteFiles: files,
    diagnostics,
    signal,
    note,
    noted,
    notedInPlan,
  }: ListPlanContext,
): Promise<ListChange> {
  const { on_invalid_line, allow_empty, on_conflict, on_remove } = proposed
  const { sites, sites_file, on_invalid_line: writtenOnInvalidLine } = config
  const askGeneration = async () => await appliance?.categories.generation(signal)
  const list = await planList(
    { sites, sites_file, on_invalid_line, allow_empty, writtenOnInvalidLine },
    prior && { ...prior, reading: record?.reading },
    { askGeneration, askTable, diagnostics, signal, files },
  )
  const file = plannedFile(list)
  if (notedInPlan?.file) refuseChangedFile(notedInPlan.file, file)
  const noteWith = (staying: Partial<RemovalNote>) => note({ reading: list.reading, file, ...staying })
  // The deletion of what is replaced gets the note of the second plan.
  const before: Partial<RemovalNote> = noted?.staying === undefined ? {} : { staying: noted.staying }
  if (list.reading !== undefined || file || before.staying !== undefined) noteWith(before)
  if (prior && of) {
    const difference = { ...proposed, category: of.category, list, isReplaced: !of.stays }
    await diagnoseDifference(difference, prior, { appliance, removalLimit, diagnostics, signal })
  }
  return {
    ...list,
    onConflict: isUnknown(on_conflict) ? 'keep' : on_conflict,
    removed: on_remove === 'remove' ? list.leaving : emptyTable,
    removes: on_remove !== 'keep',
    noteStaying: (staying) => noteWith({ staying }),
  }
}

/** The state of a list that is to be changed. */
interface PriorOfDifference extends ListedSites {
  readonly on_destroy: 'remove' | 'keep'
}

/** A change of a list, as far as it is known. */
export interface Difference {
  /** Name of the category. */
  readonly category: string
  readonly list: PlannedList
  readonly on_remove: OnRemove | Unknown
  readonly compile: boolean | Unknown
  readonly removal_limit: string | Unknown | null
  /** The resource is to be replaced: what the state has goes with it. */
  readonly isReplaced: boolean
}

/** Appliance and limit are undefined while the provider's settings are not known. */
interface DifferenceContext extends Pick<Context, 'diagnostics' | 'signal'> {
  readonly appliance: Pick<Appliance, 'categories'> | undefined
  readonly removalLimit: InheritedLimit | undefined
}

/**
 * Warns of the change of a list from a file, which Terraform does not print, and of the sites that a replacement removes. Refuses a
 * change that removes more sites than the limit allows. What is not known yet is decided in the apply, which plans again.
 *
 * @throws {ProviderError} if it removes more sites than the limit allows
 */
export async function diagnoseDifference(
  difference: Difference,
  prior: PriorOfDifference,
  context: DifferenceContext,
): Promise<void> {
  const { category, list, isReplaced } = difference
  const { diagnostics } = context
  if (isReplaced) {
    const removed = await removedByDestroy(prior, list.before)
    if (removed.size === 0) return
    // With another type or an unknown category, the new list can turn out to be in the same category.
    const again = removed.size - sitesWithout(removed, await list.planned()).size
    const sites = siteNames(removed, named)
    diagnostics.raise(sitesRemoved({ category, count: removed.size, sites, by: 'replacement', again }))
    return
  }
  await checkRemovals(difference, prior, context)
  const path = list.attributes.sites_file ?? prior.sites_file
  if (path === null || list.added.size + list.leaving.size === 0) return
  if (list.attributes.sites_file !== null && list.leaving.size > 0 && (await list.planned()).size === 0) {
    return await warnOfEmptying(path, difference, context)
  }
  const { added, leaving } = list
  diagnostics.raise(
    sitesFileChanged({
      path,
      category,
      isTakenOut: difference.on_remove !== 'keep',
      added: { count: added.size, sites: siteNames(added, named) },
      leaving: { count: leaving.size, sites: siteNames(leaving, named) },
    }),
    ['sites_file'],
  )
}

/** So many are named one by one. */
const named = 10

/** Refuses a removal beyond the limit, and warns of one that is near it. */
async function checkRemovals(
  { category, list, on_remove, removal_limit: own }: Difference,
  prior: PriorOfDifference,
  { removalLimit: inherited, diagnostics }: DifferenceContext,
): Promise<void> {
  const { leaving } = list
  if (on_remove !== 'remove' || leaving.size === 0 || isUnknown(own)) return
  if (own === null && inherited === undefined) return
  const managed = (await list.before()).size
  const isOfFile = list.attributes.sites_file !== null || prior.sites_file !== null
  const limit = limitOf({ own, inherited: inherited ?? noLimit, isOfFile, managed })
  if (limit === undefined) return
  const most = mostRemovals(limit, managed)
  const removals = { category, removed: leaving.size, managed, most, limit: limit.text, origin: limit.origin }
  const path = [list.attributes.sites_file === null ? 'sites' : 'sites_file']
  if (leaving.size > most) {
    const sites = siteNames(leaving, named)
    throw new ProviderError(removalLimitExceeded({ ...removals, sites }), { path })
  }
  if (isNearLimit(leaving.size, most, managed)) diagnostics.raise(removalNearLimit(removals), path)
}

const noLimit: InheritedLimit = { text: null, variable: undefined }

async function warnOfEmptying(
  path: string,
  { category, list: { leaving }, on_remove, compile }: Difference,
  { appliance, diagnostics, signal }: DifferenceContext,
): Promise<void> {
  const sites = siteNames(leaving, named)
  const staysActive = await whatStaysActive()
  diagnostics.raise(sitesFileEmptied({ path, category, leaving: leaving.size, sites, staysActive }), [
    'sites_file',
  ])

  async function whatStaysActive() {
    if (on_remove === 'keep') return 'kept'
    if (compile === false) return 'not compiled'
    return (await appliance?.categories.generation(signal)) ?? 'unknown'
  }
}

type PlannedEffects = { readonly [K in keyof ListEffects]?: ListEffects[K] | Unknown }

/**
 * What a plan knows of the computed attributes: a pure function of prior state and configuration, because Terraform plans again at
 * apply and refuses differences. What is unknown here may be known there.
 *
 * @param prior null if the list is to be created
 * @param isShared other lists may remove sites before this one is applied: `compiled` is known only then
 */
export function plannedEffects(
  prior: ListEffects | null,
  { added, leaving, isUncertain }: Pick<PlannedList, 'added' | 'leaving' | 'isUncertain'>,
  { compile, on_remove }: { readonly compile: boolean | Unknown; readonly on_remove: OnRemove | Unknown },
  isShared = false,
): PlannedEffects {
  const missing_sites = null
  if (isUncertain || isUnknown(compile) || isUnknown(on_remove)) return { compiled: unknown, missing_sites }
  if (!prior) return { missing_sites }
  const isChanged = added.size > 0 || (on_remove === 'remove' && leaving.size > 0)
  // What changes is applied anyway, and in either plan: only one of them may learn of the others.
  if (isShared && !isChanged) return { compiled: unknown, missing_sites }
  return { compiled: compile || (!isChanged && prior.compiled), missing_sites }
}
