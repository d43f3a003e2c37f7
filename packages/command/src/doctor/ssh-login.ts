import { setTimeout as pause } from 'node:timers/promises'
import {
  type ApplianceError,
  type ApplianceSettings,
  asRequestError,
  type Endpoint,
  SshFailure,
  type SshProblem,
  type SshTarget,
  sshForward,
} from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { unlessAborted } from '@webfilter/concurrency'
import type { Check, CheckName } from './report'

/** What came of logging in. Without a failure, the server has forwarded a connection. */
export interface Login {
  readonly failure?: { readonly problem: SshProblem; readonly error: ApplianceError }
}

/** Milliseconds in which a server says that it does not forward a connection. If it takes longer, the first request shows it. */
const forRefusal = 1_000

/**
 * Logs in as requests do, and opens a connection to the socket, without a request.
 *
 * @param request what the error calls it
 * @throws the reason of the signal
 */
export async function logIn(
  settings: ApplianceSettings,
  endpoint: Endpoint,
  target: SshTarget,
  request: string,
  signal: AbortSignal,
): Promise<Login> {
  const forward = sshForward(settings, endpoint, target)
  try {
    const socket = await unlessAborted(forward.connect(), signal)
    const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve))
    await Promise.race([closed, pause(forRefusal, undefined, { signal })])
    const reason = await forward.explain(socket, new Error('It is open.'))
    socket.destroy()
    if (reason instanceof SshFailure) throw reason
    return {}
  } catch (error) {
    if (!(error instanceof SshFailure)) throw error
    return { failure: { problem: error.problem, error: asRequestError(error, endpoint, request, false) } }
  } finally {
    forward.close()
  }
}

/** The steps in their order, with what each has found if it worked, and the problems that it can have. */
const steps: readonly {
  readonly check: CheckName
  readonly problems: readonly SshProblem[]
  readonly finding: (target: SshTarget) => string
}[] = [
  { check: 'ssh-program', problems: ['missing', 'old'], finding: () => 'ssh can be started.' },
  { check: 'reach', problems: ['failed'], finding: ({ host }) => `Connected to ${host}.` },
  {
    check: 'ssh-host-key',
    problems: ['unknown', 'changed'],
    finding: () => 'The host key is the one in known_hosts.',
  },
  { check: 'ssh-login', problems: ['denied'], finding: () => 'The SSH server accepts the login.' },
  {
    check: 'ssh-forward',
    problems: ['refused', 'ended'],
    finding: ({ path }) => `The SSH server forwards to ${path}.`,
  },
]

/** The checks of an `ssh://` address: those before the step that failed have passed, and those after it are skipped. */
export function judgeLogin(
  target: SshTarget,
  about: Pick<Check, 'areas' | 'subject'>,
  { failure }: Login,
): readonly Check[] {
  const failed = failure
    ? steps.findIndex(({ problems }) => problems.includes(failure.problem))
    : steps.length
  return steps.map(({ check, finding }, index): Check => {
    if (index < failed) return { check, ...about, status: 'passed', finding: finding(target) }
    if (index > failed || !failure) {
      return { check, ...about, status: 'skipped', finding: 'Not checked because an earlier step failed.' }
    }
    const { message, advice, code } = diagnosticOf(failure.error)
    return { check, ...about, status: 'failed', finding: message, hint: advice, code }
  })
}
