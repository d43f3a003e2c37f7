import type { Plan } from '../plan'
import { isOfAppliance } from '../planned-changes'
import { type Attributes, type PlannedResource, plannedResource } from '../planned-resource'
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

/** What each list that was found says of its verification; those left out that manage nothing. */
export function listCoverage(plan: Plan): readonly ListCoverage[] {
  const resources = plan.changes.filter(isOfAppliance).map(plannedResource)
  const nameOf = categoryNaming(resources, plan)
  const recorded = new Map(driftedResources(plan).map(({ found }) => [found.address, found]))
  return resources.flatMap((resource) => {
    if (!categoryTypes.has(resource.type)) return []
    const drifted = recorded.get(resource.address)
    const found = drifted ? drifted.after : resource.before
    if (!found) return []
    const category = nameOf(resource, resource.before ? 'before' : 'after')?.name ?? resource.address
    const told = verificationIn(found) ?? countAlone(drifted, found)
    return told.total === 0 ? [] : [{ category, address: resource.address, ...told }]
  })
}

type Verification = Omit<ListCoverage, 'category' | 'address'>

function verificationIn(found: Attributes): Verification | undefined {
  const value = found.value('verification')
  if (typeof value !== 'object' || value === null) return undefined
  const mode: unknown = Reflect.get(value, 'mode')
  const [asked, total, missing] = ['asked', 'total', 'missing_count'].map((name) => Reflect.get(value, name))
  return {
    // A mode of a later release is one that asks for some.
    mode: mode === 'full' || mode === 'none' ? mode : 'sample',
    asked: numberOf(asked),
    total: numberOf(total),
    missing: numberOf(missing),
  }
}

/** Where single sites cannot be asked for there is no verification. */
function countAlone(drifted: PlannedResource | undefined, found: Attributes): Verification {
  const total = Math.max(sizeOf(found), drifted?.before ? sizeOf(drifted.before) : 0)
  return { mode: 'count', asked: 0, total, missing: total - sizeOf(found) }
}

/** How many sites a list manages, as its attributes tell without reading them. */
function sizeOf(list: Attributes): number {
  return numberOf(list.value('site_count')) || list.texts('sites').length
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
