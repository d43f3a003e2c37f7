import type { SiteTable } from '../../sites/table/site-table'
import { alphabetically } from './alphabetical'
import { attributeChanges } from './attribute-changes'
import { changesOfOthers, invocationChanges } from './beside-resources'
import { planByCause } from './cause'
import {
  actions,
  bySubject,
  type Cause,
  type CausedChange,
  type Change,
  causes,
  remainders,
  sectionNames,
} from './change'
import { memberChanges } from './member-changes'
import { membershipChanges } from './membership-changes'
import { otherChanges, subjectOf } from './other-changes'
import { Name, say } from './phrase'
import type { Plan } from './plan/plan'
import { type PlannedResource, plannedResources } from './plan/planned-resource'
import { isRefreshOnly, recordedChanges } from './recorded-changes'
import { type CategoryExchange, categoryExchange } from './sites/category-exchange'
import { siteChanges } from './sites/site-changes'

/** What a plan changes on the appliance, and what that was seen from. */
export interface PlannedChanges {
  /** The gravest sections first, and what is restored last. */
  readonly changes: readonly CausedChange[]
  /** Those of the appliance, no-ops included; old and new where the old one is only forgotten. */
  readonly resources: readonly PlannedResource[]
  readonly exchange: CategoryExchange
  /** Of what categories gain, by their names: the sites that are restored. */
  readonly restored: ReadonlyMap<string, SiteTable>
}

/** @throws {PlanError} where a packed list of sites cannot be read */
export async function plannedChanges(plan: Plan): Promise<PlannedChanges> {
  const resources = plannedResources(plan)
  const exchange = await categoryExchange(resources, plan)
  if (isRefreshOnly(plan)) {
    return { changes: inOrder(await recordedChanges(plan)), resources, exchange, restored: new Map() }
  }
  const { repairs, declared } = await planByCause(plan)
  const [restoring, changing] = [await step(repairs, 'drift'), await step(declared, 'change')]
  const restored = new Map(restoring.categories.map(({ name, added }) => [name, added]))
  return { changes: inOrder([...changing.changes, ...restoring.changes]), resources, exchange, restored }
}

/**
 * The lines of a plan whose changes have one cause, in order.
 *
 * @throws {PlanError} where a packed list of sites cannot be read
 */
export async function changesIn(plan: Plan, cause: Cause): Promise<readonly CausedChange[]> {
  return (await step(plan, cause)).changes
}

async function step(
  plan: Plan,
  cause: Cause,
): Promise<Pick<PlannedChanges, 'changes'> & Pick<CategoryExchange, 'categories'>> {
  const resources = plannedResources(plan)
  const beside = [...invocationChanges(plan, resources), ...changesOfOthers(plan)]
  if (resources.every(isUntouched) && beside.length === 0) return { changes: [], categories: [] }
  const exchange = await categoryExchange(resources, plan)
  const changes = [
    ...siteChanges(exchange),
    ...membershipChanges(resources, plan),
    ...memberChanges(resources, plan),
    ...otherChanges(resources, plan),
    ...stateChanges(resources),
    ...beside,
  ]
  const mentioned = new Set(changes.flatMap(({ addresses }) => addresses))
  const unmentioned = resources.filter(({ action, address }) => action !== 'none' && !mentioned.has(address))
  const all = [...changes, ...unmentioned.map(quietChange)].map(
    (change): CausedChange => ({ ...change, cause: concernsState(change) ? 'state' : cause }),
  )
  return { changes: inOrder(all), categories: exchange.categories }
}

function isUntouched({ action, isImported, previousAddress }: PlannedResource): boolean {
  return action === 'none' && !isImported && previousAddress === undefined
}

function concernsState({ action, isStateOnly }: Change): boolean {
  return isStateOnly === true || action === 'forget' || action === 'import' || action === 'rename'
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
    isStateOnly: true,
    subject: subjectOf(resource),
    says: attributeChanges(resource) ?? say`written differently, with the same meaning`,
    addresses: [resource.address],
  }
}

/** What is restored comes last; otherwise the gravest sections first, and at their ends what only the state has. */
function inOrder(changes: readonly CausedChange[]): readonly CausedChange[] {
  return changes
    .map(withAddressesInOrder)
    .sort(
      (one, other) =>
        Number(one.cause === 'drift') - Number(other.cause === 'drift') ||
        sectionNames.indexOf(one.section) - sectionNames.indexOf(other.section) ||
        (one.section === 'lost' ? 0 : causes.indexOf(one.cause) - causes.indexOf(other.cause)) ||
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

function withAddressesInOrder(change: CausedChange): CausedChange {
  return { ...change, addresses: [...new Set(change.addresses)].sort(alphabetically) }
}
