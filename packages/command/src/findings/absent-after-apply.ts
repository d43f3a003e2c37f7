import { groupedBy } from '../grouped'
import { subjectPhrase } from '../plan/change'
import { absentAccounts } from '../plan/member-changes'
import { groupNaming, keyOfGroup, membershipType } from '../plan/membership-changes'
import { existingCertificate, subjectOf } from '../plan/other-changes'
import { isOfAppliance } from '../plan/plan'
import { plannedResource } from '../plan/planned-resource'
import { hiddenNames, shownNames } from '../report/names'
import { say } from '../report/phrase'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/** What the configuration declares and the appliance does not contain after the apply, or what makes the apply fail for that. */
export function absentAfterApply(reviewed: ReviewedPlan): readonly Observation[] {
  return [...membershipsWithoutAccount(reviewed), ...certificatesNotOrdered(reviewed)]
}

/** Memberships whose account the plan deletes, or others have deleted: their configuration writes the login, or they would go with it. */
function membershipsWithoutAccount({ plan, resources }: ReviewedPlan): readonly Observation[] {
  const drifted = plan.drift.filter(isOfAppliance).map(plannedResource)
  const absence = absentAccounts(resources, drifted)
  const groupOf = groupNaming(resources, plan, drifted)
  const found = resources.flatMap((resource) => {
    if (resource.type !== membershipType || resource.action === 'forget') return []
    const why = absence(resource)
    const group = groupOf(resource, 'after')
    return why && group ? [{ resource, why, group }] : []
  })
  const groups = groupedBy(found, ({ why, group }) => JSON.stringify([why, keyOfGroup(group)]))
  return [...groups.values()].map((memberships) => {
    const [{ why, group }] = memberships
    const logins = memberships.flatMap(({ resource: { after } }) => after?.textUnlessSensitive('uid') ?? [])
    const count = memberships.length
    return {
      says: say`${subjectPhrase(group)} without a declared member: ${[outcomes[why]]}`,
      names: logins.length < count ? hiddenNames(count) : shownNames(logins),
      ...(why === 'gone' && { failsApply: true as const }),
      addresses: memberships.map(({ resource }) => resource.address),
    }
  })
}

const outcomes = {
  deleted: 'the plan deletes the account, so the membership goes with it, or the apply fails',
  gone: 'the account is gone and not declared, so the apply fails',
} as const

function certificatesNotOrdered({ resources }: ReviewedPlan): readonly Observation[] {
  return resources.flatMap((resource) => {
    const existing = existingCertificate(resource, resources)
    if (!existing || (existing.becomes === 'taken over' && !existing.isAnother)) return []
    const outcome = {
      'taken over': say`is taken over with its key and names, because on_existing is "adopt"`,
      refused: say`the apply fails, because on_existing is "fail"`,
      'known only after the apply': say`on_existing decides in the apply: it is taken over with its key and names, or the apply fails`,
    }[existing.becomes]
    const says = say`${subjectPhrase(subjectOf(resource))} not ordered: it exists already, and ${outcome}; for a new one, remove it in the console first`
    const failsApply = existing.becomes === 'refused' && ({ failsApply: true } as const)
    return [{ says, ...failsApply, addresses: [resource.address] }]
  })
}
