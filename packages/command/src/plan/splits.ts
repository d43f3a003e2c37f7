import { common, emptyTable, minus, type SiteTable, union, unionOf } from '@webfilter/site-lists'
import { isJsonObject } from '@webfilter/text'
import { type GroupNaming, isSameGroup, membershipType } from './membership-changes'
import type { ObjectKeys } from './objects'
import { subjectOf } from './other-changes'
import type { Plan } from './plan'
import { type Attributes, attributeChanges, isEqualJson, type PlannedResource } from './planned-resource'
import { candidatesFor } from './references'
import {
  type CategoryNaming,
  isSameTable,
  type ListChange,
  listBetween,
  siteAttributes,
} from './sites/list-change'
import type { LostSites } from './sites/lost-sites'

/** A resource in two pictures, with its sites if it is a list. */
export interface Part {
  readonly resource: PlannedResource
  readonly list: ListChange | undefined
}

/** What a split rests on, besides a part itself. */
interface Found {
  readonly plan: Plan
  readonly lost: LostSites
  readonly categoryOf: CategoryNaming
  readonly groupOf: GroupNaming
  readonly keyOf: ObjectKeys
}

/**
 * Splits what a plan does by its cause, a resource by its sites and attributes: from what was found to what is restored, and from there to what
 * is planned.
 */
export function splitByCause(
  planned: readonly Part[],
  found: Found,
): { readonly repairs: readonly Part[]; readonly declared: readonly Part[] } {
  const splits = settledBy(
    planned.map((part) => splitOf(part, found)),
    planned.map(({ resource }) => resource),
    found,
  )
  const repairs = splits.flatMap(repairsIn)
  const takers = repairs.flatMap(({ list }) => (list?.onConflict === 'move' && list.isChanged ? list : []))
  return {
    repairs,
    declared: splits.flatMap(({ declared }) =>
      declared ? withoutTaken(declared, takers, found.categoryOf) : [],
    ),
  }
}

/** What a repair takes from a category that does not declare it any more has left it before the rest of the apply. */
function withoutTaken(part: Part, takers: readonly ListChange[], categoryOf: CategoryNaming): Part {
  const { resource, list } = part
  if (!list?.isChanged || takers.length === 0) return part
  const own = categoryOf(resource, 'before')?.key
  const others = takers.filter(
    (taker) =>
      taker.resource.appliance === resource.appliance && categoryOf(taker.resource, 'after')?.key !== own,
  )
  const taken = minus(unionOf(others.map(({ before, after }) => minus(after, before))), list.after)
  const left = minus(list.before, taken)
  if (left.size === list.before.size) return part
  const further = { resource, list: listBetween(list, resource, left, list.after) }
  return isWrittenDifferently(further, siteAttributes) ? further : unchanged(part, resource.before, left)
}

/** A resource in both steps; absent from one in which there is no such object. */
interface Split {
  readonly repair?: Part
  readonly declared?: Part
  /** Of a list that is new in its category: the sites that others removed from there, and that it declares. */
  readonly returning?: Part
  /** The whole change, if it only follows from another one: values that it refers to come with the apply. */
  readonly follows?: Part
}

function repairsIn({ repair, returning }: Split): readonly Part[] {
  return [repair, returning].filter((part) => part !== undefined)
}

function splitOf(part: Part, found: Found): Split {
  const { resource } = part
  const { lost, keyOf } = found
  switch (resource.action) {
    case 'none':
      return { repair: withoutStateChange(part), declared: part }
    case 'create':
      return resource.applied && isSameObject(resource, keyOf) ? inTwoSteps(part, lost) : asNew(part, lost)
    case 'update':
      return splitUpdate(part, lost)
    case 'replace':
    case 'forget-create':
      return splitReplacement(part, found)
    default:
      return { repair: asFound(part), declared: part }
  }
}

/** Whether the object that is created is the one that others deleted. */
function isSameObject(resource: PlannedResource, keyOf: ObjectKeys): boolean {
  const { type, applied, after } = resource
  const gone = { ...resource, before: applied, after: undefined }
  const [from, to] = [keyOf(gone, 'before'), keyOf(resource, 'after')]
  if (from !== undefined && to !== undefined) return from === to
  if (type === membershipType) {
    return ['uid', 'gid'].every(
      (name) => after?.isUnknown(name) || isEqualJson(applied?.value(name), after?.value(name)),
    )
  }
  return subjectOf(gone).name.toLowerCase() === subjectOf(resource).name.toLowerCase()
}

/**
 * Into both steps only if both change something. What one step does alone is that step's as a whole, with its values that come with the apply.
 */
function splitUpdate(part: Part, lost: LostSites): Split {
  const split = inTwoSteps(part, lost)
  const isRestored = isWrittenDifferently(split.repair, ofDrift)
  if (split.declared.resource.action === 'update')
    return isRestored ? split : { repair: asFound(part), declared: part }
  return isRestored || isMadeAnew(part.resource)
    ? { repair: withoutStateChange(part), declared: asPlanned(part) }
    : { follows: part }
}

/** Whether what others changed comes with the apply, such as a compile that their change makes necessary. */
function isMadeAnew({ applied, before, after }: PlannedResource): boolean {
  const names = applied?.names ?? []
  return names.some(
    (name) => after?.isUnknown(name) && !isEqualJson(applied?.value(name), before?.value(name)),
  )
}

/** A change that nobody asked for, and that the configuration does not cause, follows from what others changed. */
function splitReplacement(part: Part, found: Found): Split {
  const { resource } = part
  const { applied = resource.before, change } = resource
  const ofApplied = { resource: { ...resource, before: applied }, list: undefined }
  if (askedFor.has(change.action_reason ?? '') || isWrittenDifferently(ofApplied, ofConfiguration))
    return restoredAndReplaced(part, found)
  if (!resource.applied) return { follows: part }
  return isTriggered(resource)
    ? { ...restoredAndReplaced(part, found), follows: part }
    : { repair: withoutStateChange(part), declared: asPlanned(part) }
}

/** What others changed of a replaced object is restored, and then replaced with it. */
function restoredAndReplaced(part: Part, { lost, keyOf }: Found): Split {
  const { resource, list } = part
  const found = asFound(part)
  const key = keyOf(resource, 'before')
  const isSame = key !== undefined && key === keyOf(resource, 'after')
  const between = isSame ? resource.before?.with(restoredValues(resource)) : resource.before
  const sites = list && lost.isSame(resource) ? restoredSites(list, lost) : list?.before
  const repair = ofRepair({ ...found.resource, action: 'update', after: between?.known() }, list, sites)
  const isRestored = isWrittenDifferently(repair, ofDrift)
  if (list && !lost.isSame(resource)) return { repair: isRestored ? repair : found, ...asNew(part, lost) }
  if (!isRestored) return { repair: found, declared: part }
  const replaced = { ...resource, before: between }
  return {
    repair,
    declared: {
      resource: replaced,
      list: list && sites && listAfterRepair(list, replaced, sites, list.after),
    },
  }
}

/** A list that is new in its category may declare sites that others removed from there. */
function asNew(part: Part, lost: LostSites): Split {
  const { resource, list } = part
  const returning = list ? common(lost.in(resource), list.after) : emptyTable
  if (!list || returning.size === 0) return { declared: part }
  const holder: PlannedResource = { ...asPlanned(part).resource, action: 'update' }
  return {
    returning: ofRepair(holder, { ...list, before: emptyTable }, returning),
    declared: { resource, list: { ...list, returning } },
  }
}

/** Why engines replace what has not changed: somebody has asked for it, or an apply has failed. */
const askedFor: ReadonlySet<string> = new Set(['replace_because_tainted', 'replace_by_request'])

/** Whether the change of another resource is why it is replaced (`replace_triggered_by`). A plan does not say which one. */
function isTriggered({ change }: PlannedResource): boolean {
  return change.action_reason === 'replace_by_triggers'
}

/** From what was found of an object to what is restored of it, and from there to what is planned. */
function inTwoSteps(part: Part, lost: LostSites): { readonly repair: Part; readonly declared: Part } {
  const { resource, list } = part
  const { before, after, applied } = resource
  const values = restoredValues(resource)
  const sites = list && restoredSites(list, lost)
  const isWhole = !list || !sites || isSameTable(sites, list.after)
  // What describes the sites changes with them.
  if (isWhole && sites !== list?.before)
    for (const name of siteAttributes) if (after && name in after.values) values[name] = after.value(name)
  // Where nothing else changes, it is compiled only because that is still to be done, unless the configuration has forbidden it so far.
  const isOverdue = before?.value('compiled') === false && before.value('compile') !== false
  if (isWhole && isOverdue && after?.value('compiled') === true) values.compiled = true
  const between = (before ?? applied)?.with(values)
  const action = before ? 'update' : 'create'
  const repair: PlannedResource = { ...withoutStateChange(part).resource, action, after: after?.with(values) }
  const changed: PlannedResource = { ...resource, action: 'update', before: between }
  const declared = {
    resource: changed,
    list: list && sites && listAfterRepair(list, changed, sites, list.after),
  }
  return {
    repair: ofRepair(repair, list, sites),
    declared: isWrittenDifferently(declared, ofConfiguration) ? declared : unchanged(part, between, sites),
  }
}

/** What was found of an object with what is restored of it. Of one that was deleted, that is as much as is still declared. */
function restoredValues({ before, after, applied }: PlannedResource): Record<string, unknown> {
  const values: Record<string, unknown> = { ...(before ?? after)?.values }
  for (const name of after?.names ?? []) {
    if (siteAttributes.has(name) || after?.isUnknown(name)) continue
    const [left, declared] = [applied?.value(name), after?.value(name)]
    if (before) values[name] = valueBetween((applied ?? before).value(name), before.value(name), declared)
    else if (left !== undefined) values[name] = left
  }
  return values
}

/** What is between what was found and what is declared: the value that was applied, or as much of it as is still declared. */
function valueBetween(applied: unknown, found: unknown, declared: unknown): unknown {
  if (isEqualJson(found, applied)) return found
  if (isEqualJson(found, declared) || isEqualJson(applied, declared)) return declared
  if (isList(applied) && isList(found) && isList(declared)) {
    const left = found.filter((each) => declared.includes(each) || applied.includes(each))
    const back = declared.filter((each) => applied.includes(each) && !found.includes(each))
    const between = [...left, ...back]
    // With all of what is declared, only the order differs.
    return isSameSet(between, declared) ? declared : between
  }
  if (isJsonObject(applied) && isJsonObject(found) && isJsonObject(declared)) {
    const keys = [...new Set([...Object.keys(found), ...Object.keys(declared)])]
    const parts = keys.map((key) => [key, valueBetween(applied[key], found[key], declared[key])] as const)
    return Object.fromEntries(parts.filter(([, value]) => value !== undefined))
  }
  return found
}

function isSameSet(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.every((each) => other.includes(each)) && other.every((each) => one.includes(each))
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((each) => typeof each !== 'object')
}

/** The sites of a list that were found, and those that are restored. */
function restoredSites({ resource, before, after }: ListChange, lost: LostSites): SiteTable {
  return resource.before && !lost.isSame(resource) ? before : union(before, common(lost.in(resource), after))
}

/** What is not known yet, or not valid, comes from the configuration. The apply treats conflicts in one way in both steps. */
function ofRepair(
  resource: PlannedResource,
  list: ListChange | undefined,
  sites: SiteTable | undefined,
): Part {
  // What is restored has nothing to do with what else the address had.
  const repaired = list && sites && listBetween({ ...list, held: undefined }, resource, list.before, sites)
  if (!repaired) return { resource, list: undefined }
  return { resource, list: { ...repaired, onConflict: list.onConflict, isUncertain: false, unreadable: [] } }
}

/** Nothing is restored of it. */
function asFound(part: Part): Part {
  return withoutStateChange(unchanged(part, part.resource.before, part.list?.before))
}

/** Nothing else is declared of it than what is restored. */
function asPlanned(part: Part): Part {
  return unchanged(part, part.resource.after, part.list?.after)
}

/** The same in both pictures. */
function unchanged(
  { resource, list }: Part,
  side: Attributes | undefined,
  sites: SiteTable | undefined,
): Part {
  const known = side?.known()
  const kept: PlannedResource = { ...resource, action: 'none', before: known, after: known }
  return { resource: kept, list: list && sites && listAfterRepair(list, kept, sites, sites) }
}

/** A list in the second step: what the first one has put into its category is there. */
function listAfterRepair(
  list: ListChange,
  resource: PlannedResource,
  before: SiteTable,
  after: SiteTable,
): ListChange {
  const returning = before === list.before ? emptyTable : minus(before, list.before)
  const held = list.held && union(list.held, returning)
  return { ...listBetween({ ...list, held }, resource, before, after), returning }
}

/** Imports and new addresses belong to the configuration. */
function withoutStateChange({ resource, list }: Part): Part {
  const plain = { ...resource, previousAddress: undefined, readdressed: undefined, isImported: false }
  return { resource: plain, list: list && listBetween(list, plain, list.before, list.after) }
}

/** Whether a change says something, and not only values that come with the apply. */
function isWrittenDifferently({ resource, list }: Part, without: ReadonlySet<string>): boolean {
  const [before, after] = [withoutMissing(resource.before), withoutMissing(resource.after)]
  const isSame = attributeChanges({ ...resource, before, after }, without) === undefined
  return !isSame || list?.isChanged === true
}

/** What the provider notes of lists by itself; the digest in `file_sites` is equal if their sites are the same. */
const ofDrift: ReadonlySet<string> = new Set(['sites_packed'])
const ofConfiguration: ReadonlySet<string> = new Set(['sites_packed', 'compiled'])

function withoutMissing(side: Attributes | undefined): Attributes | undefined {
  const described = side?.value('file_sites')
  if (!side || !isJsonObject(described)) return side
  const { missing: _, ...others } = described
  return side.with({ ...side.values, file_sites: others })
}

/** Whether the configuration gives a membership or a member another group. A number that nothing has may be that of one that is gone. */
function isOtherGroup(
  resource: PlannedResource,
  groupOf: GroupNaming,
  resources: readonly PlannedResource[],
): boolean {
  const [from, to] = [groupOf(resource, 'before'), groupOf(resource, 'after')]
  const isKnown = resources.some(
    ({ type, after }) => type === 'appliance_ldap_group' && after?.text('name') === to?.name,
  )
  return !isSameGroup(from, to) && from?.name !== resource.before?.text('gid') && isKnown
}

/** Gives each change that follows from others to the step in which those are. @param resources of the plan */
function settledBy(
  splits: readonly Split[],
  resources: readonly PlannedResource[],
  { plan, groupOf }: Found,
): readonly Split[] {
  const repairs = splits.flatMap(repairsIn).filter(({ resource }) => resource.action !== 'none')
  const repaired = new Set(repairs.map(({ resource }) => resource.address))
  const changing = new Set(resources.filter(({ action, readdressed }) => action !== 'none' || readdressed))
  const following = new Set(splits.map(({ follows }) => follows?.resource))
  const types = [...new Set([...changing].map(({ type }) => type))]
  return splits.map((split) => {
    const { follows } = split
    if (!follows) return split
    return repaired.size > 0 && isOfRepair(follows.resource)
      ? { repair: withoutStateChange(follows), declared: asPlanned(follows) }
      : { repair: split.repair ?? asFound(follows), declared: split.declared ?? follows }
  })

  function isOfRepair(resource: PlannedResource): boolean {
    const { before, after } = resource
    if (resource.readdressed || isOtherGroup(resource, groupOf, resources)) return false
    if (isTriggered(resource))
      return [...changing].every((each) => repaired.has(each.address) || following.has(each))
    const names = [...new Set([...(after?.names ?? []), ...(before?.names ?? [])])]
    const unknown = names.filter((name) => after?.isUnknown(name) && !ofConfiguration.has(name))
    if (unknown.length === 0) return false
    const causes = unknown.flatMap((name) =>
      types.flatMap((type) => candidatesFor(resource, name, type, resources, plan).resources),
    )
    // Of a value that does not come from an address, the plan does not say where from: it may be a number of anything that has one.
    const possible = causes.length > 0 ? causes : [...changing].filter(({ type }) => givingNumbers.has(type))
    return possible.every((cause) => !changing.has(cause) || repaired.has(cause.address))
  }
}

/** Types whose numbers others refer to. */
const givingNumbers: ReadonlySet<string> = new Set(['appliance_category', 'appliance_ldap_group'])
