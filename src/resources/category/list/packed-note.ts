import { isJsonObject } from '@webfilter/terraform-plugin'
import type { SiteSet } from '../../../sites/table/site-set'
import { emptyTable } from '../../../sites/table/site-table'
import { managedSites, packedList } from './managed'

/** What a plan that removes sites tells what carries it out. It tells something also where nothing stays. */
export interface DepartureNote {
  /** Sites that others declare and that are to stay, packed; null for none. */
  readonly staying: PackedSites | null
}

/** Reads a note from private data; undefined for what is no such note. */
export function departureNoteIn(json: object): DepartureNote | undefined {
  const staying: unknown = Reflect.get(json, 'staying')
  if (staying === null) return { staying }
  if (!isJsonObject(staying)) return undefined
  const packed = packedSitesIn(staying)
  return packed && { staying: packed }
}

/** Sites in private data, as a state holds those of a file. */
export interface PackedSites {
  readonly sites_packed: string
  readonly sites_digest: string
  readonly site_count: number
}

/** Reads them; undefined for what is no such thing. */
export function packedSitesIn(json: unknown): PackedSites | undefined {
  if (!isJsonObject(json)) return undefined
  const { sites_packed, sites_digest, site_count } = json
  const isPacked = typeof sites_packed === 'string' && typeof sites_digest === 'string'
  return isPacked && typeof site_count === 'number' ? { sites_packed, sites_digest, site_count } : undefined
}

/** Sites for private data; null for none. */
export async function packedForNote(sites: SiteSet): Promise<PackedSites | null> {
  if (sites.size === 0) return null
  return packedSitesIn(await packedList(sites, null)) ?? null
}

/** @throws {ProviderError} where they are not what was put there */
export async function notedSites(packed: PackedSites | null | undefined): Promise<SiteSet> {
  return packed ? await managedSites({ sites: null, sites_file: null, ...packed }) : emptyTable
}
