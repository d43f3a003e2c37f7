import { emptyTable, type SiteTable } from '@webfilter/site-lists'
import { type GroupNaming, groupNaming } from './membership-changes'
import { byObject, objectKeys } from './objects'
import { type Invocation, isOfAppliance, type Plan } from './plan'
import { instanceOf, type PlannedResource, plannedResource } from './planned-resource'
import {
  type CategoryNaming,
  categoryNaming,
  type ListChange,
  listBetween,
  listChange,
} from './sites/list-change'
import { lostSites } from './sites/lost-sites'
import { type Part, splitByCause } from './splits'

/**
 * What a plan knows of an appliance: steps between four pictures of it. *Applied* is how the last apply left it, *found* how the refresh found it,
 * and *planned* how the configuration wants it. *Restored* lies between the last two: what was found, and of what others changed as much as the
 * configuration still wants. The apply goes from found to planned at once.
 */
export interface Pictures {
  /** The plan, by objects. */
  readonly plan: Plan
  /** From applied to found: what others changed. Objects that do not differ are left out. */
  readonly drifted: Step
  /** From found to restored: these changes repair drift. */
  readonly repairs: Step
  /** From restored to planned: these come from the configuration. */
  readonly declared: Step
  /** From found to planned. */
  readonly planned: Step
  /** Sites that the last apply had left in a category and that the refresh did not find there, by the key of the category. */
  lostFrom(category: string): SiteTable
  /** The category of a list in any of these steps. */
  readonly categoryOf: CategoryNaming
  /** The group of a membership or a member in any of these steps. */
  readonly groupOf: GroupNaming
}

/** Objects in two pictures: `before` in the first one, and `after` in the second one. */
export interface Step {
  /** Those of the appliance, no-ops included. What is only forgotten and what is made in its place are two. */
  readonly resources: readonly PlannedResource[]
  /** Those of other providers. */
  readonly others: readonly PlannedResource[]
  /** The sites of those resources that are lists. */
  readonly lists: readonly ListChange[]
  /** Actions that the apply calls in this step. */
  readonly invocations: readonly Invocation[]
}

/**
 * The pictures of a plan. What others have removed and the configuration does not want any more is in `drifted` alone: nothing is left to do.
 *
 * @throws {PlanError} where a packed list of sites cannot be read
 */
export async function picturesOf(ofAddresses: Plan): Promise<Pictures> {
  const plan = byObject(ofAddresses)
  const differing = plan.drift.map(plannedResource)
  const before = new Map(differing.map((resource) => [instanceOf(resource.change), resource.before]))
  const keyOf = objectKeys(plan)
  const all = plan.changes.map(plannedResource)
  const declaredKeys = new Set(all.flatMap((each) => keyOf(each, 'after') ?? []))
  const resources = all.map((resource) => ({
    ...resource,
    applied: before.get(instanceOf(resource.change)),
    origin: plan.origins?.get(resource.address),
    isManagedElsewhere: resource.action === 'forget' && declaredKeys.has(keyOf(resource, 'before') ?? ''),
  }))
  const categoryOf = categoryNaming(resources, plan)
  const groupOf = groupNaming(resources, plan, differing)
  const [drifted, planned] = [await partsOf(differing), await partsOf(resources)]
  const lost = lostSites(listsIn(planned), listsIn(drifted), categoryOf)
  const splits = splitByCause(planned, { plan, lost, categoryOf, groupOf, keyOf })
  const [repairs, declared] = [stepOf(splits.repairs), stepOf(splits.declared)]
  const [ofRepairs, ofDeclared] = [changedIn(repairs), changedIn(declared)]
  const isRestored = (invocation: Invocation) =>
    !ofDeclared.has(triggerOf(invocation)) && ofRepairs.has(triggerOf(invocation))
  return {
    plan,
    drifted: stepOf(drifted),
    repairs: { ...repairs, invocations: plan.invocations.filter(isRestored) },
    declared: { ...declared, invocations: plan.invocations.filter((each) => !isRestored(each)) },
    planned: { ...stepOf(planned), invocations: plan.invocations },
    lostFrom: lost.from,
    categoryOf,
    groupOf,
  }
}

async function partsOf(resources: readonly PlannedResource[]): Promise<readonly Part[]> {
  const parts: Part[] = []
  // One list after the other: a packed list of millions of sites takes much memory while it is read.
  for (const resource of resources) parts.push({ resource, list: await listChange(resource) })
  return parts
}

function stepOf(parts: readonly Part[]): Step {
  const all = parts.flatMap(apart)
  const resources = all.map(({ resource }) => resource)
  return {
    resources: resources.filter(({ change }) => isOfAppliance(change)),
    others: resources.filter(({ change }) => !isOfAppliance(change)),
    lists: listsIn(all),
    invocations: [],
  }
}

/** An object that is no longer managed and the new one that is made in its place are two: the one is only forgotten, the other only created. */
function apart(part: Part): readonly Part[] {
  const { resource, list } = part
  if (resource.action !== 'forget-create') return [part]
  const old: PlannedResource = { ...resource, action: 'forget', isImported: false, after: undefined }
  const made: PlannedResource = {
    ...resource,
    action: 'create',
    previousAddress: undefined,
    before: undefined,
  }
  return [
    { resource: old, list: list && listBetween(list, old, list.before, emptyTable) },
    {
      resource: made,
      list: list && { ...listBetween(list, made, emptyTable, list.after), returning: list.returning },
    },
  ]
}

/** Addresses of the resources that change. */
function changedIn({ resources, others }: Step): ReadonlySet<string> {
  const changed = [...resources, ...others].filter(({ action }) => action !== 'none')
  return new Set(changed.map(({ address }) => address))
}

function triggerOf({ lifecycle_action_trigger: trigger }: Invocation): string {
  return trigger?.triggering_resource_address ?? ''
}

function listsIn(parts: readonly Part[]): readonly ListChange[] {
  return parts.flatMap(({ list }) => list ?? [])
}
