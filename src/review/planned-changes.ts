import { attributeChanges } from './attribute-changes'
import { type Change, sectionNames } from './change'
import { membershipChanges } from './membership-changes'
import { shownNames } from './names'
import { otherChanges, subjectOf } from './other-changes'
import { counted, Name, say } from './phrase'
import type { Plan } from './plan/plan'
import { isOfAppliance, type PlannedResource, plannedResource } from './plan/planned-resource'
import { type CategoryExchange, categoryExchange } from './sites/category-exchange'
import { siteChanges } from './sites/site-changes'

/** What a plan changes on the appliance, and what that was seen from. */
export interface PlannedChanges {
  /** The gravest sections first. */
  readonly changes: readonly Change[]
  /** Those of the appliance, no-ops included. */
  readonly resources: readonly PlannedResource[]
  readonly exchange: CategoryExchange
}

/** @throws {PlanError} where a packed list of sites cannot be read */
export async function plannedChanges(plan: Plan): Promise<PlannedChanges> {
  const resources = plan.changes.filter(isOfAppliance).map(plannedResource)
  const exchange = await categoryExchange(resources, plan)
  const changes = [
    ...siteChanges(exchange),
    ...membershipChanges(resources, plan),
    ...otherChanges(resources),
    ...stateChanges(resources),
    ...changesOfOthers(plan),
  ]
  const mentioned = new Set(changes.flatMap(({ addresses }) => addresses))
  const unmentioned = resources.filter(({ action, address }) => action !== 'none' && !mentioned.has(address))
  return { changes: inOrder([...changes, ...unmentioned.map(quietChange)]), resources, exchange }
}

/** Imports and new addresses change Terraform's state, and nothing on the appliance. */
function stateChanges(resources: readonly PlannedResource[]): readonly Change[] {
  return resources.flatMap((resource) => {
    const line = { section: 'changed', subject: subjectOf(resource), addresses: [resource.address] } as const
    const { isImported, previousAddress } = resource
    return [
      ...(isImported ? [{ ...line, action: 'import', says: say`imported` } as const] : []),
      ...(previousAddress === undefined
        ? []
        : [
            {
              ...line,
              action: 'rename',
              says: say`moved in the configuration from ${new Name(previousAddress)}`,
            } as const,
          ]),
    ]
  })
}

/** An update that sends nothing, such as another order of the same sites. */
function quietChange(resource: PlannedResource): Change {
  return {
    section: 'changed',
    action: 'update',
    subject: subjectOf(resource),
    says: attributeChanges(resource) ?? say`written differently, with the same meaning`,
    addresses: [resource.address],
  }
}

/** Resources of other providers are none of the appliance's business: how many change is all that is said. */
function changesOfOthers({ changes }: Plan): readonly Change[] {
  const others = changes.filter(
    (change) => !isOfAppliance(change) && plannedResource(change).action !== 'none',
  )
  if (others.length === 0) return []
  return [
    {
      section: 'changed',
      action: 'update',
      subject: { kind: 'other providers', name: '' },
      says: counted(others.length, 'resource'),
      names: shownNames(others.map(({ address }) => address)),
      addresses: others.map(({ address }) => address),
    },
  ]
}

function inOrder(changes: readonly Change[]): readonly Change[] {
  return sectionNames.flatMap((section) => changes.filter((change) => change.section === section))
}
