import {
  checkedSites,
  type DeclaredPlace,
  entriesOfAny,
  type OnConflict,
  type OnRemove,
  sitesOf,
} from '@webfilter/appliance-declarations/declared-list'
import {
  categoryNotManaged,
  listOfCategoryItself,
} from '@webfilter/appliance-declarations/diagnostics/category-changes'
import {
  packedSitesAltered,
  packedSitesUnreadable,
} from '@webfilter/appliance-declarations/diagnostics/sites'
import type { protectionAttributes } from '@webfilter/appliance-declarations/protection'
import { isSite, type Site, simplifyName } from '@webfilter/appliance-names'
import {
  asTable,
  attributeOfList,
  digestOf,
  doWork,
  emptyTable,
  FewSites,
  type FileNames,
  firstOf,
  type ListFiles,
  type ListThreads,
  longestPackedList,
  manySites,
  namesOfFiles,
  noFiles,
  PackedListError,
  packSites,
  RecentTables,
  type SiteSet,
  shared,
  type Unpack,
  type Verify,
  withoutDeleted,
} from '@webfilter/site-lists'
import {
  isUnknown,
  type MovedState,
  type PrivateForms,
  ProviderError,
  type State,
  type StateJson,
  type Unknown,
} from '@webfilter/terraform-plugin'
import { isJsonObject } from '@webfilter/text'
import type { ProviderData } from '../../definitions'
import type { Growth } from '../../run/category-counts'
import type { ListPlace } from '../../run/place'
import { type CreationNote, type UnlistedRecord, unlistedIn, vanishedIn } from '../failed-creation'
import type { listAttributes } from './schema'

/** Whether a list stays in the category of its state; false while its new one is not known. */
export function staysIn({ category }: ListPlace, declared: DeclaredPlace): boolean {
  if (declared.list !== null) return declared.id === category.id
  return !isUnknown(declared.name) && simplifyName(declared.name) === simplifyName(category.name)
}

/** A list in a state. */
export interface StoredList extends CompiledList {
  readonly on_conflict: OnConflict
  readonly on_remove: OnRemove
  readonly on_destroy: 'remove' | 'keep'
  readonly on_invalid_line: string
  readonly compile: boolean
  readonly verify: Verify
}

/** What applies and refreshes find out of a list. */
export interface CompiledList extends ManagedList {
  /** Whether its last change was compiled. */
  readonly compiled: boolean
}

/**
 * What a state holds of the sites of a list. Inline sites are in `sites`, as they were typed; those of files are in `sites_packed`, which
 * `file_sites` describes.
 */
export interface ManagedList extends ListFiles, PackedList {
  readonly sites: readonly string[] | null
}

/** Both are null for a list that comes from no file. The exceptions of the list are left out already. */
interface PackedList {
  readonly sites_packed: string | null
  readonly file_sites: FileSites | null
}

export const noPackedList: PackedList = { sites_packed: null, file_sites: null }

/** Sites that were packed into a text, and what describes them. */
interface PackedSites {
  readonly packed: string
  readonly digest: string
  readonly count: number
}

/** What describes the sites of files. */
export interface FileSites extends Pick<PackedSites, 'digest' | 'count'> {
  /** Of the files' bytes; null if the state holds less than the files have. */
  readonly file_digest: string | null
  /** See the attribute. A refresh finds only those again that it names. */
  readonly missing: readonly string[] | null
}

/** What of a list determines which sites are managed. */
type ListedSites = Pick<ManagedList, 'sites' | 'sites_packed' | keyof ListFiles> & {
  readonly file_sites: Pick<FileSites, 'digest' | 'count'> | null
}

/**
 * The sites that a state manages; those of an inline list in its order.
 * @throws {ProviderError} if the packed list of the state cannot be read, or is not the one that was stored
 */
export async function managedSites(state: ListedSites): Promise<SiteSet> {
  refuseWithoutList(state)
  const { sites, sites_packed, file_sites } = state
  if (sites_packed === null) return new FewSites(sitesOf(sites))
  const { digest, count: size } = file_sites ?? { digest: null, count: null }
  try {
    return withoutDeleted(await recentTables.unpack(sites_packed, { digest, size }))
  } catch (error) {
    if (!(error instanceof PackedListError)) throw error
    const entry = error.reason === 'version' ? packedSitesUnreadable : packedSitesAltered
    throw new ProviderError(entry({ problem: error.message }), { path: ['sites_packed'], cause: error })
  }
}

/**
 * The sites that the destroy of a list removes from its category.
 * @param managed reads the managed sites, if they were read already
 */
export async function removedByDestroy(
  state: ListedSites & { readonly on_destroy: 'remove' | 'keep' },
  managed: () => Promise<SiteSet> = () => managedSites(state),
): Promise<SiteSet> {
  return state.on_destroy === 'remove' ? await managed() : emptyTable
}

/**
 * Refuses a state that names or describes the sites of files and contains no list. Read as an empty list, it would add all sites again and
 * remove none. Read by what describes it, it would be the list of a file with the same sites.
 *
 * @throws {ProviderError}
 */
export function refuseWithoutList(
  state: Pick<ListedSites, keyof ListFiles | 'sites_packed' | 'file_sites'>,
): void {
  if (state.sites_packed !== null) return
  const attribute = attributeOfList(state)
  const sets = attribute === 'sites' ? state.file_sites && 'file_sites' : attribute
  if (sets === null) return
  const missing = packedSitesAltered({ problem: `it is missing although ${sets} is set` })
  throw new ProviderError(missing, { path: ['sites_packed'] })
}

/** Whether a state declares no list of sites, such as that of a category that was imported. */
export function hasNoList(state: Pick<ManagedList, 'sites' | keyof ListFiles | 'sites_packed'>): boolean {
  return state.sites === null && attributeOfList(state) === 'sites' && state.sites_packed === null
}

/** Begins to unpack the sites of a state that Terraform is about to read and plan. */
async function prefetchSites(
  { packed: text, digest, count: size }: PackedSites,
  threads: ListThreads | undefined,
): Promise<void> {
  const onThread: Unpack = (packed, description) => {
    const bytes = shared(packed.length)
    bytes.write(packed, 'latin1')
    return doWork(threads, 'unpack', { packed: bytes, description })
  }
  await recentTables.prefetch(text, { digest, size }, size < manySites ? undefined : onThread)
}

/**
 * Describes the sites of a file, or what is left of them.
 * @param file_digest null if it is less than the file has
 * @param known what is known already of the sites as a table
 */
export async function packedList(
  sites: SiteSet,
  file_digest: string | null,
  known: { readonly digest?: string; readonly packed?: string | undefined } = {},
): Promise<PackedList & { readonly sites_packed: string; readonly file_sites: FileSites }> {
  const table = asTable(sites)
  const { digest = digestOf(table), packed = await packSites(table) } = known
  recentTables.keep(packed, table, digest)
  return { sites_packed: packed, file_sites: { digest, count: table.size, file_digest, missing: null } }
}

/**
 * A list of some sites in the form of an existing one: inline in the spelling and order of its entries, otherwise packed.
 *
 * @param others lists whose spellings are used for sites that the first one does not contain
 */
export async function listHolding(
  sites: SiteSet,
  list: ManagedList,
  ...others: readonly ManagedList[]
): Promise<ManagedList> {
  const file = [list, ...others].find(({ sites_packed }) => sites_packed !== null)
  if (file) {
    const { sites_file, sites_files } = file
    return { sites: null, sites_file, sites_files, ...(await packedList(sites, null)) }
  }
  const inline = [list, ...others].map((each) => each.sites ?? [])
  const isDeclared = [list, ...others].some((each) => each.sites !== null)
  return { sites: isDeclared ? entriesOfAny(inline, sites) : null, ...noFiles, ...noPackedList }
}

/** Room for the longest list, or for one of half that length and what it becomes. */
const recentTables = new RecentTables(longestPackedList)

/** A list as it is planned: what the provider computes may be unknown. */
export type ListPlan = {
  readonly [K in keyof StoredList]: K extends 'compiled' | keyof PackedList
    ? StoredList[K] | Unknown | null
    : StoredList[K]
}

/**
 * The sites that a plan declares.
 * @throws {ProviderError} if an entry that was unknown before is not a site, or is the same site as another entry
 */
export async function sitesOfPlan(plan: ListPlan): Promise<SiteSet> {
  // Read as an empty list, it would remove every site.
  const isOfFiles = namesOfFiles(plan) !== null
  if (isOfFiles && isUnknown(plan.sites_packed)) throw new Error('the sites are unknown in the plan')
  const list = managedListOf(plan)
  if (isOfFiles || list.sites_packed !== null) return await managedSites({ ...list, sites: null })
  return new FewSites(checkedSites(list.sites))
}

/** The list as it was planned, for the state. */
export function managedListOf({ sites, sites_file, sites_files, ...plan }: ListPlan): ManagedList {
  const sites_packed = isUnknown(plan.sites_packed) ? null : plan.sites_packed
  const file_sites = isUnknown(plan.file_sites) ? null : plan.file_sites
  return { sites, sites_file, sites_files, sites_packed, file_sites }
}

/** Begins what reading and planning the list of a state will need: its sites, and the files that they came from. */
export function prefetchList(
  state: StateJson,
  { listThreads, siteFiles }: Partial<Pick<ProviderData, 'listThreads' | 'siteFiles'>>,
): void {
  const { sites_file: path, sites_files: paths } = state
  const packed = packedSitesOf(state)
  if (packed) void prefetchSites(packed, listThreads)
  if (Array.isArray(paths)) {
    const unknownSites = { digest: null, sitesDigest: undefined }
    for (const each of paths) if (typeof each === 'string') siteFiles?.prefetch(each, unknownSites)
  }
  if (typeof path !== 'string' || !packed) return
  const options = [state.exceptions, state.exceptions_file, state.list_exceptions]
  const hasExceptions = options.some((option) => (option ?? null) !== null)
  const file_digest = isJsonObject(state.file_sites) ? state.file_sites.file_digest : null
  siteFiles?.prefetch(path, {
    digest: typeof file_digest === 'string' ? file_digest : null,
    sitesDigest: hasExceptions ? undefined : packed.digest,
  })
}

/** The packed sites of a state; undefined if it has none, or describes them otherwise. */
export function packedSitesOf({ sites_packed, file_sites }: StateJson): PackedSites | undefined {
  return packedSitesIn(isJsonObject(file_sites) ? { ...file_sites, packed: sites_packed } : undefined)
}

/** Reads packed sites of JSON; undefined if it is something else. */
function packedSitesIn(json: unknown): PackedSites | undefined {
  if (!isJsonObject(json)) return undefined
  const { packed, digest, count } = json
  const isPacked = typeof packed === 'string' && typeof digest === 'string' && typeof count === 'number'
  return isPacked ? { packed, digest, count } : undefined
}

/** What is kept of a list beside its state and its plan. */
export interface Memory {
  /** What the last change kept; undefined if an older release did that, or an import. */
  readonly record: ListRecord | undefined
  /** What the plan noted that is carried out, or the first of the two plans of a replacement. */
  readonly noted: ListNote | undefined
  /** What the plan noted that is applied, in the plan that its apply begins with; undefined if the host does not keep notes. */
  readonly notedInPlan: ListNote | undefined
  /** Whether the host keeps the notes of plans for their applies. */
  readonly areNotesKept: boolean
  /** Keeps a record in place of the one before. */
  keep(record: ListRecord): void
  /** Notes something in a plan, in place of what was noted before. */
  note(note: ListNote): void
}

/** What is stored of a list beside its state: nothing that a plan would show. */
export interface ListRecord extends UnlistedRecord {
  /** The first few sites that the last change brought: a sample begins with them. */
  readonly first_added: readonly string[]
  /** How the file was read whose digest the state has. */
  readonly reading?: string | undefined
  /**
   * Sites that lists which were planned before the refresh declare too. The refresh records them for the apply, because hosts before
   * Terraform 1.16 keep the private data of a plan only for a destroy.
   */
  readonly shared?: PackedSites | undefined
  /**
   * Sites that the same list declares, where it was planned before this refresh: the state has it twice, and this may be the deposed copy.
   * Only the destroy of a deposed copy needs them.
   */
  readonly copied?: PackedSites | undefined
  /**
   * How many sites the category contained before and after the last applies of the list, on an appliance that reports nothing else of them.
   * See `countAfter`.
   */
  readonly counted?: Growth | undefined
  /** The table of the category if its name does not say it: so that no value of a plan depends on an answer. */
  readonly table?: string | undefined
  /** Placeholder names that changes have left in the category: the next change removes them. */
  readonly placeholders?: readonly string[] | undefined
  /** What the last change has added by a batch of which the appliance has counted fewer sites, and the words of its answer. */
  readonly undercounted?: { readonly sites: PackedSites; readonly answer: string } | undefined
  /**
   * Sites of the state that a change has sent, and of which no answer says whether they were added. The next refresh asks for each, and drops
   * what is not there. The next update adds them, if they are declared.
   */
  readonly doubtful?: PackedSites | undefined
}

/** What is stored of a list of which nothing is known. */
export const nothingRecorded: ListRecord = { first_added: [] }

/** What the plan of a list notes for its apply, and the plan of a destroy or of a replacement for the deletion. */
export interface ListNote extends Partial<RemovalNote>, CreationNote {
  /** How the file of the plan was read. */
  readonly reading?: string | undefined
  /** What the plan found in the file; absent if the list is not from a file, or was not known yet. */
  readonly file?: PlannedFile | undefined
  /** The exceptions of the list; absent if there are none. */
  readonly exceptions?: NotedExceptions | undefined
  /** What the list that this one replaces gives up in another category: there, they are in the way of no creation. */
  readonly predecessor?: PlannedPredecessor | undefined
  /** What the plan of a creation declares. The deletion of what is replaced compares it with what it removes. */
  readonly successor?: PlannedSuccessor | undefined
}

/** Sites that a list has in its category, and that the list which replaces it declares in another one. */
interface PlannedPredecessor {
  /** Number of the category. */
  readonly category: number
  readonly sites: PackedSites
}

/** A list that is to be created, which may replace one that Terraform does not show to its plan. */
export interface PlannedSuccessor {
  /** Name of the category; for a list in one, the number of the category and the name of the list, such as `250/feed`. */
  readonly place: string
  readonly removal_limit: string | null
  /** The inline sites; null if they are those of the planned file. */
  readonly sites: readonly string[] | null
}

/** How the private data of a list are read. */
export const listPrivateData: PrivateForms<ListRecord, ListNote> = {
  record(json) {
    if (!isJsonObject(json)) return undefined
    const { first_added, placeholders } = json
    if (!isTexts(first_added)) return undefined
    const [shared, copied, doubtful] = [json.shared, json.copied, json.doubtful].map(packedSitesIn)
    const counted = growthIn(json.counted)
    const unlisted = unlistedIn(json.unlisted)
    return {
      first_added,
      reading: readingIn(json),
      ...(shared && { shared }),
      ...(copied && { copied }),
      ...(doubtful && { doubtful }),
      ...(counted && { counted }),
      ...(typeof json.table === 'string' && { table: json.table }),
      ...(unlisted && { unlisted }),
      ...(isTexts(placeholders) && { placeholders }),
      ...undercountedIn(json),
    }
  },
  note(json) {
    if (!isJsonObject(json)) return undefined
    const { file, exceptions, successor, predecessor } = json
    return {
      ...removalNoteIn(json),
      reading: readingIn(json),
      predecessor: predecessorIn(predecessor),
      vanished: vanishedIn(json.vanished),
      ...(isPlannedFile(file) && { file }),
      ...(isNotedExceptions(exceptions) && { exceptions }),
      ...(isPlannedSuccessor(successor) && { successor }),
    }
  },
}

function undercountedIn({ undercounted }: Json): Pick<ListRecord, 'undercounted'> {
  if (!isJsonObject(undercounted)) return {}
  const [sites, { answer }] = [packedSitesIn(undercounted.sites), undercounted]
  return sites && typeof answer === 'string' ? { undercounted: { sites, answer } } : {}
}

function growthIn(json: unknown): Growth | undefined {
  // Former releases kept only the number after a change.
  if (typeof json === 'number') return { from: json, to: json }
  if (!isJsonObject(json)) return undefined
  const { from, to } = json
  return typeof from === 'number' && typeof to === 'number' ? { from, to } : undefined
}

function isTexts(json: unknown): json is readonly string[] {
  return Array.isArray(json) && json.every((each) => typeof each === 'string')
}

/** An object as JSON gives it. */
type Json = Readonly<Record<string, unknown>>

function readingIn({ reading }: Json): string | undefined {
  return typeof reading === 'string' ? reading : undefined
}

/**
 * The record after a change. A file that the plan did not read is the one that was read before.
 * @param counted what later numbers of the category are compared with; undefined if they are not to be compared
 */
export function recordOfChange(
  added: SiteSet,
  noted: ListNote | undefined,
  before: ListRecord | undefined,
  counted?: Growth,
): ListRecord {
  const first_added = added.size > 0 ? firstOf(added, mostRecorded) : (before?.first_added ?? [])
  const reading = noted?.reading ?? before?.reading
  return { first_added, reading, ...(counted !== undefined && { counted }), table: before?.table }
}

/** The sites that the last change brought, as far as they are remembered. */
export function lastAdded(record: ListRecord | undefined): readonly Site[] {
  return (record?.first_added ?? []).filter(isSite)
}

/** So many sites of the last change are recorded: private data are no place for a list. */
const mostRecorded = 10

/** What a plan that removes sites notes for the apply, also if no site stays. */
export interface RemovalNote {
  /** Sites that others declare and that are to stay, packed; null for none. */
  readonly staying: PackedSites | null
}

/** Reads a note from private data; undefined if it is not such a note. */
export function removalNoteIn({ staying }: Json): RemovalNote | undefined {
  if (staying === null) return { staying }
  const packed = packedSitesIn(staying)
  return packed && { staying: packed }
}

/** Sites for private data; null for none. */
export async function packedForNote(sites: SiteSet): Promise<PackedSites | null> {
  if (sites.size === 0) return null
  const { sites_packed: packed, file_sites } = await packedList(sites, null)
  return { packed, digest: file_sites.digest, count: file_sites.count }
}

/**
 * Sites of private data.
 * @throws {ProviderError} if they are not what was stored
 */
export async function notedSites(packed: PackedSites | null | undefined): Promise<SiteSet> {
  if (!packed) return emptyTable
  return await managedSites({ sites: null, ...noFiles, sites_packed: packed.packed, file_sites: packed })
}

function predecessorIn(json: unknown): PlannedPredecessor | undefined {
  if (!isJsonObject(json)) return undefined
  const [category, sites] = [json.category, packedSitesIn(json.sites)]
  return typeof category === 'number' && sites ? { category, sites } : undefined
}

/** What the list that is replaced gives up, as a note says it. @throws {ProviderError} if it is not what was stored */
export async function givenUpBy(noted: PlannedPredecessor | undefined) {
  return noted && { category: noted.category, sites: await notedSites(noted.sites) }
}

function isPlannedSuccessor(json: unknown): json is PlannedSuccessor {
  if (!isJsonObject(json)) return false
  const { place, removal_limit, sites } = json
  const isList = sites === null || isTexts(sites)
  return typeof place === 'string' && (removal_limit === null || typeof removal_limit === 'string') && isList
}

/** What a plan found in the file of a list. It is kept in private data, for the plan that its apply begins with. */
export interface PlannedFile {
  readonly path: FileNames
  /** SHA-256 of the file's bytes, hexadecimal. */
  readonly bytes: string
  /** What the plan says of the list: the digest of its sites, how many they are, and the digest of the file that they came from. */
  readonly digest: string
  readonly count: number
  readonly file_digest: FileSites['file_digest']
}

/** The exceptions of a list, for the plan that its apply begins with. */
export interface NotedExceptions {
  readonly entries: readonly string[]
  /** Whether the exceptions in the file of the list are taken too. */
  readonly areTaken?: boolean
  /** What the plan found in their file; absent if there is none. */
  readonly file?: NotedExceptionsFile | undefined
}

export interface NotedExceptionsFile {
  readonly path: string
  /** SHA-256 of the file's bytes, hexadecimal. */
  readonly bytes: string
  /** Of all exceptions, also those of the configuration, and how many they are. */
  readonly digest: string
  readonly count: number
}

function isNotedExceptions(json: unknown): json is NotedExceptions {
  if (!isJsonObject(json)) return false
  const { entries, file } = json
  return isTexts(entries) && (file === undefined || isNotedFile(file))
}

function isNotedFile(json: unknown): json is NotedExceptionsFile {
  if (!isJsonObject(json)) return false
  return isTexts([json.path, json.bytes, json.digest]) && typeof json.count === 'number'
}

/** Whether JSON is what is stored of a file. */
export function isPlannedFile(json: unknown): json is PlannedFile {
  if (!isJsonObject(json)) return false
  const { path, file_digest } = json
  const names = Array.isArray(path) ? path : [path]
  const texts = [...names, json.bytes, json.digest, ...(file_digest === null ? [] : [file_digest])]
  return isTexts(texts) && typeof json.count === 'number'
}

/** What a state of either resource holds of its list, and of what is done with it. */
type ListOfState = State<typeof listAttributes & typeof protectionAttributes> & {
  readonly on_destroy: 'remove' | 'keep'
}

/** A state of `appliance_category`. */
interface CategoryState extends ListOfState {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

/** A state of `appliance_category_sites`. */
interface CategorySitesState extends ListOfState {
  readonly id: string
  readonly name: string
  readonly category_id: string
  readonly category_name: string
}

interface Moved<S> {
  readonly state: S
  readonly record?: ListRecord | undefined
}

/**
 * The list of a category becomes a list in it. It has the name of the category until the configuration gives it its own, which changes
 * nothing on the appliance.
 */
export function listOfCategory({ state, record, diagnostics }: MovedState): Moved<CategorySitesState> {
  const { description: _, id, name, ...list } = state as unknown as CategoryState
  diagnostics.raise(categoryNotManaged({ category: name, count: countOf(list) }))
  return {
    state: { ...list, id: `${id}/${name}`, name, category_id: id, category_name: name },
    record: recordIn(record),
  }
}

/** A list in a category becomes that of the category. What the list knew nothing of, the refresh finds, which follows each move. */
export function categoryOfList({ state, record, diagnostics }: MovedState): Moved<CategoryState> {
  const {
    category_id: id,
    category_name: name,
    name: listName,
    ...list
  } = state as unknown as CategorySitesState
  diagnostics.raise(listOfCategoryItself({ list: listName, category: name, count: countOf(list) }))
  return { state: { ...list, id, name, description: null }, record: recordIn(record) }
}

function countOf({ sites, file_sites }: Pick<ListOfState, 'sites' | 'file_sites'>): number {
  return file_sites?.count ?? sites?.length ?? 0
}

/** Both resources keep the same beside a list. */
function recordIn(record: unknown): ListRecord | undefined {
  return listPrivateData.record(record)
}
