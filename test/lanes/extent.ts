/**
 * Whether everything is tried that a night has time for: the longest lists, and the full number of what is random. `.ci/run --full` sets the
 * variable.
 */
export const isFull = process.env.APPLIANCE_TEST_FULL === '1'

/** How often something random is tried: before a merge, a third of what a night tries. */
export function times(atNight: number): number {
  return isFull ? atNight : Math.ceil(atNight / 3)
}

/** `it`, `test` or `describe` of what only a night has time for. Before a merge it is counted as skipped. */
export function atNight<T extends jest.It | jest.Describe>(test: T): T | T['skip'] {
  return isFull ? test : test.skip
}
