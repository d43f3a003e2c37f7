import type { Log, LogFields } from './log'

/** Milliseconds between two lines. */
const interval = 5_000

/**
 * Tells the log how far a long work has come: nothing within the first seconds, then a line every five seconds.
 *
 * @param now milliseconds on a clock that never goes back
 * @returns to be called with how many of the total have been done since the last call
 */
export function progressOf(
  work: string,
  fields: LogFields,
  total: number,
  log: Log,
  now: () => number = () => performance.now(),
): (count: number) => void {
  let done = 0
  let told = now()
  return (count) => {
    done += count
    if (done >= total || now() - told < interval) return
    told = now()
    log.info(work, { ...fields, done, total })
  }
}
