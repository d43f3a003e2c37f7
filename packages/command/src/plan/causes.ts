import { common, type SiteTable, union } from '@webfilter/site-lists'
import { type GroupNaming, isSameGroup, membershipType } from './membership-changes'
import type { ObjectKeys } from './objects'
import { subjectOf } from './other-changes'
import { isOfAppliance, type Plan } from './plan'
import {
  attributeItems,
  type ItemCause,
  isEqualJson,
  type PlannedAction,
  type PlannedResource,
} from './planned-resource'
import { candidatesFor, isConfigured, isReferring } from './references'
import {
  type CategoryNaming,
  isOnlyRestored,
  isSameTable,
  type ListChange,
  type ListReading,
  siteAttributes,
} from './sites/list-change'

/** What the causes of a plan rest on, besides its resources. */
interface Found {
  readonly plan: Plan
  readonly groupOf: GroupNaming
  readonly categoryOf: CategoryNaming
  readonly keyOf: ObjectKeys
  readonly listOf: ListReading
  /** What the refresh did not find of what the last apply had left in the category of a list; none if that is another one by now. */
  readonly lostFor: (list: PlannedResource) => SiteTable
}

/** What is done to a resource because of each cause. */
type Does = NonNullable<PlannedResource['does']>

/**
 * Says of each resource why the plan changes it, item by item. What was applied and is missing is restored if it is still planned (drift). All else
 * comes from the configuration.
 */
export function withCauses(resources: readonly PlannedResource[], found: Found): readonly PlannedResource[] {
  const known = resources.map((resource) => ({ resource, ...causesOf(resource, found) }))
  const isOfRepair = repairsIn(known, found)
  return known.map(({ resource, does: own, follows }) => {
    const does: Does = follows && isOfRepair(resource) ? { drift: follows } : own
    const isSaid = does.change || !hasStateChange(resource)
    return { ...resource, does: isSaid ? does : { ...does, change: 'none' } }
  })
}

/** What is known of a resource alone; undefined of one that is only changed by what comes with the apply, which follows from others. */
interface KnownCauses {
  readonly does: Does
  /** Whether something else decides why it is done, and `does` is only what else it comes to. */
  readonly follows?: PlannedAction
}

function causesOf(resource: PlannedResource, found: Found): KnownCauses {
  const { keyOf } = found
  const { action, applied, after } = resource
  switch (action) {
    case 'none':
      return { does: { change: 'none' } }
    case 'create': {
      if (!applied || !isSameObject(resource, keyOf)) return { does: { change: 'create' } }
      const isOpen = keyOf(resource, 'after') === undefined && ofLink.some((name) => after?.isUnknown(name))
      if (resource.type === membershipType && isOpen) return { does: { change: 'create' }, follows: 'create' }
      // A link has nothing that could be otherwise.
      if (resource.type === membershipType) return { does: { drift: 'create' } }
      const changed = itemCauses({ ...resource, before: applied }, found, found.listOf(resource))
      return { does: { drift: 'create', ...(changed.has('change') && { change: 'update' }) } }
    }
    case 'update':
      return causesOfUpdate(resource, found)
    case 'replace':
    case 'forget-create':
      return causesOfReplacement(resource, found)
    default:
      return { does: { change: action } }
  }
}

function causesOfUpdate(resource: PlannedResource, found: Found): KnownCauses {
  const causes = itemCauses(resource, found)
  const isRestored = causes.has('drift')
  if (causes.has('change')) return { does: { change: 'update', ...(isRestored && { drift: 'update' }) } }
  if (isGivenLater(resource, found.plan))
    return { does: { change: 'update', ...(isRestored && { drift: 'update' }) }, follows: 'update' }
  if (isRestored || isMadeAnew(resource)) return { does: { drift: 'update' } }
  return { does: { change: 'update' }, follows: 'update' }
}

/** Whether the state changes, which is never restored. Nothing else has to. */
function hasStateChange({ before, previousAddress, readdressedFrom, isImported }: PlannedResource): boolean {
  return (
    before !== undefined && (previousAddress !== undefined || readdressedFrom !== undefined || isImported)
  )
}

/** Whether what others changed comes with the apply, such as a compile that their change makes necessary. */
function isMadeAnew({ applied, before, after }: PlannedResource): boolean {
  const names = applied?.names ?? []
  return names.some(
    (name) => after?.isUnknown(name) && !isEqualJson(applied?.value(name), before?.value(name)),
  )
}

/** Whether the configuration gives it a value that is known only after the apply. */
function isGivenLater(resource: PlannedResource, plan: Plan): boolean {
  return comingNames(resource).some((name) => isConfigured(resource, name, plan))
}

/** The attributes whose values are known only after the apply, without what the provider notes by itself. */
function comingNames({ after }: PlannedResource): readonly string[] {
  return after?.unknownNames.filter((name) => !ofProvider.has(name)) ?? []
}

/** If nobody asked for a replacement and the configuration does not cause it, it follows from what others changed. */
function causesOfReplacement(resource: PlannedResource, found: Found): KnownCauses {
  const { action, applied, before, reason } = resource
  const asked = askedFor.has(reason ?? '')
  const ofApplied = attributeItems({ ...resource, before: applied ?? before }, ofProvider)
  const isDeclaredOtherwise = ofApplied.some(({ path }) => path !== 'file_sites.missing')
  const key = found.keyOf(resource, 'before')
  const isSame = key !== undefined && key === found.keyOf(resource, 'after')
  const isRestored = action === 'replace' && isSame && itemCauses(resource, found).has('drift')
  const byConfiguration: Does = { change: action, ...(isRestored && { drift: 'update' }) }
  if (asked || isDeclaredOtherwise) return { does: byConfiguration }
  if (!applied || isTriggered(resource) || isGivenLater(resource, found.plan))
    return { does: byConfiguration, follows: action }
  return { does: { drift: action } }
}

/** Why engines replace what has not changed: somebody has asked for it, or an apply has failed. */
const askedFor: ReadonlySet<string> = new Set(['replace_because_tainted', 'replace_by_request'])

/** Whether the change of another resource is why it is replaced (`replace_triggered_by`). A plan does not say which one. */
function isTriggered({ reason }: PlannedResource): boolean {
  return reason === 'replace_by_triggers'
}

/** What a link consists of. */
const ofLink = ['uid', 'gid'] as const

/** Whether the object that is created is the one that others deleted. */
function isSameObject(resource: PlannedResource, keyOf: ObjectKeys): boolean {
  const { type, applied, after } = resource
  const gone = { ...resource, before: applied, after: undefined }
  const [from, to] = [keyOf(gone, 'before'), keyOf(resource, 'after')]
  if (from !== undefined && to !== undefined) return from === to
  if (type === membershipType) {
    return ofLink.every(
      (name) => after?.isUnknown(name) || isEqualJson(applied?.value(name), after?.value(name)),
    )
  }
  return subjectOf(gone).name.toLowerCase() === subjectOf(resource).name.toLowerCase()
}

/** The causes of what differs of a resource: of its attributes, and of its sites. */
function itemCauses(
  resource: PlannedResource,
  { listOf, lostFor }: Found,
  list = listOf(resource),
): ReadonlySet<ItemCause> {
  const items = attributeItems(resource, list && siteAttributes)
  // That it is compiled is no change of its own.
  const causes = items.flatMap(({ path, causes: [...all] }) =>
    path === 'compiled' ? all.filter((cause) => cause === 'drift') : all,
  )
  const ofSites = list ? causesOfSites(list, lostFor(resource)) : []
  // Where the sites do not change, it is compiled only because that is still to be done, unless the configuration has forbidden it so far.
  const { before, after } = resource
  const isOverdue = before?.value('compiled') === false && before.value('compile') !== false
  const isCompiled = isOverdue && after?.value('compiled') === true && ofSites.length === 0
  return new Set([...causes, ...ofSites, ...(isCompiled ? (['drift'] as const) : [])])
}

function causesOfSites(list: ListChange, lost: SiteTable): readonly ItemCause[] {
  const { resource } = list
  // What was found, with what others have removed and the configuration declares still.
  const restored = union(list.before, common(lost, list.after))
  const isRestored = restored.size > list.before.size
  if (!isSameTable(restored, list.after)) return isRestored ? ['drift', 'change'] : ['change']
  if (isRestored) return ['drift']
  // Of one that is gone, nothing is there to be described.
  return resource.action !== 'create' && isDescribedOtherwise(resource) ? ['change'] : []
}

/** Whether a list names the same sites in another way. */
function isDescribedOtherwise(resource: PlannedResource): boolean {
  const items = attributeItems(resource, ofProvider)
  return items.some(
    ({ path }) => path !== 'file_sites.missing' && siteAttributes.has(path.split('.')[0] ?? ''),
  )
}

/** What the provider notes of lists by itself; the digest in `file_sites` is equal if their sites are the same. */
const ofProvider: ReadonlySet<string> = new Set(['sites_packed', 'compiled'])

/** Whether the configuration gives a membership or a member another group than that which it had. */
function isOtherGroup(
  resource: PlannedResource,
  groupOf: GroupNaming,
  resources: readonly PlannedResource[],
): boolean {
  const [from, to] = [groupOf(resource, 'before'), groupOf(resource, 'after')]
  const groups = resources.filter(({ type }) => type === 'appliance_ldap_group')
  const isKnown = groups.some(({ after }) => after?.text('name') === to?.name)
  if (!isKnown) return false
  const number = resource.before?.text('gid')
  if (from?.name !== number) return !isSameGroup(from, to)
  if (number === undefined) return false
  // A number that nothing has by now may be that of a group that is gone.
  const gone = groups.find(({ applied }) => applied?.text('gid') === number)
  return gone?.after?.text('name') !== to?.name
}

/** Whether the configuration gives a list another category than that which it had. */
function isOtherCategory(resource: PlannedResource, categoryOf: CategoryNaming): boolean {
  if (!resource.after?.isUnknown('category_id')) return false
  const [from, to] = [categoryOf(resource, 'before'), categoryOf(resource, 'after')]
  return from !== undefined && to !== undefined && !to.isUnknown && from.key !== to.key
}

/** Whether what follows from others is restored: if all that it may follow from is restored. */
function repairsIn(
  known: readonly (KnownCauses & { readonly resource: PlannedResource })[],
  { plan, groupOf, categoryOf }: Found,
): (resource: PlannedResource) => boolean {
  const resources = known.map(({ resource }) => resource)
  const following = new Set(known.flatMap(({ resource, follows }) => (follows ? resource : [])))
  const changing = new Set(
    resources.filter(({ action, readdressedFrom }) => action !== 'none' || readdressedFrom),
  )
  const repaired = new Set(known.filter(isOnlyRestored).map(({ resource }) => resource.address))
  const types = [...new Set([...changing].map(({ type }) => type))]
  return (resource) => {
    if (repaired.size === 0 || resource.readdressedFrom) return false
    if (isOtherGroup(resource, groupOf, resources) || isOtherCategory(resource, categoryOf)) return false
    // Of values that come from no address, and of what triggers a replacement, the plan does not say which change they follow from.
    const anything = [...changing].filter((each) => !following.has(each))
    if (isTriggered(resource)) return anything.every(isRepaired)
    const unknown = comingNames(resource)
    if (unknown.length === 0) return false
    // What comes from nowhere else, such as the time, follows from nothing.
    if (unknown.some((name) => isConfigured(resource, name, plan) && !isReferring(resource, name, plan)))
      return false
    const causes = unknown.map((name) =>
      types.flatMap((type) => candidatesFor(resource, name, type, resources, plan).resources),
    )
    const open = unknown.filter(
      (name, index) => causes[index]?.length === 0 && isConfigured(resource, name, plan),
    )
    if (open.length === 0 && causes.flat().length > 0) return causes.flat().every(isAsFound)
    // A number is that of anything that has one, or comes from another provider.
    const isNumber = open.every((name) => numbers.has(name))
    const giving = (each: PlannedResource) => givingNumbers.has(each.type) || !isOfAppliance(each)
    return [...causes.flat(), ...(isNumber ? anything.filter(giving) : anything)].every(isAsFound)
  }

  function isAsFound(cause: PlannedResource): boolean {
    return !changing.has(cause) || isRepaired(cause)
  }

  function isRepaired({ address }: PlannedResource): boolean {
    return repaired.has(address)
  }
}

/** Types whose numbers others refer to, and the attributes that do so. */
const givingNumbers: ReadonlySet<string> = new Set(['appliance_category', 'appliance_ldap_group'])
const numbers: ReadonlySet<string> = new Set(['category_id', 'gid'])
