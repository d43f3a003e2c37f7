import {
  checkedSites,
  type DeclaredPlace,
  entriesOfAny,
  type OnConflict,
  type OnRemove,
  sitesOf,
} from '@webfilter/appliance-declarations/declared-list'
import { listTooLongForState } from '@webfilter/appliance-declarations/diagnostics/site-files'
import {
  packedSitesAltered,
  packedSitesUnreadable,
} from '@webfilter/appliance-declarations/diagnostics/sites'
import { leavingSites } from '@webfilter/appliance-declarations/list-outcome'
import { simplifyName } from '@webfilter/appliance-names'
import {
  asTable,
  attributeOfList,
  digestOf,
  doWork,
  emptyTable,
  FewSites,
  type ListFiles,
  type ListThreads,
  longestPackedList,
  longestUnpackedList,
  manySites,
  mostUnpackedSites,
  namesOfFiles,
  noFiles,
  PackedListError,
  packSites,
  RecentTables,
  type SiteSet,
  shared,
  type Unpack,
  union,
  type Verify,
  withoutDeleted,
} from '@webfilter/site-lists'
import { isUnknown, ProviderError, type StateJson, type Unknown } from '@webfilter/terraform-plugin'
import { isJsonObject } from '@webfilter/text'
import type { ProviderData } from '../../provider-data'
import type { ListPlace } from '../../run/place'

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
export interface ManagedList extends ListFiles {
  readonly sites: readonly string[] | null
  /** Null for a list that comes from no file, as the next. The exceptions of the list are left out already. */
  readonly sites_packed: string | null
  readonly file_sites: FileSites | null
}

export const noPackedList = { sites_packed: null, file_sites: null } as const

/** Sites that were packed into a text, and what describes them. */
export interface PackedSites {
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

/**
 * The sites that a state manages; those of an inline list in its order.
 * @throws {ProviderError} if the packed list of the state cannot be read, or is not the one that was stored
 */
export async function managedSites(state: ManagedList): Promise<SiteSet> {
  refuseWithoutList(state)
  const { sites, sites_packed, file_sites } = state
  return sites_packed === null ? new FewSites(sitesOf(sites)) : await unpackedSites(sites_packed, file_sites)
}

/**
 * Sites that were packed.
 * @param described null if nothing describes them
 * @throws {ProviderError} if they cannot be read, or are not those that were stored
 */
export async function unpackedSites(
  packed: string,
  described: Pick<PackedSites, 'digest' | 'count'> | null,
): Promise<SiteSet> {
  const { digest, count: size } = described ?? { digest: null, count: null }
  try {
    return withoutDeleted(await recentTables.unpack(packed, { digest, size }))
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
  state: ManagedList & Pick<StoredList, 'on_destroy'>,
  managed: () => Promise<SiteSet> = () => managedSites(state),
): Promise<SiteSet> {
  const isRemoved = leavingSites({ fate: 'destroyed', on_destroy: state.on_destroy }) === 'removed'
  return isRemoved ? await managed() : emptyTable
}

/**
 * Refuses a state that names or describes the sites of files and contains no list. Read as an empty list, it would add all sites again and
 * remove none. Read by what describes it, it would be the list of a file with the same sites.
 *
 * @throws {ProviderError}
 */
export function refuseWithoutList(state: ManagedList): void {
  if (state.sites_packed !== null) return
  const attribute = attributeOfList(state)
  const sets = attribute === 'sites' ? state.file_sites && 'file_sites' : attribute
  if (sets === null) return
  const missing = packedSitesAltered({ problem: `it is missing although ${sets} is set` })
  throw new ProviderError(missing, { path: ['sites_packed'] })
}

/** Whether a state declares no list of sites, such as that of a category that was imported. */
export function hasNoList(state: ManagedList): boolean {
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
): Promise<{ readonly sites_packed: string; readonly file_sites: FileSites }> {
  const table = asTable(sites)
  const { digest = digestOf(table), packed = await packSites(table) } = known
  recentTables.keep(packed, table, digest)
  return { sites_packed: packed, file_sites: { digest, count: table.size, file_digest, missing: null } }
}

/**
 * Refuses a list that a state cannot hold, before anything is sent: alone, or together with what it replaces, because an update that
 * fails on the way may leave all that was there and all that came. What adds nothing leaves at most what the state holds already.
 *
 * @throws {ProviderError}
 */
export async function refuseTooLong({
  files,
  packed,
  managed,
  added,
  leaving,
}: {
  readonly files: ListFiles
  readonly packed: string
  readonly managed: SiteSet
  readonly added: SiteSet
  readonly leaving: SiteSet
}): Promise<void> {
  if (added.size === 0) return
  const refuse = (facts: Omit<Parameters<typeof listTooLongForState>[0], 'path'>) =>
    new ProviderError(listTooLongForState({ path: namesOfFiles(files) ?? '', ...facts }), {
      path: [attributeOfList(files)],
    })
  const most = longestPackedList
  if (packed.length > most) throw refuse({ bytes: packed.length, most, isTogether: false })
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
  readonly [K in keyof StoredList]: K extends 'compiled' | keyof typeof noPackedList
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
  { listThreads, siteFiles }: Partial<Pick<ProviderData<unknown>, 'listThreads' | 'siteFiles'>>,
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
export function packedSitesIn(json: unknown): PackedSites | undefined {
  if (!isJsonObject(json)) return undefined
  const { packed, digest, count } = json
  const isPacked = typeof packed === 'string' && typeof digest === 'string' && typeof count === 'number'
  return isPacked ? { packed, digest, count } : undefined
}
