import {
  deletedFromTable,
  type InheritedLimit,
  isNearLimit,
  limitOf,
  mostRemovals,
  simplifyName,
} from '@webfilter/appliance-names'
import { isUnknown, ProviderError, type Unknown, unknown } from '@webfilter/terraform-plugin'
import type { StoredList } from '../../coordination/category-lists'
import type { Context, PlanContext } from '../../definitions'
import { removalLimitExceeded, removalNearLimit, sitesRemoved } from '../../diagnostics/category-changes'
import { sitesFileChanged, sitesFileCounted, sitesFileEmptied } from '../../diagnostics/site-files'
import type { FileNames } from '../../diagnostics/wording'
import {
  attributeOfFiles,
  attributeOfList,
  filesNamed,
  type ListFiles,
  namesOfFiles,
  openList,
} from '../../sites/files/several-files'
import { readingParts } from '../../sites/files/site-files'
import { countText, hasFewerSites } from '../../sites/published/list-count'
import { digestOf } from '../../sites/table/packed-sites'
import {
  asTable,
  emptyTable,
  listOf,
  type SiteSet,
  siteNames,
  sitesWithout,
} from '../../sites/table/site-table'
import type { Verify } from '../../sites/verification'

import { type OnConflict, type OnRemove, sitesOf } from './declared-list'
import { openExceptions } from './exceptions'
import type { ConfiguredList, ListConfiguration, PlannedList, PriorList } from './list-in-plan'
import {
  type ListNote,
  type Memory,
  type NotedExceptions,
  notedExceptions,
  type PlannedFile,
  type PlannedPredecessor,
  type PlannedSuccessor,
  plannedFile,
  refuseChangedExceptions,
  refuseChangedFile,
} from './list-private-data'
import {
  type CompiledList,
  hasNoList,
  type ListedSites,
  type PackedSites,
  removedByDestroy,
} from './list-state'
import type { ListPlace } from './managed-category'
import { planList } from './planned-list'

/** The list of a resource that is to be planned. */
export interface ListToPlan {
  readonly config: ListConfiguration
  readonly prior: (Omit<PriorList, 'reading'> & PriorOfDifference) | null
  /** What Terraform proposes, with the defaults. */
  readonly proposed: Pick<ConfiguredList, 'on_invalid_line' | 'allow_empty' | 'list_exceptions'> & {
    readonly on_conflict: OnConflict | Unknown
    readonly on_remove: OnRemove | Unknown
    readonly compile: boolean | Unknown
    readonly removal_limit: string | Unknown | null
    readonly verify: Verify | Unknown
    readonly on_destroy: 'remove' | 'keep' | Unknown
  }
  /** The table of the category: as the state has it or the appliance lists it, else as it follows from the name. */
  readonly askTable: () => Promise<string | undefined>
  /** Name of the category in the state, and whether the list stays there; null if there is none yet. */
  readonly of: { readonly category: string; readonly stays: boolean } | null
  /** Where the configuration declares the list, as a note says it; undefined while that is not known. */
  readonly declaredIn: string | undefined
}

/** The planned change of a list, and what it requires of the appliance. */
export interface ListChange extends PlannedList {
  readonly onConflict: OnConflict
  /** The sites to remove from the category. */
  readonly removed: SiteSet
  /** Whether sites that leave the list are removed from the category. */
  readonly removes: boolean
  /**
   * Notes for the apply which sites stay in the category as other lists declare them, null for none; and what the list gives up that the list
   * which replaces it declares in another one.
   */
  noteStaying(staying: PackedSites | null, predecessor?: PlannedPredecessor): void
}

/**
 * Plans a list, and warns of the part of its change that Terraform does not print.
 *
 * @throws {ProviderError} if the file is refused, or the change removes more sites than the limit allows
 */
export async function planListOf(
  { config, prior, proposed, askTable, of, declaredIn }: ListToPlan,
  context: PlanContext & Omit<Memory, 'keep'>,
): Promise<ListChange> {
  const { appliance, siteFiles: files, diagnostics, signal, record, note, noted, notedInPlan } = context
  const { on_invalid_line, allow_empty, list_exceptions } = proposed
  const { on_conflict, on_remove } = proposed
  const { on_invalid_line: writtenOnInvalidLine, ...declared } = config
  const askGeneration = async () => await appliance?.categories.generation(signal)
  const list = await planList(
    {
      ...declared,
      list_exceptions,
      on_invalid_line,
      allow_empty,
      writtenOnInvalidLine,
    },
    prior && { ...prior, reading: record?.reading },
    { askGeneration, askTable, diagnostics, signal, files },
  )
  const file = plannedFile(list)
  const excepted = await notedExceptions(
    list.exceptions,
    attributeOfList(list.attributes) === 'sites' ? null : list_exceptions,
  )
  if (notedInPlan?.exceptions && excepted) refuseChangedExceptions(notedInPlan.exceptions, excepted)
  if (notedInPlan?.file) refuseChangedFile(notedInPlan.file, file)
  const isCreation = prior === null && declaredIn !== undefined
  const successor = isCreation ? plannedSuccessor(declaredIn, list, proposed) : undefined
  const noteWith = (further: Pick<ListNote, 'staying' | 'predecessor'>) =>
    note({ reading: list.reading, file, exceptions: excepted, successor, ...further })
  // The deletion of what is replaced gets the note of the second plan, and the creation that of the plan that its apply makes.
  const predecessor = (noted ?? notedInPlan)?.predecessor
  const before = {
    ...(noted?.staying !== undefined && { staying: noted.staying }),
    ...(prior === null && predecessor && { predecessor }),
  }
  if (prior === null) warnOfFewerSites(list, diagnostics)
  const isNoted = list.reading !== undefined || file || excepted || successor
  if (isNoted || Object.keys(before).length > 0) noteWith(before)
  if (prior && of) {
    const isFirst = hasNoList(prior)
    const difference = { ...proposed, category: of.category, list, isReplaced: !of.stays, isFirst }
    await diagnoseDifference(difference, prior, context)
  }
  return {
    ...list,
    onConflict: isUnknown(on_conflict) ? 'keep' : on_conflict,
    removed: on_remove === 'remove' ? list.leaving : emptyTable,
    removes: on_remove !== 'keep',
    noteStaying: (staying, givenUp) => noteWith({ staying, ...(givenUp && { predecessor: givenUp }) }),
  }
}

/** Says of a new list from a file why it has fewer sites than the file has entries; of a changed one, its warning says so. */
function warnOfFewerSites({ count, opened }: PlannedList, diagnostics: PlanContext['diagnostics']): void {
  if (!count || !opened || !hasFewerSites(count)) return
  const { names: path } = opened
  diagnostics.raise(sitesFileCounted({ path, count: countText(count) }), [attributeOfFiles(path)])
}

/** What the deletion compares of a list that may replace another one; undefined if an entry is not known yet. */
function plannedSuccessor(
  place: string,
  { isUncertain, attributes, added }: PlannedList,
  { removal_limit }: ListToPlan['proposed'],
): PlannedSuccessor | undefined {
  if (isUncertain || isUnknown(removal_limit)) return undefined
  return { place, removal_limit, sites: attributeOfList(attributes) === 'sites' ? listOf(added) : null }
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
  /** The state has no list yet, as after an import. */
  readonly isFirst?: boolean
}

/** What of it determines whether it is allowed. */
interface Removal extends Pick<Difference, 'category' | 'on_remove' | 'removal_limit'> {
  readonly list: Pick<PlannedList, 'before' | 'leaving'> & {
    readonly attributes: ListFiles
  }
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
  context: PlanContext,
): Promise<void> {
  if (!difference.isReplaced) return await diagnoseChange(difference, namesOfFiles(prior), context)
  const { category, list } = difference
  const removed = await removedByDestroy(prior, list.before)
  if (removed.size === 0) return
  // With another type or an unknown category, the new list can turn out to be in the same category.
  const again = removed.size - sitesWithout(removed, await list.planned()).size
  const sites = siteNames(removed, named)
  context.diagnostics.raise(sitesRemoved({ category, count: removed.size, sites, by: 'replacement', again }))
}

/**
 * Warns of what a list that is to be created removes of the one whose place it takes, and refuses it if that is too much: for the
 * category, both together are the change of one list.
 *
 * @throws {ProviderError} if it removes more sites than the limit allows
 */
export async function diagnoseSuccession(
  { list, ...difference }: Omit<Difference, 'on_remove' | 'isReplaced'>,
  { removed: before, files }: StoredList,
  context: PlanContext,
): Promise<void> {
  if (list.isUncertain || before.size === 0) return
  const planned = await list.planned()
  const [added, leaving] = [sitesWithout(planned, before), sitesWithout(before, planned)]
  const change = { ...list, before: async () => before, added, leaving }
  await diagnoseChange({ ...difference, list: change, on_remove: 'remove' }, files, context)
}

/**
 * The sites that the successor of a list declares at the same place: the deletion leaves them there. Empty if the plan knew of none. Refuses
 * the deletion if they are too few. The plan compares both only if a refresh in the same process has read the old one.
 *
 * @param managed what the deletion removes if nothing else declares it
 * @throws {ProviderError} if it removes more sites than the limit allows, or if the file is not the planned one any more
 */
export async function sitesOfSuccessor(
  { category, list }: ListPlace,
  { managed, files }: { readonly managed: SiteSet; readonly files: FileNames | null },
  { successor, ...note }: ListNote,
  context: Context,
): Promise<SiteSet> {
  if (!successor) return emptyTable
  const { place, removal_limit, sites } = successor
  const { file } = note
  const isSamePlace =
    list === null ? simplifyName(place) === simplifyName(category.name) : place === `${category.id}/${list}`
  if (!isSamePlace || (sites === null && !file)) return emptyTable
  const wanted = file ? await sitesOfPlannedFile(file, note, context) : new Set(sitesOf(sites))
  const change = {
    before: async () => managed,
    leaving: sitesWithout(managed, wanted),
    attributes: filesNamed(file?.path),
  }
  const removal = { category: category.name, list: change, on_remove: 'remove', removal_limit } as const
  await checkRemovals(removal, files, context)
  return wanted
}

async function sitesOfPlannedFile(
  planned: PlannedFile,
  { reading, exceptions: noted }: ListNote,
  { siteFiles, signal }: Context,
): Promise<SiteSet> {
  const exceptions = noted && (await openNoted(noted, { files: siteFiles, signal }))
  const file = await openList(planned.path, siteFiles, signal)
  const { table, cut } = await file.read(planned.digest, signal, {
    exceptions: await exceptions?.table(),
    exceptionLines: noted?.areTaken ? 'take' : 'skip',
  })
  const { taken, table: ofCategory } = readingParts(reading) ?? {}
  const uncut = taken === 'uncut' ? sitesWithout(table, cut) : table
  const sites = ofCategory === undefined ? uncut : sitesWithout(uncut, deletedFromTable(ofCategory))
  const { digest: bytes } = file
  const now = {
    path: planned.path,
    bytes,
    digest: digestOf(asTable(sites)),
    count: sites.size,
    file_digest: bytes,
  }
  refuseChangedFile(planned, now)
  return sites
}

async function openNoted(noted: NotedExceptions, reading: Parameters<typeof openExceptions>[1]) {
  const configured = { exceptions: noted.entries, exceptions_file: noted.file?.path ?? null }
  const exceptions = await openExceptions(configured, reading)
  const now = await notedExceptions(exceptions, null)
  if (now) refuseChangedExceptions(noted, now)
  return exceptions
}

async function diagnoseChange(
  difference: Omit<Difference, 'isReplaced'>,
  before: FileNames | null,
  context: PlanContext,
): Promise<void> {
  const { category, list } = difference
  await checkRemovals(difference, before, context)
  const names = namesOfFiles(list.attributes)
  const path = names ?? before
  if (path === null || list.added.size + list.leaving.size === 0) return
  if (names !== null && list.leaving.size > 0 && (await list.planned()).size === 0) {
    return await warnOfEmptying(path, difference, context)
  }
  const { added, leaving } = list
  context.diagnostics.raise(
    sitesFileChanged({
      path,
      category,
      count: list.count && countText(list.count),
      isTakenOut: difference.on_remove !== 'keep',
      isFirst: difference.isFirst ?? false,
      added: { count: added.size, sites: siteNames(added, named) },
      leaving: { count: leaving.size, sites: siteNames(leaving, named) },
    }),
    [attributeOfFiles(path)],
  )
}

/** So many are named one by one. */
const named = 10

/**
 * Refuses a removal beyond the limit, and warns of one that is near it.
 * @param files those that the list came from before; null for none
 * @throws {ProviderError}
 */
export async function checkRemovals(
  { category, list, on_remove, removal_limit: own }: Removal,
  files: FileNames | null,
  { removalLimit: inherited, diagnostics }: Pick<PlanContext, 'removalLimit' | 'diagnostics'>,
): Promise<void> {
  const { leaving } = list
  if (on_remove !== 'remove' || leaving.size === 0 || isUnknown(own)) return
  if (own === null && inherited === undefined) return
  const managed = (await list.before()).size
  const isOfFile = namesOfFiles(list.attributes) !== null || files !== null
  const limit = limitOf({ own, inherited: inherited ?? noLimit, isOfFile, managed })
  if (limit === undefined) return
  const most = mostRemovals(limit, managed)
  const removals = { category, removed: leaving.size, managed, most, limit: limit.text, origin: limit.origin }
  const path = [attributeOfList(list.attributes)]
  if (leaving.size > most) {
    const sites = siteNames(leaving, named)
    throw new ProviderError(removalLimitExceeded({ ...removals, sites }), { path })
  }
  if (isNearLimit(leaving.size, most, managed)) diagnostics.raise(removalNearLimit(removals), path)
}

const noLimit: InheritedLimit = { text: null, variable: undefined }

async function warnOfEmptying(
  path: FileNames,
  { category, list: { leaving, count }, on_remove, compile }: Omit<Difference, 'isReplaced'>,
  { appliance, diagnostics, signal }: PlanContext,
): Promise<void> {
  const sites = siteNames(leaving, named)
  const staysActive = await whatStaysActive()
  const emptied = { path, category, leaving: leaving.size, sites, count: count && countText(count) }
  diagnostics.raise(sitesFileEmptied({ ...emptied, staysActive }), [attributeOfFiles(path)])

  async function whatStaysActive() {
    if (on_remove === 'keep') return 'kept'
    if (compile === false) return 'not compiled'
    return (await appliance?.categories.generation(signal)) ?? 'unknown'
  }
}

/**
 * What a plan knows of `compiled`: a pure function of prior state and configuration, because Terraform plans again at
 * apply and refuses differences. What is unknown here may be known there.
 *
 * @param prior null if the list is to be created
 * @param isShared other lists may remove sites before this one is applied: `compiled` is known only then
 */
export function plannedCompiled(
  prior: Pick<CompiledList, 'compiled'> | null,
  { added, leaving, isUncertain }: Pick<PlannedList, 'added' | 'leaving' | 'isUncertain'>,
  { compile, on_remove }: { readonly compile: boolean | Unknown; readonly on_remove: OnRemove | Unknown },
  isShared = false,
): boolean | Unknown {
  if (!prior || isUncertain || isUnknown(compile) || isUnknown(on_remove)) return unknown
  const isChanged = added.size > 0 || (on_remove === 'remove' && leaving.size > 0)
  // What changes is applied anyway, and in either plan: only one of them may learn of the others.
  if (isShared && !isChanged) return unknown
  return compile || (!isChanged && prior.compiled)
}
