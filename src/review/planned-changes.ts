import { alphabetically } from './alphabetical'
import { attributeChanges } from './attribute-changes'
import { changesOfOthers, invocationChanges } from './beside-resources'
import { actions, bySubject, type Change, remainders, sectionNames } from './change'
import { memberChanges } from './member-changes'
import { membershipChanges } from './membership-changes'
import { otherChanges, subjectOf } from './other-changes'
import { Name, say } from './phrase'
import type { Plan } from './plan/plan'
import { type PlannedResource, plannedResources } from './plan/planned-resource'
import { type CategoryExchange, categoryExchange } from './sites/category-exchange'
import { siteChanges } from './sites/site-changes'

/** What a plan changes on the appliance, and what that was seen from. */
export interface PlannedChanges {
  /** The gravest sections first. */
  readonly changes: readonly Change[]
  /** Those of the appliance, no-ops included; old and new where the old one is only forgotten. */
  readonly resources: readonly PlannedResource[]
  readonly exchange: CategoryExchange
}

/** @throws {PlanError} where a packed list of sites cannot be read */
export async function plannedChanges(plan: Plan): Promise<PlannedChanges> {
  const resources = plannedResources(plan.changes)
  const exchange = await categoryExchange(resources, plan)
  const changes = [
    ...siteChanges(exchange),
    ...membershipChanges(resources, plan),
    ...memberChanges(resources, plan),
    ...otherChanges(resources),
    ...stateChanges(resources),
    ...invocationChanges(plan),
    ...changesOfOthers(plan),
  ]
  const mentioned = new Set(changes.flatMap(({ addresses }) => addresses))
  const unmentioned = resources.filter(({ action, address }) => action !== 'none' && !mentioned.has(address))
  const all = [...changes, ...unmentioned.map(quietChange)]
  return { changes: inOrder(all).map(withAddressesInOrder), resources, exchange }
}

/** Imports and new addresses change Terraform's state, and nothing on the appliance. */
function stateChanges(resources: readonly PlannedResource[]): readonly Change[] {
  return resources.flatMap((resource) => {
    // What the state has moves; a replacement is another object.
    const { before, after, action } = resource
    const subject = subjectOf(action === 'replace' ? { ...resource, after: before ?? after } : resource)
    const line = { section: 'changed', subject, addresses: [resource.address] } as const
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

/** The gravest sections first. */
function inOrder(changes: readonly Change[]): readonly Change[] {
  return [...changes].sort(
    (one, other) =>
      sectionNames.indexOf(one.section) - sectionNames.indexOf(other.section) ||
      remainderOf(one) - remainderOf(other) ||
      bySubject(one, other) ||
      alphabetically(one.to?.name ?? '', other.to?.name ?? '') ||
      actions.indexOf(one.action) - actions.indexOf(other.action),
  )
}

/** What is deleted, then what is created again, then what stays. */
function remainderOf({ onAppliance }: Change): number {
  return onAppliance === undefined ? 0 : remainders.indexOf(onAppliance)
}

function withAddressesInOrder(change: Change): Change {
  return { ...change, addresses: [...new Set(change.addresses)].sort(alphabetically) }
}
