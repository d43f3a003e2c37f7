import { packedSitesAltered, packedSitesUnreadable } from '../../diagnostics/entries/sites'
import { digestOf, PackedListError } from '../../sites/packed-sites'
import { RecentTables } from '../../sites/recent-tables'
import type { SiteSet } from '../../sites/site-set'
import { asTable } from '../../sites/site-table'
import type { StateJson } from '../../terraform/provider/definition'
import { ProviderError } from '../../terraform/provider/failures'
import { entriesOfAny, sitesOf } from './declared-sites'

/**
 * What a state holds of a list of sites. Inline sites are in `sites`, as they were typed; those of a file are in
 * `sites_packed`, and the others of these attributes tell of them.
 */
export interface ManagedList {
  readonly sites: readonly string[] | null
  readonly sites_file: string | null
  readonly sites_digest: string | null
  readonly sites_packed: string | null
  readonly site_count: number | null
  /** Of the file's bytes; null where the state holds less than the file has. */
  readonly file_digest: string | null
}

/** What describes a list that comes from a file. */
export type PackedList = Pick<ManagedList, 'sites_digest' | 'sites_packed' | 'site_count' | 'file_digest'>

/** What of it tells which sites are managed. */
export type ListedSites = Pick<
  ManagedList,
  'sites' | 'sites_file' | 'sites_packed' | 'sites_digest' | 'site_count'
>

/** Of a list that comes from no file. */
export const noPackedList: PackedList = {
  sites_digest: null,
  sites_packed: null,
  site_count: null,
  file_digest: null,
}

/**
 * The sites that a state manages, in the order of their list where a person typed it.
 * @throws {ProviderError} where the state holds a packed list that cannot be read, or is not the one that was put there
 */
export async function managedSites(state: ListedSites): Promise<SiteSet> {
  refuseWithoutList(state)
  const { sites, sites_packed, sites_digest: digest, site_count: size } = state
  if (sites_packed === null) return new Set(sitesOf(sites))
  try {
    return await recentTables.unpack(sites_packed, { digest, size })
  } catch (error) {
    if (!(error instanceof PackedListError)) throw error
    const entry = error.reason === 'version' ? packedSitesUnreadable : packedSitesAltered
    throw new ProviderError(entry({ problem: error.message }), { path: ['sites_packed'], cause: error })
  }
}

/**
 * Refuses a state that names a file and holds no list. Read as an empty one it would add all again, and take out nothing.
 * @throws {ProviderError}
 */
export function refuseWithoutList({
  sites_file,
  sites_packed,
}: Pick<ManagedList, 'sites_file' | 'sites_packed'>): void {
  if (sites_file === null || sites_packed !== null) return
  const told = packedSitesAltered({ problem: 'it is missing, though sites_file is there' })
  throw new ProviderError(told, { path: ['sites_packed'] })
}

/** Begins to unpack the sites of a state of which Terraform is about to ask more. */
export function expectSites({ sites_packed, sites_digest: digest, site_count: size }: StateJson): void {
  if (typeof sites_packed !== 'string' || typeof digest !== 'string' || typeof size !== 'number') return
  recentTables.expect(sites_packed, { digest, size })
}

/** Describes the sites of a file, or what is left of them. @param file_digest null where it is less than the file has */
export async function packedList(sites: SiteSet, file_digest: string | null): Promise<PackedList> {
  const table = asTable(sites)
  const digest = digestOf(table)
  return {
    sites_digest: digest,
    sites_packed: await recentTables.pack(table, digest),
    site_count: table.size,
    file_digest,
  }
}

/**
 * A list that holds some sites in the form of one that is there: inline in the spelling and order of its entries, else packed.
 *
 * @param others lists whose spellings are taken for what the first one does not name
 */
export async function listHolding(
  sites: SiteSet,
  list: ManagedList,
  ...others: readonly ManagedList[]
): Promise<ManagedList> {
  const file = [list, ...others].find(({ sites_packed }) => sites_packed !== null)
  if (file) return { sites: null, sites_file: file.sites_file, ...(await packedList(sites, null)) }
  const inline = [list, ...others].map((each) => each.sites ?? [])
  const isDeclared = [list, ...others].some((each) => each.sites !== null)
  return { sites: isDeclared ? entriesOfAny(inline, sites) : null, sites_file: null, ...noPackedList }
}

/** Room for two lists of a million sites, or one and what it becomes. */
const recentTables = new RecentTables(12 * 2 ** 20)
