import { checkOutput, printReport } from '../report/output'

import { EngineFailure, errorFromSentence, failedPlan, failureInMessages } from './failure'
import type { ReviewCommandOptions } from './options'
import { placedErrors, placedReview } from './placed'
import { placesIn } from './places'
import { requireSameRun } from './plan/messages'
import { FailedPlanError, type Plan, readPlan } from './plan/plan'
import { keptMessages, type PlanSource, planSources, planText } from './plan-files'

import { render } from './render/render'
import { renderReviews } from './render/stacks/render-stacks'
import { type Review, type Reviews, reviewOf, reviewsOf } from './review'
import { type ReviewSettings, reviewSettings } from './settings'

import { eachStack, type Found, failuresNamed } from './stacks'

import { printFailure } from './stacks/print-failure'

/** Reviews plans and prints what it found. @returns the exit code. @throws {Error} with one sentence for the user if it cannot */
export async function runReview(plans: readonly string[], options: ReviewCommandOptions): Promise<number> {
  const settings = await reviewSettings(options.config)
  await checkOutput(options.output)
  const sources = await planSources(plans, options)
  const [only, ...others] = sources
  const { format, output, names } = options
  if (only !== undefined && others.length === 0) {
    const reviewed = await reviewOfPlan(only, settings, options).catch(failedPlan)
    if (reviewed instanceof EngineFailure) return await printFailure(reviewed, 'review', options)
    const { content: review, standIn } = reviewed
    await printReport(output, review.verdict, (colour) => render(review, format, { colour, names, standIn }))
    return reviewExitCodes[review.outcome]
  }
  // One after the other: while an engine opens a plan, it starts the provider.
  const results = await eachStack(sources, 1, (source) => reviewOfPlan(source, settings, options))
  const reviews = reviewsOf(failuresNamed(results))
  await printReport(output, reviews.verdict, (colour) => renderReviews(reviews, format, { colour, names }))
  return reviewExitCodes[reviews.outcome]
}

const reviewExitCodes: Readonly<Record<Reviews['outcome'], number>> = {
  nothing: 0,
  incomplete: 1,
  changes: 2,
  refused: 3,
}

async function reviewOfPlan(
  source: PlanSource,
  settings: ReviewSettings,
  options: ReviewCommandOptions,
): Promise<Found<Review>> {
  const places = await placesIn(source.folder, options.root)
  const said = await keptMessages(source)
  const failure = failureInMessages(said?.messages ?? [])
  if (failure) throw failure.placed((errors) => placedErrors(errors, places))
  const plan = readWholePlan(await planText(source, options))
  if (said) requireSameRun(said.run, plan)
  const review = await placedReview(await reviewOf(plan, settings, said?.messages, said?.run), plan, places)
  return { content: review, standIn: places.standIn }
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
