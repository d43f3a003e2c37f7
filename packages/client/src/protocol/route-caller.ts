import { type Endpoint, resolveEndpoint } from '../endpoints'
import type { ApplianceError } from '../errors'
import type { WireAnswer } from '../http/exchange'
import { needsOwnConnection, withRetries } from '../http/retries'
import { describeRequest, type EndpointRequest, type Transport } from '../http/transport'
import type { Answered } from '../incidents'
import { quotationOf } from '../quotation/quotation'
import { sentSecrets } from '../quotation/sent-secrets'
import { type ApplianceSettings, type Area, silentLog, usualSettings } from '../settings'
import { type Answer, parseJson, readAnswer } from './answer'
import { isFailure, textsIn } from './envelope'
import { type AskedRoute, refusalOf } from './http-status'
import { fillPath, type RequestBody, type Route, routeName } from './route'

/** What a route is asked with. */
export interface RouteRequest {
  /** By the names that stand in brackets in the route's path. */
  readonly parameters?: Readonly<Record<string, string | number>>
  /** Follows the path after a question mark. */
  readonly query?: Readonly<Record<string, string>>
  /** Made by the body that the route declares. */
  readonly body?: RequestBody
}

/** Asks routes of one appliance: resolves where they are, repeats what may be repeated, reads what comes back. */
export interface RouteCaller {
  /**
   * Asks a route and reads its answer as JSON; its shape is left to the caller. Throws `ApplianceError` for whatever
   * keeps it from there, an HTTP status that is no success included.
   */
  ask(route: Route, request: RouteRequest, signal: AbortSignal): Promise<Answer>

  /**
   * Asks a route, and returns whatever answer comes back last. Throws `ApplianceError` only where none does.
   *
   * @param isExpected whether an answer is one that needs no second attempt, although its HTTP status says that the failure may pass
   */
  receive(
    route: Route,
    request: RouteRequest,
    signal: AbortSignal,
    isExpected?: (answer: RawAnswer) => boolean,
  ): Promise<RawAnswer>

  /** How many requests are worth having under way at once. */
  readonly concurrency: number
}

/** Asks by a transport, at the addresses and with the tokens and retries of the settings. */
export function createRouteCaller(settings: ApplianceSettings, transport: Transport): RouteCaller {
  const endpoints = new Map<Area, Endpoint>()
  const policy = {
    retries: settings.retries ?? usualSettings.retries,
    log: settings.log ?? silentLog,
    random: Math.random,
  }

  function endpointOf(area: Area): Endpoint {
    const endpoint = endpoints.get(area) ?? resolveEndpoint(settings, area)
    endpoints.set(area, endpoint)
    return endpoint
  }

  /** Routes that have worked: they exist, whatever they answer later. */
  const answered = new Set<Route>()

  async function receive(
    route: Route,
    request: RouteRequest,
    signal: AbortSignal,
    isExpected: (answer: RawAnswer) => boolean = () => false,
  ): Promise<RawAnswer> {
    if (request.body && request.body.declaration !== route.body)
      throw new TypeError(`the body is not that of the route ${routeName(route)}`)
    const endpoint = endpointOf(route.area)
    sentSecrets.add(request.body?.secrets ?? [])
    const sent: Omit<EndpointRequest, 'ownConnection'> = {
      method: route.method,
      path: `${fillPath(route, request.parameters ?? {})}${queryOf(request)}`,
      body: request.body,
      longestAnswer: route.answer.bytes,
    }
    let last: RawAnswer | undefined
    try {
      return await withRetries(
        { name: routeName(route), repeatable: route.repeatable },
        policy,
        signal,
        async (attempt) => {
          last = undefined
          const ownConnection = needsOwnConnection(route.repeatable, attempt)
          const answer = await transport.send(endpoint, { ...sent, attempt, ownConnection }, signal)
          const wanted = { route, endpoint, request: describeRequest(endpoint, sent), path: sent.path }
          last = rawAnswer(answer, wanted, answered.has(route))
          if (last.refusal && !isExpected(last)) throw last.refusal
          if (!answered.has(route) && provesRoute(last)) answered.add(route)
          return last
        },
      )
    } catch (error) {
      if (last !== undefined && error === last.refusal) return last
      throw error
    }
  }

  return {
    concurrency: settings.maxConcurrentRequests ?? usualSettings.maxConcurrentRequests,
    receive,
    ask: async (route, request, signal) => (await receive(route, request, signal)).read(),
  }
}

/** A success that is JSON comes from the route, while any service may say in an envelope that it does not know one. */
function provesRoute({ refusal, value }: RawAnswer): boolean {
  return !refusal && value !== undefined && !isFailure(value)
}

function queryOf({ query }: RouteRequest): string {
  return query === undefined ? '' : `?${new URLSearchParams(query)}`
}

/** A complete answer of any HTTP status, from which nothing was concluded yet. */
export interface RawAnswer {
  /** Method and full URL. */
  readonly request: string
  /** The path as it was sent. */
  readonly path: string
  /** The HTTP status. */
  readonly status: number
  readonly text: string
  /** What the text says as JSON; undefined where it is none, nested too deeply, or has too many values. */
  readonly value: unknown
  /** A page for people: of the console, of a proxy, or of a server that failed. */
  readonly isHtml: boolean
  /** What it says in its own words, or else what it begins with, fit to be quoted. */
  readonly words: string
  /** Why the HTTP status keeps this from being an answer; undefined where the text is to be read. */
  readonly refusal: ApplianceError | undefined
  /** Reads it as the answer of a route. Throws `ApplianceError` where it refuses the request, or is not JSON. */
  read(): Answer
}

/** What a message needs of an answer. `words` of a {@link RawAnswer} are only made if they are asked for. */
export function answeredBy({ request, status, words }: RawAnswer): Answered {
  return { request, status, words }
}

/** @param hasAnswered whether the route has given an answer that was understood, so that it cannot be missing */
function rawAnswer(answer: WireAnswer, asked: AskedRoute, hasAnswered: boolean): RawAnswer {
  const { request, path, endpoint, route } = asked
  const { values } = route.answer
  const { status, text, headers, encoding } = answer
  const refusal = refusalOf(answer, asked, hasAnswered)
  let parsed: { readonly value: unknown } | undefined
  return {
    request,
    path,
    status,
    text,
    refusal,
    // What follows is asked of few answers.
    get value() {
      parsed ??= { value: parseJson(text, values) }
      return parsed.value
    },
    get isHtml() {
      // PHP sends everything as HTML by default.
      return (
        /^\s*</.test(text) || (/\bhtml\b/i.test(String(headers['content-type'])) && this.value === undefined)
      )
    },
    get words() {
      return quotationOf({ text, ...textsIn(this.value) })
    },
    read() {
      if (refusal) throw refusal
      return readAnswer(request, text, endpoint, status, values, encoding)
    },
  }
}
