import { error } from '../diagnostic'
import { named, type WrittenSetting } from '../written-setting'

// Requests that were not sent, or had no whole answer.

/** A request for which no connection came about. */
interface Unsent {
  /** Method and full URL. */
  readonly request: string
  /** The system's words, with its code: `connect ECONNREFUSED 192.0.2.1:9503`. */
  readonly reason: string
  /** What the address comes from. */
  readonly address: WrittenSetting
}

export const applianceUnreachable = error(
  'appliance-unreachable',
  'The appliance cannot be reached',
  ({
    request,
    reason,
    address,
    cause,
    area,
  }: Unsent & { readonly area: string; readonly cause: 'name' | 'listener' | 'unknown' }) => {
    const place = placeOf(address, area)
    const advice = {
      name: `Check the host name in ${place}, and the name resolution of this machine.`,
      listener: `Check ${place}, that this listener is enabled on the appliance, and that a firewall lets it through.`,
      unknown: `Check ${place}.`,
    }
    return [unsent(request, reason), advice[cause]]
  },
)

export const noConnectionInTime = error(
  'no-connection-in-time',
  'No connection to the appliance came about in time',
  ({
    request,
    seconds,
    address,
    area,
  }: Omit<Unsent, 'reason'> & { readonly area: string; readonly seconds: number }) => [
    `The request could not be sent, since no connection came about within ${seconds} s. The request was ${request}.`,
    `Check ${placeOf(address, area)}, that this listener is enabled on the appliance, and that a firewall lets it through.`,
  ],
)

export const socketUnreachable = error(
  'socket-unreachable',
  'The socket of the user directory cannot be reached',
  ({
    request,
    reason,
    address,
    cause,
  }: Unsent & { readonly cause: 'missing' | 'forbidden' | 'not served' | 'unknown' }) => {
    const setting = named(address)
    const advice = {
      missing:
        `Run Terraform on the appliance, or forward the socket of its directory to this machine with ssh -L, and let ${setting} ` +
        'name the file that is there.',
      forbidden: `Run Terraform as a user that may read and write the socket that is named in ${setting}, such as a member of its group.`,
      'not served':
        `Start what serves the socket that is named in ${setting}: the REST service on the appliance, or the forward with ssh -L, ` +
        'whose old file may have to be removed first.',
      unknown: `Check that the socket of the directory service is named in ${setting}, and that this user may open it.`,
    }
    return [unsent(request, reason), advice[cause]]
  },
)

export const tlsCertificateNotTrusted = error(
  'tls-certificate-not-trusted',
  'The certificate of the appliance is not trusted',
  ({ request, reason, cause }: Omit<Unsent, 'address'> & { readonly cause: 'authority' | 'time' }) => [
    unsent(request, reason),
    cause === 'authority'
      ? 'Set tls.ca_certificate to the certificate that signed the one of the appliance, or, for a trial, tls.insecure to true.'
      : 'Renew the certificate of the appliance, and check the clock of this machine; for a trial, set tls.insecure to true.',
  ],
)

export const tlsCertificateOfAnotherName = error(
  'tls-certificate-of-another-name',
  'The certificate of the appliance carries another name',
  ({ request, reason }: Omit<Unsent, 'address'>) => [
    unsent(request, reason),
    'Set tls.server_name to a name that the certificate of the appliance carries, or use that name in base_url.',
  ],
)

export const tlsFailed = error(
  'tls-failed',
  'The appliance and the provider found no way to speak TLS',
  ({ request, reason, address }: Unsent) => [
    unsent(request, reason),
    `Check whether ${named(address)} has to begin with http instead of https, or which versions of TLS the appliance speaks.`,
  ],
)

export const connectionBroken = error(
  'connection-broken',
  'The connection broke before the answer was complete',
  ({
    request,
    reason,
    isSecure,
  }: Omit<Unsent, 'address'> & {
    /** With TLS 1.3 a server that misses a client certificate says so only after the request was sent, by hanging up. */
    readonly isSecure: boolean
  }) => [
    `The request was sent, but the connection broke before the answer was complete: ${reason}. The request was ${request}.`,
    `Check the log of the appliance, ${isSecure ? 'whether it asks for tls.client_certificate, ' : ''}and whatever stands between, then try again.`,
  ],
)

export const noAnswerInTime = error(
  'no-answer-in-time',
  'No complete answer came in time',
  ({ request, seconds }: { readonly request: string; readonly seconds: number }) => [
    `There was no complete answer within ${seconds} s; the appliance may still be at work on it. The request was ${request}.`,
    'Raise timeout, or lower max_concurrent_requests if the appliance is overloaded, and try again.',
  ],
)

export const requestCancelled = error(
  'request-cancelled',
  'A request was cancelled, and the appliance may have acted on it',
  () => [
    'The request to the appliance was cancelled before it was done.',
    'Try again; what was done until then is kept.',
  ],
)

export const requestNotSent = error(
  'request-not-sent',
  'A request was cancelled before it was sent',
  ({ what }: { readonly what: string }) => [
    `${what} was cancelled before it left, so nothing was sent.`,
    'Try again; what was done until then is kept.',
  ],
)

function unsent(request: string, reason: string): string {
  return `The request could not be sent, since no connection came about: ${reason}. The request was ${request}.`
}

/** Where the address of an area follows from that of the appliance, it may have to have one of its own. */
function placeOf(address: WrittenSetting, area: string): string {
  return address.name === 'base_url' ? `${named(address)} and endpoints.${area}.url` : named(address)
}
