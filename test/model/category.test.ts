import type { EmulatorOptions } from '@webfilter/appliance-emulator'
import fc from 'fast-check'
import { usualWaits, type Waits } from '../../src/run/waits'
import { chance, isFull } from '../lanes/extent'
import { type Circumstances, isEngine } from './circumstances'
import { expectHonesty, expectSuccess, isRefused, isWholePicture } from './expectations'
import { endedSequences, rareSequences } from './rare-sequences'
import { sequence, sequenceWithoutOlderRoutes } from './sequences'
import { applyAgain, type Step } from './steps'
import { World } from './world'

/** How many sequences are tried on each appliance. */
const runs = Number(process.env.APPLIANCE_TEST_RUNS ?? (isFull ? 100 : 4))

/** A failure names it: with it, the same sequences are tried again. Each appliance has sequences of its own. */
const seed = Number(process.env.APPLIANCE_TEST_SEED ?? Date.now() % 2 ** 31)

/** How many of them are tried at once, each with an appliance of its own: most of the time of a sequence is spent waiting. */
const atOnce = 6

/** Milliseconds: far more than the sequences take, so that a failure can be made small. */
const timeLimit = (120_000 + runs * 3_000) * (isFull ? 4 : 1) * (isEngine ? 10 : 1)

const parameters = {
  interruptAfterTimeLimit: timeLimit,
  markInterruptAsFailure: true,
  // An engine takes too long to make a failure small.
  endOnFailure: isEngine,
}

interface Appliance extends Circumstances {
  readonly what: string
  readonly options: EmulatorOptions
  readonly waits?: Waits
  /** A part of the sequences, if they take long. */
  readonly runs?: number
}

/** Milliseconds, far more than anything takes that is waited for. */
const long = 10 * usualWaits.untilBegun

/** At night, one sequence takes a quarter of an hour. */
const waitingLong: Appliance = {
  what: 'if each removal waits long for other changes to begin',
  options: { generation: 'older' },
  waits: { ...usualWaits, untilBegun: 60_000, untilPlanned: 60_000, untilNextBegins: 60_000 },
  runs: 1,
}

const everyAppliance: readonly Appliance[] = [
  { what: 'with the older routes alone', options: { generation: 'older' } },
  {
    what: 'with the older routes alone, which refuse a site that another category holds',
    options: { generation: 'older', sitesElsewhere: 'refused' },
    refusesSitesElsewhere: true,
  },
  {
    what: 'with both generations and the older list',
    options: { generation: 'both', list: 'older' },
  },
  {
    what: 'with both generations and the autonomous list',
    options: { generation: 'both', list: 'autonomous' },
  },
  {
    what: 'with the autonomous service alone',
    options: { generation: 'autonomous' },
    withoutOlderRoutes: true,
  },
  {
    what: 'if no removal waits for other changes to begin',
    options: { generation: 'older' },
    waits: { ...usualWaits, untilBegun: 0, untilPlanned: 60_000, untilNextBegins: long },
  },
  ...(isFull ? [waitingLong] : []),
]

/** The waits of an engine's provider are those of the build. */
const appliances = everyAppliance.filter(({ waits }) => !waits || !isEngine)

describe('whatever is declared, changed by others, killed and fails, an apply without faults ends at what is declared', () => {
  // Not side by side: once the first test has ended, nothing more can be loaded for the others.
  it.each(appliances)(
    'on an appliance $what',
    async (appliance) => {
      const { runs: numRuns = runs } = appliance
      const examples = examplesOn(appliance)
      const lines = Math.min(numRuns, atOnce)
      const ended = await Promise.allSettled(
        Array.from({ length: lines }, (_, line) => {
          const isMine = (_: unknown, index: number) => index % lines === line
          const share = Math.ceil((numRuns - line) / lines)
          return tryOut(appliance, { runs: share, line, examples: examples.filter(isMine) })
        }),
      )
      for (const one of ended) if (one.status === 'rejected') throw one.reason
    },
    timeLimit + 60_000,
  )
})

/** Tries examples and a number of random sequences on an appliance, one after the other. */
async function tryOut(
  appliance: Appliance,
  {
    runs,
    line,
    examples,
  }: { readonly runs: number; readonly line: number; readonly examples: readonly (readonly Step[])[] },
): Promise<void> {
  const { options, waits, ...circumstances } = appliance
  const world = await World.open(options, waits)
  const steps = circumstances.withoutOlderRoutes ? sequenceWithoutOlderRoutes : sequence
  const property = fc.asyncProperty(steps, (sequence) => follow(world, sequence, circumstances))
  try {
    await fc.assert(property, {
      ...parameters,
      // Those that are not left to chance come first, and count.
      numRuns: examples.length + runs,
      seed: seed + appliances.indexOf(appliance) + line * appliances.length,
      examples: examples.map((rare): [typeof rare] => [rare]),
    })
  } finally {
    await world.close()
  }
}

/** So many sequences are there for each that is tried on an appliance before a merge. */
const oneOf = 32

/** The sequences that are not left to chance: all of them at night, and before a merge a few others on each appliance. */
function examplesOn(appliance: Appliance): readonly (readonly Step[])[] {
  if (appliance.withoutOlderRoutes || appliance.waits || isEngine) return []
  const all = [...rareSequences, ...endedSequences]
  const first = appliances.indexOf(appliance) + Math.floor(chance('rare sequences') * oneOf)
  return isFull ? all : all.filter((_, index) => index % oneOf === first % oneOf)
}

/** Afterwards, whatever went wrong on the way, an apply of the same configuration mends it. */
async function follow(world: World, steps: readonly Step[], circumstances: Circumstances): Promise<void> {
  await world.beginAnew()
  try {
    for (const step of [...steps, applyAgain]) await perform(world, step, circumstances)
  } catch (error) {
    throw new Error(`${error}\nAPPLIANCE_TEST_SEED=${seed}\n${world.transcript}`, { cause: error })
  }
}

async function perform(world: World, step: Step, circumstances: Circumstances): Promise<void> {
  if (step.kind !== 'apply') return world.changeByHand(step)
  const run = await world.apply(step)
  expectHonesty(run, circumstances)
  if (step.faults.length > 0 || run.wasKilled || run.wasInterrupted || !isWholePicture(run)) return
  if (isRefused(run, circumstances)) return
  expectSuccess(run, await world.planAgain())
}
