import type { Site } from '../../sites/site'
import { readSites } from '../../sites/site-list'
import { isKnown } from '../known-sites'
import type { SynthesizedAttributes } from '../synthesized'

/** A list of a policy, as far as it is known at synth. */
export interface KnownList {
  /** Key of the list in its policy. */
  readonly key: string
  /** Name of the provider: lists on different appliances have nothing to do with each other. */
  readonly provider: string
  /** How many entries the list has, those included that only Terraform will know. */
  readonly siteCount: number
  /** Those that are known, as they were typed. */
  readonly sites: readonly string[]
  /** Whether the list can have other sites: those of a file, and those that a reference brings. */
  readonly isOpen: boolean
}

export function knownList(key: string, attributes: SynthesizedAttributes): KnownList {
  const { sites = [], sites_file, provider = 'appliance' } = attributes
  const entries = Array.isArray(sites) ? sites.map(String) : []
  const known = entries.filter(isKnown)
  return {
    key,
    provider: String(provider),
    siteCount: entries.length,
    sites: known,
    isOpen: sites_file !== undefined || !Array.isArray(sites) || known.length < entries.length,
  }
}

/** A site that is known, and the keys of all lists on one appliance that have it. */
export interface Holders {
  readonly site: Site
  readonly keys: readonly string[]
}

export function holdersOf(lists: readonly KnownList[]): readonly Holders[] {
  return [...new Set(lists.map(({ provider }) => provider))].flatMap((appliance) => {
    const holders = new Map<Site, string[]>()
    for (const { key, provider, sites } of lists) {
      if (provider !== appliance) continue
      for (const site of readSites(sites).sites) {
        const keys = holders.get(site)
        if (keys) keys.push(key)
        else holders.set(site, [key])
      }
    }
    return [...holders].map(([site, keys]) => ({ site, keys }))
  })
}
