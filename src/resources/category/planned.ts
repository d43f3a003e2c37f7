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
import { sitesFileUnknown } from '@webfilter/appliance-declarations/diagnostics/site-files'
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
  namesOfFiles,
  noFiles,
  type OpenedList,
  openList,
  readingParts,
  SiteFiles,
  type SiteSet,
  sitesInBoth,
  sitesWithout,
  withoutExceptions,
} from '@webfilter/site-lists'
import { containsUnknown, isUnknown, ProviderError, type Unknown, unknown } from '@webfilter/terraform-plugin'
import {
  type FileSites,
  type ManagedList,
  managedSites,
  noPackedList,
  packedList,
  refuseTooLong,
  refuseWithoutList,
  type StoredList,
} from './stored'
import {
  type DeclaredFiles,
  deletedFrom,
  giveSameList,
  leftOutOf,
  type Planning,
  possibleLists,
  type TakenList,
  takenList,
} from './taken'

/** The planned list, as far as it is known. */
export interface PlannedList {
  /** The sites that the state manages; read once, and only if they are needed. */
  readonly before: () => Promise<SiteSet>
  readonly attributes: ListFiles & {
    readonly sites_packed: string | Unknown | null
    /** A known list may have an unknown digest of its files. */
    readonly file_sites:
      | (Omit<FileSites, 'file_digest'> & { readonly file_digest: string | Unknown | null })
      | Unknown
      | null
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
  readonly readOtherwise?:
    | {
        /** Those that its file still names, and that lines are not read as any more. */
        readonly sites: SiteSet
        /** What the lines are now, with the number of their sites. */
        readonly kinds: ReadonlyMap<LeftOutKind, number>
      }
    | undefined
}

/**
 * Plans a list: a pure function of prior state, configuration, the bytes of the file, the generation that stores the sites, and the table
 * of the category.
 * @throws {ProviderError} if the file cannot be read, is not known yet, has no site, or is most likely no list
 * @throws the reason of the signal, by which reading the file ends
 */
export async function plannedList(
  declared: DeclaredSource,
  stored: KnownList['stored'],
  planning: Planning,
): Promise<PlannedList> {
  if (stored) refuseWithoutList(stored)
  const listFiles = knownFiles(declared)
  const before = readOnce(stored)
  const { files = new SiteFiles(), signal } = planning
  const exceptions = await openExceptions(declared, { files, signal })
  const list = { stored, before, exceptions }
  const planned =
    namesOfFiles(listFiles) === null
      ? await inlineList(declared, list, planning)
      : await listOfFiles({ ...declared, ...listFiles }, list, { ...planning, files })
  const attribute = attributeOfList(listFiles)
  warnOfNeverActive(planned.added, attribute, planning.diagnostics)
  await warnOfPublicSuffixes(planned.added, attribute, planning)
  return planned
}

/** A list that is planned, beside its configuration. */
interface KnownList {
  /** What the state has of it, as far as that of a file is read with it. */
  readonly stored: (ManagedList & Pick<StoredList, 'on_invalid_line'>) | null
  readonly before: PlannedList['before']
  readonly exceptions: ListExceptions | undefined
}

function readOnce(stored: ManagedList | null): PlannedList['before'] {
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
): Promise<PlannedList> {
  if (exceptions) {
    const [attribute] = pathOfExceptions(exceptions)
    throw new ProviderError(exceptionsBesideSites({ attribute: String(attribute) }), {
      path: [String(attribute)],
    })
  }
  const planned = new FewSites(sitesOf(sites))
  const isUncertain = containsUnknown(sites)
  const deleted = await deletedFrom(planned, planning.askTable)
  // While the category is not known, its apply refuses them, which plans again.
  if (deleted) refuseDeletedSites(deleted, planning.diagnostics)
  const managed = await before()
  return {
    before,
    attributes: { ...noFiles, ...noPackedList },
    added: sitesWithout(planned, managed),
    leaving: isUncertain ? emptyTable : sitesWithout(managed, planned),
    planned: async () => planned,
    isUncertain,
  }
}

async function listOfFiles(
  declared: DeclaredFiles,
  list: KnownList,
  planning: Planning & { readonly files: SiteFiles },
): Promise<PlannedList> {
  const { stored, exceptions } = list
  const file = await openList(namesOfFiles(declared) ?? [], planning.files, planning.signal)
  const opened = { names: file.names, digest: file.digest }
  const isReportedAnew = stored?.on_invalid_line !== declared.on_invalid_line
  if (stored && !isReportedAnew && (await giveSameList(file, declared, exceptions, stored, planning))) {
    return { ...sameList(stored, declared, list, stored.file_sites?.file_digest ?? null), opened }
  }
  return { ...(await readList(file, declared, list, planning)), opened }
}

/** Reads the files of a list, says what is wrong with them, and plans what they give. */
async function readList(
  file: OpenedList,
  declared: DeclaredFiles,
  list: KnownList,
  planning: Planning,
): Promise<PlannedList> {
  const { stored, before, exceptions } = list
  const { diagnostics, signal } = planning
  const { on_invalid_line } = declared
  const isOtherReading = stored?.file_sites && readingParts(planning.reading) === undefined
  const former = isOtherReading ? asTable(await before()) : undefined
  const options = await leftOutOf(declared, exceptions)
  const reading = former ? { ...options, former } : options
  const content = await file.read(stored?.file_sites?.digest, signal, reading)
  refuseOtherThanList(file, content, declared.writtenOnInvalidLine)
  reportInvalidLines(file, content.invalid, on_invalid_line, diagnostics)
  reportSinkholes(file, content.sinkholes, diagnostics)
  const taken = await takenList(content, declared, exceptions, planning)
  if (!taken) return uncertainList(content, declared, list)
  if (taken.taken === 'uncut') reportCutSites(file, content.cut, on_invalid_line, diagnostics)
  reportDeletedSites(file, taken.deleted, on_invalid_line, diagnostics)
  diagnoseExceptions({ ...content, list: taken.table }, pathOfExceptions(exceptions), diagnostics)
  refuseEmptyFiles(file, content, declared.allow_empty, taken.table.size)
  if (stored?.file_sites && stored.file_sites.digest === taken.digest) {
    // The digest of the bytes that the list once came from stays, and how they were read, so that nothing is planned. If `on_invalid_line`
    // changed, it becomes that of the new ones, whose invalid lines the plan has reported.
    const isReportedAnew = stored.on_invalid_line !== on_invalid_line
    const reported = isUnknown(on_invalid_line) ? unknown : file.digest
    const digest = isReportedAnew ? reported : stored.file_sites.file_digest
    const same = sameList(stored, declared, list, digest)
    return digest === file.digest ? { ...same, reading: taken.reading } : same
  }
  const changed = await changedList(file, content, taken, declared, list)
  const readOtherwise = former && (await leavingByReading(changed.leaving, content, file, list, planning))
  return { ...changed, readOtherwise }
}

/** A list that the files give as the state has it. @param file_digest what is planned of their bytes */
function sameList(
  { sites_packed, file_sites }: ManagedList,
  declared: DeclaredFiles,
  list: KnownList,
  file_digest: string | Unknown | null,
): PlannedList {
  const { before, exceptions } = list
  const names = plannedNames(declared, list, () => true)
  const same = file_sites && { ...file_sites, file_digest, missing: null }
  return {
    before,
    exceptions,
    attributes: { ...names, sites_packed, file_sites: same },
    added: emptyTable,
    leaving: emptyTable,
    planned: before,
    isUncertain: false,
  }
}

/** A list of which the apply finds out what is taken of its files, and which plans it again. */
function uncertainList(content: FileContent, declared: DeclaredFiles, list: KnownList): PlannedList {
  const { stored, before, exceptions } = list
  const lists = possibleLists(content, declared, exceptions)
  const same = lists?.find((table) => digestOf(table) === stored?.file_sites?.digest)
  const names = plannedNames(declared, list, () => same !== undefined)
  return {
    before,
    exceptions,
    attributes: { ...names, sites_packed: unknown, file_sites: unknown },
    added: emptyTable,
    leaving: emptyTable,
    // The prior list is the most likely one. What is managed most likely stays if any site can turn out to be an exception, but no other list is
    // to count on a site that is not managed.
    planned: async () => (lists ? (same ?? content.table) : sitesInBoth(await before(), content.table)),
    isUncertain: true,
  }
}

async function changedList(
  { digest: file_digest }: OpenedList,
  content: FileContent,
  { table, digest, reading }: TakenList,
  declared: DeclaredFiles,
  list: KnownList,
): Promise<PlannedList> {
  const { stored, before, exceptions } = list
  const isPossible = () =>
    possibleLists(content, declared, exceptions)?.some((one) => digestOf(one) === stored?.file_sites?.digest)
  const names = plannedNames(declared, list, () => isPossible() ?? false)
  const packed = await packedList(table, file_digest, table === content.table ? content : { digest })
  const managed = await before()
  const [added, leaving] = [sitesWithout(table, managed), sitesWithout(managed, table)]
  await refuseTooLong({ files: declared, packed: packed.sites_packed, managed, added, leaving })
  return {
    before,
    exceptions,
    attributes: { ...names, ...packed },
    added,
    leaving,
    planned: async () => table,
    isUncertain: false,
    reading,
    count: countOf(content, table.size),
  }
}

/**
 * The planned names of the files. Where they depend on names alone, those of the state stay if only their order differs: with exceptions,
 * because while one is not known, the plan cannot know whether the files give the list of the state; and if the state names files by another
 * attribute, because Terraform accepts the value of the state only for what is declared. Otherwise those of the state stay if the files can give
 * its list, with either generation or any table: a plan that does not know these yet then names the same files as the one that does.
 */
function plannedNames(
  declared: DeclaredFiles,
  { stored, exceptions }: KnownList,
  canGiveSame: () => boolean,
): ListFiles {
  const isOther = stored !== null && attributeOfList(stored) !== attributeOfList(declared)
  const areEnough = exceptions !== undefined || declared.list_exceptions !== null || isOther
  const staysNamed = stored && (areEnough ? haveSameFiles(stored, declared) : canGiveSame())
  const { sites_file, sites_files } = staysNamed ? stored : declared
  return { sites_file, sites_files }
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
): Promise<PlannedList['readOtherwise']> {
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

/** @param sites how many are taken of the files */
function countOf({ entries, excepted, table }: FileContent, sites: number): ListCount {
  return { ...entries, excepted: excepted.leftOut, skipped: table.size - sites, sites }
}
