import type { Generation } from '@webfilter/appliance-client'
import {
  type DeclaredSource,
  diagnoseExceptions,
  knownTexts,
  type ListExceptions,
  openExceptions,
  pathOfExceptions,
  refuseDeletedSites,
  refuseEmptyFiles,
  refuseOtherThanList,
  reportCutSites,
  reportDeletedSites,
  reportInvalidLines,
  reportSinkholes,
  sitesOf,
  warnOfNeverActive,
  warnOfPublicSuffixes,
} from '@webfilter/appliance-declarations/declared-list'
import { exceptionsBesideSites } from '@webfilter/appliance-declarations/diagnostics/exceptions'
import {
  listTooLongForState,
  sitesFileUnknown,
} from '@webfilter/appliance-declarations/diagnostics/site-files'
import { deletedFromTable, tablesOfDeleted } from '@webfilter/appliance-names'
import {
  asTable,
  attributeOfList,
  digestOf,
  emptyTable,
  FewSites,
  type FileContent,
  haveSameFiles,
  type LeftOutKind,
  type ListCount,
  type ListFiles,
  longestPackedList,
  longestUnpackedList,
  minus,
  mostUnpackedSites,
  namesOfFiles,
  noFiles,
  type OpenedList,
  openList,
  packSites,
  readingOf,
  readingParts,
  SiteFiles,
  type SiteSet,
  type SiteTable,
  sitesInBoth,
  sitesWithout,
  type TakenSites,
  union,
  withoutExceptions,
} from '@webfilter/site-lists'
import {
  containsUnknown,
  type Diagnostics,
  isUnknown,
  ProviderError,
  type Unknown,
  unknown,
} from '@webfilter/terraform-plugin'
import {
  type FileSites,
  type ManagedList,
  managedSites,
  noPackedList,
  packedList,
  refuseWithoutList,
  type StoredList,
} from './stored'

/** The planned list, as far as it is known. */
export interface PlannedList {
  /** The sites that the state manages; read once, and only if they are needed. */
  readonly before: () => Promise<SiteSet>
  readonly attributes: ListFiles & {
    readonly sites_packed: string | Unknown | null
    readonly file_sites: PlannedFileSites | Unknown | null
  }
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
  /** How its lines come to the planned sites; undefined if no file was read now, or they do not change. */
  readonly count?: ListCount
  /** What is left out of the list; undefined if it has no exceptions. */
  readonly exceptions?: ListExceptions | undefined
  /** What leaves the list only because this release reads files otherwise than the one that applied it; undefined for nothing. */
  readonly readOtherwise?: ReadOtherwise | undefined
}

/** Sites of a list that its file still names, and that lines are not read as any more. */
interface ReadOtherwise {
  readonly sites: SiteSet
  /** What the lines are now, with the number of their sites. */
  readonly kinds: ReadonlyMap<LeftOutKind, number>
}

/** The sites of files as they are planned: a known list may have an unknown digest of its files. */
type PlannedFileSites = Omit<FileSites, 'file_digest'> & { readonly file_digest: string | Unknown | null }

/** The list of a state, as far as that of a file is read with it. */
type StoredSource = ManagedList & Pick<StoredList, 'on_invalid_line'>

/** What a list is planned with. */
export interface Planning {
  /** How the file of the state was read; undefined if that is not known. */
  readonly reading?: string | undefined
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
 * Asks which generation stores the sites; undefined while the provider is not configured. Throws if the appliance does not answer:
 * Terraform plans again at the apply, and what the first plan knows the second one must not leave open.
 */
type AskGeneration = () => Promise<Generation | undefined>

/**
 * Asks for the table of the category; undefined while the category is not known, or the provider is not configured. Throws as the other
 * question does.
 */
export type AskTable = () => Promise<string | undefined>

/**
 * Plans a list: a pure function of prior state, configuration, the bytes of the file, the generation that stores the sites, and the table
 * of the category.
 * @throws {ProviderError} if the file cannot be read, is not known yet, has no site, or is most likely no list
 * @throws the reason of the signal, by which reading the file ends
 */
export async function plannedList(
  declared: DeclaredSource,
  stored: StoredSource | null,
  planning: Planning,
): Promise<PlannedList> {
  if (stored) refuseWithoutList(stored)
  const listFiles = knownFiles(declared)
  const before = readOnce(stored)
  const { files = new SiteFiles(), signal } = planning
  const exceptions = await openExceptions(declared, { files, signal })
  const list = { stored, before, exceptions }
  const changed =
    namesOfFiles(listFiles) === null
      ? await inlineList(declared, list, planning)
      : await listOfFiles({ ...declared, ...listFiles }, list, { ...planning, files })
  const attribute = attributeOfList(listFiles)
  warnOfNeverActive(changed.added, attribute, planning.diagnostics)
  await warnOfPublicSuffixes(changed.added, attribute, planning)
  return { before, exceptions, ...changed }
}

/** A list that is planned, beside its configuration. */
interface KnownList {
  readonly stored: StoredSource | null
  readonly before: Before
  readonly exceptions: ListExceptions | undefined
}

type Before = PlannedList['before']

type ChangedList = Omit<PlannedList, 'before' | 'exceptions'>

function readOnce(stored: StoredSource | null): Before {
  let read: Promise<SiteSet> | undefined
  return async () => {
    read ??= stored ? managedSites(stored) : Promise.resolve(emptyTable)
    return await read
  }
}

/**
 * The files of a list, all of whose names are known.
 * @throws {ProviderError} if one is not known yet
 */
function knownFiles({ sites_file, sites_files }: DeclaredSource): ListFiles {
  if (isUnknown(sites_file)) throw new ProviderError(sitesFileUnknown(), { path: ['sites_file'] })
  if (containsUnknown(sites_files)) throw new ProviderError(sitesFileUnknown(), { path: ['sites_files'] })
  return { sites_file, sites_files: sites_files === null ? null : knownTexts(sites_files) }
}

async function inlineList(
  { sites }: DeclaredSource,
  { before, exceptions }: KnownList,
  planning: Planning,
): Promise<ChangedList> {
  if (exceptions) {
    const [attribute] = pathOfExceptions(exceptions)
    throw new ProviderError(exceptionsBesideSites({ attribute: String(attribute) }), {
      path: [String(attribute)],
    })
  }
  const planned = new FewSites(sitesOf(sites))
  const isUncertain = containsUnknown(sites)
  const deleted = await deletedFrom(planned, planning)
  // While the category is not known, its apply refuses them, which plans again.
  if (deleted !== 'not known') refuseDeletedSites(deleted, planning.diagnostics)
  const managed = await before()
  return {
    attributes: { ...noFiles, ...noPackedList },
    added: sitesWithout(planned, managed),
    leaving: isUncertain ? emptyTable : sitesWithout(managed, planned),
    planned: async () => planned,
    isUncertain,
  }
}

type DeclaredFiles = Omit<DeclaredSource, keyof ListFiles> & ListFiles

async function listOfFiles(
  declared: DeclaredFiles,
  list: KnownList,
  planning: Planning & { readonly files: SiteFiles },
): Promise<ChangedList> {
  const names = namesOfFiles(declared) ?? []
  const file = await openList(names, planning.files, planning.signal)
  return {
    ...(await fileList(file, declared, list, planning)),
    opened: { names: file.names, digest: file.digest },
  }
}

async function fileList(
  file: OpenedList,
  declared: DeclaredFiles,
  list: KnownList,
  planning: Planning,
): Promise<ChangedList> {
  const { stored, before, exceptions } = list
  const { askGeneration, diagnostics, signal } = planning
  const { on_invalid_line, allow_empty } = declared
  const fixed = fixedFiles(declared, stored, exceptions)
  if (stored?.on_invalid_line === on_invalid_line && (await isRead(file, declared, list, planning))) {
    return withFiles(unchangedList(stored, before), fixed)
  }
  const isOtherReading = stored?.file_sites && readingParts(planning.reading) === undefined
  const former = isOtherReading ? asTable(await before()) : undefined
  const options = await leftOutOf(declared, exceptions)
  const content = await file.read(
    stored?.file_sites?.digest,
    signal,
    former ? { ...options, former } : options,
  )
  const { table: all, invalid, cut } = content
  refuseOtherThanList(file, content, declared.writtenOnInvalidLine)
  reportInvalidLines(file, invalid, on_invalid_line, diagnostics)
  reportSinkholes(file, content.sinkholes, diagnostics)
  if (exceptions?.isUncertain || isUnknown(declared.list_exceptions)) {
    return withFiles(await listWithUnknownExceptions(all, declared, before), fixed)
  }
  const generation = cut.size > 0 ? await askGeneration() : undefined
  const deleted = await deletedFrom(all, planning)
  if ((cut.size > 0 && generation === undefined) || deleted === 'not known') {
    return withFiles(uncertainList(filesOf(declared), takenLists(all, cut), stored), fixed)
  }
  const taken = generation === undefined ? 'all' : takenBy(generation)
  const table = takenOf(content, taken, deleted.table)
  if (taken === 'uncut') reportCutSites(file, cut, on_invalid_line, diagnostics)
  reportDeletedSites(file, deleted, on_invalid_line, diagnostics)
  const left = { ...content, list: table }
  diagnoseExceptions(left, pathOfExceptions(exceptions), diagnostics)
  refuseEmptyFiles(file, content, allow_empty, table.size)
  const reading = readingOf(taken, deleted.table, exceptionsKey(declared, exceptions))
  const digest = table === all ? content.digest : digestOf(table)
  if (stored?.file_sites?.digest === digest) {
    const same = { stored, file_sites: stored.file_sites, before }
    return withFiles(sameSites(same, declared, file, reading), fixed)
  }
  const named = fixed ?? plannedFiles(filesOf(declared), takenLists(all, cut), stored)
  const packed = await packedList(table, file.digest, table === all ? content : { digest })
  const changed = await changedList(table, { ...named, ...packed }, before)
  await refuseTooLong({ files: declared, packed: packed.sites_packed }, changed, before)
  const readOtherwise = former && (await leavingByReading(changed.leaving, content, file, list, planning))
  return { ...changed, readOtherwise, reading, count: countOf(content, table.size) }
}

/**
 * Which sites leave a list because an earlier release read its file otherwise: of the same bytes all but those that an option takes out, and of
 * others those that the lines which are left out still name.
 */
async function leavingByReading(
  leaving: SiteSet,
  { table, exceptions, leftOutSites }: FileContent,
  { digest }: OpenedList,
  { stored, exceptions: given }: KnownList,
  { reading }: Planning,
): Promise<ReadOtherwise | undefined> {
  const isSameFile = stored?.file_sites?.file_digest === digest
  const named = isSameFile || reading === undefined ? emptyTable : new FewSites(leftOutSites.keys())
  const gone = isSameFile ? asTable(sitesWithout(leaving, table)) : asTable(sitesInBoth(leaving, named))
  // The former list was without its exceptions, and without those of its file if these were taken.
  const areNew = reading?.endsWith('-list') ? await given?.table() : exceptions
  const sites = withoutExceptions(gone, areNew ?? emptyTable).table
  if (sites.size === 0) return undefined
  const kinds = new Map<LeftOutKind, number>()
  for (const [site, kind] of leftOutSites) if (sites.has(site)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  return { sites, kinds }
}

/**
 * The sites that a list takes of its files.
 * @param table of the category, in which a compile deletes some of them; undefined if it deletes none
 */
export function takenOf(
  { table: all, cut }: Pick<FileContent, 'table' | 'cut'>,
  taken: string,
  table: string | undefined,
): SiteTable {
  const uncut = taken === 'uncut' ? minus(all, cut) : all
  return table === undefined ? uncut : minus(uncut, asTable(deletedFromTable(table)))
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
 * the state only for what is declared. Those of the state stay if only their order differs.
 */
function fixedFiles(
  declared: DeclaredFiles,
  stored: StoredSource | null,
  exceptions: ListExceptions | undefined,
): ListFiles | undefined {
  const isExcepting = exceptions !== undefined || declared.list_exceptions !== null
  const isOther = stored !== null && attributeOfList(stored) !== attributeOfList(declared)
  if (!isExcepting && !isOther) return undefined
  return filesOf(stored && haveSameFiles(stored, declared) ? stored : declared)
}

function withFiles(list: ChangedList, files: ListFiles | undefined): ChangedList {
  return files === undefined ? list : { ...list, attributes: { ...list.attributes, ...files } }
}

/** How the files of a list are read, if anything is left out of it. */
async function leftOutOf(
  { list_exceptions }: Pick<DeclaredSource, 'list_exceptions'>,
  exceptions: ListExceptions | undefined,
): Promise<Parameters<OpenedList['read']>[2]> {
  const areTaken = list_exceptions === 'apply' || isUnknown(list_exceptions)
  if (!exceptions && !areTaken) return undefined
  return { exceptions: await exceptions?.table(), exceptionLines: areTaken ? 'take' : 'skip' }
}

/** Whether the state has the list that the file would give. */
async function isRead(
  { digest }: OpenedList,
  declared: DeclaredFiles,
  { stored, exceptions }: KnownList,
  { askGeneration, askTable, reading }: Planning,
): Promise<boolean> {
  const parts = readingParts(reading)
  if (stored?.file_sites?.file_digest !== digest || parts === undefined) return false
  if (exceptions?.isUncertain || isUnknown(declared.list_exceptions)) return false
  if (parts.exceptions !== exceptionsKey(declared, exceptions)) return false
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
  stored: ManagedList | null,
): ListFiles {
  if (!stored || attributeOfList(stored) !== attributeOfList(files)) return files
  return candidates.some((table) => digestOf(table) === stored.file_sites?.digest) ? filesOf(stored) : files
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
  stored: ManagedList | null,
): ChangedList {
  const same = candidates.find((table) => digestOf(table) === stored?.file_sites?.digest)
  const [all = emptyTable] = candidates
  return {
    attributes: { ...plannedFiles(files, candidates, stored), sites_packed: unknown, file_sites: unknown },
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
  readonly stored: StoredSource
  readonly file_sites: FileSites
  readonly before: Before
}

/**
 * The list of a file that was read again and has the same sites. The digest of the file that they once came from stays, and how that
 * file was read, so that nothing is planned. If `on_invalid_line` changed, the digest becomes that of the new file, whose invalid lines
 * the plan has reported.
 */
function sameSites(
  { stored, file_sites, before }: UnchangedFiles,
  { on_invalid_line }: Pick<DeclaredSource, 'on_invalid_line'>,
  { digest }: OpenedList,
  reading: string,
): ChangedList {
  const unchanged = unchangedList(stored, before)
  const isReportedAnew = stored.on_invalid_line !== on_invalid_line
  const reported = isUnknown(on_invalid_line) ? unknown : digest
  const file_digest = isReportedAnew ? reported : file_sites.file_digest
  const planned = { ...file_sites, file_digest, missing: null }
  const list = { ...unchanged, attributes: { ...unchanged.attributes, file_sites: planned } }
  return file_digest === digest ? { ...list, reading } : list
}

function unchangedList(stored: ManagedList, before: Before): ChangedList {
  const { sites_file, sites_files, sites_packed, file_sites } = stored
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

type KeyedExceptions = Pick<DeclaredSource, 'list_exceptions' | keyof ListFiles>

/** What of the exceptions a reading depends on; undefined for a list without. */
function exceptionsKey(
  { list_exceptions, ...files }: KeyedExceptions,
  exceptions: ListExceptions | undefined,
): string | undefined {
  const isTaken = list_exceptions === 'apply' && (files.sites_file ?? files.sites_files) !== null
  return exceptions || isTaken ? [exceptions?.key ?? '', isTaken ? 'list' : ''].join('-') : undefined
}

/** A list of which any site may turn out to be an exception: the apply plans it again. */
async function listWithUnknownExceptions(
  sites: SiteSet,
  { sites_file, sites_files }: ListFiles,
  before: Before,
): Promise<ChangedList> {
  const managed = await before()
  return {
    attributes: { sites_file, sites_files, sites_packed: unknown, file_sites: unknown },
    added: emptyTable,
    leaving: emptyTable,
    // What is managed most likely stays, but no other list is to count on a site that is not.
    planned: async () => sitesInBoth(managed, sites),
    isUncertain: true,
  }
}

/** The sites of a list that a compile deletes from the table of its category, and that table if it matters. */
async function deletedFrom(
  sites: SiteSet,
  { askTable }: Planning,
): Promise<{ readonly table?: string; readonly sites: SiteSet } | 'not known'> {
  if (!tablesOfDeleted.some(({ site }) => sites.has(site))) return { sites: emptyTable }
  const table = await askTable()
  if (table === undefined) return 'not known'
  return { table, sites: new FewSites([...deletedFromTable(table)].filter((site) => sites.has(site))) }
}
