import { eachStack, type Found, reportOn } from '../base/each-stack'
import { EngineFailure, errorFromSentence, failureInMessages } from '../base/failure'
import { placesIn } from '../base/places'
import {
  keptMessages,
  type PlanSource,
  planOf,
  planSources,
  type ReviewCommandOptions,
} from '../base/plan-files'
import { namedSites, placed, placedErrors } from '../findings/placed'
import { type ReviewSettings, reviewSettings } from '../findings/settings'
import { requireSameRun } from '../plan/messages'
import { FailedPlanError, type Plan, readPlan } from '../plan/plan'
import { checkOutput } from '../report/output'
import { printReportOn } from '../report/render'
import type { Report } from '../report/report'
import { addedLines } from './added-line-search'
import { failedReviewReport, reviewReport } from './report'
import { type Review, reviewOf, reviewsOf } from './review'

/** Reviews plans and prints what it found. @returns the exit code. @throws {Error} with one sentence for the user if it cannot */
export async function runReview(plans: readonly string[], options: ReviewCommandOptions): Promise<number> {
  const settings = await reviewSettings(options.config)
  await checkOutput(options.output)
  return await printReportOn(await reportOnPlans(plans, settings, options), options)
}

/** Reviews plans. @throws {Error} with one sentence for the user if it cannot */
export async function reportOnPlans(
  plans: readonly string[],
  settings: ReviewSettings,
  options: ReviewCommandOptions,
): Promise<Report> {
  const sources = await planSources(plans, options)
  // One after the other: while an engine opens a plan, it starts the provider.
  const results = await eachStack(sources, 1, (source) => reviewOfPlan(source, settings, options))
  return reportOn(results, {
    report: (stacks) => reviewReport(reviewsOf(stacks)),
    failureReport: failedReviewReport,
  })
}

async function reviewOfPlan(
  source: PlanSource,
  settings: ReviewSettings,
  options: ReviewCommandOptions,
): Promise<Found<Review>> {
  const places = await placesIn(source.folder, options.root)
  const kept = await keptMessages(source)
  const failure = failureInMessages(kept?.messages ?? [])
  if (failure) throw failure.placed((errors) => placedErrors(errors, places))
  const { text, saved } = await planOf(source, options)
  const plan = readWholePlan(text)
  if (kept) requireSameRun(kept.run, plan)
  const review = await reviewOf(plan, settings, kept?.messages, kept?.run, { ...places, saved })
  const findings = await placed(review.findings, namedSites, plan, places)
  const lines = await addedLines(review.changes, plan, places)
  return { content: { ...review, findings, addedLines: lines }, standIn: places.standIn }
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
