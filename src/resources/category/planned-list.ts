import { deletedFromTable, tablesOfDeleted } from '@webfilter/appliance-names'
import {
  containsUnknown,
  type Diagnostics,
  isUnknown,
  ProviderError,
  type Unknown,
  unknown,
} from '@webfilter/terraform-plugin'
import type { Generation } from '../../appliance/categories/category'
import { listTooLongForState, sitesFileUnknown } from '../../diagnostics/site-files'
import { withoutExceptions } from '../../sites/exceptions'
import {
  attributeOfList,
  type ListFiles,
  namesOfFiles,
  noFiles,
  openList,
} from '../../sites/files/several-files'
import {
  type OpenedList,
  readingOf,
  readingParts,
  SiteFiles,
  type TakenSites,
} from '../../sites/files/site-files'

import { longestPackedList, longestUnpackedList, mostUnpackedSites } from '../../sites/list-size'
import { haveSameSites } from '../../sites/spelling'
import { digestOf, packSites } from '../../sites/table/packed-sites'
import {
  asTable,
  emptyTable,
  minus,
  type SiteSet,
  type SiteTable,
  sitesWithout,
  tableOf,
  union,
} from '../../sites/table/site-table'

import {
  type DeclaredSites,
  knownTexts,
  refuseDeletedSites,
  refuseEmptyFiles,
  refuseOtherThanList,
  reportCutSites,
  reportDeletedSites,
  reportInvalidLines,
  sitesOf,
  warnOfNeverActive,
} from './declared-list'
import {
  type ConfiguredExceptions,
  diagnoseExceptions,
  type ListExceptions,
  type ListExceptionsOption,
  type OnCoveredException,
  openExceptions,
  pathOfExceptions,
  splitByExceptions,
} from './exceptions'
import {
  type ManagedList,
  managedSites,
  noPackedList,
  type PackedList,
  packedList,
  refuseWithoutList,
} from './list-state'

/** The configuration of a list, with its defaults. */
export interface ConfiguredList extends ConfiguredExceptions {
  readonly on_covered_exception: OnCoveredException
  readonly list_exceptions: ListExceptionsOption
  readonly sites: DeclaredSites
  readonly sites_file: string | Unknown | null
  /** Paths of several files. */
  readonly sites_files: DeclaredSites
  readonly on_invalid_line: 'skip' | 'fail' | Unknown
  readonly allow_empty: boolean | Unknown
  /** `on_invalid_line` without its default: null if it is not written. */
  readonly writtenOnInvalidLine: 'skip' | 'fail' | Unknown | null
}

/** The same before the defaults. */
export type ListConfiguration = Pick<ConfiguredList, 'sites' | 'sites_file' | 'sites_files'> &
  ConfiguredExceptions & {
    readonly on_invalid_line: ConfiguredList['writtenOnInvalidLine']
  }

/** The list in a state, and what is stored beside the state. */
export type PriorList = ManagedList & {
  readonly on_invalid_line: string
  /** How its file was read; undefined if that is not known. */
  readonly reading?: string | undefined
}

/** The planned list, as far as it is known. */
export interface PlannedList {
  /** The sites that the state manages; read once, and only if they are needed. */
  readonly before: () => Promise<SiteSet>
  readonly attributes: { readonly [K in keyof PackedList]: PackedList[K] | Unknown } & ListFiles
  readonly added: SiteSet
  /** The sites that leave the list; empty while an entry is unknown, because any prior site may turn out to stay. */
  readonly leaving: SiteSet
  /** All sites that will be managed, except unknown ones. */
  readonly planned: () => Promise<SiteSet>
  /** Whether an entry is not known yet, or whether the list contains it. */
  readonly isUncertain: boolean
  /** How the file was read whose digest is planned; undefined if it was not read now. */
  readonly reading?: string
  /** The file that was read; undefined if the list is not from a file. */
  readonly opened?: Pick<OpenedList, 'names' | 'digest'>
  /** What is left out of the list; undefined if it has no exceptions. */
  readonly exceptions?: ListExceptions | undefined
}

/**
 * Asks which generation stores the sites; undefined while the provider is not configured. Throws if the appliance does not answer:
 * Terraform plans again at the apply, and what the first plan knows the second one must not leave open.
 */
type AskGeneration = () => Promise<Generation | undefined>

/**
 * Asks for the table of the category; undefined while the category is not known, or the provider is not configured. Throws as the other
 * question does.
 */
type AskTable = () => Promise<string | undefined>

/** What a list is planned with. */
interface Planning {
  /** Asked only if the file has sites that not every generation stores as they are. */
  readonly askGeneration: AskGeneration
  /** Asked only if the list has sites that a compile deletes from some tables. */
  readonly askTable: AskTable
  readonly diagnostics: Diagnostics
  readonly signal: AbortSignal
  /** Undefined while the provider is not configured. */
  readonly files?: SiteFiles | undefined
}

/**
 * Plans a list: a pure function of prior state, configuration, the bytes of the file, the generation that stores the sites, and the table
 * of the category.
 * @throws {ProviderError} if the file cannot be read, is not known yet, has no site, or is most likely no list
 * @throws the reason of the signal, by which reading the file ends
 */
export async function planList(
  configured: ConfiguredList,
  prior: PriorList | null,
  planning: Planning,
): Promise<PlannedList> {
  if (prior) refuseWithoutList(prior)
  const listFiles = knownFiles(configured)
  const before = readOnce(prior)
  const { files = new SiteFiles(), signal } = planning
  const exceptions = await openExceptions(configured, { files, signal })
  const list = { prior, before, exceptions }
  const changed =
    namesOfFiles(listFiles) === null
      ? await inlineList(configured, list, planning)
      : await listOfFiles({ ...configured, ...listFiles }, list, { ...planning, files })
  warnOfNeverActive(changed.added, attributeOfList(listFiles), planning.diagnostics)
  return { before, exceptions, ...changed }
}

/** A list that is planned, beside its configuration. */
interface ListInPlan {
  readonly prior: PriorList | null
  readonly before: Before
  readonly exceptions: ListExceptions | undefined
}

type Before = PlannedList['before']
type ChangedList = Omit<PlannedList, 'before' | 'exceptions'>

function readOnce(prior: PriorList | null): Before {
  let read: Promise<SiteSet> | undefined
  return async () => {
    read ??= prior ? managedSites(prior) : Promise.resolve(emptyTable)
    return await read
  }
}

/**
 * The files of a list, all of whose names are known.
 * @throws {ProviderError} if one is not known yet
 */
function knownFiles({ sites_file, sites_files }: ConfiguredList): ListFiles {
  if (isUnknown(sites_file)) throw new ProviderError(sitesFileUnknown(), { path: ['sites_file'] })
  if (containsUnknown(sites_files)) throw new ProviderError(sitesFileUnknown(), { path: ['sites_files'] })
  return { sites_file, sites_files: sites_files === null ? null : knownTexts(sites_files) }
}

type ConfiguredFiles = Omit<ConfiguredList, keyof ListFiles> & ListFiles

async function listOfFiles(
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
  const { on_invalid_line, on_covered_exception, allow_empty } = configured
  const fixed = fixedFiles(configured, prior, exceptions)
  if (prior?.on_invalid_line === on_invalid_line && (await isRead(file, configured, list, planning))) {
    return withFiles(unchangedList(prior, before), fixed)
  }
  const content = await file.read(
    prior?.sites_digest ?? undefined,
    signal,
    await leftOutOf(configured, exceptions),
  )
  const { table: all, invalid, cut } = content
  refuseOtherThanList(file, content, configured.writtenOnInvalidLine)
  reportInvalidLines(file, invalid, on_invalid_line, diagnostics)
  if (exceptions?.isUncertain || isUnknown(configured.list_exceptions)) {
    return await listWithUnknownExceptions(all, configured, before)
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
  diagnoseExceptions(left, pathOfExceptions(exceptions), on_covered_exception, diagnostics)
  refuseEmptyFiles(file, content, allow_empty, table.size)
  const reading = readingOf(taken, deleted.table, exceptionsKey(configured, exceptions))
  const digest = table === all ? content.digest : digestOf(table)
  if (prior?.sites_digest === digest) {
    return withFiles(sameSites({ prior, before }, configured, file, reading), fixed)
  }
  const named = fixed ?? plannedFiles(filesOf(configured), takenLists(all, cut), prior)
  const packed = await packedList(table, file.digest, table === all ? content : { digest })
  const changed = await changedList(table, { ...named, ...packed }, before)
  await refuseTooLong({ files: configured, packed: packed.sites_packed ?? '' }, changed, before)
  return { ...changed, reading }
}

function filesOf({ sites_file, sites_files }: ListFiles): ListFiles {
  return { sites_file, sites_files }
}

/**
 * The names of the files of a list if they are always those of the configuration: with exceptions, because while one is not known, the plan
 * cannot know whether the files give the list of the state; and if the state names files by another attribute, because Terraform accepts
 * the value of the state only for what is configured.
 */
function fixedFiles(
  configured: ConfiguredFiles,
  prior: PriorList | null,
  exceptions: ListExceptions | undefined,
): ListFiles | undefined {
  const isExcepting = exceptions !== undefined || configured.list_exceptions !== null
  const isOther = prior !== null && attributeOfList(prior) !== attributeOfList(configured)
  return isExcepting || isOther ? filesOf(configured) : undefined
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

type KeyedExceptions = Pick<ConfiguredList, 'on_covered_exception' | 'list_exceptions' | keyof ListFiles>

/** What of the exceptions a reading depends on; undefined for a list without. */
function exceptionsKey(
  { on_covered_exception, list_exceptions, ...files }: KeyedExceptions,
  exceptions: ListExceptions | undefined,
): string | undefined {
  const isTaken = list_exceptions === 'apply' && (files.sites_file ?? files.sites_files) !== null
  if (!exceptions && !isTaken) return undefined
  const isRefused = on_covered_exception === 'fail'
  return [exceptions?.key ?? '', isTaken ? 'list' : '', isRefused ? 'fail' : ''].join('-')
}

/** A list of which any site may turn out to be an exception: the apply plans it again. */
async function listWithUnknownExceptions(
  sites: SiteSet,
  { sites_file, sites_files }: ListFiles,
  before: Before,
): Promise<ChangedList> {
  const managed = await before()
  const packed = {
    sites_digest: unknown,
    sites_packed: unknown,
    site_count: unknown,
    file_digest: unknown,
  }
  return {
    attributes: {
      ...noPackedList,
      ...((sites_file ?? sites_files) === null ? { excepted_sites: unknown } : packed),
      sites_file,
      sites_files,
    },
    added: emptyTable,
    leaving: emptyTable,
    // What is managed most likely stays, but no other list is to count on a site that is not.
    planned: async () => sitesWithout(managed, sitesWithout(managed, sites)),
    isUncertain: true,
  }
}

/** Whether the state has the list that the file would give. */
async function isRead(
  { digest }: OpenedList,
  configured: ConfiguredFiles,
  { prior, exceptions }: ListInPlan,
  { askGeneration, askTable }: Planning,
): Promise<boolean> {
  const parts = readingParts(prior?.reading)
  if (!prior?.sites_packed || prior.file_digest !== digest || parts === undefined) return false
  if (exceptions?.isUncertain || isUnknown(configured.list_exceptions)) return false
  if (parts.exceptions !== exceptionsKey(configured, exceptions)) return false
  if (parts.table !== undefined && parts.table !== (await askTable())) return false
  if (parts.taken === 'all') return true
  const generation = await askGeneration()
  return generation !== undefined && takenBy(generation) === parts.taken
}

/** The sites of a list that a compile deletes from the table of its category, and that table if it matters. */
async function deletedFrom(
  sites: SiteSet,
  { askTable }: Planning,
): Promise<{ readonly table?: string; readonly sites: SiteSet } | 'not known'> {
  if (!tablesOfDeleted.some(({ site }) => sites.has(site))) return { sites: emptyTable }
  const table = await askTable()
  if (table === undefined) return 'not known'
  return { table, sites: new Set([...deletedFromTable(table)].filter((site) => sites.has(site))) }
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
  return candidates.some((table) => digestOf(table) === prior.sites_digest) ? filesOf(prior) : files
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
  const same = candidates.find((table) => digestOf(table) === prior?.sites_digest)
  const [all = emptyTable] = candidates
  return {
    attributes: {
      ...noPackedList,
      ...plannedFiles(files, candidates, prior),
      sites_digest: unknown,
      sites_packed: unknown,
      site_count: unknown,
      file_digest: unknown,
    },
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

async function inlineList(
  configured: ConfiguredList,
  { prior, before, exceptions }: ListInPlan,
  planning: Planning,
): Promise<ChangedList> {
  const { sites } = configured
  const listed = sitesOf(sites)
  const isUncertain = containsUnknown(sites)
  const isExcepted = exceptions && withoutExceptions(tableOf(listed), await exceptions.table())
  const { managed: planned, excepted } = splitByExceptions(listed, isExcepted)
  if (exceptions?.isUncertain) return await listWithUnknownExceptions(planned, noFiles, before)
  const deleted = await deletedFrom(planned, planning)
  // While the category is not known, its apply refuses them, which plans again.
  if (deleted !== 'not known') refuseDeletedSites(deleted, planning.diagnostics)
  const reading = exceptions && readingOf('all', undefined, exceptionsKey(configured, exceptions))
  const isDiagnosed = prior?.reading === reading && haveSameSites(prior?.sites ?? [], knownTexts(sites))
  if (isExcepted && !isUncertain && !isDiagnosed) {
    const { on_covered_exception } = configured
    const left = { exceptions: await exceptions.table(), excepted: isExcepted, list: isExcepted.table }
    diagnoseExceptions(left, pathOfExceptions(exceptions), on_covered_exception, planning.diagnostics)
  }
  const managed = await before()
  const added = sitesWithout(planned, managed)
  const leaving = isUncertain ? emptyTable : sitesWithout(managed, planned)
  const known = excepted.length > 0 ? excepted : null
  return {
    attributes: {
      ...noFiles,
      ...noPackedList,
      excepted_sites: isUncertain && exceptions ? unknown : known,
    },
    added,
    leaving,
    planned: async () => planned,
    isUncertain,
    ...(reading !== undefined && { reading }),
  }
}

/**
 * The list of a file that was read again and has the same sites. The digest of the file that they once came from stays, and how that
 * file was read, so that nothing is planned. If `on_invalid_line` changed, the digest becomes that of the new file, whose invalid lines
 * the plan has reported.
 */
function sameSites(
  { prior, before }: { readonly prior: PriorList; readonly before: Before },
  { on_invalid_line }: Pick<ConfiguredList, 'on_invalid_line'>,
  { digest }: OpenedList,
  reading: string,
): ChangedList {
  const unchanged = unchangedList(prior, before)
  const isReportedAnew = prior.on_invalid_line !== on_invalid_line
  const file_digest = !isReportedAnew ? prior.file_digest : isUnknown(on_invalid_line) ? unknown : digest
  const list = { ...unchanged, attributes: { ...unchanged.attributes, file_digest } }
  return file_digest === digest ? { ...list, reading } : list
}

function unchangedList(prior: ManagedList, before: Before): ChangedList {
  const { sites_file, sites_files, sites_digest, sites_packed, site_count, file_digest } = prior
  return {
    attributes: {
      ...noPackedList,
      sites_file,
      sites_files,
      sites_digest,
      sites_packed,
      site_count,
      file_digest,
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
