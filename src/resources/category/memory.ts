import { isSite, type Site } from '@webfilter/appliance-names'
import { emptyTable, type FileNames, firstOf, type SiteSet } from '@webfilter/site-lists'
import type { PrivateForms } from '@webfilter/terraform-plugin'
import { isJsonObject } from '@webfilter/text'
import type { Growth } from '../../run/category-counts'
import { type CreationNote, type UnlistedRecord, unlistedIn, vanishedIn } from '../failed-creation'
import { type FileSites, type PackedSites, packedList, packedSitesIn, unpackedSites } from './stored'

/** What is kept of a list beside its state and its plan, for a plan. */
export interface PlanMemory {
  /** What the last change kept; undefined if an older release did that, or an import. */
  readonly record: ListRecord | undefined
  /** In the second plan of a replacement, what the first one noted. */
  readonly noted: ListNote | undefined
  /** In the plan that an apply makes, what the saved plan noted; undefined if the host does not keep notes, as before Terraform 1.16. */
  readonly notedInPlan: ListNote | undefined
  /** Whether the host keeps the notes of plans for their applies. */
  readonly areNotesKept: boolean
  /** Notes something in place of what was noted before. */
  note(note: ListNote): void
}

/** What is remembered of a list for a change of it. */
export interface ChangeMemory {
  readonly record: ListRecord | undefined
  /** What the plan noted that is carried out: that of a deletion is the saved one, that of a creation or an update the one that its apply makes. */
  readonly noted: ListNote | undefined
  /** Keeps a record in place of the one before. */
  keep(record: ListRecord): void
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
   * Sites of the state that a change has sent, and of which no answer says whether they were added or removed. The next refresh asks for each,
   * and drops what is not there. As long as none could ask, an update adds them again, if they are declared.
   */
  readonly doubtful?: PackedSites | undefined
}

/** What is stored of a list of which nothing is known. */
export const nothingRecorded: ListRecord = { first_added: [] }

/** What the plan of a list notes for its apply, and the plan of a destroy or of a replacement for the deletion. */
export interface ListNote extends CreationNote {
  /** Sites that the apply would remove, and that are to stay because others declare them; null for none. Absent if nothing is removed. */
  readonly staying?: PackedSites | null
  /** How the file of the plan was read. */
  readonly reading?: string | undefined
  /** What the plan found in the file; absent if the list is not from a file, or was not known yet. */
  readonly file?: PlannedFile | undefined
  /** The exceptions of the list; absent if there are none. */
  readonly exceptions?: NotedExceptions | undefined
  /** What the list that this one replaces gives up in another category, by its number: there, they are in the way of no creation. */
  readonly predecessor?: SitesOfCategory | undefined
  /** This list may replace a tainted one, which Terraform does not show to its plan. Of all that may be meant, the sites that other lists keep. */
  readonly unplanned?: readonly SitesOfCategory[] | undefined
  /** What the plan of a creation declares. The deletion of what is replaced compares it with what it removes. */
  readonly successor?: PlannedSuccessor | undefined
}

/** Sites of a category, by its number. */
interface SitesOfCategory {
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
      reading: readingIn(json.reading),
      ...(shared && { shared }),
      ...(copied && { copied }),
      ...(doubtful && { doubtful }),
      ...(counted && { counted }),
      ...(typeof json.table === 'string' && { table: json.table }),
      ...(unlisted !== undefined && { unlisted }),
      ...(isTexts(placeholders) && { placeholders }),
      ...undercountedIn(json.undercounted),
    }
  },
  note(json) {
    if (!isJsonObject(json)) return undefined
    const { file, exceptions, successor, predecessor, unplanned } = json
    return {
      ...stayingIn(json.staying),
      reading: readingIn(json.reading),
      predecessor: sitesOfCategoryIn(predecessor),
      ...(Array.isArray(unplanned) && {
        unplanned: unplanned.flatMap((each) => sitesOfCategoryIn(each) ?? []),
      }),
      vanished: vanishedIn(json.vanished),
      ...(isPlannedFile(file) && { file }),
      ...(isNotedExceptions(exceptions) && { exceptions }),
      ...(isPlannedSuccessor(successor) && { successor }),
    }
  },
}

function undercountedIn(undercounted: unknown): Pick<ListRecord, 'undercounted'> {
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

function readingIn(reading: unknown): string | undefined {
  return typeof reading === 'string' ? reading : undefined
}

function stayingIn(staying: unknown): Pick<ListNote, 'staying'> {
  const packed = staying === null ? null : packedSitesIn(staying)
  return packed === undefined ? {} : { staying: packed }
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
  return packed ? await unpackedSites(packed.packed, packed) : emptyTable
}

function sitesOfCategoryIn(json: unknown): SitesOfCategory | undefined {
  if (!isJsonObject(json)) return undefined
  const [category, sites] = [json.category, packedSitesIn(json.sites)]
  return typeof category === 'number' && sites ? { category, sites } : undefined
}

/** What the list that is replaced gives up, as a note says it. @throws {ProviderError} if it is not what was stored */
export async function givenUpBy(noted: ListNote['predecessor']) {
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
  /** What the plan found in their file; absent if there is none. Digest and count are those of all exceptions, also of the configuration. */
  readonly file?: (Omit<PlannedFile, 'file_digest'> & { readonly path: string }) | undefined
}

function isNotedExceptions(json: unknown): json is NotedExceptions {
  if (!isJsonObject(json)) return false
  const { entries, file } = json
  return isTexts(entries) && (file === undefined || isNotedFile(file))
}

function isNotedFile(json: unknown): boolean {
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
