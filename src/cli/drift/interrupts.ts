import type { ChildProcess } from 'node:child_process'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Does some work with processes, and hands on to them what asks this one to end. The first time asks the engine to end in
 * order; a second time makes it stop at once.
 *
 * @throws {Error} after an interruption, whatever the work came to
 */
export async function handingOnInterrupts<Result>(
  work: (started: (child: ChildProcess) => void) => Promise<Result>,
): Promise<Result> {
  let running: ChildProcess | undefined
  let isInterrupted = false
  const interrupt = () => {
    isInterrupted = true
    running?.kill('SIGINT')
  }
  for (const signal of signals) process.on(signal, interrupt)
  try {
    const result = await work((child) => {
      running = child
      if (isInterrupted) child.kill('SIGINT')
    })
    if (!isInterrupted) return result
  } catch (error) {
    if (!isInterrupted) throw error
  } finally {
    for (const signal of signals) process.removeListener(signal, interrupt)
  }
  throw new Error('The run was interrupted, so drift cannot be determined. Run it again.')
}
