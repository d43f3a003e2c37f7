import { compareSites } from './compare'
import type { Site } from './site'

/** What an apply changed in a list of sites: how many, and the first few by name. */
export interface LastChange {
  readonly added: number
  readonly removed: number
  readonly first_added: readonly Site[]
  readonly first_removed: readonly Site[]
}

/** Names of sites beyond this many are counted only. */
const named = 10

/** What leads from the prior list to the planned one, or null where nothing does. */
export function lastChange(prior: readonly Site[], planned: readonly Site[]): LastChange | null {
  const { added, removed } = compareSites(prior, planned)
  if (added.length === 0 && removed.length === 0) return null
  return {
    added: added.length,
    removed: removed.length,
    first_added: added.slice(0, named),
    first_removed: removed.slice(0, named),
  }
}
