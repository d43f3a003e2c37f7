/** Something to be done once other things are done. */
export interface Task {
  /** Keys of those that come before it; those that are not to be done at all do not count. */
  readonly after: readonly string[]
  /** Whether it went well. If not, the tasks after it are left out. */
  run(): Promise<boolean>
}

/** How a graph is walked. */
export interface HowWalked {
  /** How many tasks are worked on at once. */
  readonly parallelism: number
  /**
   * Which of the tasks that could begin are begun, one after the other, by their places in the queue. What is beyond its end begins anew at its
   * head, and after the last of these numbers the head is always taken, as Terraform does more or less.
   */
  readonly places?: readonly number[] | undefined
}

/**
 * Walks a graph without circles as Terraform does: so many at once, in the order in which they are given as far as their
 * dependencies and the chosen places in the queue allow, and on to the end even where one fails. Rejected with the first that was.
 */
export async function walk(
  tasks: ReadonlyMap<string, Task>,
  { parallelism, places = [] }: HowWalked,
): Promise<void> {
  const begun = new Map<string, Promise<boolean>>()
  const waiting: (() => void)[] = []
  let [free, taken] = [parallelism, 0]
  const begin = (key: string): Promise<boolean> => {
    const task = tasks.get(key)
    if (!task) return Promise.resolve(true)
    const underWay = begun.get(key) ?? work(task)
    begun.set(key, underWay)
    return underWay
  }
  const work = async ({ after, run }: Task): Promise<boolean> => {
    const before = await Promise.all(after.map(begin))
    if (!before.every((wentWell) => wentWell)) return false
    await new Promise<void>((settle) => {
      waiting.push(settle)
      // All that can begin by now is in the queue before one is chosen.
      setImmediate(beginNext)
    })
    try {
      return await run()
    } finally {
      free += 1
      setImmediate(beginNext)
    }
  }
  const beginNext = () => {
    while (free > 0 && waiting.length > 0) {
      const [next] = waiting.splice((places[taken] ?? 0) % waiting.length, 1)
      free -= 1
      taken += 1
      next?.()
    }
  }
  const outcomes = await Promise.allSettled([...tasks.keys()].map(begin))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
