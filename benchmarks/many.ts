import { join } from 'node:path'
import { StateServer } from '../engine/state-server'
import type { Benchmark, RunOptions } from './benchmark'
import { builtInBlocks, categoryBlocks } from './configurations'
import { type EmulatorProcess, withEmulator } from './emulator-process'
import { type ProcessorTime, processorTime } from './processor-time'
import type { Comparison, Measured } from './report'
import { inTemporaryFolder } from './temporary-folder'
import { Workspace } from './terraform'

/** The smallest is what the others are compared with. */
const sizes = [1_000, 3_000, 10_000]

/** What was measured of a number of resources: milliseconds of processor time per resource. */
interface ManyMeasured {
  readonly size: number
  readonly categories: Record<Activity, ProcessorTime[]>
  /** The same of resources that the engine manages itself. */
  readonly builtIn: Record<Activity, ProcessorTime[]>
}

const activities = {
  creationPlan: 'plan, creation',
  creation: 'apply, creation',
  emptyPlan: 'plan, nothing to do',
} as const
type Activity = keyof typeof activities

/** Whether what a resource costs depends on how many others there are. */
export const many: Benchmark = {
  name: 'many',
  summary: 'processor time of provider and engine per resource, with 1,000, 3,000 and 10,000 categories',
  usualRuns: 1,

  async run(options) {
    const measured: ManyMeasured[] = []
    for (const size of sizes) measured.push(await measureSize(size, options))
    return {
      title: 'many: processor time per resource',
      explanation:
        'Processor time, user and system, of `terraform plan` and `terraform apply` with many categories, each in its own block with ' +
        'one site, divided by their number. That of the provider is the sum of all processes that Terraform starts. The emulator is ' +
        'a separate process. The state is kept by a server, as pipelines keep it. The baseline is the provider with 1,000 categories. ' +
        '`terraform_data` has no provider process.',
      unit: 'ms',
      comparisons: (Object.keys(activities) as Activity[]).map((activity) =>
        comparisonOf(activity, measured),
      ),
    }
  },
}

function comparisonOf(activity: Activity, measured: readonly ManyMeasured[]): Comparison {
  const side = (
    { size, ...sides }: ManyMeasured,
    who: keyof ProcessorTime,
    of: 'categories' | 'builtIn' = 'categories',
  ): Measured => ({
    label: `${of === 'builtIn' ? 'engine, terraform_data' : who}: ${activities[activity]}, ${size.toLocaleString('en-US')}`,
    samples: sides[of][activity].map((each) => each[who] / size),
  })
  const [smallest, ...others] = measured
  if (!smallest) throw new Error('There is nothing to compare.')
  return {
    baseline: side(smallest, 'provider'),
    others: [
      ...others.map((each) => ({ ...side(each, 'provider'), goal: { timesAtMost: 1.25 } })),
      ...measured.map((each) => side(each, 'engine')),
      ...measured.map((each) => side(each, 'engine', 'builtIn')),
      ...measured.map((each) => side(each, 'emulator')),
    ],
  }
}

async function measureSize(size: number, { runs, progress }: RunOptions): Promise<ManyMeasured> {
  const categories = emptyRecord()
  const builtIn = emptyRecord()
  for (let run = 1; run <= runs; run += 1) {
    progress(`${size.toLocaleString('en-US')} resources, run ${run} of ${runs}`)
    await inTemporaryFolder((folder) =>
      withEmulator(async (emulator) => {
        await measure(join(folder, 'categories'), categoryBlocks(size, 1), categories, emulator)
        await measure(join(folder, 'built-in'), builtInBlocks(size), builtIn)
      }),
    )
  }
  return { size, categories, builtIn }

  async function measure(
    folder: string,
    configuration: string,
    into: Record<Activity, ProcessorTime[]>,
    emulator?: EmulatorProcess,
  ): Promise<void> {
    // To a file, Terraform writes the whole state after each resource.
    const states = await StateServer.start()
    try {
      const workspace = await Workspace.open(folder, configuration + states.backend, emulator?.environment)
      into.creationPlan.push(await processorTime(() => workspace.timeOfCreationPlan(), emulator))
      into.creation.push(await processorTime(() => workspace.apply(), emulator))
      into.emptyPlan.push(await processorTime(() => workspace.timeOfEmptyPlan(), emulator))
    } finally {
      await states.close()
    }
  }
}

function emptyRecord(): Record<Activity, ProcessorTime[]> {
  return { creationPlan: [], creation: [], emptyPlan: [] }
}
