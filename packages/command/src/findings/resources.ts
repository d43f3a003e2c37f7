import { codesOf } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { engineMatter } from '@webfilter/appliance-declarations/diagnostics/engine-messages'
import { type Verify, verifyModes, verifyOf } from '@webfilter/site-lists'
import { groupedBy } from '../grouped'
import { isKnown, onEachAppliance } from '../plan/appliances'
import { subjectOn, subjectPhrase } from '../plan/change'
import { isAccountDeleted } from '../plan/member-changes'
import { loginOn, membershipType } from '../plan/membership-changes'
import { addressesWith, type Message } from '../plan/messages'
import { subjectOf } from '../plan/other-changes'
import { type Deferred, isOfAppliance, type Plan } from '../plan/plan'
import type { ReviewedPlan } from '../plan/planned-changes'
import type { PlannedResource } from '../plan/planned-resource'
import { categoryTypes } from '../plan/sites/list-change'
import { shownNames } from '../report/names'
import { counted, firstNames, joined, Name, nameList, type Phrase, say } from '../report/phrase'
import type { Finding, Observation } from '../report/report'

/**
 * That the refresh found nothing of a state, or nothing on one of several appliances: it may be the state of another appliance, on which the
 * apply would create it all. One object alone shows too little for that.
 */
export function everythingGone({ plan }: Pick<ReviewedPlan, 'plan'>): readonly Observation[] {
  const ofState = [
    ...plan.drift.map((each) => ({ ...each, isGone: !each.after })),
    // A plan that only refreshes has no changes: what differs and is there is among the drift alone.
    ...[...plan.changes.filter(({ before }) => before), ...plan.managed],
  ].filter(isOfAppliance)
  const everywhere = goneIfAll(ofState)
  if (everywhere.length > 0) return [goneObservation(everywhere, 'object', [])]
  const appliances = [...new Set(ofState.map(({ appliance = '' }) => appliance))].filter(isKnown)
  return appliances.flatMap((appliance) => {
    const gone = goneIfAll(ofState.filter((each) => each.appliance === appliance))
    if (gone.length === 0) return []
    return [{ ...goneObservation(gone, 'declared object', say` on ${new Name(appliance)}`), appliance }]
  })
}

/** The addresses of what is gone; none if anything is there, or if it is one object. */
function goneIfAll(
  resources: readonly { readonly address: string; readonly type: string; readonly isGone?: boolean }[],
): readonly string[] {
  const gone = new Set(resources.filter(({ isGone }) => isGone).map(({ address }) => address))
  const isThere = resources.some(({ address, type }) => !gone.has(address) && !foundAnywhere.has(type))
  return gone.size < 2 || isThere ? [] : [...gone]
}

function goneObservation(addresses: readonly string[], noun: string, where: Phrase): Observation {
  return {
    says: say`all ${counted(addresses.length, noun)}${where} are gone: is this the appliance that the state is about?`,
    names: shownNames(addresses),
    addresses,
  }
}

/** Types that a refresh finds on every appliance, or cannot look for on any. */
const foundAnywhere: ReadonlySet<string> = new Set([
  'appliance_certificate',
  'appliance_hostname',
  'appliance_ldap_service',
  'appliance_operation',
  'appliance_rbl_delisting',
])

/** For a verdict: that everything is gone, or everything on some of several appliances, unless the rule is off. */
export function goneSentences(findings: readonly Finding[]): readonly Phrase[] {
  const gone = findings.filter(({ rule }) => rule === 'everything-gone')
  const [first] = gone
  if (first === undefined) return []
  const objects = gone.reduce((sum, { addresses }) => sum + addresses.length, 0)
  if (first.appliance === undefined)
    return [say`All ${counted(objects, 'object')} are gone: is this the appliance that the state is about?`]
  const names = [...new Set(gone.map(({ appliance = '' }) => appliance))]
  const question =
    gone.length === 1
      ? say`is this the appliance that the state is about?`
      : say`are these the appliances that the states are about?`
  return [say`All ${counted(objects, 'declared object')} on ${firstNames(names, 3)} are gone: ${question}`]
}

/** That the plan compares with what the state has recorded, and not with the appliance. What is only forgotten is never asked for. */
export function notRefreshed({ resources }: ReviewedPlan): readonly Observation[] {
  const stored = resources.filter(({ before, action }) => before && action !== 'forget')
  const unseen = stored.filter(({ isUnseen }) => isUnseen)
  if (unseen.length === 0) return []
  const addresses = unseen.map(({ address }) => address)
  const because =
    '(for example because of -refresh=false), so the review knows only what the state has recorded'
  const what =
    unseen.length === stored.length
      ? say`nothing was refreshed`
      : say`${counted(unseen.length, 'resource')} not refreshed`
  return [{ says: say`${what} ${[because]}`, names: shownNames(addresses), addresses }]
}

/** What the plan leaves for a later one, so that this review is not the last word on the configuration. */
export function partialPlan({ plan, messages }: ReviewedPlan): readonly Observation[] {
  const rest = restOf(plan, messages)
  const deferred = deferrals(rest)
  const { isPartial, leftOut } = rest
  if (leftOut.length > 0) {
    const says = say`${counted(leftOut.length, 'managed resource')} not included in the plan, for example because of -target`
    return [{ says, names: shownNames(leftOut), addresses: leftOut }, ...deferred]
  }
  if (!isPartial || deferred.length > 0) return deferred
  const says = say`part of the configuration is not included in the plan, for example because of -target`
  return [{ says, addresses: [] }]
}

/** What the engine could not plan yet, by the reasons that it gives. */
export function deferrals({ deferred }: Pick<Rest, 'deferred'>): readonly Observation[] {
  const groups = groupedBy(deferred, (each) => JSON.stringify([each.of, each.reason]))
  return [...groups.values()].map((group) => {
    const [first] = group
    const addresses = group.map(({ address }) => address)
    const reason = deferralReasons.get(first.reason) ?? new Name(first.reason)
    const says = say`${counted(group.length, first.of)} deferred to a later plan: ${[reason]}`
    return { says, names: shownNames(addresses), addresses }
  })
}

/** As Terraform 1.16 writes them. */
const deferralReasons: ReadonlyMap<string, string> = new Map([
  ['instance_count_unknown', 'count or for_each is known only after an apply'],
  ['resource_config_unknown', 'the configuration contains values that are known only after an apply'],
  ['provider_config_unknown', 'the configuration of the provider is known only after an apply'],
  ['absent_prereq', 'a prerequisite does not exist yet'],
  ['deferred_prereq', 'it depends on a deferred resource'],
  ['unknown', 'the reason is unknown'],
])

/** What a plan leaves for a later one. */
export interface Rest {
  /** Whether there is, or may be, anything at all. */
  readonly isPartial: boolean
  /** What the engine could not plan yet. */
  readonly deferred: readonly Deferred[]
  /** Addresses of resources that are managed and not in the plan, as with `-target` or `-exclude`. */
  readonly leftOut: readonly string[]
}

/**
 * Terraform says of a plan that it is not complete, but not why. OpenTofu says so only in a warning, so that with `-target` or
 * `-exclude` it shows in resources that are managed and that the plan does not name; those that are still to be created are in
 * neither.
 */
export function restOf({ isComplete, deferred, changes, managed }: Plan, messages: readonly Message[]): Rest {
  if (isComplete === true) return { isPartial: false, deferred: [], leftOut: [] }
  const named = new Set([
    ...changes.flatMap(({ address, previousAddress }) => [address, previousAddress]),
    ...deferred.map(({ address }) => address),
  ])
  // A plan that only refreshes names none.
  const leftOut =
    changes.length === 0 ? [] : managed.map(({ address }) => address).filter((address) => !named.has(address))
  const isTargeted = messages.some(({ summary, detail }) => engineMatter(summary, detail) === 'targeted')
  const isPartial = isComplete === false || isTargeted || deferred.length > 0 || leftOut.length > 0
  return { isPartial, deferred, leftOut }
}

/** Of what the plan changes. */
export function changesUnverified({ plan, resources }: ReviewedPlan): readonly Observation[] {
  return unverifiedResources({ plan, resources: resources.filter(({ action }) => action !== 'none') })
}

/**
 * Resources of which the appliance shows nothing, or not all, so that no plan can tell whether they are as declared. One
 * observation for each kind and reason.
 */
export function unverifiedResources({
  plan: { inheritedVerify },
  resources,
}: Pick<ReviewedPlan, 'plan' | 'resources'>): readonly Observation[] {
  const unverified = resources.flatMap((resource) => {
    const why = unverifiedReason(resource, inheritedVerify)
    return why ? [{ ...subjectOf(resource), why, address: resource.address }] : []
  })
  const groups = groupedBy(unverified, ({ kind, why }) => JSON.stringify([kind, why]))
  return [...groups.values()].map((group) => ({
    says: say`${[group[0].kind]} not verified: ${group[0].why}`,
    names: shownNames(group.map(({ name }) => name)),
    addresses: group.map(({ address }) => address),
  }))
}

/** Nothing where the resource is verified, or is not managed any more. */
function unverifiedReason({ type, before, after }: PlannedResource, inherited: Verify): Phrase | undefined {
  if (!after) return undefined
  if (type === 'appliance_certificate') return say`the appliance cannot show certificates`
  if (type === 'appliance_hostname') return say`the appliance cannot show its host name`
  if (categoryTypes.has(type)) {
    const own = verifyModes.find((mode) => mode === after.text('verify'))
    return own !== undefined && verifyOf(own, inherited) === 'none'
      ? say`verify is none, so the provider does not check the sites`
      : undefined
  }
  const attributes = before?.texts('unverified') ?? []
  if (attributes.length === 0) return undefined
  return say`the appliance does not return ${nameList(attributes)}`
}

/** Members that stay, and lose the last membership that the configuration has of them. One that is only forgotten is not lost. */
export function lastGroupsLost({ resources }: ReviewedPlan): readonly Observation[] {
  return onEachAppliance(resources).flatMap((each) => lastGroupsLostOn(each, resources))
}

/** @param all may have other memberships of a member whose appliance is not known */
function lastGroupsLostOn(
  resources: readonly PlannedResource[],
  all: readonly PlannedResource[],
): readonly Observation[] {
  const memberships = resources.filter(({ type }) => type === membershipType)
  const appliance = resources[0]?.appliance ?? ''
  const others = isKnown(appliance) ? memberships : all.filter(({ type }) => type === membershipType)
  const kept = new Set(
    others.map((resource) => loginOn(resource, resource.action === 'forget' ? 'before' : 'after')),
  )
  // A membership whose login comes with the apply may be anybody's.
  if (memberships.some(({ after }) => after?.isUnknown('uid'))) return []
  const deleted = new Set(
    resources
      .filter((resource) => isAccountDeleted(resource, resources))
      .map((resource) => loginOn(resource, 'before')),
  )
  const losers = groupedBy(memberships, (resource) => {
    const login = loginOn(resource, 'before')
    return login !== undefined && (kept.has(login) || deleted.has(login)) ? undefined : login
  })
  return [...losers].map(([login, lost]) => {
    const isSensitive = lost.some(({ before }) => before?.isSensitive('uid'))
    const member = subjectOn(appliance, 'member', isSensitive ? '(sensitive)' : login)
    const says = say`${subjectPhrase(member)} loses its last group in the configuration`
    return { says, addresses: lost.map(({ address }) => address) }
  })
}

/**
 * Objects that only get another address, without a `moved` block. Where there can be one, the finding has it: engines reject a block whose old
 * address is still declared, and pass over one whose new address the state has.
 */
export function addressesChanged({ plan, resources }: ReviewedPlan): readonly Observation[] {
  const ofAppliance = plan.changes.filter(isOfAppliance)
  const declared = new Set(ofAppliance.filter(({ after }) => after).map(({ address }) => address))
  const stored = new Set(ofAppliance.filter(({ before }) => before).map(({ address }) => address))
  const objects = resources.flatMap(({ type, address: to, readdressedFrom: from }) =>
    from === undefined ? [] : { type, from, to },
  )
  const canMove = ({ from, to }: Readdressed) => !declared.has(from) && !stored.has(to)
  const movable = objects.filter(canMove)
  const byPosition = objects.filter((each) => !canMove(each))
  const blocks = movable.map(({ from, to }) => `moved {\n  from = ${from}\n  to   = ${to}\n}`)
  return [
    ...readdressing(movable, 'without moved blocks').map((each) => ({ ...each, block: blocks.join('\n\n') })),
    ...readdressing(
      byPosition,
      byPosition.length === 1 ? 'by its position' : 'by their positions',
      '; for_each keeps addresses',
    ),
  ]
}

interface Readdressed {
  readonly type: string
  readonly from: string
  readonly to: string
}

function readdressing(objects: readonly Readdressed[], how: string, advice = ''): readonly Observation[] {
  if (objects.length === 0) return []
  const counts = Object.entries(readdressedKinds).flatMap(([type, [one, several]]) => {
    const count = objects.filter((object) => object.type === type).length
    return count === 0 ? [] : [counted(count, one, several)]
  })
  const isSent = objects.some(({ type }) => type !== 'appliance_ldap_group')
  const missing = isSent ? ', so sites and memberships can be missing for moments of the apply' : ''
  const get = objects.length === 1 ? 'gets another address' : 'get other addresses'
  return [
    {
      says: say`${joined(counts, ', ')} ${[`${get} ${how}${missing}${advice}`]}`,
      names: shownNames(objects.map(({ from, to }) => `${from} to ${to}`)),
      addresses: objects.map(({ to }) => to),
    },
  ]
}

const readdressedKinds: Readonly<Record<string, readonly [one: string, several: string]>> = {
  appliance_category: ['category', 'categories'],
  appliance_category_sites: ['list', 'lists'],
  appliance_ldap_group: ['group', 'groups'],
  appliance_ldap_group_membership: ['membership', 'memberships'],
}

/**
 * The plan without drift that may be none: engines refresh with the provider of the configuration, and of an object that looks gone the provider
 * says that its last change was sent to another address. What is created in its place comes from the configuration then.
 */
export function withoutFormerAddresses(plan: Plan, messages: readonly Message[]): Plan {
  const left = leftElsewhere(messages)
  // A plan that only refreshes records what is gone, wherever it was.
  if (left.size === 0 || plan.changes.length === 0) return plan
  return { ...plan, drift: plan.drift.filter((found) => !(isGone(found) && left.has(found.address))) }
}

/**
 * Objects that look gone in a plan with several provider blocks. No plan contains the block that a resource had before, not even a saved one: its
 * previous state has the new block already.
 */
export function formerProvidersUnknown({ plan, messages }: ReviewedPlan): readonly Observation[] {
  const settings = new Set(plan.providers.map(({ expressions }) => JSON.stringify(expressions)))
  if (settings.size < 2) return []
  const left = leftElsewhere(messages)
  const declared = new Set(plan.changes.filter(({ after }) => after).map(({ address }) => address))
  const gone = plan.drift
    .filter((found) => isOfAppliance(found) && isGone(found))
    .map(({ address }) => address)
    .filter((address) => declared.has(address) && !left.has(address))
  if (gone.length === 0) return []
  const says = say`${counted(gone.length, 'object')} not found: a plan does not say whether the provider block has changed, so the former appliance may have what is missing here`
  return [{ says, names: shownNames(gone), addresses: gone }]
}

function isGone({ after, deposed }: PlannedResource): boolean {
  return !after && deposed === undefined
}

function leftElsewhere(messages: readonly Message[]): ReadonlySet<string> {
  return addressesWith(codesOf('former-address'), messages)
}
