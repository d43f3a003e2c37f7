import { PackedListError } from '../../../sites/table/packed-sites'
import { emptyTable, type SiteTable } from '../../../sites/table/site-table'
import { PlanError } from '../plan/plan'
import type { Attributes, PlannedResource } from '../plan/planned-resource'
import { visible } from '../visible'
import { recordedList } from './recorded-list'

/** What a plan does to the list of sites of one resource. */
export interface ListChange {
  readonly resource: PlannedResource
  readonly before: SiteTable
  readonly after: SiteTable
  readonly isChanged: boolean
  /** Sites of before that stay in the category whether or not they are managed there after. */
  readonly released: SiteTable
  /** What happens to an added site that another category holds: it stays there too, or is removed there, or the apply rejects it. */
  readonly onConflict: OnConflict
  /** An entry is known only after the apply: any site of before may turn out to stay. */
  readonly isUncertain: boolean
  /** The configuration or the state marks the sites as sensitive. */
  readonly isSensitive: boolean
  /** Entries that are no site, as they stand in the plan. */
  readonly unreadable: readonly string[]
}

type OnConflict = 'keep' | 'move' | 'fail'

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
    onConflict: onConflictIn(after),
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
  const recorded = await recordedList(side).catch((error: unknown) => {
    if (!(error instanceof PackedListError)) throw error
    if (error.reason === 'altered') throw altered(address, error.message)
    throw new PlanError(
      `The sites of "${visible(address)}" cannot be read: ${error.message}. Use the release of this command that matches ` +
        'the provider that created the plan.',
    )
  })
  if (recorded === 'missing') throw altered(address, 'it is missing, although sites_file is set')
  const { sites, isPacked, unreadable } = recorded
  // Packed sites are marked as sensitive by their schema, only so that they are not printed: they are not secret.
  return { sites, isSensitive: !isPacked && side.isSensitive('sites'), unreadable }
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

/** As the provider takes it, which keeps a site everywhere where it does not know. */
function onConflictIn(after: Attributes | undefined): OnConflict {
  const value = after?.text('on_conflict')
  return value === 'move' || value === 'fail' ? value : 'keep'
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
