/** Something to be done once other things are done. */
export interface Task {
  /** Keys of those that come before it; those that are not to be done at all do not count. */
  readonly after: readonly string[]
  /** Whether it went well. If not, the tasks after it are left out. */
  run(): Promise<boolean>
}

/**
 * Walks a graph without circles as Terraform does: so many at once, in the order in which they are given as far as their
 * dependencies allow, and on to the end even where one fails. Rejected with the first that was.
 */
export async function walk(tasks: ReadonlyMap<string, Task>, parallelism: number): Promise<void> {
  const begun = new Map<string, Promise<boolean>>()
  const waiting: (() => void)[] = []
  let places = parallelism
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
    if (places > 0) places -= 1
    else await new Promise<void>((settle) => void waiting.push(settle))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else places += 1
    }
  }
  const outcomes = await Promise.allSettled([...tasks.keys()].map(begin))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
