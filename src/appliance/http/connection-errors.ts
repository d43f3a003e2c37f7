import type { Diagnostic } from '@webfilter/terraform-plugin'
import { answerTooLarge } from '../../diagnostics/answers'
import {
  applianceUnreachable,
  connectionBroken,
  noAnswerInTime,
  noConnectionInTime,
  socketUnreachable,
  tlsCertificateNotTrusted,
  tlsCertificateOfAnotherName,
  tlsFailed,
} from '../../diagnostics/connection'
import { ApplianceError } from '../errors'
import { quotable } from '../quotation/quotation'
import type { Endpoint } from '../settings/endpoints'

/** What to tell of a connection that did not come about, or broke before the answer was complete. */
export function brokenExchange(
  endpoint: Endpoint,
  request: string,
  error: Error,
  sent: boolean,
): ApplianceError {
  const code = codeOf(error)
  const said = quotable(reasonOf(error), endpoint.secrets)
  const reason = code && !said.includes(code) ? `${said} (${code})` : said
  if (sent) {
    return new ApplianceError({
      kind: 'interrupted',
      told: connectionBroken({ request, reason, isSecure: endpoint.origin.startsWith('https:') }),
      cause: error,
      transient: true,
    })
  }
  return new ApplianceError({
    kind: 'unreachable',
    told: unreachable(endpoint, request, reason, code),
    cause: error,
    transient: comesAndGoes.has(code) || /before secure TLS connection/.test(error.message),
  })
}

/** What to tell of a time-out (milliseconds). */
export function timedOutExchange(
  endpoint: Endpoint,
  request: string,
  timeout: number,
  sent: boolean,
): ApplianceError {
  const { area, address } = endpoint
  const seconds = timeout / 1000
  return sent
    ? new ApplianceError({ kind: 'timeout', told: noAnswerInTime({ request, seconds }), transient: true })
    : new ApplianceError({
        kind: 'unreachable',
        told: noConnectionInTime({ request, seconds, area, address }),
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

function unreachable(
  endpoint: Endpoint,
  request: string,
  reason: string,
  code: string | undefined,
): Diagnostic {
  const { area, address } = endpoint
  const unsent = { request, reason, address }
  if (code === undefined) return applianceUnreachable({ ...unsent, area, cause: 'unknown' })
  if (endpoint.socketPath !== undefined) {
    return socketUnreachable({ ...unsent, cause: socketCauses.get(code) ?? 'unknown' })
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return tlsFailed(unsent)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return tlsCertificateOfAnotherName(unsent)
  if (/CERT|SIGNATURE|ISSUER|SELF_SIGNED/.test(code)) {
    const isDated = code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID'
    return tlsCertificateNotTrusted({ ...unsent, cause: isDated ? 'time' : 'authority' })
  }
  const isName = code === 'ENOTFOUND' || code === 'EAI_AGAIN'
  return applianceUnreachable({ ...unsent, area, cause: isName ? 'name' : 'listener' })
}

/** A unix socket is on this machine: it is missing, forbidden, or left behind by a server or a forward that has ended. */
const socketCauses: ReadonlyMap<string, 'missing' | 'forbidden' | 'not served'> = new Map([
  ['ENOENT', 'missing'],
  ['EACCES', 'forbidden'],
  ['EPERM', 'forbidden'],
  ['ECONNREFUSED', 'not served'],
])

// A connection tried over several addresses fails with all their errors and, mostly, no message of its own.
function reasonOf(error: Error): string {
  if (error.message) return error.message.replace(/\.$/, '')
  const inner = error instanceof AggregateError ? error.errors[0] : undefined
  return inner instanceof Error && inner.message ? inner.message : error.name
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The error for an answer that is larger than any of its route. @param most such as `4 MiB` */
export function tooLarge(request: string, { area }: Endpoint, most: string): ApplianceError {
  return new ApplianceError({ kind: 'unreadable', told: answerTooLarge({ request, area, most }) })
}
