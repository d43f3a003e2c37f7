import { minus, type SiteTable, unionOf } from '@webfilter/site-lists'
import { groupedBy } from '../grouped'
import { alphabetically, hiddenNames, inOrder, namesOfSites, shownNames } from '../report/names'
import { counted, joined, Name, type Phrase, say } from '../report/phrase'
import { onEachAppliance } from './appliances'
import {
  actions,
  bySubject,
  type CausedChange,
  type Change,
  causes,
  remainders,
  type Subject,
  sectionNames,
} from './change'
import { type AbsentAccounts, absentAccounts, mayBeUninstalled, memberChanges } from './member-changes'
import { membershipChanges, membershipType } from './membership-changes'
import type { Message } from './messages'
import { effectOfAction, otherChanges, subjectOf } from './other-changes'
import { type Pictures, picturesOf } from './pictures'
import { type Invocation, isOfAppliance, type Plan } from './plan'
import { attributeChanges, because, type ItemCause, type PlannedResource } from './planned-resource'
import { type CategoryExchange, categoryExchange } from './sites/category-exchange'
import { categorySubject } from './sites/caused-category'
import type { CategoryIdentity, ListChange } from './sites/list-change'
import { siteChanges } from './sites/site-changes'

/**
 * What a plan changes on the appliance, and what that was seen from.
 * @returns changes, the gravest sections first and what is restored last; resources as a `Step` has them
 * @throws {PlanError} if a packed list of sites cannot be read
 */
export async function plannedChanges(ofAddresses: Plan) {
  const pictures = await picturesOf(ofAddresses)
  const { plan, planned } = pictures
  const exchange = categoryExchange(planned.resources, pictures)
  const { change, drift } = changesIn(pictures, exchange)
  const changes = changesInOrder(isRefreshOnly(plan) ? recordedChanges(pictures) : [...change, ...drift])
  return { changes, pictures, resources: planned.resources, exchange }
}

/** What the rules of a review look at. */
export interface ReviewedPlan {
  /** As it was read, whatever the pictures leave out. */
  readonly plan: Plan
  readonly pictures: Pictures
  readonly resources: readonly PlannedResource[]
  /** The lines of the review. */
  readonly changes: readonly CausedChange[]
  readonly exchange: CategoryExchange
  /** The messages of the plan; none if nobody kept them. */
  readonly messages: readonly Message[]
}

/** The lines about what a plan changes because of each cause, in order. */
export function changesIn(
  pictures: Pictures,
  exchange: CategoryExchange,
): Readonly<Record<ItemCause, readonly CausedChange[]>> {
  const absence = absentAccounts(pictures.planned.resources, pictures.drifted.resources)
  const ofSites = siteChanges(exchange, pictures.plan.taken)
  const linesOf = (cause: ItemCause) =>
    changesInOrder(
      [...ofSites[cause], ...changesBecause(cause, pictures, absence)].map((line) => ({
        ...line,
        cause: concernsState(line) ? 'state' : cause,
      })),
    )
  return { change: linesOf('change'), drift: linesOf('drift') }
}

/** The lines about all but the sites of categories. */
function changesBecause(
  cause: ItemCause,
  { plan, planned, groupOf, invocations }: Pictures,
  absence: AbsentAccounts,
): readonly Change[] {
  const { resources, others } = planned
  return [
    ...onEachAppliance(resources).flatMap((each) => {
      const parts = partsOf(cause, each)
      const lines = [
        ...membershipChanges(parts, each, groupOf, absence),
        ...memberChanges(parts, each, plan, groupOf),
        ...otherChanges(parts, each, plan),
      ]
      return mayBeUninstalled(each, resources) ? lines.map(unlessUninstalled) : lines
    }),
    ...stateChanges(partsOf(cause, resources)),
    ...invocationChanges(invocations[cause], resources, plan),
    ...changesOfOthers(partsOf(cause, others), invocations[cause]),
  ]
}

/** A line about an account or a group that stays, if its directory service may be one that is uninstalled. */
function unlessUninstalled(line: Change): Change {
  if (line.onAppliance !== 'stays' || !['member', 'group'].includes(line.subject.kind)) return line
  const says = joined(
    [line.says, say`deleted if the directory service that is uninstalled is on its appliance`],
    '; ',
  )
  return { ...line, says }
}

/** Resources as one cause changes them, without those that it does not change. */
function partsOf(cause: ItemCause, resources: readonly PlannedResource[]): readonly PlannedResource[] {
  return resources.flatMap((resource) => because(cause, resource) ?? [])
}

function concernsState({ action, isStateOnly }: Change): boolean {
  return isStateOnly === true || action === 'forget' || action === 'import' || action === 'rename'
}

/** Imports and new addresses change Terraform's state, and nothing on the appliance. */
function stateChanges(resources: readonly PlannedResource[]): readonly Change[] {
  return resources.flatMap((resource) => {
    // What the state has moves; a replacement is another object.
    const { before, after, action } = resource
    const subject = subjectOf(action === 'replace' ? { ...resource, after: before ?? after } : resource)
    const { isImported, previousAddress: former, readdressedFrom, address } = resource
    const said: readonly (readonly [action: 'import' | 'rename', says: Phrase])[] = [
      ...(isImported ? [['import', say`imported`] as const] : []),
      ...(former === undefined
        ? []
        : [['rename', say`moved in the configuration from ${new Name(former)}`] as const]),
      ...(readdressedFrom ? [['rename', newAddress(resource, readdressedFrom)] as const] : []),
    ]
    return said.map(([done, says]) => ({
      section: 'changed',
      action: done,
      subject,
      says,
      addresses: [address],
    }))
  })
}

function newAddress({ type, address, after, isUnseen }: PlannedResource, from: string): Phrase {
  const owners: ReadonlyMap<string, string> = new Map([
    ['appliance_category_sites', 'the address of a list'],
    [membershipType, 'the address of a membership'],
  ])
  const presumably = after?.isUnknown('gid') ? [' (presumably: the group has the same key)'] : []
  // What is part of a category or of a group has lines of its own.
  const isCreated = isUnseen && !owners.has(type) ? ['; created if missing'] : []
  return say`${[owners.get(type) ?? 'its address']} changes from ${new Name(from)} to ${new Name(address)}${presumably}${isCreated}`
}

/** What is restored comes last; otherwise the gravest sections first, and at their ends what only the state has. */
function changesInOrder(changes: readonly CausedChange[]): readonly CausedChange[] {
  return changes
    .map((change) => ({ ...change, addresses: inOrder(change.addresses) }))
    .sort(
      (one, other) =>
        Number(one.cause === 'drift') - Number(other.cause === 'drift') ||
        sectionNames.indexOf(one.section) - sectionNames.indexOf(other.section) ||
        (one.section === 'lost' ? 0 : causes.indexOf(one.cause) - causes.indexOf(other.cause)) ||
        remainderOf(one) - remainderOf(other) ||
        bySubject(one, other) ||
        alphabetically(one.to?.name ?? '', other.to?.name ?? '') ||
        actions.indexOf(one.action) - actions.indexOf(other.action),
    )
}

/** What is deleted, then what is created again, then what stays. */
function remainderOf({ onAppliance }: Change): number {
  return onAppliance === undefined ? 0 : remainders.indexOf(onAppliance)
}

/** Whether an apply would only record what the refresh has found: engines name no resource in such a plan, not even the unchanged ones. */
function isRefreshOnly({ changes, drift }: Pick<Plan, 'changes' | 'drift'>): boolean {
  return changes.length === 0 && drift.length > 0
}

/** What a refresh-only plan records in the state. */
function recordedChanges({ drifted, categoryOf, groupOf, listOf }: Pictures): readonly CausedChange[] {
  // Of one that has only moved, nothing was found.
  const differing = drifted.resources.filter(({ action }) => action !== 'none')
  const recordedList = (resource: PlannedResource): RecordedList | undefined => {
    const [list, category] = [listOf(resource), categoryOf(resource, 'before')]
    return list && category && { list, category }
  }
  const lists = differing.flatMap((resource) => recordedList(resource) ?? [])
  const others = differing.flatMap((resource) => {
    if (recordedList(resource)) return []
    const group = resource.type === membershipType && !resource.after && groupOf(resource, 'before')
    return [group ? recordedMembership(resource, group) : recordedLine(resource)]
  })
  return [
    ...[...groupedBy(lists, ({ category }) => category.key).values()].flatMap(recordedListLines),
    ...others,
    ...stateChanges(drifted.resources),
    ...changesOfOthers(drifted.others, []),
  ].map((line) => ({ ...line, cause: 'state' }))
}

function recordedLine(resource: PlannedResource): Change {
  const { address, after } = resource
  const line = { section: 'changed', subject: subjectOf(resource), addresses: [address] } as const
  if (!after) return { ...line, action: 'forget', says: say`recorded as no longer on the appliance` }
  const differences = attributeChanges(resource)
  const says = differences ? say`recorded as found: ${differences}` : say`recorded as found`
  return { ...line, action: 'update', says }
}

/** A link that is gone: its member and its group may well exist. */
function recordedMembership({ address, before }: PlannedResource, group: Subject): Change {
  return {
    section: 'changed',
    action: 'forget',
    subject: group,
    says: say`${counted(1, 'member')} recorded as no longer in the group`,
    noun: 'member',
    names: before?.isSensitive('uid') ? hiddenNames(1) : shownNames([before?.text('uid') ?? address]),
    addresses: [address],
  }
}

/** @param lists of one category, which may have lost the same sites */
function recordedListLines(lists: readonly RecordedList[]): readonly Change[] {
  return [
    ...lists.flatMap(recordedListLine),
    ...recordedSites(lists, ({ before, after }) => minus(before, after), 'recorded as missing'),
    ...recordedSites(lists, ({ before, after }) => minus(after, before), 'recorded as found again'),
  ]
}

interface RecordedList {
  readonly list: ListChange
  readonly category: CategoryIdentity
}

/** Of a list that is gone, or of which something else than its sites was found. */
function recordedListLine({ list, category }: RecordedList): readonly Change[] {
  const { resource, before, isChanged } = list
  if (resource.after) return isChanged ? [] : [recordedLine(resource)]
  const line = { section: 'changed', action: 'forget', subject: categorySubject(category) } as const
  const says = say`recorded as no longer on the appliance, with ${counted(before.size, 'site')}`
  return [{ ...line, says, addresses: [resource.address] }]
}

function recordedSites(
  all: readonly RecordedList[],
  sitesOf: (list: ListChange) => SiteTable,
  what: string,
): readonly Change[] {
  const lists = all.filter(({ list }) => list.resource.after && sitesOf(list).size > 0)
  const [one] = lists
  if (!one) return []
  const sites = unionOf(lists.map(({ list }) => sitesOf(list)))
  return [
    {
      section: 'changed',
      action: 'update',
      subject: categorySubject(one.category),
      says: say`${counted(sites.size, 'site')} ${[what]}`,
      noun: 'site',
      names: namesOfSites(
        sites,
        lists.some(({ list }) => list.isSensitive),
      ),
      addresses: lists.map(({ list }) => list.resource.address),
    },
  ]
}

/** Actions of the provider that the apply calls, by their addresses. */
function invocationChanges(
  invocations: readonly Invocation[],
  resources: readonly PlannedResource[],
  plan: Plan,
): readonly Change[] {
  const addresses = [...new Set(invocations.filter(isOfAppliance).map(({ address }) => address))]
  return addresses.map((address) => {
    const calls = invocations.filter((each) => each.address === address)
    const triggers = calls.map(triggerPhrase)
    const effects = calls.flatMap((call) => {
      const effect = effectOfAction(call, resources, plan)
      return effect ? [effect] : []
    })
    const triggering = calls.flatMap(
      (each) => each.lifecycle_action_trigger?.triggering_resource_address || [],
    )
    return {
      section: 'changed',
      action: 'invoke',
      subject: { kind: 'action', name: address },
      says: joined([say`invoked ${joined(distinct(triggers), ' and ')}`, ...distinct(effects)], '; '),
      addresses: [address, ...triggering],
    }
  })
}

/** What other providers change is none of the appliance's business: how much it is, is all that is said. */
function changesOfOthers(
  others: readonly PlannedResource[],
  invocations: readonly Invocation[],
): readonly Change[] {
  const changing = others.filter(({ action }) => action !== 'none')
  const actions = invocations.filter((invocation) => !isOfAppliance(invocation))
  return [
    ...lineOfOthers('update', 'resource', changing),
    ...lineOfOthers('invoke', 'invoked action', actions),
  ]
}

function lineOfOthers(
  action: Change['action'],
  noun: string,
  objects: readonly { readonly address: string }[],
): readonly Change[] {
  if (objects.length === 0) return []
  const addresses = objects.map(({ address }) => address)
  const subject = { kind: 'other providers', name: '' } as const
  const says = counted(objects.length, noun)
  return [{ section: 'changed', action, subject, says, names: shownNames(addresses), addresses }]
}

function triggerPhrase({ lifecycle_action_trigger: trigger }: Invocation): Phrase {
  if (!trigger) return say`from the command line`
  const { action_trigger_event: event, triggering_resource_address: address } = trigger
  const [moment, done] = events.get(event) ?? []
  if (!moment || !done) return say`by ${new Name(address)} (${new Name(event)})`
  return say`${[moment]} ${new Name(address)} is ${[done]}`
}

/** As Terraform 1.16 writes them. */
const events: ReadonlyMap<string, readonly [moment: string, done: string]> = new Map([
  ['BeforeCreate', ['before', 'created']],
  ['AfterCreate', ['after', 'created']],
  ['BeforeUpdate', ['before', 'updated']],
  ['AfterUpdate', ['after', 'updated']],
  ['BeforeDestroy', ['before', 'destroyed']],
  ['AfterDestroy', ['after', 'destroyed']],
])

function distinct(phrases: readonly Phrase[]): readonly Phrase[] {
  return [...new Map(phrases.map((phrase) => [JSON.stringify(phrase), phrase])).values()]
}
