import {
  type AccountChange,
  type AccountOutcome,
  accountOutcome,
  type OnDestroy,
} from '@webfilter/appliance-declarations/account-outcome'
import { groupedBy, remembered } from '../grouped'
import { firstNames, joined, Name, type Phrase, say } from '../report/phrase'
import { isKnown, onEachAppliance } from './appliances'
import { type Change, managedElsewhere, type Subject, subjectOn } from './change'
import { type GroupNaming, loginOn, membershipType } from './membership-changes'
import type { Plan } from './plan'
import {
  type Attributes,
  attributeChanges,
  comingName,
  instanceOf,
  type PlannedResource,
} from './planned-resource'
import { isConfigured } from './references'

export const memberType = 'appliance_ldap_member'

/**
 * The lines about accounts of one appliance: what becomes of each, its organization and its groups.
 * @param parts of the resources, as one cause changes them
 */
export function memberChanges(
  parts: readonly PlannedResource[],
  resources: readonly PlannedResource[],
  plan: Plan,
  groupOf: GroupNaming,
): readonly Change[] {
  const members = parts.filter(({ type, action }) => type === memberType && action !== 'none')
  const memberships = groupedBy(
    resources.filter(({ type }) => type === membershipType),
    (link) => [...new Set([loginOn(link, 'before') ?? [], loginOn(link, 'after') ?? []].flat())],
  )
  return members.flatMap((resource) => {
    const place = (side: Side) => placeOf(resource, side, { memberships, plan, groupOf })
    const organization = (resource.after ?? resource.before)?.textUnlessSensitive('organization')
    const lines = linesOf(resource, outcomeOf(resource, resources), { place, plan })
    return lines.map((line) => ({ ...line, ...(organization !== undefined && { organization }) }))
  })
}

/** Whether the apply deletes the account of a login in the state. */
export function isAccountDeleted(resource: PlannedResource, resources: readonly PlannedResource[]): boolean {
  if (resource.type !== memberType) return false
  return outcomeOf(resource, resources)?.account === 'deleted'
}

/** What becomes of the account that a resource has in the state; undefined if it has none. */
function outcomeOf(
  resource: PlannedResource,
  resources: readonly PlannedResource[],
): AccountOutcome | undefined {
  const { before } = resource
  if (!before) return undefined
  const login = loginOn(resource, 'before')
  const isDeclaredElsewhere = resources.some(
    (other) =>
      instanceOf(other) !== instanceOf(resource) &&
      other.type === memberType &&
      login !== undefined &&
      loginOn(other, 'after') === login,
  )
  const state = { adopted: before.value('adopted') === true, on_destroy: onDestroyIn(before) }
  const outcome = accountOutcome(state, changeOf(resource), isDeclaredElsewhere)
  return outcome.account === 'stays' && isUninstalled(resources) ? { account: 'deleted' } : outcome
}

/** Whether the apply uninstalls the directory service, and with it all accounts and groups, managed or not. */
export function isUninstalled(resources: readonly PlannedResource[]): boolean {
  return uninstallations(resources).length > 0
}

/** Whether it may: that the service is on the appliance of some resources is not known. @param all of the plan */
export function mayBeUninstalled(
  resources: readonly PlannedResource[],
  all: readonly PlannedResource[],
): boolean {
  const [one] = resources
  if (!one || isUninstalled(resources)) return false
  return uninstallations(all).some((service) => mayBeTogether(service, one))
}

const uninstallations = remembered(
  (resources: readonly PlannedResource[]) =>
    resources.filter(
      ({ type, action, before }) =>
        type === 'appliance_ldap_service' &&
        action === 'destroy' &&
        before?.value('uninstall_on_destroy') === true,
    ),
  new WeakMap(),
)

function changeOf(resource: PlannedResource): AccountChange {
  switch (resource.action) {
    case 'destroy':
      // The deletion of a deposed object is the rest of a replacement.
      return resource.deposed === undefined ? 'destroyed' : 'replaced by another login'
    case 'forget':
      return 'forgotten'
    case 'replace':
      return hasSameLogin(resource) ? 'replaced' : 'replaced by another login'
    default:
      return 'kept'
  }
}

function onDestroyIn(side: Attributes): OnDestroy {
  const value = side.text('on_destroy')
  return value === 'delete' || value === 'keep' ? value : null
}

function hasSameLogin(resource: PlannedResource): boolean {
  const { before, after } = resource
  return (
    before !== undefined && after !== undefined && loginOn(resource, 'before') === loginOn(resource, 'after')
  )
}

function linesOf(
  resource: PlannedResource,
  outcome: AccountOutcome | undefined,
  { place, plan }: { readonly place: (side: Side) => readonly Phrase[]; readonly plan: Plan },
): readonly Change[] {
  const { before, after, action, address, origin } = resource
  const [old, coming] = [memberOf(resource, before), memberOf(resource, after)]
  const lineOf = (
    form: Pick<Change, 'section' | 'action' | 'onAppliance'>,
    subject: Subject,
    ...says: readonly (Phrase | undefined)[]
  ): Change => ({ ...form, subject, says: joined(says, '; '), addresses: [address] })
  const created = (says: Phrase, done: 'create' | 'adopt' = 'create') =>
    lineOf({ section: 'added', action: done }, coming, says, ...place('after'))
  if (outcome === undefined) {
    if (origin === 'adopted')
      return [created(say`adopted; its attributes are set to those of the configuration`, 'adopt')]
    return [created(origin ? [origin] : say`created, or adopted if the directory already contains it`)]
  }
  const differences = attributeChanges(resource, withoutAccount)
  switch (outcome.account) {
    case 'managed': {
      const says = differences ?? say`some values are known only after the apply`
      return [lineOf({ section: 'changed', action: 'update' }, coming, says, ...place('after'))]
    }
    case 'deleted': {
      const form = { section: 'lost', action: 'destroy', onAppliance: 'deleted' } as const
      return [lineOf(form, old, say`account deleted`, ...place('before'))]
    }
    case 'taken over': {
      const password = hasPassword(resource, plan)
        ? say`, and its password is set to that of the configuration`
        : []
      const says = say`replaced in the state; the account stays${password}`
      return [lineOf({ section: 'changed', action: 'replace' }, old, says, differences, ...place('after'))]
    }
    case 'stays': {
      if (resource.isManagedElsewhere)
        return [lineOf({ section: 'changed', action: 'forget' }, old, managedElsewhere)]
      const form = { section: 'lost', action: 'forget', onAppliance: 'stays' } as const
      const says = say`no longer managed; the account stays on the appliance${reasonOf(outcome.because)}`
      const left = lineOf(form, old, says, ...place('left'))
      return action === 'replace' ? [left, created(say`created`)] : [left]
    }
    case 'refused': {
      const says = say`the account stays: the apply rejects the change`
      return [lineOf({ section: 'changed', action: 'update' }, old, says)]
    }
  }
}

/** Whether the configuration has a password, which the creation of a replacement sets again. Of a write-only one, a plan has no value. */
function hasPassword(resource: PlannedResource, plan: Plan): boolean {
  const { after } = resource
  const isKnown = typeof after?.value('password') === 'string' || after?.isUnknown('password') === true
  return isKnown || isConfigured(resource, 'password_wo', plan)
}

function reasonOf(because: Extract<AccountOutcome, { account: 'stays' }>['because']): Phrase {
  switch (because) {
    case 'keep':
      return [' because on_destroy is "keep"']
    case 'adopted':
      return [' because it was adopted']
    case 'replaced':
      return [' because only the removal of a block deletes an account']
    case 'declared elsewhere':
      return [' because another resource declares it']
    case 'forgotten':
      return []
  }
}

/** What the provider notes of an account by itself. */
const withoutAccount: ReadonlySet<string> = new Set(['adopted', 'unverified'])

/** Of an account that the apply leaves behind unmanaged, its attributes are those before and its groups those after. */
type Side = 'before' | 'after' | 'left'

interface Lookup {
  /** By the logins that they have before or after. */
  readonly memberships: ReadonlyMap<string, readonly PlannedResource[]>
  readonly plan: Plan
  readonly groupOf: GroupNaming
}

/** The organization of an account, its primary group and the groups that the configuration gives it: its rights. */
function placeOf(resource: PlannedResource, moment: Side, lookup: Lookup): readonly Phrase[] {
  const side = moment === 'left' ? 'before' : moment
  const attributes = resource[side]
  if (!attributes) return []
  const organization = attributes.shown('organization')
  return [
    ...(organization === undefined
      ? attributes.isUnknown('organization')
        ? [say`organization known only after the apply`]
        : []
      : [say`organization ${new Name(organization)}`]),
    ...primaryGroup(resource, side, lookup),
    ...groups(resource, moment, lookup),
  ]
}

function primaryGroup(
  resource: PlannedResource,
  side: 'before' | 'after',
  { plan, groupOf }: Lookup,
): readonly Phrase[] {
  const attributes = resource[side]
  if (attributes?.isSensitive('gid')) return [say`primary group ${new Name('(sensitive)')}`]
  const gid = attributes?.text('gid')
  // An account that exists keeps its group, which the plan does not name if the creation looks for it.
  if (isOfExisting(resource) && side === 'after' && !isConfigured(resource, 'gid', plan)) {
    if (resource.origin === 'adopted' || attributes?.isUnknown('gid')) return []
  }
  const isChosen = gid === '0' || (attributes?.isUnknown('gid') && !isConfigured(resource, 'gid', plan))
  if (isChosen) return isOfExisting(resource) ? [] : [say`primary group chosen by the appliance`]
  if (gid === undefined && !attributes?.isUnknown('gid')) return []
  const group = groupOf(resource, side)
  if (!group) return []
  const isNumber = group.name === gid
  return [say`primary group ${isNumber ? ['number '] : []}${new Name(group.name)}`]
}

/** Whether the account that a resource creates is there already. */
function isOfExisting(resource: PlannedResource): boolean {
  return resource.origin === 'adopted' || (resource.action === 'replace' && hasSameLogin(resource))
}

function groups(account: PlannedResource, moment: Side, { memberships, groupOf }: Lookup): readonly Phrase[] {
  const login = loginOn(account, moment === 'left' ? 'before' : moment)
  if (login === undefined) return []
  const names = (memberships.get(login) ?? []).flatMap((link) => {
    const side = moment === 'left' ? (link.action === 'forget' ? 'before' : 'after') : moment
    const isShown = loginOn(link, side) === login && !link[side]?.isSensitive('uid')
    const group = isShown ? groupOf(link, side) : undefined
    if (!group) return []
    return group.organization === undefined ? group.name : `${group.name} of ${group.organization}`
  })
  const distinct = [...new Set(names)].sort()
  if (distinct.length === 0) return []
  return [say`${[distinct.length === 1 ? 'group' : 'groups']} ${firstNames(distinct, mostGroups)}`]
}

const mostGroups = 20

function memberOf({ address, appliance }: PlannedResource, side: Attributes | undefined): Subject {
  const isComing = side?.isUnknown('uid') === true
  return subjectOn(appliance, 'member', side?.shown('uid') ?? (isComing ? comingName(address) : address))
}

/**
 * Why a membership that is declared, or was, cannot be there after the apply: its account is. Undefined if the plan shows nothing of that.
 * @param side where its login stands: after the plan, unless it is one that the plan gives up
 */
export type AbsentAccounts = (
  membership: PlannedResource,
  side?: 'before' | 'after',
) => 'deleted' | 'gone' | undefined

/**
 * The accounts that are not there after an apply. A membership refers to its account by a login, which the configuration may write itself: then
 * an engine does not know that the two belong together.
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
  const byLogin = (members: readonly PlannedResource[], side: 'before' | 'after') =>
    groupedBy(members, (member) => loginOn(member, side))
  const [kept, lost] = [byLogin(resources.filter(isMember), 'after'), byLogin(deleted, 'before')]
  const missing = byLogin(gone, 'before')
  return (membership, side = 'after') => {
    const login = loginOn(membership, side)
    if (login === undefined) return undefined
    const isSame = ({ appliance }: PlannedResource) => appliance === membership.appliance
    // A membership that the plan gives up is said to be gone only if that is certain.
    const isTogether = side === 'before' ? isSame : (each: PlannedResource) => mayBeTogether(each, membership)
    const isAmong = (accounts: ReadonlyMap<string, readonly PlannedResource[]>) =>
      accounts.get(login)?.some(isTogether) === true
    if (isAmong(kept)) return undefined
    if (isAmong(lost) || uninstallations(resources).some(isSame)) return 'deleted'
    return isAmong(missing) ? 'gone' : undefined
  }
}

/** Of an account that the configuration does not declare any more, a plan about several appliances does not say on which one it is. */
function mayBeTogether(one: PlannedResource, other: PlannedResource): boolean {
  return one.appliance === other.appliance || !isKnown(one.appliance) || !isKnown(other.appliance)
}
