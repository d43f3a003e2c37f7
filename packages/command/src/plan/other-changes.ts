import { certificateOf } from '@webfilter/appliance-declarations/certificate-names'
import { isJsonObject } from '@webfilter/text'
import { shownNames } from '../report/names'
import { counted, joined, Name, type Phrase, say } from '../report/phrase'
import { isKnown, onEachAppliance } from './appliances'
import { type Change, managedElsewhere, type Subject, subjectOn } from './change'
import { isUninstalled } from './member-changes'
import type { Invocation, Plan } from './plan'
import {
  Attributes,
  attributeChanges,
  causeApart,
  comingName,
  type ItemCause,
  instanceOf,
  isEqualJson,
  type PlannedResource,
} from './planned-resource'
import { namesInData, referredTo } from './references'
import { siteAddedByOperation } from './sites/category-exchange'

/**
 * The lines about whatever on one appliance has none of its own: those are lists of sites, memberships and members.
 * @param parts of the resources, as one cause changes them
 */
export function otherChanges(
  parts: readonly PlannedResource[],
  resources: readonly PlannedResource[],
  plan: Plan,
): readonly Change[] {
  return parts.flatMap((resource) => {
    if (resource.action === 'none') return []
    return kindOf(resource.type).lines(resource, resources, plan)
  })
}

/** What a resource stands for on the appliance. */
export function subjectOf(resource: PlannedResource): Subject {
  const { type, before, after, address, appliance } = resource
  const { kind, nameAttribute } = kindOf(type)
  const side = [after, before].find((each) => each?.text(nameAttribute) !== undefined)
  const name = side?.shown(nameAttribute)
  const isComing = after?.isUnknown(nameAttribute) === true && nameAttribute !== 'id'
  return subjectOn(appliance, kind, name ?? (isComing ? comingName(address) : address))
}

/** A plan of others may have any type, such as `constructor`. */
function kindOf(type: string): Kind {
  return (Object.hasOwn(kinds, type) ? kinds[type] : undefined) ?? unknownKind
}

interface Kind {
  readonly kind: Subject['kind']
  /** The attribute by which it is called. */
  readonly nameAttribute: string
  /** @param resources on the same appliance */
  lines(resource: PlannedResource, resources: readonly PlannedResource[], plan: Plan): readonly Change[]
}

/** What the actions of a plan mean on the appliance, for kinds of which each action makes one line. */
interface Meanings {
  readonly create: Phrase
  /** Where an update is more than its attributes. */
  readonly update?: (resource: PlannedResource) => Phrase | undefined
  /** Whether an update sends something, if it is not always so. */
  readonly sends?: (resource: PlannedResource) => boolean
  readonly replace: (resource: PlannedResource) => Outcome
  readonly destroy: (resource: PlannedResource) => Outcome
}

/** What a line says of an object that the plan gives up or replaces. A replacement that takes nothing away leaves out what is on the appliance. */
type Outcome = Pick<Change, 'says' | 'onAppliance' | 'isStateOnly'>

const kinds: Readonly<Record<string, Kind>> = {
  appliance_category: { kind: 'category', nameAttribute: 'name', lines: () => [] },
  appliance_category_sites: { kind: 'category', nameAttribute: 'category_name', lines: () => [] },
  appliance_ldap_group_membership: { kind: 'member', nameAttribute: 'uid', lines: () => [] },
  appliance_ldap_member: { kind: 'member', nameAttribute: 'uid', lines: () => [] },
  appliance_ldap_group: { kind: 'group', nameAttribute: 'name', lines: groupLines },
  appliance_ldap_service: {
    kind: 'directory service',
    nameAttribute: 'id',
    lines: (resource, resources) => [onlyLine(resource, resources, serviceMeanings)],
  },
  appliance_certificate: { kind: 'certificate', nameAttribute: 'id', lines: certificateLines },
  appliance_hostname: {
    kind: 'host name',
    nameAttribute: 'hostname',
    lines: (resource, resources) => [onlyLine(resource, resources, hostNameMeanings)],
  },
  appliance_operation: { kind: 'operation', nameAttribute: 'name', lines: operationLines },
  appliance_rbl_delisting: { kind: 'record database', nameAttribute: 'database', lines: delistingLines },
}

/** Types of resources that have words in a review. Any other one is only "created" or "destroyed". */
export const typesWithWords: ReadonlySet<string> = new Set(Object.keys(kinds))

const unknownKind: Kind = {
  kind: 'resource',
  nameAttribute: '',
  lines: (resource) => [lineOf(resource, unknownMeanings)],
}

const unknownMeanings: Meanings = {
  create: say`created`,
  replace: () => ({ says: say`replaced`, onAppliance: 'recreated' }),
  destroy: () => ({ says: say`destroyed`, onAppliance: 'deleted' }),
}

function operationLines(
  resource: PlannedResource,
  resources: readonly PlannedResource[],
  plan: Plan,
): readonly Change[] {
  const effect = effectOfOperation(resource, resources, plan)
  const does = effect ? say` and ${effect}` : []
  const meanings: Meanings = {
    create: say`runs once${does}`,
    replace: () => ({ says: say`runs again${does}` }),
    destroy: () => staying(say`removed from the state; its effects remain`),
  }
  return [lineOf(resource, meanings)]
}

function staying(says: Phrase): Outcome {
  return { says, onAppliance: 'stays' }
}

function lineOf(resource: PlannedResource, meanings: Meanings): Change {
  const { action, address } = resource
  const line = { subject: subjectOf(resource), addresses: [address] }
  const differences = attributeChanges(resource)
  switch (action) {
    case 'create': {
      const { origin } = resource
      if (origin === 'adopted') return { ...line, section: 'added', action: 'adopt', says: say`adopted` }
      return { ...line, section: 'added', action, says: origin ? [origin] : meanings.create }
    }
    case 'replace': {
      const { says, ...outcome } = meanings.replace(resource)
      const section = outcome.onAppliance === undefined ? 'changed' : 'lost'
      return { ...line, ...outcome, section, action, says: joined([says, differences], ': ') }
    }
    case 'destroy': {
      const loss = meanings.destroy(resource)
      return { ...line, section: 'lost', action: loss.onAppliance === 'stays' ? 'forget' : action, ...loss }
    }
    case 'forget': {
      if (resource.isManagedElsewhere) {
        return { ...line, section: 'changed', action, says: managedElsewhere }
      }
      const says = say`no longer managed; nothing is sent to the appliance`
      return { ...line, section: 'lost', action, onAppliance: 'stays', says }
    }
    default: {
      const says = joined([meanings.update?.(resource), differences], ': ')
      const known = says.length > 0 ? says : say`some values are known only after the apply`
      const isStateOnly = meanings.sends?.(resource) === false ? ({ isStateOnly: true } as const) : {}
      return { ...line, ...isStateOnly, section: 'changed', action: 'update', says: known }
    }
  }
}

const hostNameMeanings: Meanings = {
  create: say`set`,
  replace: () => ({ says: say`set again` }),
  destroy: () => staying(say`no longer managed; the appliance keeps it`),
}

const serviceMeanings: Meanings = {
  create: say`installed, or started if it is not running`,
  update: (resource) => (isStopped(resource) ? say`started again` : undefined),
  sends: isStopped,
  // Whether somebody has stopped it or not, the new object starts it.
  replace: (resource) =>
    isStopped(resource)
      ? { says: say`replaced in the state, and started again` }
      : { says: say`replaced only in the state; stays on the appliance`, isStateOnly: true },
  destroy: ({ before }) =>
    before?.value('uninstall_on_destroy') === true
      ? { says: say`uninstalled, including all members and groups`, onAppliance: 'deleted' }
      : staying(say`no longer managed; stays on the appliance`),
}

/** The line about what an appliance has one of. If another resource has it after the plan, it does not stay as it is and unmanaged. */
function onlyLine(
  resource: PlannedResource,
  resources: readonly PlannedResource[],
  meanings: Meanings,
): Change {
  const { type, before, after, address } = resource
  const successor = resources.find(
    (other) => other.type === type && other.after && instanceOf(other) !== instanceOf(resource),
  )
  if (after || !successor) return lineOf(resource, meanings)
  const { nameAttribute } = kindOf(type)
  const isSame = successor.after?.text(nameAttribute) === before?.text(nameAttribute)
  const says = isSame ? managedElsewhere : say`no longer managed; another resource sets it`
  return { section: 'changed', action: 'forget', subject: subjectOf(resource), says, addresses: [address] }
}

const certificateMeanings: Meanings = {
  create: say`created`,
  update: ({ before }) =>
    isOrderUndecided(before) ? say`recorded as ordered; nothing is sent to the appliance` : undefined,
  // Whatever would be ordered anew is a replacement.
  sends: () => false,
  replace: ({ before }) =>
    isOrderUndecided(before)
      ? { says: say`ordered again, because the answer to the first order was lost` }
      : staying(say`replaces ${new Name(before?.shown('id') ?? '(unknown)')}, which stays on the appliance`),
  destroy: () => staying(say`no longer managed; the provider cannot remove it, so it stays on the appliance`),
}

/** One of which the appliance has the name already is taken over, or refused. */
function certificateLines(
  resource: PlannedResource,
  resources: readonly PlannedResource[],
): readonly Change[] {
  const existing = existingCertificate(resource, resources)
  if (!existing) return [lineOf(resource, certificateMeanings)]
  const differences = attributeChanges(resource)
  const line = { subject: subjectOf(resource), addresses: [resource.address] }
  const outcome = outcomesOfOrder[existing.becomes]
  const says = differences ? say`${outcome}; not changed: ${differences}` : outcome
  return existing.becomes === 'taken over' && resource.action === 'create'
    ? [{ ...line, section: 'added', action: 'adopt', says }]
    : [{ ...line, section: 'changed', action: 'update', says }]
}

const outcomesOfOrder: Readonly<Record<Existing['becomes'], Phrase>> = {
  'taken over': say`the existing certificate is taken over with its key and names`,
  refused: say`not ordered: the existing certificate stays, and the apply fails because on_existing is "fail"`,
  'known only after the apply': say`on_existing decides in the apply: the existing certificate is taken over, or the apply fails`,
}

const groupMeanings: Meanings = {
  create: say`created, or adopted if the directory already contains it`,
  sends: () => false,
  replace: () => ({
    says: say`replaced only in the state; the group stays with its members`,
    isStateOnly: true,
  }),
  destroy: () => staying(say`no longer managed; the group stays on the appliance with its members`),
}

/** Another group takes the place of one that stays. The same one is adopted again. */
function groupLines(resource: PlannedResource, resources: readonly PlannedResource[]): readonly Change[] {
  if (!resource.after && isUninstalled(resources)) {
    const line = { section: 'lost', action: 'destroy', onAppliance: 'deleted' } as const
    const says = say`deleted with the directory`
    return [{ ...line, subject: subjectOf(resource), says, addresses: [resource.address] }]
  }
  const isOther = ['name', 'organization'].some((attribute) => {
    const [from, to] = [resource.before?.text(attribute), resource.after?.text(attribute)]
    return from?.toLowerCase() !== to?.toLowerCase()
  })
  if (resource.action !== 'replace' || !isOther) return [lineOf(resource, groupMeanings)]
  const created = lineOf({ ...resource, action: 'create', before: undefined }, groupMeanings)
  // A group of the same name differs in its organization.
  const differences = attributeChanges(resource, new Set(['name', 'gid']))
  return [
    lineOf({ ...resource, action: 'destroy', after: undefined }, groupMeanings),
    { ...created, says: joined([created.says, differences], ': ') },
  ]
}

/** Of another database, nothing is kept out any more, and all is taken out of the new one. */
function delistingLines(resource: PlannedResource, resources: readonly PlannedResource[]): readonly Change[] {
  const { before, after, action, applied = before } = resource
  const cause = causeApart(resource)
  const isMoved = before && after && before.text('database') !== after.text('database')
  if (isMoved) {
    const left = { ...resource, action: 'destroy', after: undefined } as const
    const taken = { ...resource, action: 'create', applied: undefined, before: undefined } as const
    return [...delistingLines(left, resources), ...delistingLines(taken, resources)]
  }
  const line = { subject: subjectOf(resource), noun: 'address', addresses: [resource.address] } as const
  const [prior, planned] = [before?.texts('addresses') ?? [], after?.texts('addresses') ?? []]
  const isSensitive = before?.isSensitive('addresses') || after?.isSensitive('addresses')
  const named = (addresses: readonly string[]) => shownNames(isSensitive ? [] : addresses)
  const isUncertain = after?.isUnknown('addresses') === true && cause !== 'drift'
  const wasThere = new Set(applied?.texts('addresses'))
  const isOf = (each: string, own: ItemCause) => cause === undefined || wasThere.has(each) === (cause === own)
  const coming = textsWithout(planned, prior).filter((each) => isOf(each, 'drift'))
  const given = isUncertain
    ? []
    : textsWithout(prior, planned).filter((each) => !after || isOf(each, 'change'))
  const others = resources.filter((other) => instanceOf(other) !== instanceOf(resource))
  const leaving = textsWithout(given, keptOutBy(others, resource))
  const kept = textsWithout(given, leaving)
  const lines: Change[] = []
  if (coming.length > 0) {
    const says = say`${counted(coming.length, 'address', 'addresses')} removed from the database if it lists them`
    lines.push({ ...line, section: 'added', action: 'add', says, names: named(coming) })
  }
  if (kept.length > 0) {
    const says = say`${counted(kept.length, 'address', 'addresses')} kept out of the database by another resource`
    lines.push({ ...line, section: 'changed', action: 'forget', says, names: named(kept) })
  }
  if (leaving.length > 0 || (after === undefined && kept.length === 0)) {
    const says = say`${counted(leaving.length, 'address', 'addresses')} no longer kept out of the database`
    const lost = { ...line, action: 'forget', says, names: named(leaving) } as const
    lines.push(after ? { ...lost, section: 'removed' } : { ...lost, section: 'lost', onAppliance: 'stays' })
  }
  if (isUncertain) {
    const says = say`some of its addresses are known only after the apply, which removes them from the database`
    lines.push({ ...line, section: 'changed', action: 'update', says })
  }
  if (lines.length > 0) return lines
  const done = action === 'create' ? 'create' : 'update'
  return [{ ...line, section: 'changed', action: done, says: say`databases compiled` }]
}

/** The addresses that some resources are to keep out of the database that a delisting has so far. */
export function keptOutBy(
  others: readonly PlannedResource[],
  { type, before }: PlannedResource,
): readonly string[] {
  const ofDatabase = others.filter(
    (other) => other.type === type && other.after?.text('database') === before?.text('database'),
  )
  return ofDatabase.flatMap(({ after }) => after?.texts('addresses') ?? [])
}

function textsWithout(texts: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others)
  return texts.filter((text) => !known.has(text))
}

function isStopped({ before }: PlannedResource): boolean {
  return before?.value('running') === false
}

/** What an operation does on the appliance: `compiles category ads`. Undefined for one that this release does not know. */
function effectOfOperation(
  resource: PlannedResource,
  resources: readonly PlannedResource[],
  plan: Plan,
): Phrase | undefined {
  const side = resource.after ?? resource.before
  const values = side?.value('arguments')
  const given = new Attributes(isJsonObject(values) ? values : {}, {}, {})
  const isSensitive = side?.isSensitive('arguments') ?? false
  switch (side?.text('name')) {
    case 'category_compile': {
      if (isSensitive) return say`compiles category ${new Name('(sensitive)')}`
      const owner = referredTo(resource, 'arguments', 'appliance_category', resources, plan)
      const compile = compileOf(given.text('category_id'), owner, resources, plan)
      const site = siteAddedByOperation(resource)
      return site === undefined
        ? compile
        : say`${compile} with ${new Name(site)}, which the appliance may add if it is missing`
    }
    case 'directory_import':
      return say`replaces the content of the user directory with the backup ${new Name(isSensitive ? '(sensitive)' : (given.text('filename') ?? '(known after apply)'))}`
    default:
      return effects.get(side?.text('name') ?? '')
  }
}

/** The same of an action. */
export function effectOfAction(
  { type, config_values, config_unknown, config_sensitive }: Invocation,
  resources: readonly PlannedResource[],
  plan: Plan,
): Phrase | undefined {
  if (type !== 'appliance_compile_category') return effects.get(type)
  const config = new Attributes(config_values ?? {}, config_unknown, config_sensitive)
  const name = config.text('name') === undefined ? undefined : config.shown('name')
  if (name !== undefined) return say`compiles category ${new Name(name)}`
  // Of an action, a plan does not say which of several appliances it is for.
  const ofOne = onEachAppliance(resources).length > 1 ? [] : resources
  return compileOf(config.text('id'), undefined, ofOne, plan)
}

/** What operations and actions do that are about nothing in particular, by their names and types. */
const effects: ReadonlyMap<string, Phrase> = new Map([
  ['category_backup', say`archives all category data`],
  ['appliance_backup_categories', say`archives all category data`],
  ['records_compile', say`compiles all record databases`],
  ['directory_restart', say`restarts the directory service`],
  ['appliance_restart_directory', say`restarts the directory service`],
  ['directory_backup', say`backs up the user directory`],
  ['appliance_backup_directory', say`backs up the user directory`],
  ['directory_schedule', say`applies the schedule of directory backups`],
])

/** @param owner the category that the configuration refers to, if its number comes with the apply */
function compileOf(
  id: string | undefined,
  owner: PlannedResource | undefined,
  resources: readonly PlannedResource[],
  plan: Plan,
): Phrase {
  const appliance = resources[0]?.appliance ?? ''
  const found = resources.find(
    ({ type, before, after }) =>
      type === 'appliance_category' &&
      id !== undefined &&
      [before, after].some((side) => side?.text('id') === id),
  )
  const side = (found ?? owner)?.after ?? found?.before
  const known = side?.shown('name') ?? namesInData(plan, /^appliance_categor/, 'id', appliance).get(id ?? '')
  if (known !== undefined) return say`compiles category ${new Name(known)}`
  return id === undefined
    ? say`compiles a category that is known after apply`
    : say`compiles category number ${new Name(id)}`
}

/** What becomes of an order for a certificate that the appliance has. */
interface Existing {
  /** As `on_existing` says it: the existing certificate is taken over, or the apply fails. */
  readonly becomes: 'taken over' | 'refused' | 'known only after the apply'
  /** Whether what is ordered may differ from what is there. */
  readonly isAnother: boolean
}

/**
 * What becomes of the order of a resource if the state has a certificate of its name: no route withdraws one, so it stays whatever becomes of its
 * resource. Undefined if nothing is ordered, or if the state has no such certificate.
 *
 * @param resources of the plan
 */
export function existingCertificate(
  resource: PlannedResource,
  resources: readonly PlannedResource[],
): Existing | undefined {
  const { type, action, after } = resource
  if (type !== certificateType || (action !== 'create' && action !== 'replace')) return undefined
  const id = after?.text('id')
  if (after === undefined || id === undefined) return undefined
  const owner = resources.find(
    (each) =>
      each.type === certificateType &&
      (instanceOf(each) !== instanceOf(resource) || action === 'replace') &&
      each.before !== undefined &&
      !isOrderUndecided(each.before) &&
      (each.appliance === resource.appliance || !isKnown(each.appliance)) &&
      certificateOf(each.before.text('id') ?? '') === certificateOf(id),
  )
  if (!owner) return undefined
  const isSame = orders.every((order) => isEqualJson(owner.before?.value(order), after.value(order)))
  const isAnother = action === 'replace' || !isSame
  if (after.isUnknown('on_existing')) return { becomes: 'known only after the apply', isAnother }
  return { becomes: after.text('on_existing') === 'adopt' ? 'taken over' : 'refused', isAnother }
}

/** Whether the outcome of the order of a certificate is unknown: it may exist or not. */
export function isOrderUndecided(before: PlannedResource['before']): boolean {
  return before?.value('outcome_unknown') === true
}

const certificateType = 'appliance_certificate'

/** The attributes of which one is set. */
const orders = ['signing_request', 'self_signed', 'server'] as const
