import { type Code, codesOf } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { sampleSize, type Verify, verificationMode, verifyModes, verifyOf } from '@webfilter/site-lists'
import type { ReviewSettings } from '../findings/settings'
import { addressesWith, type Message } from '../plan/messages'
import { isOfAppliance, type Plan } from '../plan/plan'
import { type Attributes, type PlannedResource, plannedResource } from '../plan/planned-resource'
import { type CategoryIdentity, categoryNaming, categoryTypes } from '../plan/sites/list-change'
import { counted, type Phrase, say } from '../report/phrase'

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
  const found = plan.drift.filter(isOfAppliance).map(plannedResource)
  const recorded = new Map(found.map((resource) => [resource.address, resource]))
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
export function listsWithoutNumber(messages: readonly Message[]): ReadonlySet<string> {
  return addressesWith(codesOf('sites-not-counted'), messages)
}

/** Whether the settings accept that a category contains fewer sites than an apply left: they have that warning off. */
export function acceptsLosses({ codeLevels }: Pick<ReviewSettings, 'codeLevels'>): boolean {
  return codeLevels.get(fewerSitesThanLeft) === 'off'
}

/** How many categories contain fewer sites than an apply left there, which no apply adds again. */
export function categoriesWithLess(lists: readonly ListCoverage[], messages: readonly Message[]): number {
  const addresses = addressesWith(codesOf(fewerSitesThanLeft), messages)
  return new Set(lists.flatMap(({ address, category }) => (addresses.has(address) ? [category.key] : [])))
    .size
}

const fewerSitesThanLeft: Code = 'fewer-sites-than-left'

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

/** What a search for drift could not compare, beside lists of sites, or could not attribute to any site. */
export interface Uncompared {
  /** Categories that contain fewer sites than an apply left there, if the settings accept that; else they are drift. */
  readonly withLess: number
  /** Resources that were not read. */
  readonly unread: number
  /** The plan is partial, and what it leaves out is not known. */
  readonly isPartial: boolean
  /** The directory service is not running. */
  readonly isWithoutDirectory: boolean
  /** Resources of which the appliance shows nothing. */
  readonly certificates: number
  readonly hostNames: number
  /** Resources of which the appliance does not return all attributes. */
  readonly inPart: number
  /** Sites of lists whose number the appliance does not report. */
  readonly uncountedSites: number
}

/** A reason why "no drift found" is less than "no drift": behind these words, and as a sentence without its full stop. */
export interface Limit {
  readonly lead: Phrase
  readonly sentence: Phrase
  /** It stands in place of "no drift found": something was found, and nobody can say which sites it is about. */
  readonly isFound?: true
}

/** The limits of a search, those first of which the least was compared. */
export function limitsOf(lists: readonly ListCoverage[], uncompared: Uncompared): readonly Limit[] {
  const { uncountedSites, withLess, isPartial, isWithoutDirectory, unread, certificates, hostNames, inPart } =
    uncompared
  return [
    ...lessLimit(withLess),
    ...(isPartial ? [partialLimit] : []),
    ...(isWithoutDirectory ? [directoryLimit] : []),
    ...limitOf(unread, 'resource', say`not read`),
    ...limitOf(certificates, 'certificate', unshown),
    ...limitOf(hostNames, 'host name', unshown),
    ...limitOf(sitesIn(lists, 'none') - uncountedSites, 'site', say`not checked, because verify is "none"`),
    ...limitOf(uncountedSites, 'site', say`not checked: ${sitesUnreported}, nor how many it contains`),
    ...numberLimit(lists),
    ...sampleLimit(lists),
    ...limitOf(inPart, 'resource', say`compared in part: the appliance does not return all attributes`),
  ]
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
