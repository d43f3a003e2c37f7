import { availableParallelism } from 'node:os'
import { findEngine, findEngines } from '../engine'
import { checkOutput, printReport } from '../report/output'
import { EngineFailure, errorFromSentence, failedPlan } from '../review/failure'
import { placedDrift, placedErrors } from '../review/placed'
import { placesIn } from '../review/places'
import { PlanError, readPlan } from '../review/plan/plan'
import { renderDrift } from '../review/render/render'
import { renderDrifts } from '../review/render/stacks/render-stacks'
import { reviewSettings } from '../review/settings'
import { type StackArgument, stackArguments } from '../review/stack-arguments'
import { eachStack, type Found, failuresNamed } from '../review/stacks'
import { printFailure } from '../review/stacks/print-failure'
import { type Drift, type Drifts, driftOf, driftsOf } from './drift'
import type { DriftCommandOptions } from './options'
import { handingOnInterrupts, type Interrupts, type PlannedWith, planNow, plannedWith } from './plan'
import { ProgressLine, StacksProgress } from './progress'

/**
 * Has the engine plan, and prints what differs on the appliance.
 * @returns the exit code. Throws one readable sentence where nothing can be told.
 */
export async function runDrift(named: readonly string[], options: DriftCommandOptions): Promise<number> {
  const { folders, words } = plannedWith(named, options)
  await checkOutput(options.output)
  const stacks = await stackArguments(folders)
  const { format, output, names } = options
  const [only, ...others] = stacks
  if (only !== undefined && others.length === 0) {
    const found = await driftOfOne(only.path, words, options).catch(failedPlan)
    if (found instanceof EngineFailure) return await printFailure(found, 'drift', options)
    const { content: drift, standIn } = found
    const rendering = { names, standIn }
    await printReport(output, drift.verdict, (colour) => renderDrift(drift, format, { colour, ...rendering }))
    return exitCodes[drift.outcome]
  }
  const drifts = await driftOfSeveral(stacks, words, options)
  await printReport(output, drifts.verdict, (colour) => renderDrifts(drifts, format, { colour, names }))
  return exitCodes[drifts.outcome]
}

const exitCodes: Readonly<Record<Drifts['outcome'], number>> = {
  clean: 0,
  'nothing-found': 0,
  incomplete: 1,
  'not-applied': 2,
  drift: 2,
  refused: 3,
}

type Words = PlannedWith['words']

async function driftOfOne(folder: string, words: Words, options: DriftCommandOptions): Promise<Found<Drift>> {
  return await handingOnInterrupts(async (interrupts) => {
    const line = new ProgressLine(process.stderr)
    try {
      return await driftIn(folder, words, options, interrupts, (progress) => line.show(progress))
    } finally {
      line.end()
    }
  })
}

/** Plans several folders side by side. Each engine starts a provider, so that only a few run at once. */
async function driftOfSeveral(
  stacks: readonly StackArgument[],
  words: Words,
  options: DriftCommandOptions,
): Promise<Drifts> {
  // Without an engine or settings, each stack would fail with the same words.
  await findEngines(options.engine)
  await reviewSettings(options.config)
  const atOnce = options.parallelism ?? Math.min(availableParallelism(), 4)
  const results = await handingOnInterrupts(async (interrupts) => {
    const line = new ProgressLine(process.stderr)
    const progress = new StacksProgress(line, stacks.length)
    const ended = eachStack(
      stacks,
      atOnce,
      async ({ name, path }) => {
        try {
          return await driftIn(path, words, options, interrupts, (text) => progress.show(name, text))
        } finally {
          progress.done()
        }
      },
      interrupts.signal,
    )
    return await ended.finally(() => line.end())
  })
  return driftsOf(failuresNamed(results))
}

async function driftIn(
  folder: string,
  words: Words,
  options: DriftCommandOptions,
  interrupts: Interrupts,
  show: (progress: string) => void,
): Promise<Found<Drift>> {
  const settings = await reviewSettings(options.config, [folder, '.'])
  const places = await placesIn(folder, options.root)
  const engine = await findEngine(options.engine, folder)
  try {
    const made = await planNow(engine, folder, words, interrupts, show)
    const plan = readPlan(made.planInFolder)
    const drift = await placedDrift(await driftOf(plan, made.planning, settings), plan, places)
    return { content: drift, standIn: places.standIn }
  } catch (error) {
    if (error instanceof EngineFailure) throw error.placed((errors) => placedErrors(errors, places))
    if (!(error instanceof PlanError)) throw error
    throw new EngineFailure(error.message, '', [errorFromSentence(error.message)])
  }
}
