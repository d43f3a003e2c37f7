import type { Site } from '@webfilter/appliance-names'
import { createCategories } from '../../appliance/categories/categories'
import type { HoldersOutcome } from '../../appliance/categories/outcomes'
import { createTransport } from '../../appliance/http/transport'
import { silentLog } from '../../appliance/log'
import { createRouteCaller } from '../../appliance/protocol/route-caller'
import type { ApplianceSettings } from '../../appliance/settings'
import { readOnlyCaller } from '../doctor/areas/read-only-caller'
import type { ReadConfiguration } from '../doctor/configuration'
import { joined, Name, type Phrase, say } from '../review/phrase'
import { visible } from '../review/visible'
import type { ApplianceEvidence, Holder } from './evidence'

/**
 * Asks the appliance which categories contain each site, one by one. Nothing is changed there: routes that change something are
 * refused before they are called.
 *
 * @param witnesses sites that a category probably contains. They are asked for if nothing else was found: an answer for a site that no
 * category contains looks the same as some outages
 */
export async function askAppliance(
  configuration: ReadConfiguration,
  sites: readonly Site[],
  witnesses: readonly Site[],
): Promise<ApplianceEvidence> {
  if ('problems' in configuration) {
    const problems = configuration.problems.map(({ finding, hint = '' }) => sentences(finding, hint))
    return { kind: 'not-asked', isFailure: true, says: say`It was not asked. ${joined(problems, ' ')}` }
  }
  const { settings } = configuration
  if (!hasAddress(settings)) {
    const says = say`It was not asked. Set APPLIANCE_BASE_URL and APPLIANCE_TOKEN as for the provider, or name a file with --config.`
    return { kind: 'not-asked', isFailure: false, says }
  }
  const { holders, unproven, failure } = await holdersOf(settings, sites, witnesses)
  const found = [...holders].filter(([, categories]) => !unproven || categories.length > 0)
  const reason = failure
    ? sentences(failure.told.message, failure.told.advice)
    : unproven
      ? say`It found no site at all, which may be a failure. Ask for a site that a category certainly contains, too.`
      : undefined
  return {
    kind: 'asked',
    holders: new Map(found.map(([site, categories]) => [site, categories.map(holderOf)] as const)),
    ...(reason && { failure: reason }),
  }
}

async function holdersOf(
  settings: ApplianceSettings,
  sites: readonly Site[],
  witnesses: readonly Site[],
): Promise<HoldersOutcome> {
  const { signal } = new AbortController()
  // Somebody waits for the answer.
  const asking = { ...settings, retries: Math.min(1, settings.retries ?? 1) }
  const transport = createTransport(asking)
  try {
    const caller = readOnlyCaller(createRouteCaller(asking, transport))
    const categories = createCategories(caller, settings.categoryApi ?? 'auto', silentLog)
    return await categories.holders(sites, signal, () => witnesses)
  } finally {
    await transport.close()
  }
}

function hasAddress({ baseUrl, endpoints }: ApplianceSettings): boolean {
  return baseUrl !== undefined || endpoints?.categories?.url !== undefined
}

function holderOf({ id, name }: Holder): Holder {
  return { id, name }
}

/** What happened may quote an appliance, and what to do is said by this project. */
function sentences(message: string, advice: string): Phrase {
  return say`${new Name(message)} ${[visible(advice, 1_000)]}`
}
