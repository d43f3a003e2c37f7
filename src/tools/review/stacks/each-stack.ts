import { Semaphore } from '../../../concurrency'
import { EngineFailure, logOf, reasonOf } from './failure'
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
 */
export async function eachStack<Named extends { readonly name: string }, Content>(
  stacks: readonly Named[],
  atOnce: number,
  work: (stack: Named) => Promise<Found<Content>>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Results<Content>> {
  const turns = new Semaphore(atOnce)
  const done: (Stack<Content> | undefined)[] = stacks.map(() => undefined)
  const failed: (Results<Content>['failed'][number] | undefined)[] = stacks.map(() => undefined)
  await Promise.all(
    stacks.map(async (stack, index) => {
      const { name } = stack
      try {
        done[index] = { ...(await turns.run(signal, () => work(stack))), name }
      } catch (error) {
        failed[index] = { name, error }
      }
    }),
  )
  return {
    done: done.filter((each) => each !== undefined),
    failed: failed.filter((each) => each !== undefined),
  }
}

/** Writes to the log why stacks failed, in full, and leaves what the report shows of it. */
export function failuresNamed<Content>({ done, failed }: Results<Content>): Stacks<Content> {
  for (const { name, error } of failed) process.stderr.write(logOf(name, error))
  return {
    done,
    failed: failed.map(({ name, error }) => ({
      name,
      reason: reasonOf(error),
      ...(error instanceof EngineFailure && error.errors.length > 0 && { errors: error.errors }),
    })),
  }
}
