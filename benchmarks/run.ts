import { Argument, Command, InvalidArgumentError } from 'commander'
import type { Benchmark } from './benchmark'
import { cdktf } from './cdktf'
import { emulator } from './emulator'
import { inline } from './inline'
import { lint } from './lint'
import { longLists } from './long-lists'
import { machineFacts } from './machine'
import { many } from './many'
import { plan } from './plan'
import type { Report } from './report'
import { reportText } from './report'
import { requests } from './requests'
import { writeResults } from './results'
import { review } from './review'
import { scale } from './scale'
import { ssh } from './ssh'
import { start } from './start'

const benchmarks: readonly Benchmark[] = [
  start,
  plan,
  many,
  requests,
  ssh,
  emulator,
  scale,
  longLists,
  inline,
  review,
  lint,
  cdktf,
]

interface Options {
  readonly runs?: number
  readonly write?: boolean
}

const command = new Command('npm run bench --')
  .description('Measures the built provider and the emulator against a baseline of the same run.')
  .addArgument(
    new Argument('[name...]', 'benchmarks to run; all by default').choices(
      benchmarks.map(({ name }) => name),
    ),
  )
  .option(
    '--runs <number>',
    'how often each side is measured; each benchmark has its own default',
    numberOfRuns,
  )
  .option('--write', 'replace the sections of these benchmarks in benchmarks/RESULTS.md')
  .helpOption('-h, --help', 'print this help')
  .addHelpText('after', `\nBenchmarks:\n${benchmarks.map(helpLine).join('\n')}\n`)
  .action(async (names: readonly string[], options: Options) => {
    for (const benchmark of benchmarks) {
      if (names.length > 0 && !names.includes(benchmark.name)) continue
      const facts = machineFacts()
      const reports = [await runOne(benchmark, options.runs)].flat()
      for (const report of reports) process.stdout.write(`${reportText(report, facts.join(', '))}\n`)
      // Each for itself: a benchmark that fails does not lose what others have measured. One that was skipped keeps its results.
      if (options.write && reports.length > 0) {
        await writeResults(
          benchmark.name,
          reports,
          facts,
          benchmarks.map(({ name }) => name),
        )
      }
    }
  })

command.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})

function runOne({ name, usualRuns, run }: Benchmark, runs = usualRuns): Promise<Report | readonly Report[]> {
  return run({ runs, progress: (message) => process.stderr.write(`${name}: ${message}\n`) })
}

function helpLine({ name, summary }: Benchmark): string {
  return `  ${name.padEnd(10)}${summary}`
}

function numberOfRuns(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('The number of runs must be from 1 to 9,999.')
}
