import type { ApplianceSettings, Area } from '@webfilter/appliance-client'
import { addressOf } from '@webfilter/appliance-client/addresses'
import { ApplianceError } from '@webfilter/appliance-client/errors'
import type { ProviderBlock } from '../plan/plan'
import { joined, Name, say } from '../report/phrase'
import type { Observation, ReviewedPlan } from './reviewed-plan'

/**
 * Provider blocks that write the same address for an area. Engines start a process for each block, and the processes know nothing of each
 * other: neither refuses what the other one declares too, and each removes sites and accounts that the other one keeps. Addresses that come
 * from variables or from the environment are not compared.
 */
export function appliancesInTwoBlocks({ plan }: Pick<ReviewedPlan, 'plan'>): readonly Observation[] {
  const blocks = plan.providers.map(({ key, ...block }) => ({ key, addresses: addressesOf(block) }))
  const groups = new Map<string, string[]>()
  for (const { key, addresses } of blocks) {
    const others = blocks.filter((other) => [...addresses].some((address) => other.addresses.has(address)))
    const keys = others.map((other) => other.key)
    if (keys[0] === key && keys.length > 1) groups.set(key, keys)
  }
  return [...groups.values()].map((keys) => ({
    says: say`${joined(
      keys.map((key) => [new Name(key)]),
      ', ',
    )}: provider blocks for the same appliance, which do not know of each other; use one block`,
    addresses: [],
  }))
}

/** The addresses of the areas where each can be changed, each with its area; never shown, as they can contain a password. */
function addressesOf({
  base_url,
  endpoints,
}: Pick<ProviderBlock, 'base_url' | 'endpoints'>): ReadonlySet<string> {
  const entries = areas.map((area) => [area, { url: endpoints[area] }] as const)
  const settings = { baseUrl: base_url, endpoints: Object.fromEntries(entries) }
  return new Set(areas.flatMap((area) => writtenAddress(settings, area)))
}

const areas: readonly Area[] = ['categories', 'directory', 'certificates', 'network', 'records']

function writtenAddress(settings: ApplianceSettings, area: Area): readonly string[] {
  try {
    const { origin, prefix, socketPath = '', ssh } = addressOf(settings, area)
    return [JSON.stringify([area, origin, prefix, ssh?.url ?? socketPath])]
  } catch (error) {
    // The address is not written, or the provider refuses it.
    if (error instanceof ApplianceError) return []
    throw error
  }
}
