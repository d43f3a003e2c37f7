import type { Incident } from './incidents'

/**
 * The kind of failure of an `ApplianceError`:
 * - `misconfigured`: the settings leave nothing to send to, or cannot be used
 * - `unreachable`: no connection came about, so nothing was sent
 * - `timeout`: no complete answer within the time-out; the appliance may have acted
 * - `interrupted`: the connection broke before the answer was complete; the appliance may have acted
 * - `forbidden`: the appliance does not accept the source address, the token or the key
 * - `route-missing`: the appliance does not have the route
 * - `refused`: an HTTP status that refuses the request and is none of the above
 * - `failed`: the appliance understood and says that it did not work (`Status` false)
 * - `exists`: the appliance refuses to make what exists already
 * - `unreadable`: an answer of a shape that is not known
 * - `not-running`: the user directory is not installed, or does not run
 * - `ambiguous`: what was asked for fits more than one thing
 * - `cancelled`: the caller's `AbortSignal` was triggered, or the client was closed; unless `nothingSent`, the appliance may
 *   have acted
 */
export type ApplianceErrorKind =
  | 'misconfigured'
  | 'unreachable'
  | 'timeout'
  | 'interrupted'
  | 'forbidden'
  | 'route-missing'
  | 'refused'
  | 'failed'
  | 'exists'
  | 'unreadable'
  | 'not-running'
  | 'ambiguous'
  | 'cancelled'

/** What an `ApplianceError` is made of. */
export interface ApplianceErrorParts {
  readonly kind: ApplianceErrorKind
  /** What has happened, and what is known of it. */
  readonly incident: Incident
  readonly cause?: unknown
  /** The HTTP status, where there was an answer. */
  readonly status?: number | undefined
  /** Asking again later may help. Whether it is allowed is a matter of the route. */
  readonly transient?: boolean
  /** Milliseconds the appliance asked to wait for (`Retry-After`). */
  readonly retryAfter?: number | undefined
  /** It is certain that not a byte left, which the kind alone does not show. */
  readonly nothingSent?: boolean
  /** The appliance has answered that it did not do what it was asked, for a reason that passes: it may be asked again on every route. */
  readonly nothingDone?: boolean
}

/** The only error that the client throws on purpose. Its message is its incident as a program reads it, and holds no secret. */
export class ApplianceError extends Error {
  override readonly name = 'ApplianceError'
  readonly kind: ApplianceErrorKind
  readonly incident: Incident
  readonly status: number | undefined
  readonly transient: boolean
  readonly retryAfter: number | undefined
  readonly nothingSent: boolean
  readonly nothingDone: boolean

  constructor(parts: ApplianceErrorParts) {
    super(textOf(parts.incident), parts.cause === undefined ? undefined : { cause: parts.cause })
    this.kind = parts.kind
    this.incident = parts.incident
    this.status = parts.status
    this.transient = parts.transient ?? false
    this.retryAfter = parts.retryAfter
    this.nothingSent = parts.nothingSent ?? false
    this.nothingDone = parts.nothingDone ?? false
  }
}

function textOf({ is, ...facts }: Incident): string {
  return Object.keys(facts).length === 0 ? is : `${is} ${JSON.stringify(facts)}`
}

/** The error as what the client throws; undefined for none. A defect of the client itself is thrown on. */
export function asApplianceError(error: unknown): ApplianceError | undefined {
  if (error === undefined || error instanceof ApplianceError) return error
  throw error
}

/**
 * Whether a request that failed with this error may have done its work all the same: it was sent, and nothing that can be
 * understood came back.
 */
export function mayHaveWorked(error: unknown): error is ApplianceError {
  if (!(error instanceof ApplianceError) || error.nothingSent || error.nothingDone) return false
  if (error.kind === 'refused') return (error.status ?? 0) >= 500
  return ['timeout', 'interrupted', 'unreadable', 'cancelled'].includes(error.kind)
}

/**
 * Whether the appliance has answered that it did not do what it was asked. It may have done it all the same, and failed after that: so
 * what a creation with this answer was to make is looked up, as after a lost one.
 */
export function isDenied(error: unknown): error is ApplianceError {
  return error instanceof ApplianceError && error.kind === 'failed' && !error.nothingDone
}

/** Whether the appliance may have failed with this error because what the request is about does not exist. */
export function mayBeAbsence(error: unknown): error is ApplianceError {
  if (!(error instanceof ApplianceError)) return false
  return ['failed', 'refused', 'route-missing', 'unreadable'].includes(error.kind)
}

/** Settings that leave nothing to send to, or cannot be used. */
export function misconfigured(incident: Incident): ApplianceError {
  return new ApplianceError({ kind: 'misconfigured', incident })
}
