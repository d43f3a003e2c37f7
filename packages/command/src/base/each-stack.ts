import { Interrupted, Semaphore } from '@webfilter/concurrency'
import { printRemark } from '../report/output'
import type { Report } from '../report/report'
import { EngineFailure, type FailureCause, failedPlan, logOf, reasonOf } from './failure'
import type { Stack, Stacks } from './stacks'

/** What was found out about a stack. */
export type Found<Content> = Omit<Stack<Content>, 'name'>

/** What came of some work for each of several stacks. */
export interface Results<Content> {
  readonly done: readonly Stack<Content>[]
  readonly failed: readonly { readonly name: string; readonly error: unknown }[]
}

/**
 * Does some work for each of several stacks, so many at once. One that fails does not stop the others.
 * @param signal ends the waiting of the others, which then fail
 * @throws {Interrupted} if the work was interrupted
 */
export async function eachStack<Named extends { readonly name: string }, Content>(
  stacks: readonly Named[],
  atOnce: number,
  work: (stack: Named) => Promise<Found<Content>>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Results<Content>> {
  const turns = new Semaphore(atOnce)
  const stop = new AbortController()
  const ending = AbortSignal.any([signal, stop.signal])
  const done: (Stack<Content> | undefined)[] = stacks.map(() => undefined)
  const failed: (Results<Content>['failed'][number] | undefined)[] = stacks.map(() => undefined)
  await Promise.all(
    stacks.map(async (stack, index) => {
      const { name } = stack
      try {
        done[index] = { ...(await turns.run(ending, () => work(stack))), name }
      } catch (error) {
        if (error instanceof Interrupted) {
          stop.abort(error)
          throw error
        }
        failed[index] = { name, error }
      }
    }),
  )
  return {
    done: done.filter((each) => each !== undefined),
    failed: failed.filter((each) => each !== undefined),
  }
}

/** What a command reports. */
interface ReportMaker<Content> {
  readonly report: (stacks: Stacks<Content>) => Report
  /** Of the only plan, which failed. */
  readonly failureReport: (errors: readonly FailureCause[]) => Report
}

/**
 * The report on what came of stacks. The log has in full why stacks failed; of the only one, the report has it too, and takes the place of
 * the report before.
 *
 * @throws {Error} if the only stack failed with an error that is none of its plan
 */
export function reportOn<Content>({ done, failed }: Results<Content>, maker: ReportMaker<Content>): Report {
  const [first] = failed
  const isSingle = done.length + failed.length === 1
  if (isSingle && first !== undefined) {
    const { message, errors } = failedPlan(first.error)
    printRemark(`${message}\n`)
    return maker.failureReport(errors)
  }
  for (const { name, error } of failed) printRemark(logOf(name, error))
  return maker.report({
    isSingle,
    done,
    failed: failed.map(({ name, error }) => ({
      name,
      reason: reasonOf(error),
      ...(error instanceof EngineFailure && error.errors.length > 0 && { errors: error.errors }),
    })),
  })
}
