import { type Code, codesOf } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { sampleSize, type Verify, verificationMode, verifyModes, verifyOf } from '@webfilter/site-lists'
import { unknownDiagnostics, warningsOfDrift } from '../findings/provider-messages'
import { deferrals, everythingGone, restOf, unverifiedResources } from '../findings/resources'
import { driftRules } from '../findings/rules'
import { findingsBy, type ReviewSettings } from '../findings/settings'
import { addressesWith, directoryNotRead, type Message, type Planning } from '../plan/messages'
import { isOfAppliance, type Plan } from '../plan/plan'
import type { Attributes, PlannedResource } from '../plan/planned-resource'
import { categoryPhrase } from '../plan/sites/caused-category'
import { type CategoryIdentity, categoryNaming, categoryTypes } from '../plan/sites/list-change'
import { shownNames } from '../report/names'
import { counted, type Phrase, say } from '../report/phrase'
import type { Observation } from '../report/report'

interface Searched {
  readonly plan: Plan
  readonly planning: Planning
  /** Those of the plan that are the appliance's. */
  readonly resources: readonly PlannedResource[]
  readonly lists: readonly ListCoverage[]
  readonly settings: ReviewSettings
}

/**
 * Why drift could have been overlooked. Complete is a search without any such reason, whatever the settings say of it; its limits are those that
 * a verdict names.
 */
export function driftFindings(searched: Searched) {
  const observed = {
    'everything-gone': everythingGone(searched),
    'not-asked': notAsked(searched),
    sampled: sampled(searched),
    unverified: unverified(searched),
    ...warningsOfDrift({ messages: searched.planning.messages, resources: searched.resources }),
    'unknown-diagnostic': unknownDiagnostics(searched.planning),
  }
  return {
    findings: findingsBy(driftRules, searched.settings, (rule) => observed[rule]),
    isComplete: driftRules.every((rule) => rule === 'everything-gone' || observed[rule].length === 0),
    limits: limitsOf(searched, observed),
  }
}

/** The limits of a search, those first of which the least was compared. */
function limitsOf(
  { plan, planning: { messages }, lists, settings }: Searched,
  observed: Readonly<Record<'not-asked' | 'unverified', readonly Observation[]>>,
): readonly Limit[] {
  const withoutDirectory = observed['not-asked'].filter(({ code }) => code === directoryNotRead)
  const unread = observed['not-asked'].filter((each) => !withoutDirectory.includes(each))
  const unverified = new Set(observed.unverified.flatMap(({ addresses }) => addresses))
  const types = plan.changes.filter(({ address }) => unverified.has(address)).map(({ type }) => type)
  const ofType = (wanted: string) => types.filter((type) => type === wanted).length
  const [certificates, hostNames] = [ofType('appliance_certificate'), ofType('appliance_hostname')]
  const inPart = types.filter((type) => !categoryTypes.has(type)).length - certificates - hostNames
  const withoutNumber = listsWithoutNumber(messages)
  const uncounted = lists.reduce(
    (sum, { address, total }) => sum + (withoutNumber.has(address) ? total : 0),
    0,
  )
  return [
    ...(acceptsLosses(settings) ? lessLimit(categoriesWithLess(lists, messages)) : []),
    ...(unread.some(({ addresses }) => addresses.length === 0) ? [partialLimit] : []),
    ...(withoutDirectory.length > 0 ? [directoryLimit] : []),
    ...limitOf(new Set(unread.flatMap(({ addresses }) => addresses)).size, 'resource', say`not read`),
    ...limitOf(certificates, 'certificate', unshown),
    ...limitOf(hostNames, 'host name', unshown),
    ...limitOf(sitesIn(lists, 'none') - uncounted, 'site', say`not checked, because verify is "none"`),
    ...limitOf(uncounted, 'site', say`not checked: ${sitesUnreported}, nor how many it contains`),
    ...numberLimit(lists),
    ...sampleLimit(lists),
    ...limitOf(inPart, 'resource', say`compared in part: the appliance does not return all attributes`),
  ]
}

/** A reason why "no drift found" is less than "no drift": behind these words, and as a sentence without its full stop. */
export interface Limit {
  readonly lead: Phrase
  readonly sentence: Phrase
  /** Something was found, but not which sites it is about. Then this stands in place of "no drift found". */
  readonly isFound?: true
}

const unshown = say`not checked: the appliance cannot show it`
const sitesUnreported = say`this appliance cannot report whether a category contains a site`

const partialLimit: Limit = {
  lead: say`, but part of the configuration was not read`,
  sentence: say`Part of the configuration not read`,
}

const directoryLimit: Limit = {
  lead: say`, but members and groups were not read`,
  sentence: say`Members and groups not read`,
}

function lessLimit(categories: number): readonly Limit[] {
  if (categories === 0) return []
  const verb = categories === 1 ? 'contains' : 'contain'
  const sentence = say`${counted(categories, 'category', 'categories')} ${[verb]} fewer sites than an apply left`
  return [{ lead: say`, but ${sentence}`, sentence, isFound: true }]
}

function limitOf(count: number, noun: string, says: Phrase): readonly Limit[] {
  if (count === 0) return []
  const sentence = (verb: string) => say`${counted(count, noun)} ${[verb]}${says}`
  return [{ lead: say`, but ${sentence(count === 1 ? 'was ' : 'were ')}`, sentence: sentence('') }]
}

function numberLimit(lists: readonly ListCoverage[]): readonly Limit[] {
  const sites = sitesIn(lists, 'count')
  const says = say`compared by number only: ${sitesUnreported}`
  if (lists.some(({ mode }) => mode !== 'count')) return limitOf(sites, 'site', says)
  const lead = say`, by the number of sites only: ${sitesUnreported}`
  return limitOf(sites, 'site', says).map(({ sentence }) => ({ lead, sentence }))
}

function sampleLimit(lists: readonly ListCoverage[]): readonly Limit[] {
  if (sitesIn(lists, 'sample') === 0) return []
  const asked = lists.reduce((sum, each) => sum + each.asked, 0)
  const sentence = say`${asked} of ${counted(sitesIn(lists, 'sample', 'full'), 'site')} looked up`
  return [{ lead: say`, by a sample only: ${sentence}`, sentence }]
}

function sitesIn(lists: readonly ListCoverage[], ...modes: readonly ListCoverage['mode'][]): number {
  return lists.reduce((sum, { mode, total }) => sum + (modes.includes(mode) ? total : 0), 0)
}

function notAsked({ plan, planning, resources }: Searched): readonly Observation[] {
  const managed = plan.managed.filter(isOfAppliance).map(({ address }) => address)
  const unread = managed.filter((address) => !planning.asked.has(address))
  // Engines do not read what a `removed` block makes them forget.
  const toForget = new Set(
    resources.filter(({ action }) => action === 'forget').map(({ address }) => address),
  )
  const left = unread.filter((address) => !toForget.has(address))
  const rest = restOf(plan, planning.messages)
  const deferred = deferrals(rest)
  const withoutService = planning.messages.filter(({ code }) => code === directoryNotRead)
  return [
    ...unreadResources(left, 'not included in the plan'),
    ...unreadResources(
      unread.filter((address) => toForget.has(address)),
      'not read, because a removed block forgets what it names',
    ),
    ...deferred,
    ...(rest.isPartial && deferred.length === 0 && left.length === 0
      ? [{ says: say`the plan is partial: another plan must follow`, addresses: [] }]
      : []),
    ...withoutService.map(({ address }) => ({
      says: say`members, groups and memberships were not read: the directory service is not running`,
      addresses: address === undefined ? [] : [address],
      code: directoryNotRead,
    })),
  ]
}

function unreadResources(addresses: readonly string[], why: string): readonly Observation[] {
  if (addresses.length === 0) return []
  const says = say`${counted(addresses.length, 'resource')} ${[why]}`
  return [{ says, names: shownNames(addresses), addresses }]
}

function sampled({ lists, planning }: Searched): readonly Observation[] {
  const withoutNumber = listsWithoutNumber(planning.messages)
  return lists.flatMap(({ mode, category, asked, total, address }) => {
    const subject = categoryPhrase(category)
    const about = { facts: { asked, total }, addresses: [address] }
    if (mode === 'sample')
      return [{ ...about, says: say`${subject}: ${asked} of ${counted(total, 'site')} looked up` }]
    const why =
      mode === 'count'
        ? say`the appliance reports only how many sites it contains`
        : withoutNumber.has(address)
          ? say`the appliance does not report how many sites it contains either`
          : undefined
    if (why === undefined) return []
    return [{ ...about, says: say`${subject}: none of ${counted(total, 'site')} looked up; ${why}` }]
  })
}

/** Of what is there: what the plan is to create is not verified either, and says nothing of drift. */
function unverified({ plan, resources }: Searched): readonly Observation[] {
  return unverifiedResources({ plan, resources: resources.filter(({ before }) => before) })
}

/** `count` where the appliance reported how many sites there are, and nothing of any one. */
export const coverageModes = ['full', 'sample', 'none', 'count'] as const

/** How much of a list of sites the appliance was asked for. */
export interface ListCoverage {
  readonly category: CategoryIdentity
  readonly address: string
  readonly mode: (typeof coverageModes)[number]
  readonly asked: number
  readonly total: number
  readonly missing: number
}

/**
 * How each list that was found was asked for, those left out that manage nothing. States do not record it: it follows from `verify`, of the
 * list or of the provider, from the size, and from what the provider said while it asked.
 */
export function listCoverage(
  plan: Plan,
  resources: readonly PlannedResource[],
  messages: readonly Message[],
): readonly ListCoverage[] {
  const nameOf = categoryNaming(resources, plan)
  const recorded = new Map(plan.drift.filter(isOfAppliance).map((resource) => [resource.address, resource]))
  const byNumber = listsByNumber(messages)
  const uncounted = listsWithoutNumber(messages)
  return resources.flatMap((resource) => {
    if (!categoryTypes.has(resource.type)) return []
    const drifted = recorded.get(resource.address)
    const list = drifted ? drifted.after : resource.before
    if (!list) return []
    const { address } = resource
    const category = nameOf(resource, resource.before ? 'before' : 'after')
    if (!category) return []
    const total = Math.max(sizeOf(list), drifted?.before ? sizeOf(drifted.before) : 0)
    const missing = total - sizeOf(list)
    const mode = byNumber.has(address)
      ? 'count'
      : uncounted.has(address)
        ? 'none'
        : modeOf(list.text('verify'), plan.inheritedVerify, total, missing)
    return total === 0 ? [] : [{ category, address, mode, asked: askedBy(mode, total), total, missing }]
  })
}

/** Addresses of the lists of which the appliance reports no single site, but how many sites their category contains. */
export function listsByNumber(messages: readonly Message[]): ReadonlySet<string> {
  return addressesWith(
    codesOf('sites-not-asked-for', 'fewer-sites-than-managed', fewerSitesThanLeft),
    messages,
  )
}

/** Addresses of the lists of which the appliance does not report that number either. */
function listsWithoutNumber(messages: readonly Message[]): ReadonlySet<string> {
  return addressesWith(codesOf('sites-not-counted'), messages)
}

/** Whether the settings accept that a category contains fewer sites than an apply left: they have that warning off. */
export function acceptsLosses({ codeLevels }: Pick<ReviewSettings, 'codeLevels'>): boolean {
  return codeLevels.get(fewerSitesThanLeft) === 'off'
}

/** How many categories contain fewer sites than an apply left there, which no apply adds again. */
function categoriesWithLess(lists: readonly ListCoverage[], messages: readonly Message[]): number {
  const addresses = addressesWith(codesOf(fewerSitesThanLeft), messages)
  return new Set(lists.flatMap(({ address, category }) => (addresses.has(address) ? [category.key] : [])))
    .size
}

export const fewerSitesThanLeft: Code = 'fewer-sites-than-left'

/** Where a sample misses one, all are asked for. A way that this release does not know is one that asks for some at most. */
function modeOf(
  verify: string | undefined,
  inherited: Verify,
  total: number,
  missing: number,
): ListCoverage['mode'] {
  const known = verifyModes.find((mode) => mode === verify)
  const mode = known ? verificationMode(verifyOf(known, inherited), total) : 'sample'
  return mode === 'sample' && missing > 0 ? 'full' : mode
}

function askedBy(mode: ListCoverage['mode'], total: number): number {
  if (mode === 'full') return total
  return mode === 'sample' ? Math.min(sampleSize, total) : 0
}

/** How many sites a list manages, by its attributes, without reading them. */
function sizeOf(list: Attributes): number {
  const count = list.within('file_sites').value('count')
  return (typeof count === 'number' && count) || list.texts('sites').length
}
