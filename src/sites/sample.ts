import type { Site } from '@webfilter/appliance-names'
import type { SiteSet } from './table/site-set'
import { SiteTable } from './table/site-table'

/**
 * Some sites of a set, each with the same chance; all of them where it has no more.
 *
 * @param random as `Math.random`: from 0 to below 1, evenly
 */
export function sampleOf(sites: SiteSet, size: number, random: () => number): readonly Site[] {
  if (sites.size <= size) return [...sites]
  const list = sites instanceof SiteTable ? sites : [...sites]
  const chosen = new Set<number>()
  // Floyd's way: every further index either joins, or stands in for one that was chosen already.
  for (let last = sites.size - size; last < sites.size; last += 1) {
    const index = Math.floor(random() * (last + 1))
    chosen.add(chosen.has(index) ? last : index)
  }
  return [...chosen].flatMap((index) => list.at(index) ?? [])
}
