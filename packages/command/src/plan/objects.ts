import { canonicalUid } from '@webfilter/appliance-names'
import { groupedBy } from '../grouped'
import { membershipType } from './membership-changes'
import { isOfAppliance, type Plan, type PlannedAction, type ResourceChange } from './plan'
import { Attributes, isEqualJson, type PlannedResource, plannedResource } from './planned-resource'
import { candidatesFor } from './references'
import { type CategoryNaming, categoryNaming, categoryTypes, leavingList } from './sites/list-change'

/**
 * A plan whose changes are those of objects of the appliance, rather than of addresses. What one address gives up and another one takes is the
 * change of one object, which gets another address: so it is if an index of `count` shifts, or `count` becomes `for_each` without `moved`. An
 * address that gives up one object and takes another one has a change for each.
 */
export function byObject(plan: Plan): Plan {
  const objects = new Objects(plan)
  const pairs = readdressedIn(plan, objects)
  const givers = new Map([...pairs].map(([taker, giver]) => [giver, taker]))
  const isGone = goneIn(plan, objects)
  const splits = new Set(
    plan.changes.filter((change) => pairs.has(change) || givers.has(change) || isGone(change)),
  )
  const changes = plan.changes.flatMap((change) => {
    if (!splits.has(change)) return [change]
    const [giver, taker] = [pairs.get(change), givers.get(change)]
    const { before, after } = change.change
    return [
      ...(taker || !before ? [] : [givenUp(change)]),
      ...(giver ? [readdressed(giver, change, objects.isPresumed(change))] : []),
      ...(giver || !after ? [] : [created(change)]),
    ]
  })
  return { ...plan, changes, drift: driftByObject({ ...plan, splits }, changes, objects, givers) }
}

/** What identifies an object on one side of a plan, under whatever address; undefined if the plan does not have it, or if it is of another kind. */
export type ObjectKeys = (resource: PlannedResource, side: 'before' | 'after') => string | undefined

export function objectKeys(plan: Plan): ObjectKeys {
  const objects = new Objects(plan)
  return (resource, side) => objects.keyOf(resource, side)
}

/** Whether an address replaces its object by one that others deleted, whatever address that had. */
function goneIn({ drift }: Plan, objects: Objects): (change: ResourceChange) => boolean {
  const gone = drift.filter((found) => isOfAppliance(found) && !found.change.after)
  const keys = new Set(gone.map((found) => objects.keyOf(plannedResource(found), 'before')))
  return (change) => {
    if (!isOfAppliance(change) || change.deposed !== undefined || !change.change.before) return false
    if (change.type === memberType) return false
    const resource = plannedResource(change)
    const [from, to] = [objects.keyOf(resource, 'before'), objects.keyOf(resource, 'after')]
    return changing.has(resource.action) && from !== to && to !== undefined && keys.has(to)
  }
}

/**
 * What the refresh found, under the addresses that the objects have in the plan. One that is gone is created again under whatever address
 * declares it.
 *
 * @param changes of objects
 * @param takers by the changes of the addresses that give objects up
 */
function driftByObject(
  plan: Plan & { readonly splits: ReadonlySet<ResourceChange> },
  changes: readonly ResourceChange[],
  objects: Objects,
  takers: ReadonlyMap<ResourceChange, ResourceChange>,
): readonly ResourceChange[] {
  const current = new Map(
    plan.changes.filter(({ deposed }) => deposed === undefined).map((change) => [change.address, change]),
  )
  const creations = groupedBy(
    changes.filter((each) => isOfAppliance(each) && !each.change.before),
    (change) => objects.keyOf(plannedResource(change), 'after'),
  )
  return plan.drift.map((found): ResourceChange => {
    if (!isOfAppliance(found) || found.deposed !== undefined) return found
    const change = current.get(found.address)
    const address = (change && takers.get(change)?.address) ?? creationOf(found, change)?.address
    if (address !== undefined) return { ...found, address }
    return change && isOther(found, change) ? { ...found, isGivenUp: true } : found
  })

  /** @param change of the address that the object had */
  function creationOf(found: ResourceChange, change: ResourceChange | undefined) {
    if (found.change.after || change?.change.before) return undefined
    const [creation, ...others] = creations.get(objects.keyOf(plannedResource(found), 'before') ?? '') ?? []
    return others.length === 0 ? creation : undefined
  }

  /** Whether its address is another object's. */
  function isOther(found: ResourceChange, change: ResourceChange): boolean {
    if (plan.splits.has(change)) return true
    if (found.change.after || change.change.before) return false
    const key = objects.keyOf(plannedResource(found), 'before')
    const next = objects.keyOf(plannedResource(change), 'after')
    return key !== undefined && next !== undefined && next !== key
  }
}

/** By the change of the address that takes an object: that of the address which gives it up. */
function readdressedIn(plan: Plan, objects: Objects): ReadonlyMap<ResourceChange, ResourceChange> {
  const changed = plan.changes.filter(isOfAppliance).flatMap((change) => {
    const resource = plannedResource(change)
    const { action, type, isImported } = resource
    // Whoever forgets an object gives it up on purpose.
    if (change.deposed !== undefined || !changing.has(action) || type === memberType) return []
    const [from, to] = [objects.keyOf(resource, 'before'), objects.keyOf(resource, 'after')]
    return from === to ? [] : [{ change, from, to: isImported ? undefined : to }]
  })
  const [givers, takers] = [groupedBy(changed, ({ from }) => from), groupedBy(changed, ({ to }) => to)]
  const pairs = new Map<ResourceChange, ResourceChange>()
  for (const [key, [taker, ...otherTakers]] of takers) {
    const [giver, ...otherGivers] = givers.get(key) ?? []
    if (giver && otherTakers.length + otherGivers.length === 0) pairs.set(taker.change, giver.change)
  }
  return pairs
}

const changing: ReadonlySet<PlannedAction> = new Set(['create', 'update', 'replace', 'destroy'])

/** The objects of the appliance that the resources of a plan stand for. */
class Objects {
  readonly #plan: Plan
  readonly #groups: readonly PlannedResource[]
  /** Those that the refresh has not found: only there are their numbers. */
  readonly #goneGroups: readonly PlannedResource[]
  /** What the refresh found to differ. */
  readonly #differing: ReadonlySet<ResourceChange>
  readonly #categoryOf: CategoryNaming

  constructor(plan: Plan) {
    const resources = plan.changes.filter(isOfAppliance).map(plannedResource)
    this.#plan = plan
    this.#groups = resources.filter(({ type }) => type === groupType)
    this.#goneGroups = plan.drift.map(plannedResource).filter(({ type }) => type === groupType)
    this.#differing = new Set(plan.drift)
    this.#categoryOf = categoryNaming(resources, plan)
  }

  /** A text that only the same object has; undefined if the plan does not have its name, or if it is of another kind. */
  keyOf(resource: PlannedResource, side: 'before' | 'after'): string | undefined {
    const key = this.#keyOnAppliance(resource, side)
    return key && `${key} on ${resource.appliance}`
  }

  #keyOnAppliance(resource: PlannedResource, side: 'before' | 'after'): string | undefined {
    const { type, [side]: attributes } = resource
    if (!attributes) return undefined
    if (type === groupType) return groupKey(resource, side)
    if (type === memberType) {
      const uid = attributes.text('uid')
      return uid === undefined ? undefined : `member ${canonicalUid(uid)}`
    }
    if (type === membershipType) {
      const [uid, group] = [attributes.text('uid'), this.#groupOf(resource, side)]
      return uid === undefined || group === undefined ? undefined : `${canonicalUid(uid)} in ${group}`
    }
    const category = categoryTypes.has(type) ? this.#categoryOf(resource, side)?.key : undefined
    if (category === undefined || category.startsWith('address ')) return undefined
    if (type === 'appliance_category') return `category ${category}`
    const list = attributes.text('name')
    return list === undefined ? undefined : `list ${JSON.stringify(list)} of ${category}`
  }

  /** Whether it is not certain which object an address takes, as the group of a membership is found by its key alone. */
  isPresumed(change: ResourceChange): boolean {
    const { type, after } = plannedResource(change)
    return (
      type === membershipType && after?.isUnknown('gid') === true && this.#candidatesFor(change).isPresumed
    )
  }

  #groupOf(resource: PlannedResource, side: 'before' | 'after'): string | undefined {
    const { change, before, applied } = resource
    const gid = resource[side]?.text('gid')
    // A number may be given again: only what the last apply left has it from a group that is gone.
    const isLeft = this.#differing.has(change) || change.isUnseen || before === applied
    const isFormer = side === 'before' && isLeft
    const groups = isFormer ? [...this.#goneGroups, ...this.#groups] : this.#groups
    if (gid === undefined) {
      const [group, ...others] = this.#candidatesFor(resource.change).resources
      return group && others.length === 0 ? groupKey(group, 'after') : undefined
    }
    const group = groups.find(
      ({ appliance, before }) => appliance === resource.appliance && before?.text('gid') === gid,
    )
    return (group && groupKey(group, 'before')) ?? `group number ${gid}`
  }

  #candidatesFor(change: ResourceChange): ReturnType<typeof candidatesFor> {
    return candidatesFor(plannedResource(change), 'gid', groupType, this.#groups, this.#plan)
  }
}

const groupType = 'appliance_ldap_group'
const memberType = 'appliance_ldap_member'

/** Names of the directory have no letter case. */
function groupKey(group: PlannedResource, side: 'before' | 'after'): string | undefined {
  const [name, organization] = [group[side]?.text('name'), group[side]?.text('organization')]
  if (name === undefined || organization === undefined) return undefined
  return `group ${JSON.stringify([organization.toLowerCase(), name.toLowerCase()])}`
}

/** The object that an address gives up, while it takes another one. */
function givenUp(change: ResourceChange): ResourceChange {
  const nothing = { actions: ['delete'], after: null, after_unknown: {}, after_sensitive: {} }
  return {
    ...change,
    isGivenUp: true,
    leaving: leavingList(plannedResource(change)),
    change: { ...change.change, ...nothing },
  }
}

/** The object that an address takes while another address takes what it had. */
function created(change: ResourceChange): ResourceChange {
  const { previous_address: _, isUnseen: __, ...others } = change
  return {
    ...others,
    atAddress: change,
    change: {
      ...change.change,
      actions: ['create'],
      before: null,
      before_sensitive: {},
      importing: undefined,
    },
  }
}

/**
 * The object that one address gives up and another one takes. What the appliance chooses is what the state has already.
 * @param isPresumed whether it may be another object
 */
function readdressed(giver: ResourceChange, taker: ResourceChange, isPresumed: boolean): ResourceChange {
  const { before, before_sensitive } = giver.change
  const { after: planned, after_unknown: unknown } = taker.change
  const isKnown = (name: string) =>
    chosenByAppliance.has(name) && Object(unknown)[name] === true && !(isPresumed && name === 'gid')
  const known = Object.entries(before ?? {}).filter(([name]) => isKnown(name))
  const after = { ...planned, ...Object.fromEntries(known) }
  const after_unknown = Object.fromEntries(Object.entries(Object(unknown)).filter(([name]) => !isKnown(name)))
  const ofApply = new Attributes({}, after_unknown, {})
  const isUncertain = Object.keys(after_unknown).some(
    (name) => !computed.has(name) && ofApply.isUnknown(name),
  )
  const isCompiled = before?.compiled === false && planned?.compile !== false
  const isSame = Object.entries(after).every(([name, value]) => isEqualJson(value, before?.[name]))
  const actions: [string] = [isSame && !isUncertain && !isCompiled && !isPresumed ? 'no-op' : 'update']
  const { previous_address: _, ...others } = taker
  return {
    ...others,
    atAddress: taker,
    isUnseen: giver.isUnseen,
    readdressedFrom: giver.address,
    leaving: leavingList(plannedResource(giver)),
    change: { ...taker.change, actions, before, before_sensitive, after, after_unknown },
  }
}

/** Attributes that are the same of the same object. */
const chosenByAppliance: ReadonlySet<string> = new Set(['id', 'gid', 'category_id', 'category_name'])

/** Those that say nothing of a change while they are unknown. */
const computed: ReadonlySet<string> = new Set([...chosenByAppliance, 'compiled', 'description'])
