import { common, emptyTable, minus, type SiteTable, union } from '@webfilter/site-lists'
import { isJsonObject } from '@webfilter/text'
import { type GroupNaming, groupNaming, membershipType } from './membership-changes'
import { byObject, type ObjectKeys, objectKeys } from './objects'
import { subjectOf } from './other-changes'
import { type Invocation, isOfAppliance, type Plan } from './plan'
import {
  type Attributes,
  attributeChanges,
  instanceOf,
  isEqualJson,
  type PlannedResource,
  plannedResource,
} from './planned-resource'
import { candidatesFor } from './references'
import {
  type CategoryNaming,
  categoryNaming,
  isSameTable,
  type ListChange,
  listBetween,
  listChange,
  recordedAsMissing,
  siteAttributes,
} from './sites/list-change'

/**
 * What a plan knows of an appliance: steps between four pictures of it. *Applied* is how the last apply left it, *found* how the refresh found it,
 * and *planned* how the configuration wants it. *Restored* lies between the last two: what was found, and of what others changed as much as the
 * configuration still wants. The apply goes from found to planned at once.
 */
export interface Pictures {
  /** The plan, by objects. */
  readonly plan: Plan
  /** From applied to found: what others changed. Objects that do not differ are left out. */
  readonly drifted: Step
  /** From found to restored: these changes repair drift. */
  readonly repairs: Step
  /** From restored to planned: these come from the configuration. */
  readonly declared: Step
  /** From found to planned. */
  readonly planned: Step
  /** Sites that the last apply had left in a category and that the refresh did not find there, by the key of the category. */
  lostFrom(category: string): SiteTable
  /** The category of a list in any of these steps. */
  readonly categoryOf: CategoryNaming
  /** The group of a membership or a member in any of these steps. */
  readonly groupOf: GroupNaming
}

/** Objects in two pictures: `before` in the first one, and `after` in the second one. */
export interface Step {
  /** Those of the appliance, no-ops included. What is only forgotten and what is made in its place are two. */
  readonly resources: readonly PlannedResource[]
  /** Those of other providers. */
  readonly others: readonly PlannedResource[]
  /** The sites of those resources that are lists. */
  readonly lists: readonly ListChange[]
  /** Actions that the apply calls in this step. */
  readonly invocations: readonly Invocation[]
}

/**
 * The pictures of a plan. What others have removed and the configuration does not want any more is in `drifted` alone: nothing is left to do.
 *
 * @throws {PlanError} where a packed list of sites cannot be read
 */
export async function picturesOf(ofAddresses: Plan): Promise<Pictures> {
  const plan = byObject(ofAddresses)
  const differing = plan.drift.map(plannedResource)
  const before = new Map(differing.map((resource) => [instanceOf(resource.change), resource.before]))
  const resources = plan.changes.map((change) => ({
    ...plannedResource(change),
    applied: before.get(instanceOf(change)),
    origin: plan.origins?.get(change.address),
  }))
  const categoryOf = categoryNaming(resources, plan, differing)
  const groupOf = groupNaming(resources, plan, differing)
  const [drifted, planned] = [await partsOf(differing), await partsOf(resources)]
  const lost = lostSites(planned, drifted, categoryOf)
  const keyOf = objectKeys(plan)
  const splits = settledBy(
    planned.map((part) => splitOf(part, lost, keyOf)),
    (resource) => isOtherGroup(resource, groupOf, resources),
    resources,
    plan,
  )
  const repairs = stepOf(splits.flatMap(repairsIn))
  const declared = stepOf(splits.flatMap((split) => split.declared ?? []))
  const [ofRepairs, ofDeclared] = [changedIn(repairs), changedIn(declared)]
  const isRestored = (invocation: Invocation) =>
    !ofDeclared.has(triggerOf(invocation)) && ofRepairs.has(triggerOf(invocation))
  return {
    plan,
    drifted: stepOf(drifted),
    repairs: { ...repairs, invocations: plan.invocations.filter(isRestored) },
    declared: { ...declared, invocations: plan.invocations.filter((each) => !isRestored(each)) },
    planned: { ...stepOf(planned), invocations: plan.invocations },
    lostFrom: lost.from,
    categoryOf,
    groupOf,
  }
}

/** A resource in two pictures, with its sites if it is a list. */
interface Part {
  readonly resource: PlannedResource
  readonly list: ListChange | undefined
}

async function partsOf(resources: readonly PlannedResource[]): Promise<readonly Part[]> {
  const parts: Part[] = []
  // One list after the other: a packed list of millions of sites takes much memory while it is read.
  for (const resource of resources) parts.push({ resource, list: await listChange(resource) })
  return parts
}

function stepOf(parts: readonly Part[]): Step {
  const all = parts.flatMap(apart)
  const resources = all.map(({ resource }) => resource)
  return {
    resources: resources.filter(({ change }) => isOfAppliance(change)),
    others: resources.filter(({ change }) => !isOfAppliance(change)),
    lists: listsIn(all),
    invocations: [],
  }
}

/** An object that is no longer managed and the new one that is made in its place are two: the one is only forgotten, the other only created. */
function apart(part: Part): readonly Part[] {
  const { resource, list } = part
  if (resource.action !== 'forget-create') return [part]
  const old: PlannedResource = { ...resource, action: 'forget', isImported: false, after: undefined }
  const made: PlannedResource = {
    ...resource,
    action: 'create',
    previousAddress: undefined,
    before: undefined,
  }
  return [
    { resource: old, list: list && listBetween(list, old, list.before, emptyTable) },
    {
      resource: made,
      list: list && { ...listBetween(list, made, emptyTable, list.after), returning: list.returning },
    },
  ]
}

/** A resource in both steps of a plan; absent from one in which there is no such object. */
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

function splitOf(part: Part, lost: LostSites, keyOf: ObjectKeys): Split {
  const { resource } = part
  switch (resource.action) {
    case 'none':
      return { repair: withoutStateChange(part), declared: part }
    case 'create':
      return resource.applied && isSameObject(resource, keyOf) ? inTwoSteps(part, lost) : asNew(part, lost)
    case 'update':
      return splitUpdate(part, lost)
    case 'replace':
    case 'forget-create':
      return splitReplacement(part, lost)
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

/** The sites of a replaced list are restored, and then replaced with it. */
function splitReplacement(part: Part, lost: LostSites): Split {
  const { resource, list } = part
  const { applied = resource.before, change } = resource
  const ofApplied = { resource: { ...resource, before: applied }, list: undefined }
  if (!askedFor.has(change.action_reason ?? '') && !isWrittenDifferently(ofApplied, ofConfiguration)) {
    return resource.applied
      ? { repair: withoutStateChange(part), declared: asPlanned(part) }
      : { follows: part }
  }
  const found = asFound(part)
  if (!list || !lost.isSame(resource)) return { repair: found, ...asNew(part, lost) }
  const sites = restoredSites(list, lost)
  if (sites === list.before) return { repair: found, declared: part }
  return {
    repair: ofRepair({ ...found.resource, action: 'update' }, list, sites),
    declared: { resource, list: listBetween(list, resource, sites, list.after) },
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
const askedFor: ReadonlySet<string> = new Set([
  'replace_because_tainted',
  'replace_by_request',
  'replace_by_triggers',
])

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
  // Where nothing else changes, it is compiled only because that is still to be done.
  if (isWhole && before?.value('compiled') === false && after?.value('compiled') === true)
    values.compiled = true
  const between = (before ?? applied)?.with(values)
  const action = before ? 'update' : 'create'
  const repair: PlannedResource = { ...withoutStateChange(part).resource, action, after: after?.with(values) }
  const changed: PlannedResource = { ...resource, action: 'update', before: between }
  const declared = { resource: changed, list: list && sites && listBetween(list, changed, sites, list.after) }
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
  if (isEqualJson(found, declared) || isEqualJson(applied, declared)) return declared
  if (isList(applied) && isList(found) && isList(declared)) {
    const back = declared.filter((each) => applied.includes(each) || found.includes(each))
    const given = found.filter((each) => !declared.includes(each))
    return [...given, ...back]
  }
  if (isJsonObject(applied) && isJsonObject(found) && isJsonObject(declared)) {
    const keys = [...new Set([...Object.keys(found), ...Object.keys(declared)])]
    const parts = keys.map((key) => [key, valueBetween(applied[key], found[key], declared[key])] as const)
    return Object.fromEntries(parts.filter(([, value]) => value !== undefined))
  }
  return found
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
  const repaired = list && sites && listBetween(list, resource, list.before, sites)
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
  return { resource: kept, list: list && sites && listBetween(list, kept, sites, sites) }
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

/** Whether the configuration gives a membership or a member another group. */
function isOtherGroup(
  resource: PlannedResource,
  groupOf: GroupNaming,
  resources: readonly PlannedResource[],
): boolean {
  const [from, to] = [groupOf(resource, 'before')?.name, groupOf(resource, 'after')?.name]
  const isKnown = (name: string | undefined) =>
    resources.some(({ type, after }) => type === 'appliance_ldap_group' && after?.text('name') === name)
  return from !== to && isKnown(to)
}

/**
 * Gives each change that follows from others to the step in which those are.
 * @param isOther whether the configuration itself refers to something else
 * @param resources of the plan
 */
function settledBy(
  splits: readonly Split[],
  isOther: (resource: PlannedResource) => boolean,
  resources: readonly PlannedResource[],
  plan: Plan,
): readonly Split[] {
  const repairs = splits.flatMap(repairsIn).filter(({ resource }) => resource.action !== 'none')
  const repaired = new Set(repairs.map(({ resource }) => resource.address))
  const changing = new Set(resources.filter(({ action, readdressed }) => action !== 'none' || readdressed))
  const types = [...new Set([...changing].map(({ type }) => type))]
  return splits.map((split) => {
    const { follows } = split
    if (!follows) return split
    return repaired.size > 0 && isOfRepair(follows.resource)
      ? { repair: withoutStateChange(follows), declared: asPlanned(follows) }
      : { repair: asFound(follows), declared: follows }
  })

  function isOfRepair(resource: PlannedResource): boolean {
    const { before, after } = resource
    if (resource.readdressed || isOther(resource)) return false
    const names = [...new Set([...(after?.names ?? []), ...(before?.names ?? [])])]
    const unknown = names.filter((name) => after?.isUnknown(name) && !ofConfiguration.has(name))
    if (unknown.length === 0) return false
    const causes = unknown.flatMap((name) =>
      types.flatMap((type) => candidatesFor(resource, name, type, resources, plan).resources),
    )
    // Of a value that comes through a local value, the plan does not say where from.
    return causes.every((cause) => !changing.has(cause) || repaired.has(cause.address))
  }
}

/** Addresses of the resources that change. */
function changedIn({ resources, others }: Step): ReadonlySet<string> {
  const changed = [...resources, ...others].filter(({ action }) => action !== 'none')
  return new Set(changed.map(({ address }) => address))
}

function triggerOf({ lifecycle_action_trigger: trigger }: Invocation): string {
  return trigger?.triggering_resource_address ?? ''
}

/** Sites that the last apply had left in categories and that the refresh did not find there. */
interface LostSites {
  /** @param category its key */
  from(category: string): SiteTable
  /** Those of the category that a list is in after the step. */
  in(list: PlannedResource): SiteTable
  /** Whether a list is in the same category before and after the step. */
  isSame(list: PlannedResource): boolean
}

/** Of a list from a file, `file_sites.missing` names what a refresh of its own has recorded as missing. */
function lostSites(
  planned: readonly Part[],
  drifted: readonly Part[],
  categoryOf: CategoryNaming,
): LostSites {
  const [lists, differing] = [listsIn(planned), listsIn(drifted)]
  const lost = new Map<string, SiteTable>()
  const add = ({ resource }: ListChange, sites: SiteTable) => {
    const key = categoryOf(resource, 'before')?.key
    if (key !== undefined && sites.size > 0) lost.set(key, union(lost.get(key) ?? emptyTable, sites))
  }
  for (const list of differing) add(list, minus(list.before, list.after))
  for (const list of [...differing, ...lists]) add(list, recordedAsMissing(list.resource))
  // Another list of the category may have found them.
  for (const { resource, before } of lists) {
    const key = categoryOf(resource, 'before')?.key ?? ''
    const sites = lost.get(key)
    if (sites) lost.set(key, minus(sites, before))
  }
  const from = (category: string) => lost.get(category) ?? emptyTable
  return {
    from,
    in: (list) => from(categoryOf(list, 'after')?.key ?? ''),
    isSame: (list) => categoryOf(list, 'before')?.key === categoryOf(list, 'after')?.key,
  }
}

function listsIn(parts: readonly Part[]): readonly ListChange[] {
  return parts.flatMap(({ list }) => list ?? [])
}
