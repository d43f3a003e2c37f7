import { brokenExchange } from '../../../appliance/http/connection-errors'
import type { Listener } from '../places'
import type { Check } from '../report'
import { type Circumstances, judgeHandshake } from './certificate'
import type { Outcome } from './probe'

/** What connecting to a listener, or failing to, says of it. */
export function judgeProbe(
  listener: Listener,
  outcome: Outcome,
  circumstances: Circumstances,
): readonly Check[] {
  const about = { areas: listener.areas, subject: listener.address } as const
  if (outcome.came === 'failure') {
    const { message, advice } = outcome.error.told
    return [{ check: 'reach', ...about, status: 'failed', finding: message, hint: advice }]
  }
  const reached: Check = {
    check: 'reach',
    ...about,
    status: 'passed',
    finding: `Connected to ${listener.address}.`,
  }
  const { handshake } = outcome
  if (handshake === undefined) return [showsSecrets(listener) ? { ...reached, ...inTheClear } : reached]
  return [
    reached,
    ...judgeHandshake(handshake, about, distrustAdvice(listener, handshake.distrust), circumstances),
  ]
}

/** The advice that the provider's own error would give. */
function distrustAdvice({ endpoint }: Listener, code = ''): string {
  return brokenExchange(endpoint, '', Object.assign(new Error(code), { code }), false).told.advice
}

/** A key goes over a network as it is. */
function showsSecrets({ endpoint }: Listener): boolean {
  const { hostname } = new URL(endpoint.origin)
  const local = endpoint.socketPath !== undefined || /^(?:localhost|\[::1\]|127\.[\d.]+)$/.test(hostname)
  return !local && endpoint.sendsSecrets
}

const inTheClear = {
  status: 'warning',
  finding: 'Connected without TLS: anyone on the network path can read the token.',
  hint: 'Use an https address once the appliance serves this listener over TLS.',
} as const
