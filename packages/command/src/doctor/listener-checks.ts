import { brokenExchange } from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import type { Handshake, Listener, Outcome } from './listeners'
import type { Check } from './report'
import { judgeLogin } from './ssh-login'

/** The checks of a listener, by how connecting to it ended. */
export function judgeProbe(
  listener: Listener,
  outcome: Outcome,
  circumstances: Circumstances,
): readonly Check[] {
  const about = { areas: listener.areas, subject: listener.address } as const
  if (outcome.came === 'failure') {
    const { message, advice } = diagnosticOf(outcome.error)
    return [{ check: 'reach', ...about, status: 'failed', finding: message, hint: advice }]
  }
  if (outcome.came === 'login') {
    return listener.endpoint.ssh ? judgeLogin(listener.endpoint.ssh, about, outcome) : []
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

/** The advice of the provider's own error. */
function distrustAdvice({ endpoint }: Listener, code = ''): string {
  const error = brokenExchange(endpoint, '', Object.assign(new Error(code), { code }), false)
  return diagnosticOf(error).advice
}

/** Whether a token would cross a network without encryption. */
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

/** By what certificates are judged. */
interface Circumstances {
  readonly now: Date
  /** `tls.insecure`: requests are sent whatever is wrong with the certificate. */
  readonly insecure: boolean
}

type About = Pick<Check, 'areas' | 'subject'>

/**
 * Whether a certificate is trusted, contains the name, and is valid. With `tls.insecure`, failures are warnings.
 * @param advice what to do if it is not trusted
 */
function judgeHandshake(
  handshake: Handshake,
  about: About,
  advice: string,
  { now, insecure }: Circumstances,
): readonly Check[] {
  const checks = [
    { check: 'certificate-trust', ...about, ...judgeTrust(handshake, advice, now) },
    { check: 'certificate-name', ...about, ...judgeName(handshake) },
    { check: 'certificate-validity', ...about, ...judgeValidity(handshake, now) },
  ] as const
  return insecure ? checks.map(tolerated) : checks
}

type Judgment = Pick<Check, 'status' | 'finding' | 'hint'>

function judgeTrust(handshake: Handshake, hint: string, now: Date): Judgment {
  const { distrust, validFrom, validTo } = handshake
  // Its dates have a check of their own, unless the certificate of an authority above it has expired.
  const byItsDates = /EXPIRED|NOT_YET_VALID/.test(distrust ?? '') && (now < validFrom || now > validTo)
  if (distrust === undefined || byItsDates) {
    return { status: 'passed', finding: 'The certificate is signed by a trusted authority.' }
  }
  return { status: 'failed', finding: `The certificate is not trusted (${distrust}).`, hint }
}

function judgeName({ carriesName, expectedName, names }: Handshake): Judgment {
  if (carriesName) return { status: 'passed', finding: `The certificate contains the name ${expectedName}.` }
  const carried = names.length === 0 ? 'no names' : `only ${names.join(', ')}`
  return {
    status: 'failed',
    finding: `The certificate does not contain the name ${expectedName}. It contains ${carried}.`,
    hint: 'Set tls.server_name to a name in the certificate, or use that name in base_url.',
  }
}

/** How many days before the end of a certificate the warning begins. */
const daysOfWarning = 30
const millisecondsOfDay = 86_400_000

function judgeValidity({ validFrom, validTo }: Handshake, now: Date): Judgment {
  const dateOf = (date: Date) => date.toISOString().slice(0, 10)
  if (now < validFrom) {
    return {
      status: 'failed',
      finding: `The certificate is not valid before ${dateOf(validFrom)}.`,
      hint: 'Check the clocks of this machine and of the machine that issued the certificate.',
    }
  }
  const hint = 'Renew the certificate of the appliance.'
  if (now > validTo)
    return { status: 'failed', finding: `The certificate expired on ${dateOf(validTo)}.`, hint }
  const days = Math.floor((validTo.getTime() - now.getTime()) / millisecondsOfDay)
  if (days < daysOfWarning) {
    return {
      status: 'warning',
      finding: `The certificate expires on ${dateOf(validTo)}, in ${counted(days, 'day')}.`,
      hint,
    }
  }
  return { status: 'passed', finding: `The certificate is valid until ${dateOf(validTo)}.` }
}

function tolerated(check: Check): Check {
  if (check.status !== 'failed') return check
  return {
    ...check,
    status: 'warning',
    finding: `${check.finding} It is used anyway because tls.insecure is set.`,
  }
}
