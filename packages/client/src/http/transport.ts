import { statSync } from 'node:fs'
import { canonicalFingerprint } from '@webfilter/appliance-names/settings'
import { Pace, Semaphore } from '@webfilter/concurrency'
import { addressText, type SshTarget } from '../addresses'
import { cancellation, cancellationBeforeSending, endedAlsoBy } from '../cancellation'
import type { Endpoint } from '../endpoints'
import { ApplianceError } from '../errors'
import type { Incident } from '../incidents'
import { quotable } from '../quotation/quotation'
import { type ApplianceSettings, silentLog, usualSettings } from '../settings'
import { trustSystemAuthorities } from './authorities'
import {
  type Carrier,
  type Exchange,
  exchange,
  openConnections,
  UnexpectedCertificate,
  type WireAnswer,
} from './exchange'
import { usableProxyFor } from './proxy-choice'
import { isPassing } from './retries'
import { asRequestError, SshFailure } from './ssh/failure'
import type { SshForward, SshForwardOptions } from './ssh/forward'
import { TunnelRefusal } from './tunnel'
import { logReceived, logSent } from './wire-log'

/** One request to an endpoint, without what the endpoint adds to it. */
export interface EndpointRequest {
  readonly method: string
  /** With its leading slash, encoded. */
  readonly path: string
  /** Content type and text. */
  readonly body?: { readonly type: string; readonly text: string } | undefined
  /** Bytes. */
  readonly longestAnswer: number
  /** Counts from 1, its default: messages about time-outs say how many attempts were made. */
  readonly attempt?: number
  /** See `needsOwnConnection`. */
  readonly ownConnection: boolean
}

/** How requests leave the process: pooled connections, a bounded number under way and, if the settings say so, a second, a time-out for each attempt. */
export interface Transport {
  /**
   * Makes one attempt. Any HTTP status is an answer. Throws `ApplianceError` of the kinds `unreachable`, `timeout`,
   * `interrupted` and `cancelled`, `unreadable` for an answer that is too large or cannot be uncompressed, and `misconfigured` for a proxy that cannot be
   * used. A request that is canceled before it left, such as one that waits for its turn, differs from one on which the
   * appliance may have acted: `nothingSent`.
   */
  send(endpoint: Endpoint, request: EndpointRequest, signal: AbortSignal): Promise<WireAnswer>
  /** Ends every connection; what is under way ends as `cancelled`. */
  close(): Promise<void>
}

/** Nothing is opened before the first request. */
export function createTransport(settings: ApplianceSettings): Transport {
  const timeout = settings.timeout ?? usualSettings.timeout
  const log = settings.log ?? silentLog
  const places = new Semaphore(settings.maxConcurrentRequests ?? usualSettings.maxConcurrentRequests)
  const pace =
    settings.maxRequestsPerSecond === undefined ? undefined : new Pace(settings.maxRequestsPerSecond)
  const carriers = new Map<string, Carrier>()
  const closing = new AbortController()
  const underEither = endedAlsoBy(closing.signal)

  function carrierFor(endpoint: Endpoint): Carrier {
    const key = endpoint.ssh?.url ?? endpoint.socketPath ?? endpoint.origin
    const known = carriers.get(key)
    if (known) return known
    const made = openCarrier(settings, endpoint)
    carriers.set(key, made)
    return made
  }

  async function attempt(endpoint: Endpoint, request: EndpointRequest, signal: AbortSignal) {
    const wanted = describeRequest(endpoint, request)
    logSent(log, wanted, request.body?.text)
    const started = performance.now()
    const outcome = await exchange(
      carrierFor(endpoint),
      {
        method: request.method,
        path: `${endpoint.prefix}${request.path}`,
        headers: { ...endpoint.headers, ...(request.body && { 'content-type': request.body.type }) },
        body: request.body?.text,
        longestAnswer: request.longestAnswer,
        ownConnection: request.ownConnection,
      },
      timeout,
      signal,
    )
    log.debug('sent a request to the appliance', {
      request: wanted,
      outcome: outcome.ended === 'answered' ? outcome.answer.status : outcome.ended,
      milliseconds: Math.round(performance.now() - started),
      bytes_sent: Buffer.byteLength(request.body?.text ?? ''),
      bytes_received: outcome.ended === 'answered' ? outcome.answer.bytes : undefined,
    })
    if (outcome.ended === 'answered') {
      logReceived(log, wanted, outcome.answer)
      return outcome.answer
    }
    if (outcome.ended === 'cancelled') {
      throw outcome.sent ? cancellation(outcome.reason) : cancellationBeforeSending(outcome.reason, wanted)
    }
    if ('status' in outcome) throw unusable(endpoint, request, outcome)
    if (outcome.ended === 'timed-out') {
      throw timedOutExchange(endpoint, wanted, { timeout, attempt: request.attempt ?? 1 }, outcome.sent)
    }
    if (outcome.error instanceof UnexpectedCertificate)
      throw anotherCertificate(settings, endpoint, outcome.error)
    throw brokenExchange(endpoint, wanted, outcome.error, outcome.sent)
  }

  return {
    async send(endpoint, request, signal) {
      const error = (reason: unknown) => cancellationBeforeSending(reason, describeRequest(endpoint, request))
      return await underEither(signal, (either) =>
        places.run(
          either,
          async () => {
            // Its time begins after that.
            await pace?.turn(either, error)
            return await attempt(endpoint, request, either)
          },
          error,
        ),
      )
    },
    async close() {
      closing.abort(new Error('the client was closed'))
      for (const carrier of carriers.values()) carrier.destroy()
    },
  }
}

/** Method and full URL, as messages and log lines show them. URLs hold no secrets: the settings refuse them. */
export function describeRequest(
  endpoint: Endpoint,
  request: Pick<EndpointRequest, 'method' | 'path'>,
): string {
  const url = `${endpoint.origin}${endpoint.prefix}${request.path}`
  if (endpoint.ssh) return `${request.method} ${url} over ${endpoint.ssh.url}`
  return `${request.method} ${url}${endpoint.socketPath ? ` over the socket ${endpoint.socketPath}` : ''}`
}

function openCarrier(settings: ApplianceSettings, endpoint: Endpoint): Carrier {
  const { origin, socketPath, ssh } = endpoint
  if (origin.startsWith('https:') && !settings.tls?.caCertificate) trustSystemAuthorities()
  return openConnections(origin, {
    connections: settings.maxConcurrentRequests ?? usualSettings.maxConcurrentRequests,
    socketPath,
    proxy: socketPath === undefined && !ssh ? usableProxyFor(origin, settings.proxies ?? {}) : undefined,
    forward: ssh && sshForward(settings, ssh),
    tls: tlsOptions(settings),
    fingerprints: expectedFingerprints(settings),
    timeout: settings.timeout ?? usualSettings.timeout,
  })
}

/** What starts `ssh` is loaded with the first connection: most runs need none. */
export function sshForward(
  settings: ApplianceSettings,
  target: SshTarget,
  options: Pick<SshForwardOptions, 'platform'> = {},
): SshForward {
  let made: Promise<SshForward> | undefined
  let isClosed = false
  async function forward(): Promise<SshForward> {
    const { createSshForward } = await import('./ssh/forward')
    const { timeout = usualSettings.timeout, log = silentLog, removeStaleFolders } = settings
    const created = createSshForward(target, { timeout, log, removeStaleFolders, ...options })
    if (isClosed) created.close()
    return created
  }
  return {
    async connect() {
      made ??= forward()
      return await (await made).connect()
    },
    async explain(socket, error) {
      return made ? await (await made).explain(socket, error) : error
    },
    close() {
      isClosed = true
      void made?.then((each) => each.close())
    },
  }
}

function tlsOptions({ tls = {} }: ApplianceSettings) {
  return {
    rejectUnauthorized: !tls.insecure,
    ...(tls.caCertificate && { ca: tls.caCertificate }),
    ...(tls.clientCertificate && { cert: tls.clientCertificate }),
    ...(tls.clientKey && { key: tls.clientKey }),
    ...(tls.serverName && { servername: tls.serverName }),
  }
}

function expectedFingerprints({ expect }: ApplianceSettings): readonly string[] {
  return (expect?.certificateFingerprints ?? []).map((text) => canonicalFingerprint(text) ?? text)
}

/** The error for a server that has another certificate than the settings expect. Nothing was sent to it. */
function anotherCertificate(
  settings: ApplianceSettings,
  endpoint: Endpoint,
  { found }: UnexpectedCertificate,
): ApplianceError {
  const address = addressText(endpoint)
  const certificate = { expected: expectedFingerprints(settings), found }
  return new ApplianceError({
    kind: 'misconfigured',
    incident: { is: 'appliance-not-expected', address, certificate },
    nothingSent: true,
  })
}

/** The error for a connection that could not be established, or broke before the answer was complete. */
export function brokenExchange(
  endpoint: Endpoint,
  request: string,
  error: Error,
  sent: boolean,
): ApplianceError {
  if (error instanceof SshFailure) return asRequestError(error, endpoint, request, sent)
  const code = codeOf(error)
  const said = quotable(reasonOf(error))
  const reason = code && !said.includes(code) ? `${said} (${code})` : said
  if (sent) {
    return new ApplianceError({
      kind: 'interrupted',
      incident: {
        is: 'connection-broken',
        request,
        reason,
        isSecure: endpoint.origin.startsWith('https:'),
      },
      cause: error,
      transient: true,
    })
  }
  return new ApplianceError({
    kind: 'unreachable',
    incident:
      error instanceof TunnelRefusal && error.status === 407
        ? { is: 'proxy-refused', request, status: error.status, words: '' }
        : unreachable(endpoint, request, reason, code),
    cause: error,
    transient:
      comesAndGoes.has(code) ||
      /before secure TLS connection/.test(error.message) ||
      (error instanceof TunnelRefusal && isPassing(error.status)),
  })
}

/** The error for an attempt, counted from 1, that has taken as long as it may (milliseconds). */
export function timedOutExchange(
  endpoint: Endpoint,
  request: string,
  { timeout, attempt }: { readonly timeout: number; readonly attempt: number },
  sent: boolean,
): ApplianceError {
  const { area, address } = endpoint
  const seconds = timeout / 1000
  return sent
    ? new ApplianceError({
        kind: 'timeout',
        incident: { is: 'no-answer-in-time', request, seconds, attempt },
        transient: true,
      })
    : new ApplianceError({
        kind: 'unreachable',
        incident: { is: 'no-connection-in-time', request, seconds, attempt, area, address },
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
])

function unreachable(
  endpoint: Endpoint,
  request: string,
  reason: string,
  code: string | undefined,
): Incident {
  const { area, address } = endpoint
  const unsent = { request, reason, address }
  if (code === undefined) return { is: 'appliance-unreachable', ...unsent, area, cause: 'unknown' }
  if (endpoint.socketPath !== undefined) {
    const cause = isSocketOrMissing(endpoint.socketPath)
      ? (socketCauses.get(code) ?? 'unknown')
      : 'not a socket'
    return { is: 'socket-unreachable', ...unsent, cause }
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return { is: 'tls-failed', ...unsent, reason: `the other end did not answer in TLS (${code})` }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return { is: 'tls-failed', ...unsent }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return { is: 'tls-certificate-of-another-name', ...unsent }
  if (/CERT|SIGNATURE|ISSUER|SELF_SIGNED/.test(code)) {
    const isDated = code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID'
    return { is: 'tls-certificate-not-trusted', ...unsent, cause: isDated ? 'time' : 'authority' }
  }
  const isName = code === 'ENOTFOUND' || code === 'EAI_AGAIN'
  return { is: 'appliance-unreachable', ...unsent, area, cause: isName ? 'name' : 'listener' }
}

/** A unix socket is on this machine: it is missing, forbidden, or left behind by a server or a forward that has ended. */
const socketCauses: ReadonlyMap<string, 'missing' | 'forbidden' | 'not served'> = new Map([
  ['ENOENT', 'missing'],
  ['EACCES', 'forbidden'],
  ['EPERM', 'forbidden'],
  ['ECONNREFUSED', 'not served'],
])

/** The system says of a file or folder what it says of a socket on which nothing listens. */
function isSocketOrMissing(path: string): boolean {
  try {
    return statSync(path).isSocket()
  } catch {
    return true
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

/** The error for an answer that is not taken out of what it came in. */
function unusable(
  endpoint: Endpoint,
  request: EndpointRequest,
  outcome: Extract<Exchange, { readonly status: number }>,
): ApplianceError {
  const { status, ended } = outcome
  const wanted = describeRequest(endpoint, request)
  if (ended === 'too-large') return tooLarge(wanted, endpoint, `${request.longestAnswer / 2 ** 20} MiB`)
  const problem = status === 200 ? outcome.problem : `${outcome.problem} (HTTP status ${status})`
  const incident = { is: 'answer-unreadable', request: wanted, words: '', problem } as const
  return new ApplianceError({ kind: 'unreadable', status, incident })
}

/** The error for an answer that is larger than any of its route. @param most such as `4 MiB` */
export function tooLarge(request: string, { area }: Endpoint, most: string): ApplianceError {
  return new ApplianceError({ kind: 'unreadable', incident: { is: 'answer-too-large', request, area, most } })
}
