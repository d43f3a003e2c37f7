import { durationText } from '@webfilter/appliance-declarations/diagnostics/wording'
import { Interrupted, Semaphore } from '@webfilter/concurrency'
import type { ReviewSettings } from '../findings/settings'
import { reviewedPlan } from './plan-review'
import { isTimeout, RemoteFailure, type RemoteService } from './remote'
import type { TaskRequest } from './request'
import { failedResult, NoReview, nothingToReview, type TaskResult } from './result'

export interface OpenRunsOptions {
  readonly remote: Pick<RemoteService, 'plan' | 'report'>
  readonly settings: ReviewSettings
  /** How many plans are fetched and reviewed at once. */
  readonly parallelism: number
  /** How many runs may be without a verdict. */
  readonly most: number
  /** Milliseconds from the request to the verdict. */
  readonly timeout: number
  readonly log: (text: string) => void
}

/** What becomes of a request. */
export type Reception = 'taken' | 'known' | 'full' | 'ending'

/** The runs that wait for a verdict. Each gets one, or its service refuses to take it, which the log says. */
export class OpenRuns {
  readonly #options: OpenRunsOptions
  readonly #turns: Semaphore
  /** Plans that may take gigabytes are reviewed one after the other. */
  readonly #large = new Semaphore(1)
  readonly #ending = new AbortController()
  /** Ends the attempts to report. */
  readonly #over = new AbortController()
  readonly #open = new Map<string, Promise<void>>()
  /** Requests whose verdict was reported, the oldest first: a request that is sent twice is not answered twice. */
  readonly #reported = new Set<string>()
  #unreported = 0

  constructor(options: OpenRunsOptions) {
    this.#options = options
    this.#turns = new Semaphore(options.parallelism)
  }

  /** How many runs are without a verdict. */
  get size(): number {
    return this.#open.size
  }

  /** How many verdicts could not be reported. */
  get unreported(): number {
    return this.#unreported
  }

  get isEnding(): boolean {
    return this.#ending.signal.aborted
  }

  /** Takes a run, and begins with it after the request was answered. */
  take(request: TaskRequest): Reception {
    const { resultId } = request
    if (this.isEnding) return 'ending'
    if (this.#open.has(resultId) || this.#reported.has(resultId)) return 'known'
    if (this.#open.size >= this.#options.most) return 'full'
    const run = new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => this.#run(request))
      .finally(() => this.#open.delete(resultId))
    this.#open.set(resultId, run)
    return 'taken'
  }

  /** Reports every open run as failed, and takes no more. */
  async end(): Promise<void> {
    this.#ending.abort(
      new Interrupted(
        'The server for run tasks was stopped before the review was complete. Start the run again.',
      ),
    )
    const timer = setTimeout(() => this.#over.abort(tooLate()), lastReportTime)
    await Promise.all(this.#open.values())
    clearTimeout(timer)
  }

  /** Never rejects. */
  async #run(request: TaskRequest): Promise<void> {
    const { log, remote } = this.#options
    const { name, stage, resultId } = request
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(tooLate()), verdictTime)
    const result = await this.#resultOf(request)
    try {
      await remote.report(request, result, AbortSignal.any([late.signal, this.#over.signal]))
      this.#remember(resultId)
      log(`${name} ${stage}: reported ${result.status}: ${result.message}`)
    } catch (error) {
      this.#unreported += 1
      log(`${name} ${stage}: ${result.status}, but the verdict could not be reported: ${reasonOf(error)}`)
    } finally {
      clearTimeout(timer)
    }
  }

  async #resultOf(request: TaskRequest): Promise<TaskResult> {
    const { timeout } = this.#options
    if (withoutPlan.has(request.stage)) return nothingToReview(request.stage)
    const late = new NoReview(
      `No verdict within ${durationText(timeout)}. Start the run again; if the plan is large, allow more time with --timeout.`,
    )
    const clock = new AbortController()
    const timer = setTimeout(() => clock.abort(late), timeout)
    const signal = AbortSignal.any([this.#ending.signal, clock.signal])
    try {
      await this.#progress(request, signal)
      return await this.#reviewed(request, signal)
    } catch (error) {
      return failedResult(`The plan was not reviewed: ${reasonOf(error)}`)
    } finally {
      clearTimeout(timer)
    }
  }

  async #reviewed(request: TaskRequest, signal: AbortSignal): Promise<TaskResult> {
    const { settings, remote } = this.#options
    const first = await this.#turns.run(signal, async () => {
      const plan = await remote.plan(request, signal)
      const review = () => reviewedPlan({ plan, settings }, signal)
      if (plan.length < largePlan) return await review()
      return this.#large.isFree ? await this.#large.run(signal, review) : undefined
    })
    if (first !== undefined) return first
    // It waits without a turn, which small plans need, and without its text, which takes memory: it is fetched again.
    return await this.#large.run(signal, () =>
      this.#turns.run(signal, async () => {
        const plan = await remote.plan(request, signal)
        return await reviewedPlan({ plan, settings }, signal)
      }),
    )
  }

  /** A service that does not take this may take the verdict. */
  async #progress(request: TaskRequest, signal: AbortSignal): Promise<void> {
    const { log, remote, parallelism } = this.#options
    const before = this.#open.size - 1
    const message = before < parallelism ? 'The plan is reviewed.' : `The review waits for ${before} others.`
    try {
      await remote.report(
        request,
        { status: 'running', message },
        AbortSignal.any([signal, AbortSignal.timeout(progressTime)]),
      )
    } catch (error) {
      signal.throwIfAborted()
      log(`${request.name} ${request.stage}: running could not be reported: ${reasonOf(error)}`)
    }
  }

  #remember(resultId: string): void {
    this.#reported.add(resultId)
    const [oldest] = this.#reported
    if (this.#reported.size > mostRemembered && oldest !== undefined) this.#reported.delete(oldest)
  }
}

/** Stages without a plan that waits to be applied. A stage that is not known is no reason to pass a plan without a review. */
const withoutPlan: ReadonlySet<string> = new Set(['pre_plan', 'post_apply'])

/** Characters. The review of a plan that is shorter takes up to 0.7 GB. */
const largePlan = 2 ** 24

/** Milliseconds in which HCP Terraform waits for a verdict, less a few for the last answer. */
const verdictTime = 9.75 * 60_000

/** Milliseconds for a verdict to be taken, with all attempts, if the server is ending. */
const lastReportTime = 45_000

/** Milliseconds for the progress to be taken. */
const progressTime = 30_000

const mostRemembered = 10_000

function tooLate(): DOMException {
  return new DOMException('The time for a verdict is over.', 'TimeoutError')
}

/** Sentences without a secret. Other errors may quote a plan, so that only their kind is said. */
function reasonOf(error: unknown): string {
  if (error instanceof RemoteFailure || error instanceof NoReview || error instanceof Interrupted)
    return error.message
  if (isTimeout(error)) return 'The service did not take it in time. Start the run again.'
  const kind = error instanceof Error ? error.name : typeof error
  return `An unexpected error (${kind}) ended the review. Review the plan with appliance review instead.`
}
