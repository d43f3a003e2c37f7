import { createHash, randomInt } from 'node:crypto'
import { isFull } from '../lanes/extent'

/** What every random choice of a run follows from. The variable repeats the choices of an earlier run. */
export const seed = process.env.APPLIANCE_TEST_SEED ?? String(randomInt(2 ** 31))

/** From 0 to below 1. Follows from the seed and from what it is for, so that a test by itself repeats as well. */
export function chance(purpose: string): number {
  return createHash('sha256').update(`${seed} ${purpose}`).digest().readUInt32BE() / 2 ** 32
}

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

/** All of them at night; before a merge, each third, from one that is random. They keep their order. */
export function aThirdOf<T>(all: readonly T[], purpose: string): readonly T[] {
  if (isFull) return all
  const first = Math.floor(chance(purpose) * 3)
  return all.filter((_, index) => index % 3 === first)
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
