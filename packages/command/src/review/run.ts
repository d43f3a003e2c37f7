import { EngineFailure, errorFromSentence, failedPlan, failureInMessages } from '../base/failure'
import { placesIn } from '../base/places'
import { keptMessages, planOf, type ReviewCommandOptions } from '../base/plan-files'
import { namedSites, placed, placedErrors } from '../findings/placed'
import { type ReviewSettings, reviewSettings } from '../findings/settings'
import { requireSameRun } from '../plan/messages'
import { FailedPlanError, type Plan, readPlan } from '../plan/plan'
import { checkOutputs, printRemark } from '../report/output'
import { printReportOn } from '../report/render'
import type { Report } from '../report/report'
import { failedReviewReport, reviewReport } from './report'
import { reviewOf } from './review'

/**
 * Reviews a plan and prints what it found.
 * @param plan its file; JSON from standard input if it is `-`
 * @returns the exit code
 * @throws {Error} with one sentence for the user if it cannot
 */
export async function runReview(plan: string | undefined, options: ReviewCommandOptions): Promise<number> {
  const settings = await reviewSettings(options.config)
  await checkOutputs(options)
  return await printReportOn(await reportOnPlan(plan ?? '-', settings, options), options)
}

/** Reviews a plan. @throws {Error} with one sentence for the user if it cannot */
export async function reportOnPlan(
  file: string,
  settings: ReviewSettings,
  options: ReviewCommandOptions,
): Promise<Report> {
  try {
    const places = await placesIn(options.chdir ?? '.', options.root)
    const run = await keptMessages(options.messages)
    const failure = failureInMessages(run?.messages ?? [])
    if (failure) throw failure.placed((errors) => placedErrors(errors, places))
    const plan = readWholePlan(await planOf(file, options))
    if (run) requireSameRun(run, plan)
    const review = await reviewOf(plan, settings, run?.messages, run)
    const findings = placed(review.findings, namedSites, places)
    return reviewReport({ ...review, findings }, places.standIn)
  } catch (error) {
    const { message, errors } = failedPlan(error)
    printRemark(`${message}\n`)
    return failedReviewReport(errors)
  }
}

/** @throws {EngineFailure} with a report, where the plan failed half way */
function readWholePlan(text: string): Plan {
  try {
    return readPlan(text)
  } catch (error) {
    if (!(error instanceof FailedPlanError)) throw error
    const advice = 'Pass the messages of the plan with --messages to see its errors here.'
    throw new EngineFailure(error.message, advice, [errorFromSentence(error.message)])
  }
}
