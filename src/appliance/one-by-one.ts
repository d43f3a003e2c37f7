import { throwIfCancelled } from './cancellation'

/** What became of a list of items that were worked on one request at a time. */
export interface WorkedOn<Item, Result> {
  /** What came of the items that worked, by item, in the order in which they ended. */
  readonly results: ReadonlyMap<Item, Result>
  /** The first failure, after which no further item was begun; those under way were still waited for. */
  readonly failure: unknown
}

/**
 * Works on every item with a bounded number under way. Never throws for what the work throws: that is the failure of
 * the outcome, so that what has been confirmed is not lost with it. Each item is worked on once, also if listed twice.
 */
export async function workOneByOne<Item, Result>(
  items: readonly Item[],
  underWay: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<Result>,
): Promise<WorkedOn<Item, Result>> {
  const results = new Map<Item, Result>()
  const remaining = new Set(items).values()
  const failures: unknown[] = []
  const worker = async () => {
    for (const item of remaining) {
      try {
        throwIfCancelled(signal)
        results.set(item, await work(item))
      } catch (error) {
        failures.push(error)
      }
      if (failures.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(underWay, items.length) }, worker))
  return { results, failure: failures[0] }
}
