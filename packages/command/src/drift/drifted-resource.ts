import type { Change } from '../plan/change'
import { memberType } from '../plan/member-changes'
import { loginOn } from '../plan/membership-changes'
import type { Pictures } from '../plan/pictures'
import { instanceOf, type PlannedResource } from '../plan/planned-resource'

/** A resource that the refresh found to be otherwise than the last apply had left it. */
export interface DriftedResource {
  /** From what the state has recorded to what was found; nothing after it where it is gone. */
  readonly found: PlannedResource
  /** From what was found to what the configuration says; undefined where the plan leaves it out, as nobody declares it. */
  readonly planned: PlannedResource | undefined
}

export function driftedResources({ drifted, planned }: Pictures): readonly DriftedResource[] {
  // What is made in the place of an object that is only forgotten stands behind that.
  const next = new Map(planned.resources.map((resource) => [instanceOf(resource), resource]))
  return drifted.resources.map((found) => {
    const own = next.get(instanceOf(found))
    const isGivenUp = found.after !== undefined && own?.after === undefined
    return { found, planned: (isGivenUp && takerOf(found, planned.resources)) || own }
  })
}

/** The new resource that takes over the account or the directory service of one that goes, and sets its attributes. */
function takerOf(found: PlannedResource, resources: readonly PlannedResource[]): PlannedResource | undefined {
  const { type, appliance } = found
  const taker = resources.find(
    (each) =>
      each.type === type &&
      each.appliance === appliance &&
      !each.before &&
      (type === 'appliance_ldap_service' ||
        (type === memberType && loginOn(each, 'after') === loginOn(found, 'before'))),
  )
  return taker && { ...taker, action: 'update' }
}

/** What the next apply does about what was found. */
export function repairOf({ planned }: DriftedResource): Repair {
  if (planned?.action === 'create' || planned?.action === 'update' || planned?.action === 'replace')
    return planned.action
  return 'none'
}

/** Where a line stands, the gravest first. What is only noted is no drift: nothing would put it back. */
export const driftSections = ['gone', 'missing', 'different', 'noted'] as const
export type DriftSection = (typeof driftSections)[number]

/** What the next apply does about it. */
export const repairs = ['create', 'update', 'replace', 'none'] as const
export type Repair = (typeof repairs)[number]

/** One line of drift: what is otherwise on the appliance than the last apply left it. */
export interface Difference
  extends Pick<Change, 'subject' | 'says' | 'noun' | 'names' | 'addresses' | 'place'> {
  readonly section: DriftSection
  /** There may be more than are counted: the appliance does not report how many. */
  readonly isAtLeast?: boolean
  readonly repair: Repair
}
