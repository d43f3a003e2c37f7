import {
  type AccountChange,
  type AccountOutcome,
  accountOutcome,
  type OnDestroy,
} from '@webfilter/appliance-declarations/account-outcome'
import { canonicalUid } from '@webfilter/appliance-names'
import { joined, Name, type Phrase, say } from '../report/phrase'
import { isKnown, onEachAppliance } from './appliances'
import { type Change, type Subject, subjectOn } from './change'
import { type GroupNaming, loginOn, membershipType } from './membership-changes'
import type { Plan } from './plan'
import { type Attributes, attributeChanges, comingName, type PlannedResource } from './planned-resource'
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
  const memberships = membershipsByLogin(resources)
  return members.flatMap((resource) => {
    const place = (side: Side) => placeOf(resource, side, { memberships, plan, groupOf })
    const attributes = resource.after ?? resource.before
    return linesOf(resource, outcomeOf(resource, resources), { place, plan }).map((line) => ({
      ...line,
      ...organizationOf(attributes),
    }))
  })
}

function membershipsByLogin(
  resources: readonly PlannedResource[],
): ReadonlyMap<string, readonly PlannedResource[]> {
  const memberships = new Map<string, PlannedResource[]>()
  for (const resource of resources) {
    if (resource.type !== membershipType) continue
    const logins = [resource.before, resource.after].flatMap((side) => (side && loginOf(side)) ?? [])
    for (const login of new Set(logins)) {
      const known = memberships.get(login)
      if (known) known.push(resource)
      else memberships.set(login, [resource])
    }
  }
  return memberships
}

function organizationOf(attributes: Attributes | undefined): Pick<Change, 'organization'> {
  const organization = attributes?.isSensitive('organization') ? undefined : attributes?.text('organization')
  return organization === undefined ? {} : { organization }
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
  const login = loginOf(before)
  const isDeclaredElsewhere = resources.some(
    (other) =>
      other.change !== resource.change &&
      other.type === memberType &&
      login !== undefined &&
      other.after !== undefined &&
      loginOf(other.after) === login,
  )
  const state = { adopted: before.value('adopted') === true, on_destroy: onDestroyIn(before) }
  return accountOutcome(state, changeOf(resource), isDeclaredElsewhere)
}

function changeOf({ action, before, after, change }: PlannedResource): AccountChange {
  switch (action) {
    case 'destroy':
      // The deletion of a deposed object is the rest of a replacement.
      return change.deposed === undefined ? 'destroyed' : 'replaced by another login'
    case 'forget':
      return 'forgotten'
    case 'replace': {
      const isSame = before && after && loginOf(before) === loginOf(after)
      return isSame ? 'replaced' : 'replaced by another login'
    }
    default:
      return 'kept'
  }
}

function onDestroyIn(side: Attributes): OnDestroy {
  const value = side.text('on_destroy')
  return value === 'delete' || value === 'keep' ? value : null
}

function loginOf(side: Attributes): string | undefined {
  const uid = side.text('uid')
  return uid === undefined ? undefined : canonicalUid(uid)
}

function linesOf(
  resource: PlannedResource,
  outcome: AccountOutcome | undefined,
  { place, plan }: { readonly place: (side: Side) => readonly Phrase[]; readonly plan: Plan },
): readonly Change[] {
  const { before, after, action, address } = resource
  const addresses = [address]
  const [old, coming] = [memberOf(resource, before), memberOf(resource, after)]
  const created = (says: Phrase): Change => ({
    section: 'added',
    action: 'create',
    subject: coming,
    says: listed([says, ...place('after')]),
    addresses,
  })
  const { origin } = resource
  if (outcome === undefined) {
    if (origin === 'adopted') {
      const says = say`adopted; its attributes are set to those of the configuration`
      return [{ ...created(says), action: 'adopt' }]
    }
    return [created(origin ? [origin] : say`created, or adopted if the directory already contains it`)]
  }
  const lost = (onAppliance: 'deleted' | 'stays', ...says: readonly Phrase[]): Change => ({
    section: 'lost',
    action: onAppliance === 'stays' ? 'forget' : 'destroy',
    onAppliance,
    subject: old,
    says: listed([...says, ...place(onAppliance === 'stays' ? 'left' : 'before')]),
    addresses,
  })
  const successor = (says: Phrase) => (action === 'replace' ? [created(says)] : [])
  const differences = attributeChanges(resource, withoutAccount)
  switch (outcome.account) {
    case 'managed':
      return [
        {
          section: 'changed',
          action: 'update',
          subject: coming,
          says: listed([
            ...(differences ? [differences] : [say`some values are known only after the apply`]),
            ...place('after'),
          ]),
          addresses,
        },
      ]
    case 'deleted':
      return [lost('deleted', say`account deleted`)]
    case 'taken over':
      return [
        {
          section: 'changed',
          action: 'replace',
          subject: old,
          says: listed([
            say`replaced in the state; the account stays${hasPassword(resource, plan) ? say`, and its password is set to that of the configuration` : []}`,
            ...(differences ? [differences] : []),
            ...place('after'),
          ]),
          addresses,
        },
      ]
    case 'stays':
      if (resource.isManagedElsewhere) {
        const says = say`another resource manages it from now on; nothing is sent for the former one`
        return [{ section: 'changed', action: 'forget', subject: old, says, addresses }]
      }
      return [
        lost('stays', say`no longer managed; the account stays on the appliance${reasonOf(outcome.because)}`),
        ...successor(say`created`),
      ]
    case 'refused':
      return [
        {
          section: 'changed',
          action: 'update',
          subject: old,
          says: say`the account stays: the apply rejects the change`,
          addresses,
        },
      ]
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
  const organization = attributes.isSensitive('organization')
    ? '(sensitive)'
    : attributes.text('organization')
  return [
    ...(organization === undefined
      ? attributes.isUnknown('organization')
        ? [say`organization known only after the apply`]
        : []
      : [say`organization ${new Name(organization)}`]),
    ...primaryGroup(resource, side, lookup),
    ...groups(attributes, moment, lookup),
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
function isOfExisting({ origin, action, before, after }: PlannedResource): boolean {
  if (origin === 'adopted') return true
  return (
    action === 'replace' && before !== undefined && after !== undefined && loginOf(before) === loginOf(after)
  )
}

function groups(attributes: Attributes, moment: Side, { memberships, groupOf }: Lookup): readonly Phrase[] {
  const login = loginOf(attributes)
  if (login === undefined) return []
  const names = (memberships.get(login) ?? []).flatMap((resource) => {
    const isForgotten = resource.action === 'forget'
    const side = moment === 'left' ? (isForgotten ? 'before' : 'after') : moment
    const of = resource[side]
    if (!of || of.isSensitive('uid') || loginOf(of) !== login) return []
    const group = groupOf(resource, side)
    return group ? [group.name] : []
  })
  const distinct = [...new Set(names)].sort()
  if (distinct.length === 0) return []
  const shown = distinct.slice(0, mostGroups).map((name) => say`${new Name(name)}`)
  const more = distinct.length - shown.length
  return [
    say`${[distinct.length === 1 ? 'group' : 'groups']} ${joined(shown, ', ')}${more === 0 ? [] : say` and ${more} more`}`,
  ]
}

const mostGroups = 20

function memberOf({ address, appliance }: PlannedResource, side: Attributes | undefined): Subject {
  const uid = side?.isSensitive('uid') ? '(sensitive)' : side?.text('uid')
  const isComing = side?.isUnknown('uid') === true
  return subjectOn(appliance, 'member', uid ?? (isComing ? comingName(address) : address))
}

function listed(phrases: readonly Phrase[]): Phrase {
  return joined(phrases, '; ')
}

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
