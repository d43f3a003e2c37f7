import { isUnknown, type Unknown } from '@webfilter/terraform-plugin'
import type { ProviderData } from '../../../definitions'
import type { SiteSet } from '../../../sites/table/site-set'
import { emptyTable } from '../../../sites/table/site-table'

import type { PlanContext } from '../../context'
import type { OnConflict } from '../conflicts'
import type { OnRemove } from '../list/declared'
import type { DepartureNote, PackedSites } from '../list/packed-note'
import {
  type ConfiguredList,
  type ListConfiguration,
  type PlannedList,
  type PriorList,
  planList,
} from '../list/planned'
import { plannedFile, refuseChangedFile } from '../list/planned-file'
import type { ListNote, ListRecord } from '../list/record'
import { diagnoseDifference, type PriorOfDifference } from './difference'

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
  /** Name of the category in the state, and whether the list stays there; null if there is none yet. */
  readonly of: { readonly category: string; readonly stays: boolean } | null
}

/** What a plan makes of a list, and what that asks of the appliance. */
export interface ListChange extends PlannedList {
  readonly onConflict: OnConflict
  /** What is to be taken out of the category. */
  readonly removed: SiteSet
  /** Whether what leaves the list is taken out. */
  readonly removes: boolean
  /** Notes for the apply which sites stay in the category as other lists declare them; null for none. */
  noteStaying(staying: PackedSites | null): void
}

type ListPlanContext = PlanContext &
  Partial<Pick<ProviderData, 'removalLimit' | 'siteFiles'>> & {
    note(note: ListNote): void
    /** What the first plan of a replacement noted, in the second one. */
    readonly noted?: ListNote | undefined
    readonly notedInPlan: ListNote | undefined
  }

/**
 * Plans a list, and says what of its change Terraform does not print.
 *
 * @throws {ProviderError} where the file is refused, or the change takes out more sites than it may
 */
export async function planListOf(
  { config, prior, proposed, record, of }: ListToPlan,
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
    { askGeneration, diagnostics, signal, files },
  )
  const file = plannedFile(list)
  if (notedInPlan?.file) refuseChangedFile(notedInPlan.file, file)
  const noteWith = (staying: Partial<DepartureNote>) => note({ reading: list.reading, file, ...staying })
  // The deletion of what is replaced gets the note of the second plan.
  const before: Partial<DepartureNote> = noted?.staying === undefined ? {} : { staying: noted.staying }
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
