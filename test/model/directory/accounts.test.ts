import type { DirectoryOptions } from '@webfilter/appliance-emulator'
import fc from 'fast-check'
import { times } from '../../lanes/extent'
import { expectNobodyLost, expectSuccess, isRefused } from './directory-expectations'
import { applyAgain, type DirectoryStep, directorySequence } from './directory-sequences'
import { DirectoryWorld } from './directory-world'

/** How many sequences are tried on each appliance. */
const runs = Number(process.env.APPLIANCE_TEST_RUNS ?? times(15))

/** A failure names it: with it, the same sequences are tried again. */
const seed = Number(process.env.APPLIANCE_TEST_SEED ?? Date.now() % 2 ** 31)

/** Milliseconds: far more than the sequences take, so that a failure can be made small. */
const timeLimit = 120_000 + runs * 3_000

const parameters = { numRuns: runs, interruptAfterTimeLimit: timeLimit, markInterruptAsFailure: true }

const appliances: readonly (readonly [string, DirectoryOptions])[] = [
  ['that refuses members without a password', {}],
  [
    'that takes them, and refuses organizations that it does not have',
    { withoutPassword: 'accepted', unknownOrganizations: 'refused' },
  ],
]

describe('whatever is declared, changed by others, killed and fails, no account is lost that is declared or was never named', () => {
  it.each(appliances)(
    'on an appliance %s',
    async (_, options) => {
      const world = await DirectoryWorld.open(options)
      const property = fc.asyncProperty(directorySequence, (steps) => follow(world, steps))
      try {
        await fc.assert(property, { ...parameters, seed })
      } finally {
        await world.close()
      }
    },
    timeLimit + 60_000,
  )
})

/** Afterwards, whatever went wrong on the way, an apply of the same configuration mends it. */
async function follow(world: DirectoryWorld, steps: readonly DirectoryStep[]): Promise<void> {
  await world.beginAnew()
  try {
    for (const step of [...steps, applyAgain]) await perform(world, step)
  } catch (error) {
    throw new Error(`${error}\nAPPLIANCE_TEST_SEED=${seed}\n${world.transcript}`, { cause: error })
  }
}

async function perform(world: DirectoryWorld, step: DirectoryStep): Promise<void> {
  if (step.kind !== 'apply') return world.changeByHand(step)
  const run = await world.apply(step)
  expectNobodyLost(run, world.directory)
  if (run.isUndisturbed && !isRefused(run)) expectSuccess(run, await world.planAgain(), world.directory)
}
