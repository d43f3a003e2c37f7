import { type Code, codesOf } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { simplifyName } from '@webfilter/appliance-names'
import { groupedBy } from '../grouped'
import { type Subject, subjectOn, subjectPhrase } from '../plan/change'
import { absentAccounts } from '../plan/member-changes'
import { keyOfGroup, membershipType } from '../plan/membership-changes'
import { addressesWith } from '../plan/messages'
import { existingCertificate, subjectOf } from '../plan/other-changes'
import type { ReviewedPlan } from '../plan/planned-changes'
import type { PlannedResource } from '../plan/planned-resource'
import { categorySubject } from '../plan/sites/caused-category'
import { hiddenNames, shownNames } from '../report/names'
import { Name, say } from '../report/phrase'
import type { Observation } from '../report/report'

/** What the configuration declares and the appliance does not contain after the apply, or what makes the apply fail for that. */
export function absentAfterApply(reviewed: ReviewedPlan): readonly Observation[] {
  return [...membershipsWithoutAccount(reviewed), ...certificatesNotOrdered(reviewed)]
}

/** Memberships whose account the plan deletes, or others have deleted: their configuration writes the login, or they would go with it. */
function membershipsWithoutAccount({ pictures, resources }: ReviewedPlan): readonly Observation[] {
  const { drifted, groupOf } = pictures
  const absence = absentAccounts(resources, drifted.resources)
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

/**
 * Lists, memberships and members with the number of a category or a group that is gone: appliances give numbers again, so the apply may change
 * another one than the state knew. What the provider has warned of is left to its warning.
 */
export function reusedNumbers({ pictures, resources, messages }: ReviewedPlan): readonly Observation[] {
  const { drifted, categoryOf, groupOf } = pictures
  const former = formerNames(drifted.resources)
  if (former.size === 0) return []
  const warned = addressesWith(codesOf(numberReused), messages)
  const found = resources.flatMap((resource) => {
    const { type, after, address, appliance } = resource
    const attribute = numbersOfOthers.get(type)
    const number = attribute === undefined ? undefined : after?.text(attribute)
    if (number === undefined || warned.has(address)) return []
    const kind = type === 'appliance_category_sites' ? 'category' : 'group'
    const key = keyOf(kind, number, appliance)
    const was = former.get(key)
    const category = kind === 'category' ? categoryOf(resource, 'after') : undefined
    const now = category ? categorySubject(category) : groupOf(resource, 'after')
    if (!was || !now || simplifyName(now.name) === simplifyName(was.name)) return []
    const says =
      now.name === number
        ? say`number ${new Name(number)} belonged to ${subjectPhrase(was)}, which is gone, and may belong to another ${[kind]} now`
        : say`number ${new Name(number)} belongs to ${subjectPhrase(now)} now, and no longer to ${subjectPhrase(was)}`
    return [{ key, says, address }]
  })
  return [...groupedBy(found, ({ key }) => key).values()].map((group) => ({
    says: group[0].says,
    addresses: group.map(({ address }) => address),
    code: numberReused,
  }))
}

const numberReused: Code = 'number-reused'

/** The attributes with numbers that something else owns. */
const numbersOfOthers: ReadonlyMap<string, string> = new Map([
  ['appliance_category_sites', 'category_id'],
  [membershipType, 'gid'],
  ['appliance_ldap_member', 'gid'],
])

/** What the state knew by numbers, and the refresh did not find. */
function formerNames(drifted: readonly PlannedResource[]): ReadonlyMap<string, Subject> {
  const names = new Map<string, Subject>()
  for (const { type, before, after, appliance } of drifted) {
    const owner = owners.get(type)
    const number = owner && before?.text(owner.number)
    if (!owner || !before || after || number === undefined) continue
    const name = before.shown(owner.name)
    if (name !== undefined)
      names.set(keyOf(owner.kind, number, appliance), subjectOn(appliance, owner.kind, name))
  }
  return names
}

const owners: ReadonlyMap<
  string,
  { readonly kind: 'category' | 'group'; readonly number: string; readonly name: string }
> = new Map([
  ['appliance_category', { kind: 'category', number: 'id', name: 'name' }],
  ['appliance_category_sites', { kind: 'category', number: 'category_id', name: 'category_name' }],
  ['appliance_ldap_group', { kind: 'group', number: 'gid', name: 'name' }],
])

function keyOf(kind: string, number: string, appliance: string): string {
  return JSON.stringify([kind, number, appliance])
}
