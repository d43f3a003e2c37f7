import {
  type DeclaredList,
  type DeclaredPlace,
  type ListExceptions,
  type ListExceptionsOption,
  nameOfPlace,
  type OnConflict,
  type OnRemove,
} from '@webfilter/appliance-declarations/declared-list'
import {
  sitesFileChangedAfterPlan,
  sitesFileCounted,
} from '@webfilter/appliance-declarations/diagnostics/site-files'
import {
  attributeOfFiles,
  attributeOfList,
  digestOf,
  emptyTable,
  hasFewerSites,
  type SiteSet,
} from '@webfilter/site-lists'
import {
  type ChangedAttributes,
  isUnknown,
  ProviderError,
  type Unknown,
  unknown,
} from '@webfilter/terraform-plugin'
import type { ListPlace } from '../../run/place'
import type { PlanContext } from './context'
import {
  isPlannedFile,
  type ListNote,
  type NotedExceptions,
  type PlanMemory,
  type PlannedFile,
  type PlannedSuccessor,
} from './memory'
import { type PlannedList, plannedList } from './planned'
import type { CompiledList, StoredList } from './stored'
import type { Planning } from './taken'

/** A list of sites that is to be planned, of either resource. */
export interface PlannedResource {
  readonly declared: DeclaredList
  readonly declaredPlace: DeclaredPlace
  /** Null if the list is to be created. */
  readonly stored: StoredList | null
  /** Where the state has the list; null if it is to be created. */
  readonly storedPlace: ListPlace | null
  /** What of the configuration differs from the state. */
  readonly changed: ChangedAttributes
}

/** The planned change of a list. */
export interface ListChange extends PlannedList {
  readonly onConflict: OnConflict | Unknown
  readonly onRemove: OnRemove | Unknown
  /** The sites to remove from the category, or that may be. */
  readonly removed: SiteSet
  /** What the plan notes, unless it finds out more. */
  readonly note: ListNote
}

/**
 * Plans the change of a list.
 * @throws {ProviderError} if its file is refused, or is not the planned one any more
 */
export async function plannedChange(
  { declared, declaredPlace, stored }: PlannedResource,
  askTable: Planning['askTable'],
  context: PlanContext & PlanMemory,
): Promise<ListChange> {
  const { appliance, siteFiles: files, diagnostics, signal, record, noted, notedInPlan } = context
  const { list_exceptions, on_conflict, on_remove } = declared
  const askGeneration = async () => await appliance?.categories.generation(signal)
  const asks = { askGeneration, askTable, reading: record?.reading, diagnostics, signal, files }
  const list = await plannedList(declared, stored, asks)
  const file = plannedFile(list)
  const isInline = attributeOfList(list.attributes) === 'sites'
  const exceptions = await notedExceptions(list.exceptions, isInline ? null : list_exceptions)
  if (notedInPlan?.exceptions && exceptions) refuseChangedExceptions(notedInPlan.exceptions, exceptions)
  if (notedInPlan?.file) refuseChangedFile(notedInPlan.file, file)
  if (stored === null) warnOfFewerSites(list, diagnostics)
  return {
    ...list,
    onConflict: on_conflict,
    onRemove: on_remove,
    removed: on_remove === 'keep' ? emptyTable : list.leaving,
    note: {
      reading: list.reading,
      file,
      exceptions,
      successor: stored === null ? plannedSuccessor(nameOfPlace(declaredPlace), list, declared) : undefined,
      // The deletion of what is replaced gets the note of the second plan, and the creation that of the plan that its apply makes.
      predecessor: stored === null ? (noted ?? notedInPlan)?.predecessor : undefined,
      ...(noted?.staying !== undefined && { staying: noted.staying }),
    },
  }
}

/** Says of a new list from a file why it has fewer sites than the file has entries; of a changed one, its warning says so. */
function warnOfFewerSites({ count, opened }: PlannedList, diagnostics: PlanContext['diagnostics']): void {
  if (!count || !opened || !hasFewerSites(count)) return
  const { names: path } = opened
  diagnostics.raise(sitesFileCounted({ path, count }), [attributeOfFiles(path)])
}

/** What the deletion compares of a list that may replace another one; undefined if its place or an entry is not known yet. */
function plannedSuccessor(
  place: string | undefined,
  { isUncertain, attributes, added }: PlannedList,
  { removal_limit }: DeclaredList,
): PlannedSuccessor | undefined {
  if (place === undefined || isUncertain || isUnknown(removal_limit)) return undefined
  return { place, removal_limit, sites: attributeOfList(attributes) === 'sites' ? [...added] : null }
}

/** What is stored of the file of a list; undefined if the list is not from a file, or is not known completely. */
function plannedFile({ attributes, opened }: PlannedList): PlannedFile | undefined {
  const { file_sites } = attributes
  if (file_sites === null || isUnknown(file_sites)) return undefined
  const { digest, count, file_digest } = file_sites
  const all = { path: opened?.names, bytes: opened?.digest, digest, count, file_digest }
  return isPlannedFile(all) ? all : undefined
}

/** What is stored of exceptions; undefined if there are none, or an entry is not known yet. */
export async function notedExceptions(
  exceptions: ListExceptions | undefined,
  option: ListExceptionsOption,
): Promise<NotedExceptions | undefined> {
  const taken = option === 'apply' ? { areTaken: true } : {}
  if (!exceptions) return option === 'apply' ? { entries: [], ...taken } : undefined
  if (exceptions.isUncertain) return undefined
  const { entries, file } = exceptions
  if (!file) return { entries, ...taken }
  const table = await exceptions.table()
  const found = { path: file.path, bytes: file.digest, digest: digestOf(table), count: table.size }
  return { entries, ...taken, file: found }
}

/**
 * Refuses at apply a file of exceptions that changed after the plan, if it has other exceptions now.
 * @throws {ProviderError}
 */
export function refuseChangedExceptions(
  { file: planned }: NotedExceptions,
  { file: now }: NotedExceptions,
): void {
  if (!planned || !now || planned.digest === now.digest) return
  const changed = { path: planned.path, planned: facts(planned), now: facts(now) }
  throw new ProviderError(sitesFileChangedAfterPlan(changed), { path: ['exceptions_file'] })
}

/**
 * Refuses at apply a file whose bytes changed after the plan, if another list would come of it. Terraform refuses that too, but as a
 * bug of the provider, and without the name of the file.
 *
 * @param now undefined if the list is not known any more
 * @throws {ProviderError}
 */
export function refuseChangedFile(planned: PlannedFile, now: PlannedFile | undefined): void {
  if (!now || now.bytes === planned.bytes) return
  if (now.digest === planned.digest && now.file_digest === planned.file_digest) return
  throw new ProviderError(
    sitesFileChangedAfterPlan({ path: planned.path, planned: facts(planned), now: facts(now) }),
    { path: [typeof planned.path === 'string' ? 'sites_file' : 'sites_files'] },
  )
}

function facts({ bytes, count }: Pick<PlannedFile, 'bytes' | 'count'>) {
  return { sites: count, sha256: bytes }
}

/**
 * What a plan knows of `compiled`. Terraform plans again at apply, and refuses a value that is unknown only there. So it is a pure function of
 * state and configuration, unless nothing else of the object changes: what other lists do can only cause that it is applied at all.
 *
 * @param stored null if the list is to be created
 * @param isShared whether it has to be applied without a change: other lists may remove sites of it, or an earlier change may not have added some.
 *   `compiled` is then unknown until the apply
 * @param isChanged whether something else of the configuration changes
 */
export function plannedCompiled(
  stored: Pick<CompiledList, 'compiled' | 'file_sites'> | null,
  { added, leaving, isUncertain }: Pick<PlannedList, 'added' | 'leaving' | 'isUncertain'>,
  { compile, on_remove }: { readonly compile: boolean | Unknown; readonly on_remove: OnRemove | Unknown },
  { isShared, isChanged }: { readonly isShared: boolean; readonly isChanged: boolean | Unknown },
): boolean | Unknown {
  if (!stored || isUncertain || isUnknown(compile) || isUnknown(on_remove)) return unknown
  if (added.size > 0 || (on_remove === 'remove' && leaving.size > 0)) return compile
  const compiled = compile || stored.compiled
  const missing = stored.file_sites?.missing ?? null
  if (leaving.size > 0 || missing !== null || compiled !== stored.compiled || isChanged === true) {
    // What is applied anyway may have to put back what other lists remove, and is not to compile.
    return compile || !compiled ? compiled : unknown
  }
  return isShared || isUnknown(isChanged) ? unknown : compiled
}
