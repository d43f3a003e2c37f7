import { isIP } from 'node:net'
import { checkServerIdentity, connect, type PeerCertificate } from 'node:tls'
import { types } from 'node:util'
import {
  ApplianceError,
  type ApplianceSettings,
  brokenExchange,
  cancellationBeforeSending,
  noSecrets,
  openTunnel,
  quotable,
  timedOutExchange,
  trustSystemAuthorities,
  tunnelEndOf,
  usableProxyFor,
  usualSettings,
} from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import { Semaphore } from '@webfilter/concurrency'
import { hasTls, type Listener } from './listeners'
import { type Check, failed, type Judgment, passed, warning } from './report'

/** What the TLS handshake showed of a listener. */
export interface Handshake {
  /** Why the chain is not trusted: a code such as `SELF_SIGNED_CERT_IN_CHAIN`; undefined if it is. A wrong name is no reason here. */
  readonly distrust: string | undefined
  /** The name that the certificate has to contain. */
  readonly expectedName: string
  readonly carriesName: boolean
  /** The names in the certificate; its common name if it has none. */
  readonly names: readonly string[]
  readonly validFrom: Date
  readonly validTo: Date
  /** SHA-256, in upper case with colons; undefined if the listener has shown no certificate. */
  readonly fingerprint: string | undefined
}

/**
 * Makes a TLS handshake with each listener that has TLS, whatever its certificate, and sends nothing: so a certificate is seen before any
 * token leaves. One without TLS has nothing shown.
 */
export async function handshakesWith(
  listeners: readonly Listener[],
  settings: ApplianceSettings,
  signal: AbortSignal,
) {
  const places = new Semaphore(settings.maxConcurrentRequests ?? usualSettings.maxConcurrentRequests)
  return await Promise.all(
    listeners.map(async (listener) => {
      if (!hasTls(listener)) return { listener, shown: undefined }
      const work = () => handshakeOrError(listener, settings, signal)
      return { listener, shown: await places.run(signal, work, cancellationBeforeSending) }
    }),
  )
}

async function handshakeOrError(
  { endpoint, address }: Listener,
  settings: ApplianceSettings,
  signal: AbortSignal,
): Promise<Handshake | ApplianceError> {
  const timeout = settings.timeout ?? usualSettings.timeout
  const deadline = AbortSignal.timeout(timeout)
  const request = `a TLS handshake with ${address}`
  try {
    return await handshakeWith(endpoint.origin, settings, timeout, AbortSignal.any([signal, deadline]))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ApplianceError) return error
    if (deadline.aborted) return timedOutExchange(endpoint, request, { timeout, attempt: 1 }, false)
    const reason = types.isNativeError(error) ? error : new Error(String(error))
    return brokenExchange(endpoint, request, reason, false)
  }
}

/** @throws {Error} the system's, or an `ApplianceError` for a proxy that cannot be used */
async function handshakeWith(
  origin: string,
  { proxies = {}, tls = {} }: ApplianceSettings,
  timeout: number,
  signal: AbortSignal,
): Promise<Handshake> {
  const place = tunnelEndOf(origin)
  const proxy = usableProxyFor(origin, proxies)
  const tunnel = proxy === undefined ? undefined : await openTunnel(proxy, place, timeout, signal)
  if (!tls.caCertificate) trustSystemAuthorities()
  const expectedName = tls.serverName ?? place.host
  return await new Promise((resolve, reject) => {
    const giveUp = () => void secure.destroy(new Error('given up'))
    const secure = connect({
      host: place.host,
      ...(tunnel ? { socket: tunnel } : { port: place.port }),
      rejectUnauthorized: false,
      ...(isIP(expectedName) === 0 && { servername: expectedName }),
      ...(tls.caCertificate && { ca: tls.caCertificate }),
      ...(tls.clientCertificate && { cert: tls.clientCertificate }),
      ...(tls.clientKey && { key: tls.clientKey }),
    })
    signal.addEventListener('abort', giveUp, { once: true })
    secure.once('close', () => signal.removeEventListener('abort', giveUp))
    secure.once('secureConnect', () => {
      const code = secure.authorizationError ? String(secure.authorizationError) : undefined
      resolve(handshakeOf(secure.getPeerCertificate(), expectedName, code))
      secure.destroy()
    })
    secure.once('error', reject)
    if (signal.aborted) giveUp()
  })
}

function handshakeOf(
  certificate: PeerCertificate,
  expectedName: string,
  code: string | undefined,
): Handshake {
  const { subjectaltname = '', valid_from: validFrom, valid_to: validTo } = certificate
  const names = subjectaltname.split(/,\s*/).flatMap((name) => name.replace(/^(?:DNS|IP Address):/, '') || [])
  return {
    distrust: code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? undefined : code,
    expectedName,
    carriesName: checkServerIdentity(expectedName, certificate) === undefined,
    names: (names.length > 0 ? names : [certificate.subject?.CN].flat()).flatMap((name) =>
      name === undefined ? [] : [quotable(name, noSecrets)],
    ),
    validFrom: new Date(validFrom),
    validTo: new Date(validTo),
    fingerprint: certificate.fingerprint256,
  }
}

/**
 * Whether a certificate is trusted, contains the name, and is valid.
 * @param insecure `tls.insecure`: requests are sent whatever is wrong with the certificate, so failures are warnings
 */
export function judgeHandshake(
  handshake: Handshake,
  { areas, address, endpoint }: Listener,
  now: Date,
  insecure: boolean,
): readonly Check[] {
  const about = { areas, subject: address }
  const code = handshake.distrust ?? ''
  // The advice of the provider's own error.
  const error = brokenExchange(endpoint, '', Object.assign(new Error(code), { code }), false)
  const checks = [
    { check: 'certificate-trust', ...about, ...judgeTrust(handshake, diagnosticOf(error).advice, now) },
    { check: 'certificate-name', ...about, ...judgeName(handshake) },
    { check: 'certificate-validity', ...about, ...judgeValidity(handshake, now) },
  ] as const
  if (!insecure) return checks
  return checks.map((check): Check => {
    if (check.status !== 'failed') return check
    const finding = `${check.finding} It is used anyway because tls.insecure is set.`
    return { ...check, status: 'warning', finding }
  })
}

function judgeTrust(handshake: Handshake, hint: string, now: Date): Judgment {
  const { distrust, validFrom, validTo, names, fingerprint } = handshake
  // Its dates have a check of their own, unless the certificate of an authority above it has expired.
  const byItsDates = /EXPIRED|NOT_YET_VALID/.test(distrust ?? '') && (now < validFrom || now > validTo)
  if (distrust === undefined || byItsDates) return passed('The certificate is signed by a trusted authority.')
  const has = `${names.length === 0 ? 'It has no names' : `It has the names ${names.join(', ')}`}, is valid from ${dayOf(validFrom)} to ${dayOf(validTo)}`
  const shown = fingerprint === undefined ? '' : ` ${has}, and has the SHA-256 fingerprint ${fingerprint}.`
  return failed(`The certificate is not trusted (${distrust}).${shown}`, hint)
}

function judgeName({ carriesName, expectedName, names }: Handshake): Judgment {
  if (carriesName) return passed(`The certificate contains the name ${expectedName}.`)
  const carried = names.length === 0 ? 'no names' : `only ${names.join(', ')}`
  return failed(
    `The certificate does not contain the name ${expectedName}. It contains ${carried}.`,
    'Set tls.server_name (environment variable APPLIANCE_SERVER_NAME) to a name in the certificate, or use that name in base_url.',
  )
}

/** How many days before the end of a certificate the warning begins. */
const daysOfWarning = 30
const millisecondsOfDay = 86_400_000

function judgeValidity({ validFrom, validTo }: Handshake, now: Date): Judgment {
  if (now < validFrom)
    return failed(
      `The certificate is not valid before ${dayOf(validFrom)}.`,
      'Check the clocks of this machine and of the machine that issued the certificate.',
    )
  const hint = 'Renew the certificate of the appliance.'
  if (now > validTo) return failed(`The certificate expired on ${dayOf(validTo)}.`, hint)
  const days = Math.floor((validTo.getTime() - now.getTime()) / millisecondsOfDay)
  return days < daysOfWarning
    ? warning(`The certificate expires on ${dayOf(validTo)}, in ${counted(days, 'day')}.`, hint)
    : passed(`The certificate is valid until ${dayOf(validTo)}.`)
}

function dayOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'an unknown day' : date.toISOString().slice(0, 10)
}
