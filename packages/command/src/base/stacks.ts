import { Interrupted, Semaphore } from '@webfilter/concurrency'
import { numberText } from '@webfilter/text'
import { printRemark } from '../report/output'
import { counted, joined, Name, type Phrase, say } from '../report/phrase'
import type { FailedStack, Place, Report } from '../report/report'
import { EngineFailure, type FailureCause, failedPlan, logOf, reasonOf } from './failure'

/** A configuration with a state of its own, under the name by which reports mention it, and what was found out about it. */
export interface Stack<Content> {
  readonly name: string
  readonly content: Content
  /** The place of findings that have none. */
  readonly standIn?: Place
}

/** Several stacks, in the order in which they were named. */
export interface Stacks<Content> {
  /** Whether only one stack was named. Its report does not mention it. */
  readonly isSingle: boolean
  readonly done: readonly Stack<Content>[]
  readonly failed: readonly FailedStack[]
}

/** The first three of some names, and how many more there are. */
export function firstNames(stacks: readonly { readonly name: string }[]): Phrase {
  const first = stacks.slice(0, 3).map(({ name }) => say`${new Name(name)}`)
  const more = stacks.length - first.length
  return say`${joined(first, ', ')}${more === 0 ? [] : [` and ${numberText(more)} more`]}`
}

/** Some of several stacks: `2 of 3 stacks`; `3 stacks` if it is all of them. */
export function someOf(count: number, all: number): Phrase {
  const stacks = counted(all, 'stack')
  return count === all ? stacks : say`${count} of ${stacks}`
}

/** How a verdict says in which stacks something is. Of the only stack it says nothing. */
export function whereIn({ isSingle, done, failed }: Stacks<unknown>) {
  const inStacks = (phrase: Phrase): Phrase => (isSingle ? [] : say` in ${phrase}`)
  return {
    /** Such as ` in 2 of 3 stacks`. */
    counted: (some: readonly unknown[]) => inStacks(someOf(some.length, done.length + failed.length)),
    /** Such as ` in berlin, oslo`. */
    named: (some: readonly { readonly name: string }[]) => inStacks(firstNames(some)),
  }
}

/** The sum of totals that have the same properties. @param none the totals of nothing */
export function sumOf<Key extends string>(
  all: readonly Readonly<Record<Key, number>>[],
  none: Readonly<Record<Key, number>>,
): Readonly<Record<Key, number>> {
  const sum: Record<Key, number> = { ...none }
  for (const totals of all) for (const key of Object.keys(none) as Key[]) sum[key] += totals[key]
  return sum
}

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

/** The only stack, where no other one was named. */
export function onlyStack<Content>(content: Content, standIn?: Place): Stacks<Content> {
  return { isSingle: true, done: [{ name: '', content, ...(standIn && { standIn }) }], failed: [] }
}
