import { firstOf } from './first-sites'
import type { Site } from './site'
import type { SiteSet } from './site-set'

/** What an apply changed in a list of sites: how many, and the first few by name. */
export interface LastChange {
  readonly added: number
  readonly removed: number
  readonly first_added: readonly Site[]
  readonly first_removed: readonly Site[]
}

/** Names of sites beyond this many are counted only. */
const named = 10

/** What came and what went, or null where nothing did. */
export function lastChange(added: SiteSet, removed: SiteSet): LastChange | null {
  if (added.size === 0 && removed.size === 0) return null
  return {
    added: added.size,
    removed: removed.size,
    first_added: firstOf(added, named),
    first_removed: firstOf(removed, named),
  }
}
