import { packedSitesUnreadable } from '../../diagnostics/entries/sites'
import { digestOf } from '../../sites/packed-sites'
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

/** Of a list that comes from no file. */
export const noPackedList: PackedList = {
  sites_digest: null,
  sites_packed: null,
  site_count: null,
  file_digest: null,
}

/**
 * The sites that a state manages, in the order of their list where a person typed it.
 * @throws {ProviderError} where the state holds a packed list that cannot be read
 */
export async function managedSites({
  sites,
  sites_packed,
}: Pick<ManagedList, 'sites' | 'sites_packed'>): Promise<SiteSet> {
  if (sites_packed === null) return new Set(sitesOf(sites))
  try {
    return await recentTables.unpack(sites_packed)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const told = packedSitesUnreadable({ problem: error.message })
    throw new ProviderError(told, { path: ['sites_packed'], cause: error })
  }
}

/** Begins to unpack the sites of a state of which Terraform is about to ask more. */
export function expectSites({ sites_packed }: StateJson): void {
  if (typeof sites_packed === 'string') recentTables.expect(sites_packed)
}

/** Describes the sites of a file, or what is left of them. @param file_digest null where it is less than the file has */
export async function packedList(sites: SiteSet, file_digest: string | null): Promise<PackedList> {
  const table = asTable(sites)
  return {
    sites_digest: digestOf(table),
    sites_packed: await recentTables.pack(table),
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
