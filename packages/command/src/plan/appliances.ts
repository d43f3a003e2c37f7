import { alphabetically } from '../report/names'
import { isOfAppliance, type Plan } from './plan'
import type { PlannedResource } from './planned-resource'
import { instanceKeysOf, providerKeyOf } from './references'

/**
 * A plan whose resources and data sources say which of several appliances they are on: the key of their provider block, such as
 * `appliance.berlin`. Engines start a process for each block, and these share nothing: what two blocks manage has nothing to do with each other, even
 * if both are for one appliance. If all is of one block, nothing says so.
 *
 * Which appliance it is, is unknown of a resource that the configuration no longer declares, as a plan has no block of it, and of a block with
 * instances (OpenTofu), as a plan does not say which instance a resource uses. The name begins with a question mark then.
 */
export function byAppliance(plan: Plan): Plan {
  const blocks = new Map(plan.providers.map((block) => [block.key, JSON.stringify(block.expressions)]))
  const usual = [...blocks.keys()].find((key) => !/[.:]/.test(key)) ?? 'appliance'
  const named = <Each extends Pick<PlannedResource, 'address' | 'mode'>>(all: readonly Each[]) =>
    all.map((each) => ({ ...each, appliance: applianceOf(each) }))
  const [changes, drift, data] = [named(plan.changes), named(plan.drift), named(plan.data)]
  const used = [...changes, ...drift, ...data].filter(isOfAppliance).map(({ appliance }) => appliance)
  const isOne = blocks.size < 2 && ![...blocks.values()].some(hasInstances)
  return isOne || new Set(used).size < 2
    ? plan
    : { ...plan, changes, drift, data, managed: named(plan.managed) }

  function applianceOf({ address, mode }: Pick<PlannedResource, 'address' | 'mode'>): string {
    const written = providerKeyOf(address, mode, plan)
    if (written === undefined) return `? ${address}`
    // A module that is given no provider uses the one without an alias, under a key of its own.
    const key = blocks.has(written) ? written : usual
    // Instances of resources with equal keys are taken to be on one appliance.
    return hasInstances(blocks.get(key)) ? `? ${key}${instanceKeysOf(address)}` : key
  }
}

function hasInstances(expressions = ''): boolean {
  return expressions.includes('"each.')
}

/** Whether the name of an appliance says which it is. */
export function isKnown(appliance: string): boolean {
  return !appliance.startsWith('?')
}

/** What is on each of several appliances, in the order of their names. */
export function onEachAppliance<Each extends { readonly appliance: string }>(
  all: readonly Each[],
): readonly (readonly Each[])[] {
  const names = [...new Set(all.map(({ appliance }) => appliance))].sort(alphabetically)
  return names.length < 2 ? [all] : names.map((name) => all.filter(({ appliance }) => appliance === name))
}
