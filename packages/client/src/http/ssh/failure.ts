import type { Endpoint } from '../../endpoints'
import { ApplianceError } from '../../errors'
import type { IncidentName } from '../../incidents'
import { quotable } from '../../quotation/quotation'

/**
 * Why a request did not go through `ssh`:
 * - `missing`: the program cannot be started
 * - `old`: it lacks an option that came with OpenSSH 8.7
 * - `unknown`, `changed`: the host key
 * - `denied`: the login
 * - `refused`: the server has not opened the channel of one connection
 * - `ended`: `ssh` ran, and has ended
 * - `failed`: anything else before the forward was there
 */
export type SshProblem = 'missing' | 'old' | 'unknown' | 'changed' | 'denied' | 'refused' | 'ended' | 'failed'

/** A connection that `ssh` did not make, or has lost. */
export class SshFailure extends Error {
  override readonly name = 'SshFailure'
  readonly problem: SshProblem
  /** Trying again may help. */
  readonly isPassing: boolean
  /** It is certain that nothing of the request has reached the appliance. */
  readonly nothingArrived: boolean
  /** The local end refused the connection: this `ssh` has ended. */
  readonly nobodyListens: boolean

  /** @param said what `ssh` said, or what happened, without a full stop */
  constructor(
    problem: SshProblem,
    said: string,
    { isPassing = false, nothingArrived = true, nobodyListens = false } = {},
  ) {
    super(said)
    this.problem = problem
    this.isPassing = isPassing
    this.nothingArrived = nothingArrived
    this.nobodyListens = nobodyListens
  }
}

/** The error for a request that did not go through. @param sent whether something of it may have reached the appliance */
export function asRequestError(
  failure: SshFailure,
  { ssh, address }: Endpoint,
  request: string,
  sent: boolean,
): ApplianceError {
  const { problem, isPassing } = failure
  const { program = 'ssh', host = '', port, user } = ssh ?? {}
  const facts = {
    request,
    said: quotable(failure.message).replace(/\.$/, ''),
    address,
    program,
    host,
    port,
    user,
    ...(problem === 'unknown' && unknownPlace(failure.message)),
  }
  if (sent) {
    return new ApplianceError({
      kind: 'interrupted',
      incident: { is: 'ssh-ended', ...facts },
      cause: failure,
      transient: true,
    })
  }
  return new ApplianceError({
    kind: 'unreachable',
    incident: { is: incidents[problem], ...facts },
    cause: failure,
    transient: isPassing,
  })
}

const incidents = {
  missing: 'ssh-program-missing',
  old: 'ssh-failed',
  unknown: 'ssh-host-unknown',
  changed: 'ssh-host-key-changed',
  denied: 'ssh-permission-denied',
  refused: 'ssh-forward-refused',
  ended: 'ssh-failed',
  failed: 'ssh-failed',
} as const satisfies Readonly<Record<SshProblem, IncidentName>>

/**
 * The host whose key is not known, as `ssh` calls it: the address may have a name of a configuration file, which `ssh-keyscan` does not read,
 * or the key may be that of a jump host.
 */
function unknownPlace(
  said: string,
): { readonly host: string; readonly port: number | undefined } | undefined {
  const [, bracketed, digits, name] =
    / host key is known for (?:\[(\w[\w.:-]*)\]:(\d+)|(\w[\w.:-]*)) and you/.exec(said) ?? []
  const host = bracketed ?? name
  if (host === undefined) return undefined
  return { host, port: digits === undefined ? undefined : Number(digits) }
}
