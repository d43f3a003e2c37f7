import { groupedBy } from '../grouped'
import { memberType } from './member-changes'
import { loginOn, membershipType } from './membership-changes'
import { isOfAppliance, type Plan } from './plan'
import { type Attributes, isEqualJson, type PlannedAction, type PlannedResource } from './planned-resource'
import { candidatesFor, referredTo } from './references'
import { categoryNaming, categoryTypes, leavingList } from './sites/list-change'

/**
 * A plan whose changes are those of objects of the appliance, rather than of addresses. What one address gives up and another one takes is the
 * change of one object, which gets another address: so it is if an index of `count` shifts, or `count` becomes `for_each` without `moved`. An
 * address that gives up one object and takes another one has a change for each.
 */
export function byObject(plan: Plan): Plan {
  const keyOf = objectKeys(plan)
  const others = plan.changes.flatMap((resource) => otherObjects(resource, keyOf))
  const pairs = readdressedIn(others)
  const givers = new Map([...pairs].map(([taker, giver]) => [giver, taker]))
  const splits = new Set([...pairs.keys(), ...givers.keys(), ...replacedByGone(others, plan, keyOf)])
  const changes = plan.changes.flatMap((resource) => {
    if (!splits.has(resource)) return [resource]
    const [giver, taker] = [pairs.get(resource), givers.get(resource)]
    return [
      ...(taker || !resource.before ? [] : [givenUp(resource)]),
      ...(giver ? [readdressed(giver, resource, isPresumed(resource, plan))] : []),
      ...(giver || !resource.after ? [] : [created(resource)]),
    ]
  })
  return { ...plan, changes, drift: driftByObject({ ...plan, splits }, changes, keyOf, givers) }
}

/** An address that gives up one object and takes another one, by their keys. */
interface OtherObject {
  readonly resource: PlannedResource
  readonly from: string | undefined
  readonly to: string | undefined
}

function otherObjects(resource: PlannedResource, keyOf: ObjectKeys): readonly OtherObject[] {
  const { action, deposed, type } = resource
  // Whoever forgets an object gives it up on purpose.
  const isOne = isOfAppliance(resource) && deposed === undefined && changing.has(action)
  if (!isOne || type === memberType) return []
  const [from, to] = [keyOf(resource, 'before'), keyOf(resource, 'after')]
  return from === to ? [] : [{ resource, from, to }]
}

/** What identifies an object on one side of a plan, under whatever address; undefined if the plan does not have it, or if it is of another kind. */
export type ObjectKeys = (resource: PlannedResource, side: 'before' | 'after') => string | undefined

/** Changes of addresses that replace their object by one that others deleted, whatever address that had. */
function replacedByGone(
  others: readonly OtherObject[],
  { drift }: Plan,
  keyOf: ObjectKeys,
): readonly PlannedResource[] {
  const gone = drift.filter((found) => isOfAppliance(found) && !found.after)
  const keys = new Set(gone.map((found) => keyOf(found, 'before')))
  return others
    .filter(({ resource, to }) => resource.before && to !== undefined && keys.has(to))
    .map(({ resource }) => resource)
}

/**
 * What the refresh found, under the addresses that the objects have in the plan. One that is gone is created again under whatever address
 * declares it.
 *
 * @param changes of objects
 * @param takers by the changes of the addresses that give objects up
 */
function driftByObject(
  plan: Plan & { readonly splits: ReadonlySet<PlannedResource> },
  changes: readonly PlannedResource[],
  keyOf: ObjectKeys,
  takers: ReadonlyMap<PlannedResource, PlannedResource>,
): readonly PlannedResource[] {
  const current = new Map(
    plan.changes.filter(({ deposed }) => deposed === undefined).map((change) => [change.address, change]),
  )
  const creations = groupedBy(
    changes.filter((each) => isOfAppliance(each) && !each.before),
    (change) => keyOf(change, 'after'),
  )
  return plan.drift.map((found): PlannedResource => {
    if (!isOfAppliance(found) || found.deposed !== undefined) return found
    const change = current.get(found.address)
    const address = (change && takers.get(change)?.address) ?? creationOf(found, change)?.address
    if (address !== undefined) return { ...found, address }
    return change && isOther(found, change) ? { ...found, isGivenUp: true } : found
  })

  /** @param change of the address that the object had */
  function creationOf(found: PlannedResource, change: PlannedResource | undefined) {
    if (found.after || change?.before) return undefined
    const [creation, ...others] = creations.get(keyOf(found, 'before') ?? '') ?? []
    return others.length === 0 ? creation : undefined
  }

  /** Whether its address is another object's. */
  function isOther(found: PlannedResource, change: PlannedResource): boolean {
    if (plan.splits.has(change)) return true
    if (found.after || change.before) return false
    const [key, next] = [keyOf(found, 'before'), keyOf(change, 'after')]
    return key !== undefined && next !== undefined && next !== key
  }
}

/** By the change of the address that takes an object: that of the address which gives it up. */
function readdressedIn(others: readonly OtherObject[]): ReadonlyMap<PlannedResource, PlannedResource> {
  const givers = groupedBy(others, ({ from }) => from)
  const takers = groupedBy(others, ({ resource, to }) => (resource.isImported ? undefined : to))
  const pairs = new Map<PlannedResource, PlannedResource>()
  for (const [key, [taker, ...otherTakers]] of takers) {
    const [giver, ...otherGivers] = givers.get(key) ?? []
    if (giver && otherTakers.length + otherGivers.length === 0) pairs.set(taker.resource, giver.resource)
  }
  return pairs
}

const changing: ReadonlySet<PlannedAction> = new Set(['create', 'update', 'replace', 'destroy'])

/** Whether it is not certain which object an address takes, as the group of a membership is found by its key alone. */
function isPresumed(resource: PlannedResource, plan: Plan): boolean {
  const isOpen = resource.type === membershipType && resource.after?.isUnknown('gid') === true
  return isOpen && candidatesFor(resource, 'gid', groupType, plan.changes, plan).isPresumed
}

/** The keys of objects: a text that only the same object has. */
export function objectKeys(plan: Plan): ObjectKeys {
  const resources = plan.changes.filter(isOfAppliance)
  const groups = resources.filter(({ type }) => type === groupType)
  // Those that the refresh has not found: only there are their numbers.
  const goneGroups = plan.drift.filter(({ type }) => type === groupType)
  const former = new Set(plan.drift.map(({ before }) => before))
  const categoryOf = categoryNaming(resources, plan)
  return (resource, side) => {
    const key = keyOnAppliance(resource, side)
    return key && `${key} on ${resource.appliance}`
  }

  function keyOnAppliance(resource: PlannedResource, side: 'before' | 'after'): string | undefined {
    const { type, [side]: attributes } = resource
    const login = loginOn(resource, side)
    switch (type) {
      case groupType:
        return groupKey(resource, side)
      case memberType:
        return login === undefined ? undefined : `member ${login}`
      case membershipType: {
        const group = groupOf(resource, side)
        return login === undefined || group === undefined ? undefined : `${login} in ${group}`
      }
    }
    const category = categoryTypes.has(type) ? categoryOf(resource, side) : undefined
    if (category === undefined || category.isUnknown) return undefined
    if (type === 'appliance_category') return `category ${category.key}`
    const list = attributes?.text('name')
    return list === undefined ? undefined : `list ${JSON.stringify(list)} of ${category.key}`
  }

  function groupOf(resource: PlannedResource, side: 'before' | 'after'): string | undefined {
    const gid = resource[side]?.text('gid')
    if (gid === undefined) {
      const group = referredTo(resource, 'gid', groupType, groups, plan)
      return group && groupKey(group, 'after')
    }
    // A number may be given again: only what the last apply left has it from a group that is gone.
    const isLeft = former.has(resource[side]) || (side === 'before' && resource.isUnseen)
    const known = isLeft ? [...goneGroups, ...groups] : groups
    const group = known.find(
      ({ appliance, before }) => appliance === resource.appliance && before?.text('gid') === gid,
    )
    return (group && groupKey(group, 'before')) ?? `group number ${gid}`
  }
}

const groupType = 'appliance_ldap_group'

/** Names of the directory have no letter case. */
function groupKey(group: PlannedResource, side: 'before' | 'after'): string | undefined {
  const [name, organization] = [group[side]?.text('name'), group[side]?.text('organization')]
  if (name === undefined || organization === undefined) return undefined
  return `group ${JSON.stringify([organization.toLowerCase(), name.toLowerCase()])}`
}

/** The object that an address gives up, while it takes another one. */
function givenUp(resource: PlannedResource): PlannedResource {
  return { ...resource, isGivenUp: true, leaving: leavingList(resource), action: 'destroy', after: undefined }
}

/** The object that an address takes while another address takes what it had. */
function created(resource: PlannedResource): PlannedResource {
  const without = { previousAddress: undefined, isUnseen: undefined, isImported: false, before: undefined }
  return { ...resource, ...without, held: heldAt(resource), action: 'create' }
}

/**
 * The object that one address gives up and another one takes. What the appliance chooses is what the state has already.
 * @param isPresumed whether it may be another object
 */
function readdressed(giver: PlannedResource, taker: PlannedResource, isPresumed: boolean): PlannedResource {
  const { before, isUnseen, address: readdressedFrom } = giver
  const isKnown = (name: string) => chosenByAppliance.has(name) && !(isPresumed && name === 'gid')
  const chosen =
    taker.after?.unknownNames.filter((name) => isKnown(name) && before?.names.includes(name)) ?? []
  const after = taker.after?.with(Object.fromEntries(chosen.map((name) => [name, before?.value(name)])))
  const isUncertain = after?.unknownNames.some((name) => !computed.has(name)) === true
  const isCompiled = before?.value('compiled') === false && after?.value('compile') !== false
  const isSame = after?.names.every((name) => isEqualJson(after.value(name), before?.value(name))) === true
  const action = isSame && !isUncertain && !isCompiled && !isPresumed ? 'none' : 'update'
  const leaving = leavingList(giver)
  const state = { previousAddress: undefined, held: heldAt(taker), isUnseen, readdressedFrom, leaving }
  return { ...taker, ...state, action, before, after }
}

function heldAt({ action, before }: PlannedResource): Attributes | undefined {
  return action === 'update' ? before : undefined
}

/** Attributes that are the same of the same object. */
const chosenByAppliance: ReadonlySet<string> = new Set(['id', 'gid', 'category_id', 'category_name'])

/** Those that say nothing of a change while they are unknown. */
const computed: ReadonlySet<string> = new Set([...chosenByAppliance, 'compiled', 'description'])
