import { afterSending, cancellationBeforeSending, pause } from '../cancellation'
import { ApplianceError, mayHaveWorked } from '../errors'
import type { Log } from '../settings'

/**
 * Whether a request whose answer was lost may be sent again. Decided for each route by what doing it twice does, never
 * by its method. `unless-timed-out`: doing it twice changes nothing, but is work enough that an appliance that did not
 * answer in time is most likely still at it, and a second request would only add to its load. A request that was
 * never sent, because there was no connection, may be sent again on every route.
 */
export type Repeatable = 'always' | 'unless-timed-out' | 'never'

/**
 * Whether an attempt must not meet a connection that the server may have closed meanwhile: it might be the last attempt, and then it would
 * not be known whether the request arrived. A first attempt that may be repeated, whatever becomes of it, takes one that is kept.
 *
 * @param attempt from 1
 */
export function needsOwnConnection(repeatable: Repeatable, attempt: number): boolean {
  return repeatable !== 'always' || attempt > 1
}

/** What is attempted. */
export interface Attempted {
  /** As messages name it. */
  readonly name: string
  readonly repeatable: Repeatable
}

/** What happens after failures. */
export interface RetryPolicy {
  /** Attempts after the first one. */
  readonly retries: number
  readonly log: Log
  /** From 0 to below 1, evenly: what spreads the clients that failed together. */
  readonly random: () => number
}

/**
 * Makes attempts until one works, until none is left, or until the failure is one after which it must not be
 * made again. Throws the failure of the last attempt.
 *
 * @param attempt is given its number, from 1
 */
export async function withRetries<T>(
  { name, repeatable }: Attempted,
  policy: RetryPolicy,
  signal: AbortSignal,
  attempt: (number: number) => Promise<T>,
): Promise<T> {
  let maybeDone = false
  for (let failures = 0; ; failures += 1) {
    try {
      const next = () => attempt(failures + 1)
      return maybeDone ? await afterSending(next) : await next()
    } catch (error) {
      if (failures >= policy.retries || !mayRepeat(repeatable, error)) throw error
      const delay = delayBefore(failures, error.retryAfter, policy.random)
      policy.log.warn('retrying a failed request', {
        route: name,
        kind: error.kind,
        status: error.status,
        attempt: failures + 2,
        milliseconds: Math.round(delay),
      })
      maybeDone ||= mayHaveWorked(error)
      await pause(delay, signal).catch((reason: unknown) => {
        throw signal.aborted && !maybeDone
          ? cancellationBeforeSending(reason, `The next attempt at ${name}`)
          : reason
      })
    }
  }
}

/** The longest wait that the appliance may ask for; milliseconds. Beyond it the request fails instead. */
const longestRetryAfter = 60_000

/**
 * Whether a request may be sent again after this failure: the route decides, unless nothing was sent, or nothing was done with
 * it. Only failures that may pass are worth it.
 */
export function mayRepeat(repeatable: Repeatable, error: unknown): error is ApplianceError {
  if (!(error instanceof ApplianceError) || !error.transient) return false
  if ((error.retryAfter ?? 0) > longestRetryAfter) return false
  if (error.kind === 'unreachable' || error.nothingDone) return true
  return repeatable === 'always' || (repeatable === 'unless-timed-out' && error.kind !== 'timeout')
}

/** Whether a failure with this HTTP status may pass by itself. */
export function isPassing(status: number): boolean {
  return passing.has(status)
}

const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

const firstDelay = 250
const longestDelay = 10_000

/**
 * Milliseconds to wait after a number of earlier failures: exponential with full jitter, and never less than what the
 * appliance asked for.
 */
export function delayBefore(
  earlierFailures: number,
  retryAfter: number | undefined,
  random: () => number,
): number {
  const jittered = random() * Math.min(longestDelay, firstDelay * 2 ** earlierFailures)
  return retryAfter === undefined ? jittered : retryAfter + Math.min(jittered, firstDelay)
}

/** Milliseconds of a `Retry-After` header, which holds seconds or a date; undefined if it holds neither. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
