import { createHash, randomInt } from 'node:crypto'

/**
 * Whether everything is tried that a night has time for: the longest lists, and the full number of what is random. `.ci/run --full` sets the
 * variable.
 */
export const isFull = process.env.APPLIANCE_TEST_FULL === '1'

/** How often something random is tried: before a merge, a fifth of what a night tries. */
export function times(atNight: number): number {
  return isFull ? atNight : Math.ceil(atNight / 5)
}

/** `it`, `test` or `describe` of what only a night has time for. Before a merge it is counted as skipped. */
export function atNight<T extends jest.It | jest.Describe>(test: T): T | T['skip'] {
  return isFull ? test : test.skip
}

/**
 * Rows of a table of tests: all of them at night; before a merge each third, from one that follows from the seed and from what it is for.
 */
export function aThirdOf<T>(all: readonly T[], purpose: string): readonly T[] {
  if (isFull) return all
  const first = Math.floor(chance(purpose) * Math.min(3, all.length))
  return all.filter((_, index) => index % 3 === first)
}

/** What every random choice of a run follows from. The variable repeats the choices of an earlier run. */
export const seed = process.env.APPLIANCE_TEST_SEED ?? String(randomInt(2 ** 31))

/** From 0 to below 1. Follows from the seed and from what it is for, so that a test by itself repeats as well. */
export function chance(purpose: string): number {
  return createHash('sha256').update(`${seed} ${purpose}`).digest().readUInt32BE() / 2 ** 32
}
