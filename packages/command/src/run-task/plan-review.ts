import { Worker } from 'node:worker_threads'
import { onAbort } from '@webfilter/concurrency'
import type { ReviewSettings } from '../findings/settings'
import { PlanError, readPlan } from '../plan/plan'
import { reviewReport } from '../review/report'
import { reviewOf } from '../review/review'
import { failedResult, NoReview, resultOf, type TaskResult } from './result'
import { reviewThreadSource } from './review-thread-source'

export interface ReviewQuestion {
  /** The JSON of a plan. */
  readonly plan: string
  readonly settings: ReviewSettings
}

/**
 * Reviews a plan; a long one on a thread of its own, so that the server keeps answering. A thread that runs out of memory ends alone.
 * @throws {NoReview} if the thread ended without a result, or the reason of the signal
 */
export async function reviewedPlan(
  question: ReviewQuestion,
  signal: AbortSignal,
  source = reviewThreadSource,
): Promise<TaskResult> {
  if (source === undefined || question.plan.length < shortPlan) return await reviewedHere(question)
  const thread = new Worker(source, {
    eval: true,
    execArgv: [],
    // What the server has as secrets is none of its business.
    env: {},
    name: 'review',
    workerData: question,
    resourceLimits: { maxOldGenerationSizeMb: memoryFor(question.plan) },
  })
  let stopListening = () => {}
  try {
    return await new Promise<TaskResult>((resolve, reject) => {
      stopListening = onAbort(signal, () => reject(signal.reason))
      thread.once('message', resolve)
      thread.once('error', (error: NodeJS.ErrnoException) => reject(threadFailure(error)))
      thread.once('exit', () => reject(threadFailure()))
    })
  } finally {
    stopListening()
    void thread.terminate()
  }
}

/** The same on the thread of the caller. */
export async function reviewedHere({ plan, settings }: ReviewQuestion): Promise<TaskResult> {
  try {
    // The variables of this server are not those of the run.
    const review = await reviewOf(readPlan(plan, {}), settings)
    return resultOf(reviewReport(review))
  } catch (error) {
    if (!(error instanceof PlanError)) throw error
    return failedResult(`The plan cannot be reviewed. ${error.message}`)
  }
}

/** Characters: the start of a thread takes longer than the review of a plan that is shorter. */
const shortPlan = 2 ** 18

/** Megabytes: what a small plan takes, and what the values of a large one take beside its text. Some plans would take 20 times their text. */
function memoryFor({ length }: string): number {
  return 512 + Math.ceil((length * 12) / 2 ** 20)
}

function threadFailure(error?: NodeJS.ErrnoException): NoReview {
  const isMemory = error?.code === 'ERR_WORKER_OUT_OF_MEMORY'
  const what = isMemory
    ? 'The plan takes more memory than a review may use.'
    : 'The review ended without a result.'
  return new NoReview(`${what} Review the plan with appliance review instead.`)
}
