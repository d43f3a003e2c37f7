import { isKnown, onEachAppliance } from './appliances'
import { isAccountDeleted, memberType } from './member-changes'
import { loginOn } from './membership-changes'
import type { PlannedResource } from './planned-resource'

/** Why a membership that is declared cannot be there after the apply: its account is. Undefined if the plan shows nothing of that. */
export type AbsentAccounts = (membership: PlannedResource) => 'deleted' | 'gone' | undefined

/**
 * The accounts that are not there after an apply. A membership refers to its account by a login, which the configuration may write itself: then
 * nothing tells engines that the two belong together.
 *
 * @param resources of the plan
 * @param drifted what the refresh found to differ
 */
export function absentAccounts(
  resources: readonly PlannedResource[],
  drifted: readonly PlannedResource[],
): AbsentAccounts {
  const isMember = ({ type }: PlannedResource) => type === memberType
  const deleted = onEachAppliance(resources).flatMap((each) =>
    each.filter((resource) => isAccountDeleted(resource, each)),
  )
  const gone = drifted.filter((resource) => isMember(resource) && !resource.after)
  const [kept, lost, missing] = [
    byLogin(resources.filter(isMember), 'after'),
    byLogin(deleted, 'before'),
    byLogin(gone, 'before'),
  ]
  return (membership) => {
    const login = loginOn(membership, 'after')
    if (login === undefined) return undefined
    const isAmong = (accounts: ReadonlyMap<string, readonly PlannedResource[]>) =>
      accounts.get(login)?.some((account) => mayBeTogether(account, membership)) === true
    if (isAmong(kept)) return undefined
    if (isAmong(lost)) return 'deleted'
    return isAmong(missing) ? 'gone' : undefined
  }
}

/** Of an account that the configuration does not declare any more, a plan about several appliances does not say on which one it is. */
function mayBeTogether(one: PlannedResource, other: PlannedResource): boolean {
  return one.appliance === other.appliance || !isKnown(one.appliance) || !isKnown(other.appliance)
}

function byLogin(
  members: readonly PlannedResource[],
  side: 'before' | 'after',
): ReadonlyMap<string, readonly PlannedResource[]> {
  const accounts = new Map<string, PlannedResource[]>()
  for (const member of members) {
    const login = loginOn(member, side) ?? ''
    accounts.set(login, [...(accounts.get(login) ?? []), member])
  }
  return accounts
}
