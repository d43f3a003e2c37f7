import { EngineFailure, errorFromSentence, failedPlan } from '../base/failure'
import { placesIn } from '../base/places'
import { planNow, plannedWith } from '../base/plan-now'
import { type EngineRunOptions, findEngine, handingOnInterrupts } from '../engine'
import { placedErrors } from '../findings/placed'
import { reviewSettings } from '../findings/settings'
import type { IgnoreEntry } from '../inventory/ignored'
import { PlanError, readPlan } from '../plan/plan'
import { checkOutputs, type Format, type Outputs, printRemark } from '../report/output'
import { visible } from '../report/phrase'
import { printReportOn } from '../report/render'
import type { Report } from '../report/report'
import { ProgressLine } from '../report/terminal'
import { driftOf, placedDrift, withUnmanaged } from './drift'
import { driftReport, failedDriftReport } from './report'
import { ignoredBySurvey, type SurveyOptions, survey } from './survey'

/**
 * Has the engine plan, and prints what differs on the appliance.
 * @param named the folder, and options for the engine
 * @returns the exit code
 * @throws {Error} one readable sentence where no report can be made
 */
export async function runDrift(named: readonly string[], options: DriftCommandOptions): Promise<number> {
  const { folder, words } = plannedWith(named, options.varFile)
  await checkOutputs(options)
  const ignored = await ignoredBySurvey(options, folder, words)
  const { report, problem } = await reportOnDrift(folder, words, options, ignored)
  const exitCode = await printReportOn(report, options)
  if (problem === undefined) return exitCode
  printRemark(`${problem}\n`)
  return 1
}

/** What the command line of `appliance drift` says. */
export interface DriftCommandOptions extends SurveyOptions, Outputs {
  readonly format: Format
  readonly config?: string
  /** Milliseconds. */
  readonly engineTimeout: number
  readonly varFile?: readonly string[]
  readonly root?: string
  readonly names?: number
}

/** A report, and what could not be done besides, in a sentence. */
interface Reported {
  readonly report: Report
  readonly problem?: string | undefined
}

/** @param ignored undefined if what is in no state is not searched for */
async function reportOnDrift(
  folder: string,
  words: readonly string[],
  options: DriftCommandOptions,
  ignored: readonly IgnoreEntry[] | undefined,
): Promise<Reported> {
  const line = new ProgressLine(process.stderr)
  const sentence = 'The run was interrupted, so drift cannot be determined.'
  try {
    return await handingOnInterrupts(sentence, async (interrupts) =>
      driftIn({ timeout: options.engineTimeout, interrupts }),
    )
  } catch (error) {
    line.end()
    const { message, errors } = failedPlan(error)
    printRemark(`${message}\n`)
    return { report: failedDriftReport(errors) }
  } finally {
    line.end()
  }

  /** What differs, with the places of what was found, and what is in no state. */
  async function driftIn(run: EngineRunOptions): Promise<Reported> {
    const settings = await reviewSettings(options.config, [folder, '.'])
    const places = await placesIn(folder, options.root)
    const engine = await findEngine(options.engine, folder)
    const show = (text: string) => line.show(text)
    try {
      const made = await planNow(engine, folder, words, run, show)
      const plan = readPlan(made.plan)
      const drift = placedDrift(await driftOf(plan, made.planning, settings), places)
      if (ignored === undefined) return { report: driftReport(drift, places.standIn) }
      const about = { folder, plan, places }
      const found = await survey(options, ignored, about, (text) => show(visible(text)), run)
      const report = driftReport(withUnmanaged(drift, found), places.standIn)
      return { report, problem: found.ignoreProblem }
    } catch (error) {
      if (error instanceof EngineFailure) throw error.placed((errors) => placedErrors(errors, places))
      if (!(error instanceof PlanError)) throw error
      throw new EngineFailure(error.message, '', [errorFromSentence(error.message)])
    }
  }
}
