import type { Incidents, WrittenSetting } from '@webfilter/appliance-client'
import { caseOf, error, errorCode } from '@webfilter/terraform-plugin/diagnostics'
import { numberText } from '@webfilter/text'
import { counted, settingName } from './wording'

// Requests that were not sent, or whose answer is incomplete.

export const applianceUnreachable = error(
  'appliance-unreachable',
  'The appliance cannot be reached',
  ({ request, reason, address, cause, area }: Incidents['appliance-unreachable']) => {
    const place = placeOf(address, area)
    const advice = {
      name: `Check the host name in ${place}, and DNS on this machine.`,
      listener: `Check ${place}, that this listener is enabled on the appliance, and that no firewall blocks it.`,
      unknown: `Check ${place}.`,
    }
    return [unsent(request, reason), advice[cause]]
  },
  {
    group: 'not-reached',
    canBeWarning: true,
  },
)

export const noConnectionInTime = caseOf(
  applianceUnreachable,
  'The connection to the appliance timed out',
  ({ request, seconds, attempt, address, area }: Incidents['no-connection-in-time']) => [
    `${attempt === 1 ? 'Could' : `The last of ${numberText(attempt)} attempts could`} not connect within ${counted(seconds, 'second')}. The ` +
      `request was ${request}.`,
    `Check ${placeOf(address, area)}, that this listener is enabled on the appliance, and that no firewall blocks it.`,
  ],
)

export const socketUnreachable = error(
  'socket-unreachable',
  'The socket of the user directory cannot be reached',
  ({ request, reason, address, cause }: Incidents['socket-unreachable']) => {
    const setting = settingName(address)
    const advice = {
      'not a socket': `The path in ${setting} is a file or a folder. Set it to the path of the socket itself.`,
      missing:
        'Run Terraform on the appliance, or forward the socket of its directory to this machine with ssh -L. Then set ' +
        `${setting} to the path of the socket.`,
      forbidden: `Run Terraform as a user that can read and write the socket in ${setting}, such as a member of its group.`,
      'not served':
        `Start the service behind the socket in ${setting}: the REST service on the appliance, or the forward with ssh -L. An old ` +
        'socket file of the forward may have to be removed first.',
      unknown: `Check that ${setting} names the socket of the directory service, and that this user can open it.`,
    }
    return [unsent(request, reason), advice[cause]]
  },
  { group: 'not-reached', canBeWarning: true },
)

export const tlsCertificateNotTrusted = error(
  'tls-certificate-not-trusted',
  'The certificate of the appliance is not trusted',
  ({ request, reason, cause }: Incidents['tls-certificate-not-trusted']) => [
    unsent(request, reason),
    cause === 'authority'
      ? 'Set tls.ca_certificate (environment variable APPLIANCE_CA_CERTIFICATE) to the PEM text of the certificate that signed the ' +
        'certificate of the appliance. For a trial, set tls.insecure to true.'
      : 'Renew the certificate of the appliance, and check the clock of this machine. For a trial, set tls.insecure to true.',
  ],
  { group: 'not-reached', canBeWarning: true },
)

export const tlsCertificateOfAnotherName = error(
  'tls-certificate-of-another-name',
  'The certificate of the appliance is for another name',
  ({ request, reason }: Incidents['tls-certificate-of-another-name']) => [
    unsent(request, reason),
    'Set tls.server_name (environment variable APPLIANCE_SERVER_NAME) to a name in the certificate of the appliance, or use that name in base_url.',
  ],
  { group: 'not-reached', canBeWarning: true },
)

export const tlsFailed = error(
  'tls-failed',
  'The TLS handshake with the appliance failed',
  ({ request, reason, address }: Incidents['tls-failed']) => [
    unsent(request, reason),
    `If the listener does not use TLS, write http:// in ${settingName(address)}, and only on a trusted network, because the token is then sent ` +
      'unencrypted. Otherwise, update the appliance.',
  ],
  { group: 'not-reached', canBeWarning: true },
)

export const checkNotPossible = error(
  'check-not-possible',
  'A check on the appliance was not possible',
  ({
    message,
  }: {
    /** What was not checked, and why: the sentences of the warning that on_unreachable = "warn" has instead. */
    readonly message: string
  }) => [
    message,
    'Try again when the appliance answers. To continue without the check, set on_unreachable = "warn" in the provider block.',
  ],
)

export const connectionBroken = error(
  'connection-broken',
  'The connection was lost before the answer was complete',
  ({ request, reason, isSecure }: Incidents['connection-broken']) => [
    `The request was sent, but the connection was lost before the answer was complete: ${reason}. The request was ${request}.`,
    `Check the log of the appliance, ${isSecure ? 'whether it requires tls.client_certificate' : 'whether the listener requires https'}, and any ` +
      'proxy in between, then try again.',
  ],
  { group: 'not-reached', canBeWarning: true },
)

export const noAnswerInTime = error(
  'no-answer-in-time',
  'The answer timed out',
  ({ request, seconds, attempt }: Incidents['no-answer-in-time']) => [
    `${attempt === 1 ? 'The' : `In the last of ${numberText(attempt)} attempts, the`} answer was not complete after ` +
      `${counted(seconds, 'second')}; the appliance may still be processing the request. The request was ${request}.`,
    'Raise timeout, or lower max_concurrent_requests if the appliance is overloaded, then try again.',
  ],
  { group: 'not-reached', canBeWarning: true },
)

export const requestCancelled = errorCode('request-cancelled', 'A request was canceled', {
  group: 'not-reached',
  canBeWarning: true,
})

export const requestCancelledMidway = caseOf(
  requestCancelled,
  'A request was canceled, but may have been carried out',
  () => [
    'The request to the appliance was canceled before it was complete.',
    'Run the same command again: it keeps what was done before.',
  ],
)

export const requestNotSent = caseOf(
  requestCancelled,
  'A request was canceled before it was sent',
  ({ what }: Incidents['request-not-sent']) => [
    `${what} was canceled before it was sent.`,
    'Run the same command again: it keeps what was done before.',
  ],
)

function unsent(request: string, reason: string): string {
  return `Could not connect: ${reason}. The request was ${request}.`
}

/** An area whose address follows from that of the appliance may need one of its own. */
function placeOf(address: WrittenSetting, area: string): string {
  return address.name === 'base_url'
    ? `${settingName(address)} and endpoints.${area}.url`
    : settingName(address)
}
