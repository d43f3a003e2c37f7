import type { Plan } from '../plan/plan'
import { instanceOf, isOfAppliance, type PlannedResource, plannedResource } from '../plan/planned-resource'
import type { Repair } from './difference'

/** A resource that the refresh found to be otherwise than the last apply had left it. */
export interface DriftedResource {
  /** From what the state has recorded to what was found; nothing after it where it is gone. */
  readonly found: PlannedResource
  /** From what was found to what the configuration says; undefined where the plan leaves it out, as nobody declares it. */
  readonly planned: PlannedResource | undefined
}

export function driftedResources({ drift, changes }: Plan): readonly DriftedResource[] {
  const planned = new Map(changes.map((change) => [instanceOf(change), change]))
  return drift.filter(isOfAppliance).map((change) => {
    const next = planned.get(instanceOf(change))
    return { found: plannedResource(change), planned: next && plannedResource(next) }
  })
}

/** What the next apply does about what was found. */
export function repairOf({ planned }: DriftedResource): Repair {
  if (planned?.action === 'forget-create') return 'create'
  if (planned?.action === 'create' || planned?.action === 'update' || planned?.action === 'replace')
    return planned.action
  return 'none'
}
