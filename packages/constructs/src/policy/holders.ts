import type { Site } from '@webfilter/appliance-names'
import type { KnownList } from './known-list'
import { readSites } from './read-sites'

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
