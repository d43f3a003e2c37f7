import { readSites } from '../../sites/site-list'
import { PackedListError, unpackSites } from '../../sites/table/packed-sites'
import { emptyTable, type SiteTable, tableOf } from '../../sites/table/site-table'
import { PlanError } from '../plan/plan'
import type { Attributes, PlannedResource } from '../plan/planned-resource'
import { visible } from '../visible'

/** What a plan does to the list of sites of one resource. */
export interface ListChange {
  readonly resource: PlannedResource
  readonly before: SiteTable
  readonly after: SiteTable
  readonly isChanged: boolean
  /** Sites of before that stay in the category whether or not they are managed there after. */
  readonly released: SiteTable
  /** An entry is known only after the apply: any site of before may turn out to stay. */
  readonly isUncertain: boolean
  /** The configuration or the state marks the sites as sensitive. */
  readonly isSensitive: boolean
  /** Entries that are no site, as they stand in the plan. */
  readonly unreadable: readonly string[]
}

/** @throws {PlanError} where a packed list cannot be read */
export async function listChange(resource: PlannedResource): Promise<ListChange> {
  const { before, after, action } = resource
  const prior = before ? await listOf(resource, before) : noList
  const isKept = action === 'none' || (before && after && sameList(before, after))
  const planned = isKept ? prior : after ? await listOf(resource, after) : noList
  const isUncertain = (after?.isUnknown('sites') || after?.isUnknown('sites_packed')) ?? false
  return {
    resource,
    before: prior.sites,
    after: planned.sites,
    isChanged: !isKept && Buffer.compare(prior.sites.bytes, planned.sites.bytes) !== 0,
    released: releases(resource) ? prior.sites : emptyTable,
    isUncertain,
    isSensitive: prior.isSensitive || planned.isSensitive,
    unreadable: planned.unreadable,
  }
}

interface ReadList {
  readonly sites: SiteTable
  readonly isSensitive: boolean
  readonly unreadable: readonly string[]
}

const noList: ReadList = { sites: emptyTable, isSensitive: false, unreadable: [] }

async function listOf({ address }: PlannedResource, side: Attributes): Promise<ReadList> {
  const packed = side.text('sites_packed')
  if (packed !== undefined && !side.isUnknown('sites_packed')) {
    // Marked as sensitive by its schema, only so that it is not printed: its sites are not secret.
    return { ...noList, sites: await unpacked(address, packed, side) }
  }
  if (packed === undefined && side.text('sites_file') !== undefined && !side.isUnknown('sites_packed')) {
    throw altered(address, 'it is missing, although sites_file is set')
  }
  const { sites, invalid } = readSites(side.texts('sites'))
  return {
    sites: tableOf(sites),
    isSensitive: side.isSensitive('sites'),
    unreadable: invalid.map(({ text }) => text),
  }
}

async function unpacked(address: string, packed: string, side: Attributes): Promise<SiteTable> {
  const size = side.value('site_count')
  try {
    const told = { digest: side.text('sites_digest') ?? null, size: typeof size === 'number' ? size : null }
    return await unpackSites(packed, told)
  } catch (error) {
    if (!(error instanceof PackedListError)) throw error
    if (error.reason === 'altered') throw altered(address, error.message)
    throw new PlanError(
      `The sites of "${visible(address)}" cannot be read: ${error.message}. Use the release of this command that matches ` +
        'the provider that created the plan.',
    )
  }
}

function altered(address: string, problem: string): PlanError {
  return new PlanError(
    `The list of sites of "${visible(address)}" was changed after the provider wrote it: ${problem}. Restore the state from a ` +
      'backup, and plan again.',
  )
}

function sameList(before: Attributes, after: Attributes): boolean {
  const packed = before.text('sites_packed')
  return packed !== undefined && packed === after.text('sites_packed')
}

/** Whether sites that leave the list stay in the category. */
function releases({ action, before, after }: PlannedResource): boolean {
  switch (action) {
    case 'update':
      return after?.text('on_remove') === 'keep'
    case 'destroy':
    case 'replace':
      return before?.text('on_destroy') === 'keep'
    default:
      return action === 'forget' || action === 'forget-create'
  }
}
