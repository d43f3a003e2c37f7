import type { SiteTable } from '../../sites/site-table'
import { attributeChanges } from '../attribute-changes'
import type { Plan, ResourceChange } from '../plan'
import { isOfAppliance } from '../planned-changes'
import { plannedResource } from '../planned-resource'
import { instanceOf } from './drifted-resource'
import { withoutSites } from './without-sites'

/**
 * What a plan changes because of the configuration: from what the last apply recorded, drift left out, to what is declared.
 *
 * @param isDrifted whether something is to be put back: what a change only follows from is not the configuration's then
 * @param undeclared by the instances of lists, sites that others took out and that are no longer declared: nobody has to apply that
 * @throws {PlanError} where a packed list of sites cannot be read
 */
export async function declaredChanges(
  { changes, drift }: Plan,
  isDrifted: boolean,
  undeclared: ReadonlyMap<string, SiteTable>,
): Promise<readonly ResourceChange[]> {
  const recorded = new Map(drift.map((change) => [instanceOf(change), change]))
  const all = await Promise.all(changes.filter(isOfAppliance).map(declaredChange))
  return all.flat()

  async function declaredChange(change: ResourceChange): Promise<readonly ResourceChange[]> {
    const prior = recorded.get(instanceOf(change))
    const whole = prior ? fromRecorded(change, prior) : change
    const done = undeclared.get(instanceOf(change))
    const declared = done ? await withoutSites(whole, done) : whole
    const { action, isImported, previousAddress } = plannedResource(change)
    const mayFollow = prior !== undefined || (isDrifted && (action === 'update' || action === 'replace'))
    const isStateOnly = isImported || previousAddress !== undefined
    return !mayFollow || isStateOnly || isDeclared(declared) ? [declared] : []
  }
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
      return attributeChanges(resource, computed) !== undefined
    default:
      return true
  }
}

/** What the provider notes of lists by itself; `sites_digest` tells whether their sites are the same. */
const computed: ReadonlySet<string> = new Set(['sites_packed', 'item_count', 'last_change', 'verification'])
