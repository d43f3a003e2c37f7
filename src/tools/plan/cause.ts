import { digestOf, emptyTable, firstOf, minus, packSites, type SiteTable, union } from '@webfilter/site-lists'
import { isJsonObject } from '@webfilter/text'
import { subjectOf } from './other-changes'
import { type Invocation, isOfAppliance, type Plan, type ResourceChange } from './plan'
import {
  Attributes,
  attributeChanges,
  instanceOf,
  isEqualJson,
  type PlannedResource,
  plannedResource,
} from './planned-resource'
import { candidatesFor } from './references'
import {
  categoryNaming,
  categoryTypes,
  type ListChange,
  listChange,
  recordedAsMissing,
} from './sites/list-change'
import { siteAttributes } from './sites/site-changes'

/** A plan in two steps, which the apply does in one: first everything is restored, and then the configuration is applied. */
export interface PlanByCause {
  /** From what the refresh found to what the last apply had left, as far as the configuration still wants it. */
  readonly repairs: Plan
  /** From there to what the configuration says. */
  readonly declared: Plan
}

type Values = Readonly<Record<string, unknown>>

/**
 * Splits a plan by the cause of its changes: a resource by its sites and attributes. What the last apply had left is in `resource_drift`;
 * of a list from a file, `file_sites.missing` names what a refresh of its own has recorded as missing.
 *
 * What others have removed and the configuration has given up meanwhile is in neither step: nothing is left to do about it.
 *
 * @throws {PlanError} where a packed list of sites cannot be read
 */
export async function planByCause(plan: Plan): Promise<PlanByCause> {
  const recorded = new Map(plan.drift.map((change) => [instanceOf(change), change]))
  const missing = await missingSites(plan)
  const steps = await Promise.all(
    plan.changes.map((change) => stepsOf(change, recorded.get(instanceOf(change)), missing)),
  )
  const settled = settledBy(plan, steps)
  const repairs = settled.flatMap(({ repair }) => repair ?? [])
  const declared = settled.flatMap((each) => each.declared ?? [])
  const [ofRepairs, ofDeclared] = [changedIn(repairs), changedIn(declared)]
  const isRestored = (invocation: Invocation) =>
    !ofDeclared.has(triggerOf(invocation)) && ofRepairs.has(triggerOf(invocation))
  return {
    repairs: { ...plan, changes: repairs, invocations: plan.invocations.filter(isRestored) },
    declared: {
      ...plan,
      changes: declared,
      invocations: plan.invocations.filter((each) => !isRestored(each)),
    },
  }
}

/** A change in both steps; absent from one in which there is no such object. */
interface Steps {
  readonly repair?: ResourceChange
  readonly declared?: ResourceChange
  /** The whole change, if it only follows from another one: values that it refers to come with the apply. */
  readonly follows?: ResourceChange
}

async function stepsOf(
  change: ResourceChange,
  prior: ResourceChange | undefined,
  missing: MissingSites,
): Promise<Steps> {
  const resource = plannedResource(change)
  switch (resource.action) {
    case 'none':
      return { repair: withoutStateChange(change), declared: change }
    case 'create':
      return prior?.change.before && !prior.change.after
        ? await creationSteps(change, prior.change.before, missing)
        : { declared: change }
    case 'update':
      return await updateSteps(change, prior, missing)
    case 'replace':
    case 'forget-create':
      return await replacementSteps(change, prior, missing)
    default:
      return { repair: withoutStateChange(unchanged(change, change.change.before)), declared: change }
  }
}

/** An object that was deleted outside of Terraform is created again, and then changed. */
async function creationSteps(
  change: ResourceChange,
  recorded: Values,
  missing: MissingSites,
): Promise<Steps> {
  const { after } = change.change
  if (!after || !isSameObject(change, recorded)) return { declared: change }
  const between = { ...after }
  for (const name of Object.keys(after)) {
    if (siteAttributes.has(name) || isUnknown(change, name) || recorded[name] === undefined) continue
    between[name] = recorded[name]
  }
  const list = await restoredList({ ...change, change: { ...change.change, before: null } }, missing)
  Object.assign(between, list)
  return inBoth(change, null, between)
}

/** Whether the object that is created is the one that was there. */
function isSameObject(change: ResourceChange, recorded: Values): boolean {
  const { type } = change
  const attributes = new Attributes(recorded, {}, {})
  const [was, is] = [
    { ...plannedResource(change), before: attributes, after: undefined },
    { ...plannedResource(change), before: undefined },
  ]
  if (type === 'appliance_ldap_group_membership') {
    return ['uid', 'gid'].every(
      (name) => isUnknown(change, name) || isEqualJson(recorded[name], change.change.after?.[name]),
    )
  }
  return subjectOf(was).name === subjectOf(is).name
}

async function updateSteps(
  change: ResourceChange,
  prior: ResourceChange | undefined,
  missing: MissingSites,
): Promise<Steps> {
  const { before, after } = change.change
  if (!before || !after) return { declared: change }
  const recorded = prior?.change.before ?? before
  const between: Record<string, unknown> = { ...before }
  for (const name of Object.keys(after)) {
    if (siteAttributes.has(name) || isUnknown(change, name)) continue
    between[name] = restored(recorded[name], before[name], after[name])
  }
  Object.assign(between, await restoredList(change, missing))
  // Where no other site changes, a category is compiled only because that is still to be done.
  const isSameList = isEqualJson(between.sites, after.sites) && digestIn(between) === digestIn(after)
  if (isSameList && before.compiled === false && after.compiled === true) between.compiled = true
  const steps = inBoth(change, before, between)
  const isRestored = isChanged(steps.repair)
  if (plannedResource(steps.declared).action === 'update')
    return isRestored
      ? steps
      : { ...steps, declared: change, repair: withoutStateChange(unchanged(change, before)) }
  if (isRestored || prior) return { repair: withoutStateChange(change), declared: unchanged(change, after) }
  return { follows: change }
}

/** The sites of a replaced list are restored, and then replaced with it. */
async function replacementSteps(
  change: ResourceChange,
  prior: ResourceChange | undefined,
  missing: MissingSites,
): Promise<Steps> {
  const { before } = change.change
  const recorded = prior?.change.before
  const isAsked = askedFor.has(change.action_reason ?? '')
  if (
    isAsked ||
    isDeclared(recorded ? { ...change, change: { ...change.change, before: recorded } } : change)
  ) {
    const list = await restoredList(change, missing)
    if (Object.keys(list).length === 0 || !before)
      return { repair: withoutStateChange(unchanged(change, before)), declared: change }
    const between = { ...before, ...list }
    return {
      repair: withSides(change, before, between, ['update']),
      declared: { ...change, change: { ...change.change, before: between } },
    }
  }
  return prior
    ? { repair: withoutStateChange(change), declared: unchanged(change, change.change.after) }
    : { follows: change }
}

/** Why engines replace what has not changed: somebody has asked for it, or an apply has failed. */
const askedFor: ReadonlySet<string> = new Set([
  'replace_because_tainted',
  'replace_by_request',
  'replace_by_triggers',
])

function inBoth(
  change: ResourceChange,
  before: Values | null,
  between: Values,
): { readonly repair: ResourceChange; readonly declared: ResourceChange } {
  const declared: ResourceChange = {
    ...change,
    change: { ...change.change, before: between, actions: ['update'] },
  }
  return {
    repair: withSides(change, before, between, [before === null ? 'create' : 'update']),
    declared: isDeclared(declared) ? declared : unchanged(change, between),
  }
}

/** In the first step the apply knows what it restores, but what comes with the apply is unknown in both. */
function withSides(
  change: ResourceChange,
  before: Values | null | undefined,
  after: Values,
  actions: [string, ...string[]],
): ResourceChange {
  return withoutStateChange({ ...change, change: { ...change.change, before, after, actions } })
}

/** The same on both sides. */
function unchanged(change: ResourceChange, values: Values | null | undefined): ResourceChange {
  return {
    ...change,
    change: { ...change.change, actions: ['no-op'], before: values, after: values, after_unknown: {} },
  }
}

/** Imports and new addresses belong to the configuration. */
function withoutStateChange({
  previous_address: _,
  readdressed: __,
  ...change
}: ResourceChange): ResourceChange {
  return { ...change, change: { ...change.change, importing: undefined } }
}

/** What is between what was found and what is declared: the value that was recorded, or as much of it as is still declared. */
function restored(recorded: unknown, found: unknown, declared: unknown): unknown {
  if (isEqualJson(found, declared) || isEqualJson(recorded, declared)) return declared
  if (isList(recorded) && isList(found) && isList(declared)) {
    const missing = declared.filter((each) => recorded.includes(each) && !found.includes(each))
    return [...found, ...missing]
  }
  if (isJsonObject(recorded) && isJsonObject(found) && isJsonObject(declared)) {
    const keys = [...new Set([...Object.keys(found), ...Object.keys(declared)])]
    const parts = keys.map((key) => [key, restored(recorded[key], found[key], declared[key])] as const)
    return Object.fromEntries(parts.filter(([, value]) => value !== undefined))
  }
  return found
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((each) => typeof each !== 'object')
}

function isUnknown({ change }: ResourceChange, name: string): boolean {
  return new Attributes({}, change.after_unknown, {}).isUnknown(name)
}

/** Sites that the last apply had left in categories and that nobody found there, by the category. */
interface MissingSites {
  of(resource: PlannedResource): SiteTable
}

async function missingSites({ drift, changes, ...plan }: Plan): Promise<MissingSites> {
  const lists = (all: readonly ResourceChange[]) =>
    all.filter((change) => isOfAppliance(change) && categoryTypes.has(change.type)).map(plannedResource)
  const [drifted, planned] = [lists(drift), lists(changes)]
  const naming = categoryNaming([...planned, ...drifted], { ...plan, drift, changes })
  const lost = new Map<string, SiteTable>()
  const add = (resource: PlannedResource, sites: SiteTable) => {
    const key = naming(resource, 'before')?.key
    if (key !== undefined && sites.size > 0) lost.set(key, union(lost.get(key) ?? emptyTable, sites))
  }
  for (const resource of drifted) {
    const { before, after } = await listChange(resource)
    add(resource, minus(before, after))
  }
  for (const resource of [...drifted, ...planned]) {
    add(resource, recordedAsMissing(resource))
  }
  if (lost.size > 0) {
    // Another list of the category may have found them.
    for (const resource of planned) {
      const key = naming(resource, 'before')?.key
      const missing = key === undefined ? undefined : lost.get(key)
      if (key !== undefined && missing) lost.set(key, minus(missing, (await listChange(resource)).before))
    }
  }
  return {
    of(resource) {
      const [from, to] = [naming(resource, 'before')?.key, naming(resource, 'after')?.key]
      const isSame = to !== undefined && (from === undefined || from === to)
      return (isSame ? lost.get(to) : undefined) ?? emptyTable
    },
  }
}

/** The attributes of a list that has its missing sites again; none where it misses none. */
async function restoredList(change: ResourceChange, missing: MissingSites): Promise<Values> {
  const resource = plannedResource(change)
  const { after } = change.change
  if (!after || !isOfAppliance(change) || !categoryTypes.has(change.type)) return {}
  const sites = missing.of(resource)
  const list: ListChange | undefined =
    sites.size > 0 || !resource.before ? await listChange(resource) : undefined
  if (!list || list.isUncertain) return {}
  const back = minus(sites, minus(sites, list.after))
  if (back.size === 0 && resource.before) return {}
  const between = union(list.before, back)
  if (Buffer.compare(between.bytes, list.after.bytes) === 0) return sitesOf(after)
  return typeof after.sites_packed === 'string'
    ? {
        sites_packed: await packSites(between),
        file_sites: { ...Object(after.file_sites), digest: digestOf(between), count: between.size },
        sites_file: after.sites_file,
        sites_files: after.sites_files,
        sites: null,
      }
    : {
        sites: firstOf(between, between.size),
        sites_packed: null,
        file_sites: null,
        sites_file: null,
        sites_files: null,
      }
}

function sitesOf(side: Values): Values {
  return Object.fromEntries(Object.entries(side).filter(([name]) => siteAttributes.has(name)))
}

/** Whether a change says something, and not only values that come with the apply. */
function isChanged(change: ResourceChange): boolean {
  return attributeChanges(plannedResource(withoutMissing(change)), new Set(['sites_packed'])) !== undefined
}

/** Whether the configuration itself says something else. */
function isDeclared(change: ResourceChange): boolean {
  return attributeChanges(plannedResource(withoutMissing(change)), computed) !== undefined
}

/** What the provider notes of lists by itself; the digest in `file_sites` is equal if their sites are the same. */
const computed: ReadonlySet<string> = new Set(['sites_packed', 'compiled'])

function withoutMissing(change: ResourceChange): ResourceChange {
  const { before, after } = change.change
  return { ...change, change: { ...change.change, before: reduced(before), after: reduced(after) } }

  function reduced<Side extends Values | null | undefined>(side: Side): Side | Values {
    if (!isJsonObject(side?.file_sites)) return side
    const { missing: _, ...described } = side.file_sites
    return { ...side, file_sites: described }
  }
}

function digestIn({ file_sites }: Values): unknown {
  return isJsonObject(file_sites) ? file_sites.digest : null
}

/** Gives each change that follows from others to the step in which those are. */
function settledBy(plan: Plan, steps: readonly Steps[]): readonly Steps[] {
  const isDrifted = steps.some(({ repair }) => repair && plannedResource(repair).action !== 'none')
  const repaired = new Set(
    steps.flatMap(({ repair }) =>
      repair && plannedResource(repair).action !== 'none' ? repair.address : [],
    ),
  )
  const resources = plan.changes.filter(isOfAppliance).map(plannedResource)
  return steps.map((step) => {
    const { follows } = step
    if (!follows) return step
    const { before, after } = follows.change
    return isDrifted && !follows.readdressed && isOfRepair(follows)
      ? { repair: withoutStateChange(follows), declared: unchanged(follows, after) }
      : { repair: withoutStateChange(unchanged(follows, before)), declared: follows }
  })

  function isOfRepair(follows: ResourceChange): boolean {
    const resource = plannedResource(follows)
    const unknown = Object.keys({ ...follows.change.after, ...follows.change.before }).filter((name) =>
      isUnknown(follows, name),
    )
    const causes = unknown.flatMap((name) =>
      referredTypes.flatMap((type) => candidatesFor(resource, name, type, resources, plan).resources),
    )
    const changing = causes.filter(({ action, readdressed }) => action !== 'none' || readdressed)
    return changing.every(({ address }) => repaired.has(address))
  }
}

/** Types whose values others refer to. */
const referredTypes = [
  'appliance_category',
  'appliance_ldap_group',
  'appliance_ldap_member',
  'appliance_ldap_service',
]

/** Addresses of the resources that change. */
function changedIn(changes: readonly ResourceChange[]): ReadonlySet<string> {
  const changed = changes.filter((change) => plannedResource(change).action !== 'none')
  return new Set(changed.map(({ address }) => address))
}

function triggerOf({ lifecycle_action_trigger: trigger }: Invocation): string {
  return trigger?.triggering_resource_address ?? ''
}
