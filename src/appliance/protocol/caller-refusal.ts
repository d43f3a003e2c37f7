import { callerRefused, callerRefusedAgain } from '../../diagnostics/answers'
import { ApplianceError } from '../errors'
import type { Endpoint } from '../settings/endpoints'

/** An answer that does not let the caller in. */
interface Refusal {
  /** Method and full URL. */
  readonly request: string
  readonly status: number
  /** Its words, fit to be quoted. */
  readonly words: string
  /** What it speaks of, or most likely means. */
  readonly cause: 'address' | 'token'
}

/**
 * The error for a caller that is not let in. Neither token nor list of addresses changes during a run, so its causes are told once
 * for each listener and token, whichever request meets it first; no request is repeated for it.
 */
export function callerRefusal(
  { request, status, words, cause }: Refusal,
  endpoint: Endpoint,
): ApplianceError {
  const { area, origin, socketPath, token } = endpoint
  const listener = socketPath === undefined ? origin : `unix://${socketPath}`
  return new ApplianceError({
    kind: 'forbidden',
    status,
    told: callerRefused({ request, status, words, cause, credentials: { area, token } }),
    again: {
      // The older listener takes its key in a header of its own.
      matter: `caller refused at ${listener} with ${token ? `${token.setting.name} as ${token.headers.join()}` : 'no token'}`,
      told: callerRefusedAgain({ request, listener }),
    },
  })
}
