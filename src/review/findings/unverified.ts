import { subjectOf } from '../other-changes'
import { joined, Name, type Phrase, say } from '../phrase'
import type { PlannedResource } from '../planned-resource'
import { categoryTypes } from '../sites/category-naming'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/** Resources of which the appliance shows nothing, or not all, so that no plan can tell whether they are as declared. */
export function unverifiedResources({ resources }: ReviewedPlan): readonly Observation[] {
  return resources.flatMap((resource) => {
    const why = reasonFor(resource)
    if (why === undefined) return []
    const { kind, name } = subjectOf(resource)
    return [{ says: say`${[kind]} ${new Name(name)} is unverified: ${why}`, addresses: [resource.address] }]
  })
}

/** Nothing where the resource is verified, or is not managed any more. */
function reasonFor({ type, before, after }: PlannedResource): Phrase | undefined {
  if (!after) return undefined
  if (type === 'appliance_certificate') return say`the appliance cannot show certificates`
  if (type === 'appliance_hostname') return say`the appliance cannot tell its host name`
  if (categoryTypes.has(type)) {
    return after.text('verify') === 'none' ? say`verify is none, so nobody asks for its sites` : undefined
  }
  const attributes = before?.texts('unverified') ?? []
  if (attributes.length === 0) return undefined
  return say`the appliance does not show ${joined(
    attributes.map((each) => [new Name(each)]),
    ', ',
  )}`
}
