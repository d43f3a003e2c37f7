import type { SiteTable } from '../../sites/table/site-table'
import { attributeChanges } from '../attribute-changes'
import type { ResourceChange } from '../plan/document'
import type { Invocation, Plan } from '../plan/plan'
import { isOfAppliance, plannedResource } from '../plan/planned-resource'
import { instanceOf } from './drifted-resource'
import { withoutSites } from './without-sites'

/** The changes of a plan that are not drift itself. */
export interface FurtherChanges {
  /** Because of the configuration: from what the last apply recorded, drift left out, to what is declared. */
  readonly declared: PartOfPlan
  /** What is made again only because something else is. */
  readonly following: PartOfPlan
}

type PartOfPlan = Pick<Plan, 'changes' | 'invocations'>

/**
 * Tells what a plan changes besides the drift, by its cause.
 *
 * @param isDrifted whether something is to be put back: what a change only follows from is not the configuration's then
 * @param undeclared by the instances of lists, sites that others took out and that are no longer declared: nobody has to apply that
 * @throws {PlanError} where a packed list of sites cannot be read
 */
export async function furtherChanges(
  { changes, drift, invocations }: Plan,
  isDrifted: boolean,
  undeclared: ReadonlyMap<string, SiteTable>,
): Promise<FurtherChanges> {
  const recorded = new Map(drift.map((change) => [instanceOf(change), change]))
  const all = await Promise.all(changes.filter(isOfAppliance).map(byCause))
  const declared = all.flatMap((each) => each.declared ?? [])
  const following = all.flatMap((each) => each.following ?? [])
  const [ofDeclared, ofOthers] = [triggersIn(declared), triggersIn(changes.filter(isOfAppliance))]
  const isRestored = (invocation: Invocation) =>
    !ofDeclared.has(triggerOf(invocation)) && ofOthers.has(triggerOf(invocation))
  return {
    declared: {
      changes: declared,
      invocations: invocations.filter((each) =>
        isOfAppliance(each) ? !isRestored(each) : ofDeclared.has(triggerOf(each)),
      ),
    },
    following: { changes: following, invocations: invocations.filter(isRestored) },
  }

  async function byCause(
    change: ResourceChange,
  ): Promise<{ readonly declared?: ResourceChange; readonly following?: ResourceChange }> {
    const prior = recorded.get(instanceOf(change))
    const whole = prior ? fromRecorded(change, prior) : change
    const done = undeclared.get(instanceOf(change))
    const declared = done ? await withoutSites(whole, done) : whole
    const { action, isImported, previousAddress } = plannedResource(change)
    const isMadeAgain = action === 'replace' || action === 'forget-create'
    const mayFollow = prior !== undefined || (isDrifted && (action === 'update' || isMadeAgain))
    const isStateOnly = isImported || previousAddress !== undefined
    if (!mayFollow || isStateOnly || isDeclared(declared)) return { declared }
    return prior === undefined && isMadeAgain ? { following: change } : {}
  }
}

/** Addresses of the resources whose changes may invoke actions. */
function triggersIn(changes: readonly ResourceChange[]): ReadonlySet<string> {
  const changed = changes.filter((change) => plannedResource(change).action !== 'none')
  return new Set(changed.map(({ address }) => address))
}

function triggerOf({ lifecycle_action_trigger: trigger }: Invocation): string {
  return trigger?.triggering_resource_address ?? ''
}

function fromRecorded(change: ResourceChange, prior: ResourceChange): ResourceChange {
  const { before, before_sensitive } = prior.change
  const isMadeAgain = plannedResource(change).action === 'create' && before
  return {
    ...change,
    change: {
      ...change.change,
      before,
      before_sensitive,
      ...(isMadeAgain && { actions: ['update'] }),
    },
  }
}

/** Whether the configuration itself says something else, and not only values that come with the apply. */
function isDeclared(change: ResourceChange): boolean {
  const resource = plannedResource(change)
  switch (resource.action) {
    case 'none':
      return false
    case 'update':
    case 'replace':
    case 'forget-create':
      return attributeChanges(resource, computed) !== undefined
    default:
      return true
  }
}

/** What the provider notes of lists by itself; `sites_digest` tells whether their sites are the same. */
const computed: ReadonlySet<string> = new Set([
  'sites_packed',
  'missing_sites',
  // Of releases that kept observations in states.
  'item_count',
  'last_change',
  'verification',
])
