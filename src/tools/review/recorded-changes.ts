import { minus, type SiteTable } from '../../sites/table/site-table'

import { attributeChanges } from './attribute-changes'
import { changesOfOthers } from './beside-resources'
import type { CausedChange, Change } from './change'
import { namesOfSites } from './names'
import { subjectOf } from './other-changes'
import { counted, say } from './phrase'
import type { Plan } from './plan/plan'
import { isOfAppliance, type PlannedResource, plannedResource } from './plan/planned-resource'
import { categoryNaming, categoryTypes } from './sites/category-naming'
import { listChange } from './sites/list-change'
import { categorySubject } from './sites/site-changes'

/** Whether an apply would only record what the refresh has found: engines name no resource in such a plan, not even the unchanged ones. */
export function isRefreshOnly({ changes, drift }: Pick<Plan, 'changes' | 'drift'>): boolean {
  return changes.length === 0 && drift.length > 0
}

/** What a refresh-only plan records in the state. @throws {PlanError} where a packed list of sites cannot be read */
export async function recordedChanges(plan: Plan): Promise<readonly CausedChange[]> {
  const found = plan.drift.filter(isOfAppliance).map(plannedResource)
  const naming = categoryNaming(found, plan)
  const lines = await Promise.all(
    found.map(async (resource) =>
      categoryTypes.has(resource.type)
        ? await listLines(resource, naming(resource, 'before')?.name ?? resource.address)
        : [lineOf(resource)],
    ),
  )
  const others = changesOfOthers({ ...plan, changes: plan.drift })
  return [...lines.flat(), ...others].map((line) => ({ ...line, cause: 'state' }))
}

function lineOf(resource: PlannedResource): Change {
  const { address, after } = resource
  const line = { section: 'changed', subject: subjectOf(resource), addresses: [address] } as const
  if (!after) return { ...line, action: 'forget', says: say`recorded as no longer on the appliance` }
  const differences = attributeChanges(resource)
  const says = differences ? say`recorded as found: ${differences}` : say`recorded as found`
  return { ...line, action: 'update', says }
}

async function listLines(resource: PlannedResource, name: string): Promise<readonly Change[]> {
  const { before, after, isSensitive } = await listChange(resource)
  const line = {
    section: 'changed',
    action: resource.after ? 'update' : 'forget',
    subject: categorySubject({ name }),
    addresses: [resource.address],
  } as const
  const named = (sites: SiteTable) => ({ noun: 'site', names: namesOfSites(sites, isSensitive) }) as const
  const [lost, back] = [minus(before, after), minus(after, before)]
  const lines: Change[] = []
  if (!resource.after)
    lines.push({
      ...line,
      says: say`recorded as no longer on the appliance, with ${counted(before.size, 'site')}`,
    })
  else if (lost.size > 0)
    lines.push({ ...line, says: say`${counted(lost.size, 'site')} recorded as missing`, ...named(lost) })
  if (back.size > 0)
    lines.push({ ...line, says: say`${counted(back.size, 'site')} recorded as found again`, ...named(back) })
  return lines.length > 0 ? lines : [lineOf(resource)]
}
