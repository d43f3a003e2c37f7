import { join } from 'node:path'
import type { Benchmark, RunOptions } from './benchmark'
import type { Goal, Measured, Report } from './report'
import { measureSize, type SizeMeasured } from './scale-size'
import { inTemporaryFolder } from './temporary-folder'

/** The smallest is what the others are compared with. */
const sizes = [10, 1_000, 10_000, 100_000, 1_000_000]

/** Whether a list of a million sites works like any other list. */
export const scale: Benchmark = {
  name: 'scale',
  summary: 'lists of 1,000 to 1,000,000 sites from files: plans, applies, verification, memory, state',
  usualRuns: 3,

  run: (options) =>
    inTemporaryFolder(async (folder) => {
      const measured: SizeMeasured[] = []
      for (const size of sizes)
        measured.push(await measureSize(join(folder, String(size)), size, told(options, size)))
      const [smallest, ...others] = measured
      const largest = others.at(-1)
      if (!smallest || !largest) throw new Error('There is nothing to compare.')
      return [
        times(smallest, others, largest),
        rates(others),
        memory(smallest, others),
        requests(others),
        state(others),
      ]
    }),
}

function told({ runs, progress }: RunOptions, size: number): RunOptions {
  return { runs, progress: (message) => progress(`${numbered(size)} sites: ${message}`) }
}

function times(smallest: SizeMeasured, others: readonly SizeMeasured[], largest: SizeMeasured): Report {
  return {
    title: 'scale: times of lists from files',
    explanation:
      'Wall time of Terraform with one category whose sites come from a file, with the autonomous list; the emulator is ' +
      'a separate process. Plans verify by sample, which is the default. A creation is compared with a bare HTTP client ' +
      'that sends the recorded requests of that creation to another emulator.',
    unit: 'ms',
    comparisons: [
      {
        baseline: { label: 'plan, nothing to do, 10 sites', samples: smallest.emptyPlans },
        others: others.map((each) =>
          measuredAt('plan, nothing to do', each, each.emptyPlans, each === largest && { timesAtMost: 4 }),
        ),
      },
      ...others.map((each) => ({
        baseline: measuredAt('requests of a creation alone', each, each.bareCreations),
        others: [measuredAt('apply, creation', each, each.creations, each === largest && { timesAtMost: 2 })],
      })),
      {
        baseline: measuredAt('plan, nothing to do', largest, largest.emptyPlans),
        others: [measuredAt('apply, 10 added and 10 removed', largest, largest.changes, { timesAtMost: 5 })],
      },
      {
        baseline: { label: 'terraform show, 10 sites', samples: smallest.shows },
        others: others.map((each) => measuredAt('terraform show', each, each.shows)),
      },
    ],
  }
}

function rates(others: readonly SizeMeasured[]): Report {
  return {
    title: 'scale: full verification',
    explanation:
      'Queries per second of a plan with `verify = "full"`: its time, less that of a plan with `verify = "none"`. The ' +
      'baseline is autocannon with as many connections, which queries the same sites from the same emulator.',
    unit: 'queries/s',
    comparisons: others.flatMap((each) =>
      each.verification.length === 0
        ? []
        : {
            baseline: measuredAt(
              'autocannon',
              each,
              each.verification.map(({ generator }) => generator),
            ),
            others: [
              measuredAt(
                'provider',
                each,
                each.verification.map(({ provider }) => provider),
                { timesAtLeast: 0.8 },
              ),
            ],
          },
    ),
  }
}

function memory(smallest: SizeMeasured, others: readonly SizeMeasured[]): Report {
  return {
    title: 'scale: memory of the provider',
    explanation: 'Peak resident memory of any provider process during a plan with nothing to do.',
    unit: 'MB',
    comparisons: [
      {
        baseline: { label: '10 sites', samples: smallest.memory },
        others: others.map((each) => measuredAt('plan', each, each.memory, { atMost: 300 })),
      },
    ],
  }
}

function requests(others: readonly SizeMeasured[]): Report {
  return {
    title: 'scale: requests that write',
    explanation:
      'Requests that an apply sends. A creation needs one addition for each batch of half a megabyte, a creation and a ' +
      'compile. A change that adds 10 sites and removes 10 needs 10 deletes, 1 addition and 1 compile.',
    unit: 'requests',
    comparisons: others.flatMap((each) => [
      {
        baseline: measuredAt('creation: fewest', each, [each.fewestForCreation]),
        others: [measuredAt('… sent', each, [each.sentForCreation], { timesAtMost: 1 })],
      },
      {
        baseline: measuredAt('10 added, 10 removed: fewest', each, [12]),
        others: [measuredAt('… sent', each, each.sentForChanges, { timesAtMost: 1 })],
      },
    ]),
  }
}

function state(others: readonly SizeMeasured[]): Report {
  return {
    title: 'scale: state',
    explanation: 'Bytes of the state file per site, beside those of the file of sites.',
    unit: 'bytes',
    comparisons: others.map((each) => ({
      baseline: measuredAt('file', each, [each.bytesOfFile / each.size]),
      others: [measuredAt('state', each, [each.bytesOfState / each.size])],
    })),
  }
}

function measuredAt(
  what: string,
  { size }: SizeMeasured,
  samples: readonly number[],
  goal: Goal | false = false,
): Measured {
  return { label: `${what}, ${numbered(size)} sites`, samples, ...(goal && { goal }) }
}

function numbered(size: number): string {
  return size.toLocaleString('en-US')
}
