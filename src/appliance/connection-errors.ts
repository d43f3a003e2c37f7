import { quotable } from './answer'
import type { Endpoint } from './endpoints'
import { ApplianceError } from './errors'

/** What to tell of a connection that did not come about, or broke before the answer was complete. */
export function brokenExchange(
  endpoint: Endpoint,
  request: string,
  error: Error,
  sent: boolean,
): ApplianceError {
  const code = codeOf(error)
  const reason = quotable(reasonOf(error), endpoint.secrets)
  const why = code && !reason.includes(code) ? `${reason} (${code})` : reason
  if (sent) {
    return new ApplianceError({
      kind: 'interrupted',
      message: `${request} was sent, but the connection broke before the answer was complete: ${why}.`,
      advice: brokenAdvice(endpoint),
      cause: error,
      transient: true,
    })
  }
  return new ApplianceError({
    kind: 'unreachable',
    message: `${request} could not be sent, since no connection came about: ${why}.`,
    advice: connectionAdvice(endpoint, code),
    cause: error,
    transient: comesAndGoes.has(code) || /before secure TLS connection/.test(error.message),
  })
}

/** With TLS 1.3 a server that misses a client certificate says so only after the request was sent, by hanging up. */
function brokenAdvice({ origin }: Endpoint): string {
  const certificate = origin.startsWith('https:') ? 'whether it asks for tls.client_certificate, ' : ''
  return `Check the log of the appliance, ${certificate}and whatever stands between, then try again.`
}

/** What to tell of a time-out (milliseconds). */
export function timedOutExchange(
  endpoint: Endpoint,
  request: string,
  timeout: number,
  sent: boolean,
): ApplianceError {
  const seconds = `${timeout / 1000} s`
  if (!sent) {
    return new ApplianceError({
      kind: 'unreachable',
      message: `${request} could not be sent, since no connection came about within ${seconds}.`,
      advice: connectionAdvice(endpoint, 'ETIMEDOUT'),
      transient: true,
    })
  }
  return new ApplianceError({
    kind: 'timeout',
    message: `${request} had no complete answer within ${seconds}; the appliance may still be at work on it.`,
    advice: 'Raise timeout, or lower max_concurrent_requests if the appliance is overloaded, and try again.',
    transient: true,
  })
}

/** Codes of connections that may well come about a moment later. */
const comesAndGoes: ReadonlySet<string | undefined> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
])

function connectionAdvice(endpoint: Endpoint, code: string | undefined): string {
  const setting = `endpoints.${endpoint.area}.url`
  if (code === undefined) return `Check base_url and ${setting}.`
  if (endpoint.socketPath !== undefined) return socketAdvice(setting, code)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `Check the host name in base_url or ${setting}, and the name resolution of this machine.`
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return `Check whether ${setting} has to begin with http instead of https, or which versions of TLS the appliance speaks.`
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return 'Set tls.server_name to a name that the certificate of the appliance carries, or use that name in base_url.'
  }
  if (/OSSL|PEM/.test(code)) {
    return 'Check that tls.ca_certificate, tls.client_certificate and tls.client_key hold PEM texts that belong together.'
  }
  if (/CERT|SIGNATURE|ISSUER|SELF_SIGNED/.test(code)) {
    return 'Set tls.ca_certificate to the certificate that signed the one of the appliance, or, for a trial, tls.insecure to true.'
  }
  return `Check base_url and ${setting}, that this listener is enabled on the appliance, and that a firewall lets it through.`
}

/** A unix socket is on this machine: it is missing, forbidden, or left behind by a server or a forward that has ended. */
function socketAdvice(setting: string, code: string): string {
  switch (code) {
    case 'ENOENT':
      return (
        `Run Terraform on the appliance, or forward the socket of its directory to this machine with ssh -L, and let ${setting} ` +
        'name the file that is there.'
      )
    case 'EACCES':
    case 'EPERM':
      return `Run Terraform as a user that may read and write the socket that ${setting} names, such as a member of its group.`
    case 'ECONNREFUSED':
      return (
        `Start what serves the socket that ${setting} names: the REST service on the appliance, or the forward with ssh -L, ` +
        'whose old file may have to be removed first.'
      )
    default:
      return `Check that ${setting} names the socket of the directory service, and that this user may open it.`
  }
}

// A connection tried over several addresses fails with all their errors and, mostly, no message of its own.
function reasonOf(error: Error): string {
  if (error.message) return error.message.replace(/\.$/, '')
  const inner = error instanceof AggregateError ? error.errors[0] : undefined
  return inner instanceof Error && inner.message ? inner.message : error.name
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
