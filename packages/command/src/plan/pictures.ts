import { emptyTable, minus, type SiteTable, union } from '@webfilter/site-lists'
import { withCauses } from './causes'
import { type GroupNaming, groupNaming } from './membership-changes'
import { byObject, objectKeys } from './objects'
import { type Invocation, isOfAppliance, type Plan } from './plan'
import { type ItemCause, instanceOf, type PlannedResource } from './planned-resource'
import {
  type CategoryNaming,
  categoryNaming,
  type ListChange,
  type ListReading,
  readLists,
  recordedAsMissing,
} from './sites/list-change'

/**
 * What a plan knows of an appliance: three pictures of it, and the steps between them. *Applied* is how the last apply left it, *found* how the
 * refresh found it, and *planned* how the configuration wants it.
 */
export interface Pictures {
  /** The plan, by objects. */
  readonly plan: Plan
  /** From applied to found: what others changed. Objects that do not differ are left out. */
  readonly drifted: Step
  /** From found to planned: what the apply does, and why. */
  readonly planned: Step
  /** Actions of providers that the apply calls. */
  readonly invocations: Readonly<Record<ItemCause, readonly Invocation[]>>
  /** Sites that the last apply had left in a category and that the refresh did not find there, by the key of the category. */
  lostFrom(category: string): SiteTable
  /** The category of a list in any of these steps. */
  readonly categoryOf: CategoryNaming
  /** The group of a membership or a member in any of these steps. */
  readonly groupOf: GroupNaming
  /** The sites of a resource in any of these steps. */
  readonly listOf: ListReading
}

/** Objects in two pictures: `before` in the first one, and `after` in the second one. */
export interface Step {
  /** Those of the appliance, no-ops included. What is only forgotten and what is made in its place are two. */
  readonly resources: readonly PlannedResource[]
  /** Those of other providers. */
  readonly others: readonly PlannedResource[]
}

/**
 * The pictures of a plan. What others have removed and the configuration does not want any more is in `drifted` alone: nothing is left to do.
 *
 * @throws {PlanError} if a packed list of sites cannot be read
 */
export async function picturesOf(ofAddresses: Plan): Promise<Pictures> {
  const plan = byObject(ofAddresses)
  const { changes: all, drift: differing } = plan
  const before = new Map(differing.map((resource) => [instanceOf(resource), resource.before]))
  const keyOf = objectKeys(plan)
  const declaredKeys = new Set(all.flatMap((each) => keyOf(each, 'after') ?? []))
  const resources = all.map((resource) => ({
    ...resource,
    applied: before.get(instanceOf(resource)),
    origin: plan.origins?.get(resource.address),
    isManagedElsewhere: resource.action === 'forget' && declaredKeys.has(keyOf(resource, 'before') ?? ''),
  }))
  const categoryOf = categoryNaming(resources, plan)
  const groupOf = groupNaming(resources, plan, differing)
  const listOf = await readLists([...differing, ...resources])
  const lostFrom = lostSites(listsOf(resources), listsOf(differing), categoryOf)
  const planned = withCauses(resources, { plan, groupOf, categoryOf, keyOf, listOf, lostFor })
  return {
    plan,
    drifted: stepOf(differing),
    planned: stepOf(planned),
    invocations: invocationsByCause(plan, planned),
    lostFrom,
    categoryOf,
    groupOf,
    listOf,
  }

  function listsOf(all: readonly PlannedResource[]): readonly ListChange[] {
    return all.flatMap((resource) => listOf(resource) ?? [])
  }

  /** Of a list that is gone, all is missing wherever it is declared by now. */
  function lostFor(list: PlannedResource): SiteTable {
    const [before, after] = [categoryOf(list, 'before'), categoryOf(list, 'after')]
    return before && before.key !== after?.key ? emptyTable : lostFrom(after?.key ?? '')
  }
}

/**
 * Sites that the last apply had left in categories and that the refresh did not find there, by the key of the category. Of a list from a file,
 * `file_sites.missing` names what a refresh of its own has recorded as missing.
 *
 * @param lists of the plan
 * @param differing those that the refresh found to differ, from what the last apply left
 */
function lostSites(
  lists: readonly ListChange[],
  differing: readonly ListChange[],
  categoryOf: CategoryNaming,
): Pictures['lostFrom'] {
  const lost = new Map<string, SiteTable>()
  const from = (category = '') => lost.get(category) ?? emptyTable
  const keyOf = ({ resource }: ListChange) => categoryOf(resource, 'before')?.key
  const add = (key: string | undefined, sites: SiteTable) => {
    if (key !== undefined && sites.size > 0) lost.set(key, union(from(key), sites))
  }
  for (const list of differing) add(keyOf(list), minus(list.before, list.after))
  for (const list of [...differing, ...lists]) add(keyOf(list), recordedAsMissing(list.resource))
  // Another list of the category may have found them.
  for (const list of lists) {
    const key = keyOf(list)
    if (key !== undefined && from(key).size > 0) lost.set(key, minus(from(key), list.before))
  }
  return from
}

function stepOf(all: readonly PlannedResource[]): Step {
  const resources = all.flatMap(apart)
  return {
    resources: resources.filter(isOfAppliance),
    others: resources.filter((resource) => !isOfAppliance(resource)),
  }
}

/** An object that is no longer managed and the new one that is made in its place are two: the one is only forgotten, the other only created. */
function apart(resource: PlannedResource): readonly PlannedResource[] {
  if (resource.action !== 'forget-create') return [resource]
  const isRepair = resource.does?.drift !== undefined
  const done = <Action extends 'forget' | 'create'>(action: Action) =>
    ({ action, does: isRepair ? { ...resource.does, drift: action } : { change: action } }) as const
  return [
    { ...resource, ...done('forget'), isImported: false, after: undefined },
    { ...resource, ...done('create'), previousAddress: undefined, before: undefined },
  ]
}

/** An action is called because of what triggers it: that is restored if the configuration changes nothing of it. */
function invocationsByCause(
  { invocations }: Plan,
  resources: readonly PlannedResource[],
): Pictures['invocations'] {
  const changingBy = (cause: ItemCause) =>
    new Set(
      resources.filter(({ does }) => (does?.[cause] ?? 'none') !== 'none').map(({ address }) => address),
    )
  const [changed, restored] = [changingBy('change'), changingBy('drift')]
  const isRestored = ({ lifecycle_action_trigger: trigger }: Invocation) => {
    const address = trigger?.triggering_resource_address ?? ''
    return restored.has(address) && !changed.has(address)
  }
  return { change: invocations.filter((each) => !isRestored(each)), drift: invocations.filter(isRestored) }
}
