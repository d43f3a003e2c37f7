import { type Code, codesOf } from '@webfilter/appliance-declarations/diagnostics/catalogue'
import { sampleSize, type Verify, verificationMode, verifyModes, verifyOf } from '@webfilter/site-lists'
import type { ReviewSettings } from '../findings/settings'
import { addressesWith, type Message } from '../plan/messages'
import { isOfAppliance, type Plan } from '../plan/plan'
import { type Attributes, type PlannedResource, plannedResource } from '../plan/planned-resource'
import { type CategoryIdentity, categoryNaming, categoryTypes } from '../plan/sites/list-change'

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
