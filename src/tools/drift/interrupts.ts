import type { ChildProcess } from 'node:child_process'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What work with processes learns of an interruption. */
export interface Interrupts {
  /** Takes each process as soon as it is started. */
  started(child: ChildProcess): void
  /** Aborted by the first interruption: nothing else is to be started. */
  readonly signal: AbortSignal
}

/**
 * Does some work with processes, and hands on to all of them what asks this one to end. The first time asks the engines to end in
 * order; a second time makes them stop at once.
 *
 * @throws {Error} after an interruption, whatever the work came to
 */
export async function handingOnInterrupts<Result>(
  work: (interrupts: Interrupts) => Promise<Result>,
): Promise<Result> {
  const running = new Set<ChildProcess>()
  const interruption = new AbortController()
  const { signal } = interruption
  const interrupt = () => {
    interruption.abort()
    for (const child of running) child.kill('SIGINT')
  }
  for (const name of signals) process.on(name, interrupt)
  try {
    const result = await work({
      signal,
      started(child) {
        running.add(child)
        child.once('close', () => running.delete(child))
        if (signal.aborted) child.kill('SIGINT')
      },
    })
    if (!signal.aborted) return result
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    for (const name of signals) process.removeListener(name, interrupt)
  }
  throw new Error('The run was interrupted, so drift cannot be determined. Run it again.')
}
