import { setTimeout as wait } from 'node:timers/promises'
import type { ConnectionOptions } from 'node:tls'
import {
  ApplianceError,
  delayBefore,
  isPassing,
  openConnections,
  type ProxySettings,
  readRetryAfter,
  trustSystemAuthorities,
  usableProxyFor,
} from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { durationText } from '@webfilter/appliance-declarations/diagnostics/wording'
import { onAbort } from '@webfilter/concurrency'
import { roomText } from '@webfilter/site-lists'
import { say } from '../report/phrase'
import { quotedReason, SourceFailure, shorter, shownAddress } from './failure'

/** How addresses are reached, and how long and how much they may answer. */
export interface DownloadOptions {
  readonly proxies: ProxySettings
  /** Beside what Node and the system trust. */
  readonly tls?: ConnectionOptions
  /** Milliseconds for one address, from the first connection to the last byte, with redirects, further attempts and waits. */
  readonly timeout: number
  /** Bytes of an answer. */
  readonly most: number
  /** Called with the number of bytes that have arrived. */
  readonly show: (bytes: number) => void
}

/** What an address returned. */
export interface Download {
  readonly bytes: Buffer
  /** Whether the server compressed them for the way. */
  readonly isEncoded: boolean
  /** Where the address leads from now on, if it says so. */
  readonly movedTo: URL | undefined
}

/**
 * Fetches what is at an address. Follows redirects that stay within https, and tries again after a failure that may pass, as late as the
 * server asks for.
 *
 * @throws {SourceFailure} which says why there is nothing
 */
export async function download(address: string, options: DownloadOptions): Promise<Download> {
  const start = new URL(address)
  const limit = AbortSignal.timeout(options.timeout)
  const deadline = Date.now() + options.timeout
  for (let failures = 0; ; failures += 1) {
    const outcome = await followed(start, options, limit)
    if ('bytes' in outcome) return outcome
    const delay = delayBefore(failures, outcome.retryAfter, Math.random)
    if (!outcome.isPassing || failures >= furtherAttempts || Date.now() + delay >= deadline)
      throw outcome.failure
    await wait(delay)
  }
}

const furtherAttempts = 2

/** An attempt without a list. */
interface Failed {
  readonly failure: SourceFailure
  /** Another attempt may help. */
  readonly isPassing: boolean
  /** Milliseconds that the server asks to wait for. */
  readonly retryAfter?: number | undefined
}

async function followed(
  start: URL,
  options: DownloadOptions,
  limit: AbortSignal,
): Promise<Download | Failed> {
  let at = start
  let movedTo: URL | undefined
  let isPermanent = true
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const answer = await answerOf(at, options, limit)
    if ('failure' in answer) return answer
    const { status, headers, bytes } = answer
    if (!redirecting.has(status)) {
      if (status !== 200) return refused(at, status, readRetryAfter(headers['retry-after'], Date.now()))
      return { bytes, isEncoded: /^(?:x-)?gzip$/iu.test(headers['content-encoding'] ?? ''), movedTo }
    }
    const next = targetOf(at, headers.location)
    if (next === undefined) return failed(at, 'redirects to no address', lookUp)
    if (next.protocol !== 'https:') return failed(at, 'redirects to an address without https', lookUp)
    isPermanent &&= status === 301 || status === 308
    if (isPermanent) movedTo = next
    at = next
  }
  return failed(start, `redirects more than ${mostRedirects} times`, lookUp)
}

const mostRedirects = 5
const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const lookUp = 'Find out where the list is published now, and change the address.'

/** Without user and password, which an address from elsewhere may have. */
function targetOf(from: URL, location: string | undefined): URL | undefined {
  if (location === undefined || !URL.canParse(location, from.href)) return undefined
  const target = new URL(location, from)
  target.username = ''
  target.password = ''
  return target
}

function failed(at: URL, what: string, advice: string): Failed {
  return {
    failure: new SourceFailure('source-failed', say`${shownAddress(at)} ${[what]}`, advice),
    isPassing: false,
  }
}

function refused(at: URL, status: number, retryAfter: number | undefined): Failed {
  const asks =
    retryAfter === undefined ? '' : ` and asks to wait ${durationText(Math.ceil(retryAfter / 1_000) * 1_000)}`
  const what = `answered with HTTP status ${status}${asks}`
  return { ...failed(at, what, adviceFor(status)), isPassing: isPassing(status), retryAfter }
}

function adviceFor(status: number): string {
  if (status === 404 || status === 410) return lookUp
  if (status === 401 || status === 403)
    return 'Some servers reject large or automated downloads. Use a mirror, or ask the maintainer for access.'
  if (status === 429) return 'Fetch less often, or use a mirror.'
  return 'Try again later, or use a mirror.'
}

/** An answer; its bytes are empty unless its status is 200. */
interface Answer {
  readonly status: number
  readonly headers: Readonly<Partial<Record<string, string>>>
  readonly bytes: Buffer
}

/** Bytes are compared with `most` as they arrive, so no answer takes more memory. */
async function answerOf(url: URL, options: DownloadOptions, limit: AbortSignal): Promise<Answer | Failed> {
  const { most, show, timeout, proxies, tls = {} } = options
  trustSystemAuthorities()
  const proxy = proxyFor(url, proxies)
  if (proxy instanceof SourceFailure) return { failure: proxy, isPassing: false }
  const connections = openConnections(url.origin, { connections: 1, proxy, tls, timeout: idleTime })
  const chunks: Buffer[] = []
  let length = 0
  let status = 0
  let headers: Answer['headers'] = {}
  try {
    return await new Promise<Answer | Failed>((settle) => {
      const stop = onAbort(limit, () => {
        settle(failed(url, `did not answer completely within ${durationText(timeout)}`, slow))
        connections.destroy()
      })
      const end = (outcome: Answer | Failed) => {
        stop()
        settle(outcome)
      }
      connections.dispatch(
        { method: 'GET', path: `${url.pathname}${url.search}`, headers: requestHeaders, body: undefined },
        {
          onRequestStart() {},
          onResponseStart(received, all) {
            status = received
            headers = Object.fromEntries(
              Object.entries(all).flatMap(([name, value]) =>
                typeof value === 'string' ? [[name, value]] : [],
              ),
            )
            if (status !== 200) end({ status, headers, bytes: Buffer.alloc(0) })
            else if (Number(headers['content-length'] ?? 0) > most) end(tooLong(url, most))
          },
          onResponseData(chunk) {
            length += chunk.length
            if (length > most) return end(tooLong(url, most))
            chunks.push(chunk)
            show(length)
          },
          onResponseEnd: () => end({ status, headers, bytes: Buffer.concat(chunks) }),
          onResponseError: (error) => end(broken(url, error)),
        },
      )
    })
  } finally {
    connections.destroy()
  }
}

/** Milliseconds in which nothing arrives. */
const idleTime = 60_000
const slow = 'Try again later, use a mirror, or allow more time with --timeout.'
const requestHeaders = {
  accept: '*/*',
  'accept-encoding': 'gzip',
  'user-agent': 'terraform-provider-appliance',
}

function proxyFor(url: URL, proxies: ProxySettings): string | undefined | SourceFailure {
  try {
    return usableProxyFor(url.origin, proxies)
  } catch (error) {
    if (!(error instanceof ApplianceError)) throw error
    const { message, advice } = diagnosticOf(error)
    return new SourceFailure(
      'source-failed',
      say`${shownAddress(url)} could not be reached: ${quotedReason(message)}`,
      advice,
    )
  }
}

function tooLong(url: URL, most: number): Failed {
  return failed(url, `answered with more than ${roomText(most)}`, shorter)
}

/** The connection could not be established, or broke before the answer was complete. */
function broken(url: URL, error: Error): Failed {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // A connection tried over several addresses fails without a message.
  const said = error.message === '' ? error.name : error.message
  const reason = code === '' || said.includes(code) ? said : `${said} (${code})`
  const isUntrusted = /CERT|SIGNATURE|ISSUER|SELF_SIGNED/u.test(code)
  const advice = isUntrusted
    ? 'Find out why the certificate is not trusted. For an authority of the company, name its file in NODE_EXTRA_CA_CERTS.'
    : 'Check the address, the network and the proxy, and try again.'
  return {
    failure: new SourceFailure(
      'source-failed',
      say`${shownAddress(url)} could not be reached, or broke off: ${quotedReason(reason)}`,
      advice,
    ),
    isPassing: !isUntrusted && code !== 'ENOTFOUND',
  }
}
