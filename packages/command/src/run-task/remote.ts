import { setTimeout as wait } from 'node:timers/promises'
import {
  ApplianceError,
  delayBefore,
  exchange,
  isPassing,
  openConnections,
  type ProxySettings,
  readRetryAfter,
  trustSystemAuthorities,
  usableProxyFor,
  type WireAnswer,
} from '@webfilter/appliance-client'
import { diagnosticOf } from '@webfilter/appliance-declarations/diagnostics/incidents'
import { Semaphore } from '@webfilter/concurrency'
import { visible } from '../report/phrase'
import type { TaskRequest } from './request'
import { callbackBody, type TaskResult } from './result'

/** Hosts that are always allowed: the API of HCP Terraform, and the store to which it redirects downloads of plans. */
export const usualHosts = ['app.terraform.io', 'archivist.terraform.io'] as const

export interface RemoteOptions {
  /** With a port where it is not 443. */
  readonly hosts: ReadonlySet<string>
  readonly proxies: ProxySettings
  /** Bytes of a plan. */
  readonly longestPlan: number
}

/** Why the service did not give or take something: a sentence of what happened and one of what to do, without a secret. */
export class RemoteFailure extends Error {
  /** The service answered, and another attempt would have the same answer. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** The service whose runs are reviewed. Only hosts that are listed are asked, always by https. */
export class RemoteService {
  readonly #options: RemoteOptions
  readonly #reports = new Semaphore(mostReports)

  constructor(options: RemoteOptions) {
    this.#options = options
  }

  /** Why nothing is sent to an address, in two sentences; undefined if it is allowed. @param leads what names it, and a verb */
  refusal(leads: string, url: URL): string | undefined {
    if (url.protocol !== 'https:') {
      const host = url.host === '' ? '' : `${shown(url)}, `
      const scheme = visible(url.protocol.replace(/:$/, ''), 50)
      return `${leads} ${host}an address with ${scheme} instead of https. Check which service sends it.`
    }
    if (this.#options.hosts.has(url.host)) return undefined
    return `${leads} ${shown(url)}, a host that is not allowed. If it belongs to your service, allow it with --allow-host.`
  }

  /**
   * Fetches the plan of a run in JSON. The address redirects to a place that is valid for a minute, so each attempt begins anew. The token
   * goes only to the address of the request.
   *
   * @throws {RemoteFailure} or the reason of the signal
   */
  async plan({ plan, token }: TaskRequest, signal: AbortSignal): Promise<string> {
    if (plan === undefined)
      throw new RemoteFailure('The request contains no address of the plan. Check which service sends it.')
    return await this.#attempts(signal, planAttempts, async () => {
      let [at, authorization]: [URL, Readonly<Record<string, string>>] = [plan, bearer(token)]
      for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
        this.#requireAllowed(at, redirects > 0)
        const answer = await this.#answerOf(
          'GET',
          at,
          { accept: 'application/json', ...authorization },
          undefined,
          signal,
        )
        if ('failure' in answer) return answer
        if (answer.status === 200) return { done: answer.text }
        if (answer.status === 204) return later(`${shown(at)} has no plan yet.`, answer)
        if (!redirecting.has(answer.status)) return refused(at, answer)
        at = targetOf(at, answer)
        authorization = {}
      }
      throw new RemoteFailure(
        `${shown(plan)} redirects more than ${mostRedirects} times. Start the run again.`,
      )
    })
  }

  /**
   * Reports a result. If the service does not take its outcomes, the result goes without them.
   * @throws {RemoteFailure} or the reason of the signal
   */
  async report(request: TaskRequest, result: TaskResult, signal: AbortSignal): Promise<void> {
    const { outcomes, ...short } = result
    const hasOutcomes = request.takesOutcomes && outcomes !== undefined
    try {
      await this.#send(request, hasOutcomes ? result : short, signal)
    } catch (error) {
      const isUnfit = error instanceof RemoteFailure && unfit.has(error.status ?? 0)
      if (!isUnfit || !hasOutcomes) throw error
      await this.#send(request, short, signal)
    }
  }

  async #send({ callback, token }: TaskRequest, result: TaskResult, signal: AbortSignal): Promise<void> {
    this.#requireAllowed(callback, false)
    const body = callbackBody(result)
    const length = String(Buffer.byteLength(body))
    const headers = { ...bearer(token), 'content-type': 'application/vnd.api+json', 'content-length': length }
    await this.#attempts(signal, reportAttempts, async () => {
      // Between two attempts, others report.
      const answer = await this.#reports.run(signal, () =>
        this.#answerOf('PATCH', callback, headers, body, signal),
      )
      if ('failure' in answer) return answer
      return answer.status >= 200 && answer.status < 300 ? { done: undefined } : refused(callback, answer)
    })
  }

  #requireAllowed(url: URL, isRedirect: boolean): void {
    const refusal = this.refusal(isRedirect ? 'The plan is redirected to' : 'The request names', url)
    if (refusal !== undefined) throw new RemoteFailure(refusal)
  }

  /** @throws {RemoteFailure} after the last attempt, or the reason of the signal */
  async #attempts<Result>(
    signal: AbortSignal,
    most: number,
    attempt: () => Promise<Attempt<Result>>,
  ): Promise<Result> {
    for (let failures = 0; ; failures += 1) {
      const outcome = await attempt()
      if ('done' in outcome) return outcome.done
      if (failures + 1 >= most) throw new RemoteFailure(`${outcome.failure} Start the run again later.`)
      const delay = Math.min(longestDelay, delayBefore(failures, outcome.retryAfter, Math.random))
      await wait(delay, undefined, { signal }).catch(() => {
        if (isTimeout(signal.reason)) throw new RemoteFailure(`${outcome.failure} Start the run again later.`)
        throw signal.reason
      })
    }
  }

  async #answerOf(
    method: 'GET' | 'PATCH',
    at: URL,
    headers: Readonly<Record<string, string>>,
    body: string | undefined,
    signal: AbortSignal,
  ): Promise<WireAnswer | Failed> {
    trustSystemAuthorities()
    const proxy = this.#proxyFor(at)
    const options = { connections: 1, proxy, tls: {}, timeout: idleTime }
    const connections = openConnections(at.origin, options)
    const longestAnswer = method === 'GET' ? this.#options.longestPlan : longestRefusal
    const sent = {
      method,
      path: `${at.pathname}${at.search}`,
      headers: { ...usualHeaders, ...headers },
      body,
    }
    try {
      const exchanged = await exchange(
        connections,
        { ...sent, longestAnswer },
        longestExchanges[method],
        signal,
      )
      switch (exchanged.ended) {
        case 'answered':
          return exchanged.answer
        case 'cancelled':
          throw exchanged.reason
        case 'too-large':
          // What the service says of a report beside its status is of no use.
          if (method === 'PATCH') return { status: exchanged.status, headers: {}, text: '', bytes: 0 }
          throw new RemoteFailure(
            `${shown(at)} returned more than ${longestAnswer / 2 ** 20} MiB, the limit of this server. Allow larger plans with --longest-plan.`,
          )
        case 'unreadable':
          if (method === 'PATCH') return { status: exchanged.status, headers: {}, text: '', bytes: 0 }
          throw new RemoteFailure(
            `${shown(at)} returned an answer ${exchanged.problem}. Check what is between this server and that host.`,
          )
        case 'timed-out':
          return { failure: `${shown(at)} did not answer in time.`, retryAfter: undefined }
        case 'broken': {
          const through = proxy === undefined ? '' : ` through the proxy ${shown(new URL(proxy))}`
          const why = visible(reasonOf(exchanged.error), 200)
          return {
            failure: `${shown(at)} could not be reached${through}, or broke off: ${why}.`,
            retryAfter: undefined,
          }
        }
      }
    } finally {
      connections.destroy()
    }
  }

  #proxyFor(at: URL): string | undefined {
    try {
      return usableProxyFor(at.origin, this.#options.proxies)
    } catch (error) {
      if (!(error instanceof ApplianceError)) throw error
      const { message, advice } = diagnosticOf(error)
      throw new RemoteFailure(`${message} ${advice}`)
    }
  }
}

/** An attempt after which another one may help. */
interface Failed {
  readonly failure: string
  /** Milliseconds that the service asks to wait for. */
  readonly retryAfter: number | undefined
}

type Attempt<Result> = { readonly done: Result } | Failed

const planAttempts = 8
/** A verdict is worth every attempt until the signal ends them. */
const reportAttempts = 1_000
/** At once. */
const mostReports = 64
const mostRedirects = 5
const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Milliseconds in which nothing arrives. */
const idleTime = 60_000

/** Milliseconds of one exchange. The signal of a run ends it earlier. A report that gets no answer must leave time for another attempt. */
const longestExchanges = { GET: 10 * 60_000, PATCH: 15_000 } as const

/** Milliseconds between two attempts. A timer with more than 2^31 ends at once. */
const longestDelay = 10 * 60_000

/** HTTP status of a result whose details a service may not take. */
const unfit: ReadonlySet<number> = new Set([400, 413, 422])

/** Bytes of an answer to a report. */
const longestRefusal = 2 ** 20

/** A plan that is compressed on the way could be larger than its limit. */
const usualHeaders = { 'user-agent': 'terraform-provider-appliance', 'accept-encoding': 'identity' }

function bearer(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` }
}

/** @throws {RemoteFailure} if the answer names no address */
function targetOf(from: URL, { headers: { location } }: WireAnswer): URL {
  try {
    if (typeof location === 'string') return new URL(location, from)
  } catch {
    // What is named is no address.
  }
  throw new RemoteFailure(`${shown(from)} redirects to no address. Start the run again.`)
}

/** @throws {RemoteFailure} if another attempt would have the same answer */
function refused(at: URL, answer: WireAnswer): Failed {
  const what = `${shown(at)} answered with HTTP status ${answer.status}.`
  if (isPassing(answer.status)) return later(what, answer)
  const advice =
    answer.status === 401 || answer.status === 403 || answer.status === 404
      ? 'The token of the request may have expired, or the run may have ended. Start the run again.'
      : 'Look up this status in the documentation of the service.'
  throw new RemoteFailure(`${what} ${advice}`, answer.status)
}

function later(failure: string, { headers }: WireAnswer): Failed {
  const asked = headers['retry-after']
  const retryAfter = readRetryAfter(typeof asked === 'string' ? asked : undefined, Date.now())
  return { failure, retryAfter }
}

/** Whether a signal ended because of its time, which says less than the last failure. */
export function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError'
}

/** An error of several addresses of one host has no words of its own. */
function reasonOf(error: Error): string {
  const [first = error]: readonly unknown[] = error instanceof AggregateError ? error.errors : []
  const { message, name } = first instanceof Error ? first : error
  return message === '' ? name : message
}

/** Only the host: paths and queries of addresses that are valid for a while are secrets. */
function shown(url: URL): string {
  return visible(url.host, 200)
}
