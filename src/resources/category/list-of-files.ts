import { tablesOfDeleted } from '@webfilter/appliance-names'
import { isUnknown, ProviderError, unknown } from '@webfilter/terraform-plugin'
import type { Generation } from '../../appliance/categories/category'
import { listTooLongForState } from '../../diagnostics/site-files'
import {
  attributeOfList,
  haveSameFiles,
  type ListFiles,
  namesOfFiles,
  openList,
} from '../../sites/files/several-files'
import {
  type FileContent,
  type OpenedList,
  readingOf,
  readingParts,
  type SiteFiles,
  type TakenSites,
} from '../../sites/files/site-files'
import { longestPackedList, longestUnpackedList, mostUnpackedSites } from '../../sites/list-size'
import type { ListCount } from '../../sites/published/list-count'
import { digestOf, packSites } from '../../sites/table/packed-sites'
import { asTable, emptyTable, minus, type SiteTable, sitesWithout, union } from '../../sites/table/site-table'
import {
  refuseEmptyFiles,
  refuseOtherThanList,
  reportCutSites,
  reportDeletedSites,
  reportInvalidLines,
} from './declared-list'
import { diagnoseExceptions, type ListExceptions, pathOfExceptions } from './exceptions'
import {
  type Before,
  type ChangedList,
  type ConfiguredList,
  deletedFrom,
  exceptionsKey,
  type ListInPlan,
  listWithUnknownExceptions,
  type PlannedList,
  type Planning,
  type PriorList,
} from './list-in-plan'
import { type FileSites, type ManagedList, packedList } from './list-state'

type ConfiguredFiles = Omit<ConfiguredList, keyof ListFiles> & ListFiles

export async function listOfFiles(
  configured: ConfiguredFiles,
  list: ListInPlan,
  planning: Planning & { readonly files: SiteFiles },
): Promise<ChangedList> {
  const names = namesOfFiles(configured) ?? []
  const file = await openList(names, planning.files, planning.signal)
  return {
    ...(await fileList(file, configured, list, planning)),
    opened: { names: file.names, digest: file.digest },
  }
}

async function fileList(
  file: OpenedList,
  configured: ConfiguredFiles,
  list: ListInPlan,
  planning: Planning,
): Promise<ChangedList> {
  const { prior, before, exceptions } = list
  const { askGeneration, diagnostics, signal } = planning
  const { on_invalid_line, allow_empty } = configured
  const fixed = fixedFiles(configured, prior, exceptions)
  if (prior?.on_invalid_line === on_invalid_line && (await isRead(file, configured, list, planning))) {
    return withFiles(unchangedList(prior, before), fixed)
  }
  const content = await file.read(prior?.file_sites?.digest, signal, await leftOutOf(configured, exceptions))
  const { table: all, invalid, cut } = content
  refuseOtherThanList(file, content, configured.writtenOnInvalidLine)
  reportInvalidLines(file, invalid, on_invalid_line, diagnostics)
  if (exceptions?.isUncertain || isUnknown(configured.list_exceptions)) {
    return withFiles(await listWithUnknownExceptions(all, configured, before), fixed)
  }
  const generation = cut.size > 0 ? await askGeneration() : undefined
  const deleted = await deletedFrom(all, planning)
  if ((cut.size > 0 && generation === undefined) || deleted === 'not known') {
    return withFiles(uncertainList(filesOf(configured), takenLists(all, cut), prior), fixed)
  }
  const taken = generation === undefined ? 'all' : takenBy(generation)
  const table = minus(taken === 'uncut' ? minus(all, cut) : all, asTable(deleted.sites))
  if (taken === 'uncut') reportCutSites(file, cut, on_invalid_line, diagnostics)
  reportDeletedSites(file, deleted, on_invalid_line, diagnostics)
  const left = { ...content, list: table }
  diagnoseExceptions(left, pathOfExceptions(exceptions), diagnostics)
  refuseEmptyFiles(file, content, allow_empty, table.size)
  const reading = readingOf(taken, deleted.table, exceptionsKey(configured, exceptions))
  const digest = table === all ? content.digest : digestOf(table)
  if (prior?.file_sites?.digest === digest) {
    const same = { prior, file_sites: prior.file_sites, before }
    return withFiles(sameSites(same, configured, file, reading), fixed)
  }
  const named = fixed ?? plannedFiles(filesOf(configured), takenLists(all, cut), prior)
  const packed = await packedList(table, file.digest, table === all ? content : { digest })
  const changed = await changedList(table, { ...named, ...packed }, before)
  await refuseTooLong({ files: configured, packed: packed.sites_packed }, changed, before)
  return { ...changed, reading, count: countOf(content, table.size) }
}

/** @param sites how many are taken of the files */
function countOf({ entries, excepted, table }: FileContent, sites: number): ListCount {
  return { ...entries, excepted: excepted.leftOut, skipped: table.size - sites, sites }
}

function filesOf({ sites_file, sites_files }: ListFiles): ListFiles {
  return { sites_file, sites_files }
}

/**
 * The names of the files of a list if they depend on names alone: with exceptions, because while one is not known, the plan cannot know
 * whether the files give the list of the state; and if the state names files by another attribute, because Terraform accepts the value of
 * the state only for what is configured. Those of the state stay if only their order differs.
 */
function fixedFiles(
  configured: ConfiguredFiles,
  prior: PriorList | null,
  exceptions: ListExceptions | undefined,
): ListFiles | undefined {
  const isExcepting = exceptions !== undefined || configured.list_exceptions !== null
  const isOther = prior !== null && attributeOfList(prior) !== attributeOfList(configured)
  if (!isExcepting && !isOther) return undefined
  return filesOf(prior && haveSameFiles(prior, configured) ? prior : configured)
}

function withFiles(list: ChangedList, files: ListFiles | undefined): ChangedList {
  return files === undefined ? list : { ...list, attributes: { ...list.attributes, ...files } }
}

/** How the files of a list are read, if anything is left out of it. */
async function leftOutOf(
  { list_exceptions }: Pick<ConfiguredList, 'list_exceptions'>,
  exceptions: ListExceptions | undefined,
): Promise<Parameters<OpenedList['read']>[2]> {
  const areTaken = list_exceptions === 'apply' || isUnknown(list_exceptions)
  if (!exceptions && !areTaken) return undefined
  return { exceptions: await exceptions?.table(), exceptionLines: areTaken ? 'take' : 'skip' }
}

/** Whether the state has the list that the file would give. */
async function isRead(
  { digest }: OpenedList,
  configured: ConfiguredFiles,
  { prior, exceptions }: ListInPlan,
  { askGeneration, askTable }: Planning,
): Promise<boolean> {
  const parts = readingParts(prior?.reading)
  if (prior?.file_sites?.file_digest !== digest || parts === undefined) return false
  if (exceptions?.isUncertain || isUnknown(configured.list_exceptions)) return false
  if (parts.exceptions !== exceptionsKey(configured, exceptions)) return false
  if (parts.table !== undefined && parts.table !== (await askTable())) return false
  if (parts.taken === 'all') return true
  const generation = await askGeneration()
  return generation !== undefined && takenBy(generation) === parts.taken
}

/**
 * The planned names of the files: those of the state if the files give the same list with either generation or any table, otherwise the new
 * ones. A plan that does not know these yet then names the same files as the one that does. Terraform accepts the value of the state only
 * for an attribute that the configuration sets too.
 */
function plannedFiles(
  files: ListFiles,
  candidates: readonly SiteTable[],
  prior: ManagedList | null,
): ListFiles {
  if (!prior || attributeOfList(prior) !== attributeOfList(files)) return files
  return candidates.some((table) => digestOf(table) === prior.file_sites?.digest) ? filesOf(prior) : files
}

/**
 * The lists that can be taken from a file, each once: all sites, those that the autonomous service does not cut, and either without what
 * a compile deletes from some table.
 */
function takenLists(all: SiteTable, cut: SiteTable): readonly SiteTable[] {
  let lists = cut.size === 0 ? [all] : [all, minus(all, cut)]
  for (const site of new Set(tablesOfDeleted.map((each) => each.site))) {
    if (all.has(site)) lists = lists.concat(lists.map((list) => minus(list, asTable(new Set([site])))))
  }
  return lists
}

/** @param candidates the lists that it can turn out to be; if one of them is the prior list, that is the most likely one */
function uncertainList(
  files: ListFiles,
  candidates: readonly SiteTable[],
  prior: ManagedList | null,
): ChangedList {
  const same = candidates.find((table) => digestOf(table) === prior?.file_sites?.digest)
  const [all = emptyTable] = candidates
  return {
    attributes: { ...plannedFiles(files, candidates, prior), sites_packed: unknown, file_sites: unknown },
    added: emptyTable,
    leaving: emptyTable,
    planned: async () => same ?? all,
    isUncertain: true,
  }
}

async function changedList(
  table: SiteTable,
  attributes: PlannedList['attributes'],
  before: Before,
): Promise<ChangedList> {
  const managed = await before()
  return {
    attributes,
    added: sitesWithout(table, managed),
    leaving: sitesWithout(managed, table),
    planned: async () => table,
    isUncertain: false,
  }
}

/**
 * Refuses a list that a state cannot hold, before anything is sent: alone, or together with what it replaces, because an update that
 * fails on the way may leave all that was there and all that came. What adds nothing leaves at most what the state holds already.
 *
 * @throws {ProviderError}
 */
async function refuseTooLong(
  { files, packed }: { readonly files: ListFiles; readonly packed: string },
  { added, leaving }: Pick<ChangedList, 'added' | 'leaving'>,
  before: Before,
): Promise<void> {
  if (added.size === 0) return
  const refuse = (facts: Omit<Parameters<typeof listTooLongForState>[0], 'path'>) =>
    new ProviderError(listTooLongForState({ path: namesOfFiles(files) ?? '', ...facts }), {
      path: [attributeOfList(files)],
    })
  const most = longestPackedList
  if (packed.length > most) throw refuse({ bytes: packed.length, most, isTogether: false })
  const managed = await before()
  if (managed.size === 0) return
  const [one, other] = [asTable(managed), asTable(added)]
  if (
    one.bytes.length + other.bytes.length > longestUnpackedList ||
    one.size + other.size > mostUnpackedSites
  ) {
    const bytes = one.bytes.length + other.bytes.length
    throw refuse({ bytes, most: longestUnpackedList, form: 'unpacked', isTogether: true })
  }
  // Among those of the list, the sites that leave it hardly ever take more than by themselves.
  const ofLeaving = (await packSites(asTable(leaving))).length
  if (packed.length + 1.25 * ofLeaving <= most) return
  const bytes = (await packSites(union(one, other))).length
  if (bytes > most) throw refuse({ bytes, most, isTogether: true })
}

/** A list in a state, whose files were read again. */
interface UnchangedFiles {
  readonly prior: PriorList
  readonly file_sites: FileSites
  readonly before: Before
}

/**
 * The list of a file that was read again and has the same sites. The digest of the file that they once came from stays, and how that
 * file was read, so that nothing is planned. If `on_invalid_line` changed, the digest becomes that of the new file, whose invalid lines
 * the plan has reported.
 */
function sameSites(
  { prior, file_sites, before }: UnchangedFiles,
  { on_invalid_line }: Pick<ConfiguredList, 'on_invalid_line'>,
  { digest }: OpenedList,
  reading: string,
): ChangedList {
  const unchanged = unchangedList(prior, before)
  const isReportedAnew = prior.on_invalid_line !== on_invalid_line
  const reported = isUnknown(on_invalid_line) ? unknown : digest
  const file_digest = isReportedAnew ? reported : file_sites.file_digest
  const planned = { ...file_sites, file_digest, missing: null }
  const list = { ...unchanged, attributes: { ...unchanged.attributes, file_sites: planned } }
  return file_digest === digest ? { ...list, reading } : list
}

function unchangedList(prior: ManagedList, before: Before): ChangedList {
  const { sites_file, sites_files, sites_packed, file_sites } = prior
  return {
    attributes: {
      sites_file,
      sites_files,
      sites_packed,
      file_sites: file_sites && { ...file_sites, missing: null },
    },
    added: emptyTable,
    leaving: emptyTable,
    planned: before,
    isUncertain: false,
  }
}

/** What is taken of a file's sites if a service of this generation stores them. */
function takenBy(generation: Generation): Exclude<TakenSites, 'all'> {
  return generation === 'older' ? 'any' : 'uncut'
}
