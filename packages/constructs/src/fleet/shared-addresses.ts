import { isKnown } from '../known-values'
import { entriesIn, resolved } from '../synthesized'
import { quotedInSum } from '../wording'
import type { FleetAppliance } from './appliance'

/**
 * Warnings about an appliance that is at the address of others: two states then manage the same categories, and each of them undoes
 * what the other one does.
 *
 * @param others of the fleet, declared before it
 */
export function warningsOfAddress(
  appliance: Pick<FleetAppliance, 'stack' | 'provider'>,
  others: readonly Pick<FleetAppliance, 'name' | 'stack' | 'provider'>[],
): readonly string[] {
  const address = addressOf(appliance)
  if (address === undefined) return []
  const same = others.filter((other) => addressOf(other) === address).map(({ name }) => name)
  return same.length === 0
    ? []
    : [
        `The provider has the same address as that of ${quotedInSum(same)}, so several stacks manage one appliance. Correct baseUrl, or ` +
          'remove one of them from the fleet.',
      ]
}

/** Nothing if a part of it comes from the environment, or is known only when Terraform runs. */
function addressOf({ stack, provider }: Pick<FleetAppliance, 'stack' | 'provider'>): string | undefined {
  // Of the provider alone: each stack of a fleet asks all others, and to write them all out takes long.
  const [settings] = provider.toTerraform().provider.appliance.map((each: unknown) => resolved(each, stack))
  const parts = [settings?.base_url, ...urlsIn(settings?.endpoints)]
  return parts.every(isKnownText) ? parts.map(comparable).sort().join(' ') : undefined
}

/** With the area of each, as an area can have a listener of its own. */
function urlsIn(endpoints: unknown): readonly unknown[] {
  if (typeof endpoints === 'string') return [endpoints]
  return Object.entries(endpoints ?? {}).flatMap(([area, endpoint]: [string, unknown]) => {
    const { url } = entriesIn(endpoint)
    return url === undefined ? [] : [typeof url === 'string' ? `${area}=${url}` : url]
  })
}

function isKnownText(part: unknown): part is string {
  return typeof part === 'string' && isKnown(part)
}

function comparable(address: string): string {
  return address.toLowerCase().replace(/\/+$/, '')
}
