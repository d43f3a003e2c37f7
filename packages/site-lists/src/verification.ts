import { FewSites } from './table/site-set'
import type { SiteSet } from './table/site-table'

/** How thoroughly a read asks whether the managed sites are there. */
export const verifyModes = ['auto', 'full', 'sample', 'none'] as const
/** One of these ways. */
export type Verify = (typeof verifyModes)[number]
/** What a read makes of it. */
export type VerificationMode = Exclude<Verify, 'auto'>

/** What applies to a list: its own value, unless that is `auto`, which stands for the setting of the provider. */
export function verifyOf(own: Verify, inherited: Verify): Verify {
  return own === 'auto' ? inherited : own
}

/** Lists up to this size are asked for site by site by `auto`. */
export const mostAskedInFull = 5_000
/** Questions of a sample. */
export const sampleSize = 2_000

/** How a list of some size is asked for, as long as nothing is found to be missing: then all of it is. */
export function verificationMode(verify: Verify, size: number): VerificationMode {
  if (verify === 'none' || verify === 'full') return verify
  return size <= (verify === 'auto' ? mostAskedInFull : sampleSize) ? 'full' : 'sample'
}

/**
 * Some sites of a set, each with the same chance; all of them where it has no more.
 *
 * @param random as `Math.random`: from 0 to below 1, evenly
 */
export function sampleOf(sites: SiteSet, size: number, random: () => number): SiteSet {
  if (sites.size <= size) return sites
  const chosen = new Set<number>()
  // Floyd's way: every further index either joins, or stands in for one that was chosen already.
  for (let last = sites.size - size; last < sites.size; last += 1) {
    const index = Math.floor(random() * (last + 1))
    chosen.add(chosen.has(index) ? last : index)
  }
  return new FewSites([...chosen].flatMap((index) => sites.at(index) ?? []))
}
