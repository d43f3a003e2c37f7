import { shownNames } from '../names'
import { subjectOf } from '../other-changes'
import { joined, Name, type Phrase, say } from '../phrase'
import type { PlannedResource } from '../plan/planned-resource'
import { categoryTypes } from '../sites/category-naming'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/**
 * Resources of which the appliance shows nothing, or not all, so that no plan can tell whether they are as declared. One
 * observation for each kind and reason.
 */
export function unverifiedResources({ resources }: Pick<ReviewedPlan, 'resources'>): readonly Observation[] {
  const groups = new Map<string, { kind: string; why: Phrase; names: string[]; addresses: string[] }>()
  for (const resource of resources) {
    const why = reasonFor(resource)
    if (why === undefined) continue
    const { kind, name } = subjectOf(resource)
    const key = JSON.stringify([kind, why])
    const group = groups.get(key) ?? { kind, why, names: [], addresses: [] }
    groups.set(key, group)
    group.names.push(name)
    group.addresses.push(resource.address)
  }
  return [...groups.values()].map(({ kind, why, names, addresses }) => ({
    says: say`${[kind]} not verified: ${why}`,
    names: shownNames(names),
    addresses,
  }))
}

/** Nothing where the resource is verified, or is not managed any more. */
function reasonFor({ type, before, after }: PlannedResource): Phrase | undefined {
  if (!after) return undefined
  if (type === 'appliance_certificate') return say`the appliance cannot show certificates`
  if (type === 'appliance_hostname') return say`the appliance cannot show its host name`
  if (categoryTypes.has(type)) {
    return after.text('verify') === 'none'
      ? say`verify is none, so the provider does not check the sites`
      : undefined
  }
  const attributes = before?.texts('unverified') ?? []
  if (attributes.length === 0) return undefined
  return say`the appliance does not return ${joined(
    attributes.map((each) => [new Name(each)]),
    ', ',
  )}`
}
