import { isAccountDeleted } from '../member-changes'
import { loginOn, membershipType } from '../membership-changes'
import { Name, say } from '../phrase'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/** Members that stay, and lose the last membership that the configuration has of them. One that is only forgotten is not lost. */
export function lastGroupsLost({ resources }: ReviewedPlan): readonly Observation[] {
  const memberships = resources.filter(({ type }) => type === membershipType)
  const kept = new Set(
    memberships.map((resource) => loginOn(resource, resource.action === 'forget' ? 'before' : 'after')),
  )
  // A membership whose login comes with the apply may be anybody's.
  if (memberships.some(({ after }) => after?.isUnknown('uid'))) return []
  const deleted = new Set(
    resources
      .filter((resource) => isAccountDeleted(resource, resources))
      .map((resource) => loginOn(resource, 'before')),
  )
  const losers = new Map<string, string[]>()
  for (const resource of memberships) {
    const login = loginOn(resource, 'before')
    if (login === undefined || kept.has(login) || deleted.has(login)) continue
    losers.set(login, [...(losers.get(login) ?? []), resource.address])
  }
  return [...losers].map(([login, addresses]) => {
    const isSensitive = memberships.some(
      (each) => loginOn(each, 'before') === login && each.before?.isSensitive('uid'),
    )
    return {
      says: say`member ${new Name(isSensitive ? '(sensitive)' : login)} loses its last group in the configuration`,
      addresses,
    }
  })
}
