import { readSites } from '@webfilter/appliance-names'
import { unpackSites } from '../../../sites/table/packed-sites'
import { type SiteTable, tableOf } from '../../../sites/table/site-table'
import type { Attributes } from '../plan/planned-resource'

/** The sites that a state or a plan records of a list. */
export interface RecordedList {
  readonly sites: SiteTable
  /** Whether they are packed, as those of a file are. */
  readonly isPacked: boolean
  /** Entries that are no site, as they stand there. */
  readonly unreadable: readonly string[]
}

/**
 * Reads the sites that the attributes of a resource record.
 * @returns `missing` if they come from a file, and are not there
 * @throws {PackedListError} where a packed list cannot be read, or is not the one that the provider wrote
 */
export async function recordedList(attributes: Attributes): Promise<RecordedList | 'missing'> {
  const packed = attributes.text('sites_packed')
  const isUnknown = attributes.isUnknown('sites_packed')
  if (packed !== undefined && !isUnknown) {
    return { sites: await unpacked(packed, attributes), isPacked: true, unreadable: [] }
  }
  if (packed === undefined && attributes.text('sites_file') !== undefined && !isUnknown) return 'missing'
  const { sites, invalid } = readSites(attributes.texts('sites'))
  return { sites: tableOf(sites), isPacked: false, unreadable: invalid.map(({ text }) => text) }
}

async function unpacked(packed: string, attributes: Attributes): Promise<SiteTable> {
  const size = attributes.value('site_count')
  return await unpackSites(packed, {
    digest: attributes.text('sites_digest') ?? null,
    size: typeof size === 'number' ? size : null,
  })
}
