import type { Site } from '@webfilter/appliance-names'
import { sampleOf } from '../../../sites/sample'
import { listOf, type SiteSet } from '../../../sites/table/site-set'
import { sampleSize, type VerificationMode, type Verify, verificationMode } from '../../../sites/verification'

/** What a read is going to ask. */
export interface Questions {
  readonly mode: VerificationMode
  readonly sites: readonly Site[]
}

/** What a read knows before it asks. */
export interface KnownBefore {
  /** How many sites the category holds, those of others included; undefined where the appliance does not tell. */
  readonly count: number | undefined
  /** How many sites all lists of the category manage, where that is more than the count. */
  readonly managedByAll?: number | undefined
  /** Those of the last change that are remembered. */
  readonly lastAdded: readonly Site[]
  readonly random: () => number
}

/**
 * The sites to ask for. A count below what is managed, by all lists of the category together, tells that sites are missing. Then all
 * are asked for, unless nothing was to be asked at all.
 */
export function questionsFor(verify: Verify, managed: SiteSet, known: KnownBefore): Questions {
  if (verify === 'none') return { mode: 'none', sites: [] }
  const tooFew = known.count !== undefined && known.count < (known.managedByAll ?? managed.size)
  if (tooFew || verificationMode(verify, managed.size) === 'full')
    return { mode: 'full', sites: listOf(managed) }
  const first = known.lastAdded.filter((site) => managed.has(site)).slice(0, sampleSize)
  const others = sampleOf(managed, sampleSize, known.random).filter((site) => !first.includes(site))
  return { mode: 'sample', sites: [...first, ...others].slice(0, sampleSize) }
}
