import { fewerSitesThanManaged, sitesNotAskedFor } from '../../../diagnostics/sites'
import { sampleSize, verificationMode, verifyModes } from '../../../sites/verification'
import type { Message } from '../plan/messages'
import type { Plan } from '../plan/plan'
import { type Attributes, isOfAppliance, plannedResource } from '../plan/planned-resource'
import { categoryNaming, categoryTypes } from '../sites/category-naming'
import { driftedResources } from './drifted-resource'

/** `count` where the appliance told how many sites there are, and nothing of any one. */
export const coverageModes = ['full', 'sample', 'none', 'count'] as const

/** How much of a list of sites the appliance was asked for. */
export interface ListCoverage {
  readonly category: string
  readonly address: string
  readonly mode: (typeof coverageModes)[number]
  readonly asked: number
  readonly total: number
  readonly missing: number
}

/**
 * How each list that was found was asked for, those left out that manage nothing. States do not tell: it follows from `verify` and the
 * size, and from what the provider said while it asked.
 */
export function listCoverage(plan: Plan, messages: readonly Message[]): readonly ListCoverage[] {
  const resources = plan.changes.filter(isOfAppliance).map(plannedResource)
  const nameOf = categoryNaming(resources, plan)
  const recorded = new Map(driftedResources(plan).map(({ found }) => [found.address, found]))
  const counted = countedAlone(messages)
  return resources.flatMap((resource) => {
    if (!categoryTypes.has(resource.type)) return []
    const drifted = recorded.get(resource.address)
    const found = drifted ? drifted.after : resource.before
    if (!found) return []
    const { address } = resource
    const category = nameOf(resource, resource.before ? 'before' : 'after')?.name ?? address
    const total = Math.max(sizeOf(found), drifted?.before ? sizeOf(drifted.before) : 0)
    const missing = total - sizeOf(found)
    const mode = counted.has(address) ? 'count' : modeOf(found.text('verify'), total, missing)
    return total === 0 ? [] : [{ category, address, mode, asked: askedBy(mode, total), total, missing }]
  })
}

/** Addresses of the lists of which no single site could be asked for. */
export function countedAlone(messages: readonly Message[]): ReadonlySet<string> {
  const told = messages.filter(
    ({ code }) => code === sitesNotAskedFor.code || code === fewerSitesThanManaged.code,
  )
  return new Set(told.flatMap(({ address }) => address ?? []))
}

/** Where a sample misses one, all are asked for. A way that this release does not know is one that asks for some at most. */
function modeOf(verify: string | undefined, total: number, missing: number): ListCoverage['mode'] {
  const known = verifyModes.find((mode) => mode === verify)
  const mode = known ? verificationMode(known, total) : 'sample'
  return mode === 'sample' && missing > 0 ? 'full' : mode
}

function askedBy(mode: ListCoverage['mode'], total: number): number {
  if (mode === 'full') return total
  return mode === 'sample' ? Math.min(sampleSize, total) : 0
}

/** How many sites a list manages, as its attributes tell without reading them. */
function sizeOf(list: Attributes): number {
  return numberOf(list.value('site_count')) || list.texts('sites').length
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
