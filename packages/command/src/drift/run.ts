import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { eachStack, type Found, type Results, reportOn } from '../base/each-stack'
import { EngineFailure, errorFromSentence } from '../base/failure'
import { placesIn } from '../base/places'
import { type PlannedWith, planNow, plannedWith } from '../base/plan-now'
import { type StackProgress, StacksProgress } from '../base/plan-progress'
import { type StackArgument, stackArguments } from '../base/stack-arguments'
import { type EngineRunOptions, findEngine, findEngines, handingOnInterrupts } from '../engine'
import { placedErrors } from '../findings/placed'
import { reviewSettings } from '../findings/settings'
import { PlanError, readPlan } from '../plan/plan'
import type { Format } from '../report/formats'
import { checkOutput, printRemark } from '../report/output'
import { visible } from '../report/phrase'
import { ProgressLine } from '../report/progress-line'
import { printReportOn, writeReport } from '../report/render'
import { type Drift, driftOf, driftsOf, placedDrift } from './drift'
import { refuseFolderAbove } from './folder-above'
import { driftReport, failedDriftReport } from './report'
import { Survey, type SurveyOptions } from './survey'
import type { UnmanagedParts } from './unmanaged'

/**
 * Has the engine plan, and prints what differs on the appliance.
 * @returns the exit code
 * @throws {Error} one readable sentence where no report can be made
 */
export async function runDrift(named: readonly string[], options: DriftCommandOptions): Promise<number> {
  const { folders, wordsFor } = plannedWith(named, options)
  await checkOutput(options.output)
  await checkOutput(options.annotations, '--annotations')
  if (options.annotations && options.output && resolve(options.annotations) === resolve(options.output))
    throw new Error('--annotations and --output name the same file. Specify another one for one of them.')
  for (const folder of folders) await refuseFolderAbove(folder)
  const survey = await Survey.open(options, wordsFor(''))
  const { results, unmanaged } = await driftOfStacks(await stackArguments(folders), wordsFor, options, survey)
  const report = reportOn(results, {
    report: (stacks) => driftReport(driftsOf(stacks, unmanaged)),
    failureReport: failedDriftReport,
  })
  if (options.annotations !== undefined) {
    await writeReport(report, { format: 'github', output: options.annotations, option: '--annotations' })
  }
  const exitCode = await printReportOn(report, options)
  if (unmanaged?.baselineProblem === undefined) return exitCode
  printRemark(`${unmanaged.baselineProblem}\n`)
  return 1
}

/** What the command line of `appliance drift` says. */
export interface DriftCommandOptions extends SurveyOptions {
  readonly format: Format
  readonly output?: string
  /** File for the same report as annotations of GitHub. */
  readonly annotations?: string
  readonly config?: string
  /** Milliseconds. */
  readonly engineTimeout: number
  readonly var?: readonly string[]
  readonly varFile?: readonly string[]
  readonly root?: string
  readonly names?: number
  readonly parallelism?: number
}

type WordsFor = PlannedWith['wordsFor']

/** Plans folders side by side. Each engine starts a provider, so that only a few run at once. */
async function driftOfStacks(
  stacks: readonly StackArgument[],
  wordsFor: WordsFor,
  options: DriftCommandOptions,
  survey: Survey | undefined,
): Promise<{ readonly results: Results<Drift>; readonly unmanaged?: UnmanagedParts }> {
  if (stacks.length > 1) {
    // Without an engine or settings, each stack would fail with the same words.
    await findEngines(options.engine)
    await reviewSettings(options.config)
  }
  const atOnce = options.parallelism ?? Math.min(availableParallelism(), 4)
  const sentence = 'The run was interrupted, so drift cannot be determined.'
  return await handingOnInterrupts(sentence, async (interrupts) => {
    const run = { timeout: options.engineTimeout, interrupts }
    const line = new ProgressLine(process.stderr)
    const progress = new StacksProgress(line, stacks.length)
    const ended = eachStack(
      stacks,
      atOnce,
      async ({ name, path }) => {
        try {
          return await driftIn({ name, path }, wordsFor(name), options, survey, run, progress.of(name))
        } finally {
          progress.done()
        }
      },
      interrupts.signal,
    )
    try {
      const results = await ended
      // Of the only stack, the failure is all that there is to report.
      if (!survey || results.done.length === 0) return { results }
      const unmanaged = await survey.search(
        stacks.map(({ name }) => name),
        (text) => line.show(visible(text)),
        interrupts.signal,
      )
      return { results, unmanaged }
    } finally {
      line.end()
    }
  })
}

/** What differs in one stack, with the places of what was found. */
async function driftIn(
  stack: Pick<StackArgument, 'name' | 'path'>,
  words: readonly string[],
  options: DriftCommandOptions,
  survey: Survey | undefined,
  run: EngineRunOptions,
  progress: StackProgress,
): Promise<Found<Drift>> {
  const folder = stack.path
  const settings = await reviewSettings(options.config, [folder, '.'])
  const places = await placesIn(folder, options.root)
  const engine = await findEngine(options.engine, folder)
  let surveyed: Parameters<Survey['addStack']>[1]
  try {
    const made = await planNow(engine, folder, words, run, progress.show, progress.isSeen)
    const plan = readPlan(made.plan)
    surveyed = { plan, places }
    const drift = await placedDrift(await driftOf(plan, made.planning, settings), plan, places)
    return { content: drift, standIn: places.standIn }
  } catch (error) {
    if (error instanceof EngineFailure) throw error.placed((errors) => placedErrors(errors, places))
    if (!(error instanceof PlanError)) throw error
    throw new EngineFailure(error.message, '', [errorFromSentence(error.message)])
  } finally {
    if (survey) progress.show('reading the state')
    await survey?.addStack(stack, surveyed, run)
  }
}
