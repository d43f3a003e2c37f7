import { alphabetically } from '../report/names'
import { isOfAppliance, type Plan, type ProviderBlock, type ResourceChange } from './plan'
import { providerKeyOf } from './references'

/**
 * A plan whose resources and data sources say which of several appliances they are on: the key of a provider block, such as `appliance.berlin`;
 * of blocks that write the same addresses, that of the first. If all are on one appliance, nothing says so. Of what the configuration does
 * not declare any more, no plan says which block it had: what one module has lost is on an appliance of its own, whose name begins with a
 * question mark.
 */
export function byAppliance(plan: Plan): Plan {
  const { providers } = plan
  const isOfInstances = providers.some(({ expressions }) => JSON.stringify(expressions).includes('"each.'))
  const names = new Map(providers.map((block) => [block.key, nameOf(block, providers)]))
  if (!isOfInstances && new Set(names.values()).size < 2) return plan
  const named = <Each extends Pick<ResourceChange, 'address' | 'mode'>>(all: readonly Each[]) =>
    all.map((each) => ({ ...each, appliance: applianceOf(each) }))
  const [changes, drift, data] = [named(plan.changes), named(plan.drift), named(plan.data)]
  const used = [...changes, ...drift, ...data].filter(isOfAppliance).map(({ appliance }) => appliance)
  return new Set(used).size < 2 ? plan : { ...plan, changes, drift, data }

  function applianceOf({ address, mode }: Pick<ResourceChange, 'address' | 'mode'>): string {
    const { module, key } = providerKeyOf(address, mode, plan)
    // A provider block of OpenTofu may have instances, and the instances of a resource block may be on several of them.
    const instance = isOfInstances ? (address.match(instanceKey) ?? []).join('') : ''
    return `${key === undefined ? `? ${module}` : (names.get(key) ?? key)}${instance}`
  }
}

/** Whether an appliance has a name that an administrator knows. */
export function isNamed(appliance: string): boolean {
  return appliance !== '' && !appliance.startsWith('?')
}

/** What is on each of several appliances, in the order of their names. */
export function onEachAppliance<Each extends { readonly appliance: string }>(
  all: readonly Each[],
): readonly (readonly Each[])[] {
  const names = [...new Set(all.map(({ appliance }) => appliance))].sort(alphabetically)
  return names.length < 2 ? [all] : names.map((name) => all.filter(({ appliance }) => appliance === name))
}

const instanceKey = /\[(?:"(?:[^"\\]|\\.)*"|\d+)\]/g

function nameOf(block: ProviderBlock, blocks: readonly ProviderBlock[]): string {
  const address = addressOf(block)
  const first = address === undefined ? undefined : blocks.find((each) => addressOf(each) === address)
  return (first ?? block).key
}

/** Undefined if the block does not write it. */
function addressOf({ base_url, endpoints }: ProviderBlock): string | undefined {
  return base_url === undefined ? undefined : JSON.stringify([base_url, endpoints])
}
