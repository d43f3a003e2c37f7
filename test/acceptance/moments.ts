import { chance } from '../lanes/extent'

/**
 * A share for each of a number of moments, from 0 to below 1: one in each of as many equal parts of the whole, so that they
 * are spread over it, and which of them is in which part is random too.
 */
export function spreadShares(count: number, purpose: string): readonly number[] {
  const first = Math.floor(chance(purpose) * count)
  return Array.from(
    { length: count },
    (_, index) => (((index + first) % count) + chance(`${purpose} ${index}`)) / count,
  )
}

/** A moment in a piece of work that consists of requests. */
export interface Moment {
  /** How many requests have arrived. */
  readonly arrived: number
  /** How many milliseconds ago the last of them has. */
  readonly since: number
}

/** @param durations how long each request takes by itself, in their order; milliseconds */
export function momentAt(share: number, durations: readonly number[]): Moment {
  let since = share * durations.reduce((sum, duration) => sum + duration, 0)
  let arrived = 1
  for (const duration of durations) {
    if (since < duration) break
    since -= duration
    arrived += 1
  }
  return { arrived, since }
}
