import fc from 'fast-check'
import { times } from '../lanes/extent'

/** With this seed a run is repeated; each says it where it fails. */
const seed = Number(process.env.APPLIANCE_TEST_SEED ?? Date.now() % 2 ** 31)
/** How many values are tried at once; raised by a person who has the time. */
const lanes = Number(process.env.APPLIANCE_TEST_RUNS ?? times(7))
const valuesEach = 2

/**
 * Asserts a property of many values. Work that waits for seconds, as a client does that looks again, is done for many of
 * them at once, each in a lane of its own, so that a value that fails is still made simple by itself.
 *
 * @param row tells tables of tests apart, which would all try the same values otherwise
 */
export async function assertSideBySide<T>(
  row: number,
  values: fc.Arbitrary<T>,
  check: (value: T) => Promise<unknown>,
): Promise<void> {
  const property = fc.asyncProperty(fc.noBias(values), async (value) => void (await check(value)))
  const parameters = { numRuns: valuesEach, interruptAfterTimeLimit: 45_000, markInterruptAsFailure: true }
  const endings = await Promise.allSettled(
    Array.from({ length: lanes }, (_, lane) =>
      fc.assert(property, { ...parameters, seed: seed + row * lanes + lane }),
    ),
  )
  const [failure] = endings.flatMap((ending) => (ending.status === 'rejected' ? [ending.reason] : []))
  if (failure !== undefined) throw new Error(`APPLIANCE_TEST_SEED=${seed} repeats it`, { cause: failure })
}
