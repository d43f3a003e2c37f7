import { subjectOn, subjectPhrase } from '../plan/change'
import { absentAccounts } from '../plan/member-changes'
import { groupNaming, membershipType } from '../plan/membership-changes'
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
  const memberships = new Map<
    string,
    { says: Observation['says']; logins: (string | undefined)[]; addresses: string[] }
  >()
  for (const resource of resources.filter(
    ({ type, action }) => type === membershipType && action !== 'forget',
  )) {
    const why = absence(resource)
    const group = groupOf(resource, 'after')
    if (!why || !group) continue
    const { kind, name, appliance = '' } = group
    const key = JSON.stringify([why, name, appliance])
    const says = say`${subjectPhrase(subjectOn(appliance, kind, name))} without a declared member: ${[outcomes[why]]}`
    const found = memberships.get(key) ?? { says, logins: [], addresses: [] }
    memberships.set(key, found)
    found.logins.push(resource.after?.isSensitive('uid') ? undefined : resource.after?.text('uid'))
    found.addresses.push(resource.address)
  }
  return [...memberships.values()].map(({ says, logins, addresses }) => {
    const shown = logins.filter((login) => login !== undefined)
    return {
      says,
      names: shown.length < logins.length ? hiddenNames(logins.length) : shownNames(shown),
      addresses,
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
      'taken over': say`the existing one keeps its key and names, because on_existing is "adopt"`,
      refused: say`the existing one stays, so the apply fails because on_existing is "fail"`,
      'known only after the apply': say`the existing one is taken over with its key and names, or the apply fails: on_existing decides`,
    }[existing.becomes]
    return [
      {
        says: say`${subjectPhrase(subjectOf(resource))} not ordered unless the existing one is removed in the console before: ${outcome}`,
        addresses: [resource.address],
      },
    ]
  })
}
