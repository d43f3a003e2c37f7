import type { Endpoint } from '../endpoints'
import { ApplianceError } from '../errors'
import type { WireAnswer } from '../http/exchange'
import { isPassing, readRetryAfter } from '../http/retries'
import type { Answered, Incident } from '../incidents'
import { quotationOf } from '../quotation/quotation'
import { callerRefusal, parseJson } from './answer'
import { causeOfRefusal, failedToCheckCaller, isFailure, refusesTheCaller, textsIn } from './envelope'
import { type Route, routeName } from './route'

/** What was asked, and where. */
export interface AskedRoute {
  readonly route: Route
  readonly endpoint: Endpoint
  /** Method and full URL. */
  readonly request: string
  /** The path as it was sent. */
  readonly path: string
}

/**
 * The error that an HTTP status stands for; undefined where the text is to be read. That is so for a success, and for a failure
 * whose text is an envelope that says so: then the appliance has understood the request, whatever status it chose. An answer that
 * says that nothing was done, as the caller could not be checked, is an error whatever its status.
 *
 * @param hasAnswered whether the route has given an answer that was understood, so that it cannot be missing
 */
export function refusalOf(
  answer: WireAnswer,
  { request, route, endpoint }: AskedRoute,
  hasAnswered: boolean,
): ApplianceError | undefined {
  const { status } = answer
  const isUnchecked = failedToCheckCaller(answer.text)
  if (status >= 200 && status < 300 && status !== 206 && !isUnchecked) return undefined
  const value = parseJson(answer.text, route.answer.values)
  const texts = textsIn(value)
  const words = quotationOf({ text: answer.text, ...texts })
  const said = { request, status, words }
  if (isUnchecked) return accessCheckFailure(answer, said)
  if (status === 206) {
    // The appliance has acted: whether it worked stands in the part that is missing.
    return new ApplianceError({ kind: 'interrupted', status, incident: { is: 'answer-cut-short', ...said } })
  }
  if (status === 407)
    return new ApplianceError({ kind: 'forbidden', status, incident: { is: 'proxy-refused', ...said } })
  if (status === 401 || status === 403) {
    const cause = status === 403 && refusesTheCaller(texts) ? causeOfRefusal(texts) : 'token'
    return callerRefusal({ ...said, cause }, endpoint)
  }
  if (mayCarryAnEnvelope(status, endpoint) && isFailure(value)) return undefined
  if (status === 404 || status === 405 || status === 501) {
    if (hasAnswered)
      return new ApplianceError({ kind: 'refused', status, incident: { is: 'route-vanished', ...said } })
    const { release, withoutIt } = route
    const prefix = endpoint.prefix === '' ? undefined : { path: endpoint.prefix, address: endpoint.address }
    const missing = { route: routeName(route), release, withoutIt, prefix }
    const incident = { is: 'route-missing', ...said, ...missing } as const
    return new ApplianceError({ kind: 'route-missing', status, incident })
  }
  return otherRefusal(answer, said, endpoint)
}

/** Statuses that a proxy or a server under load gives say nothing of what was asked, whatever text goes with them. */
function mayCarryAnEnvelope(status: number, endpoint: Endpoint): boolean {
  // The older listener answers a failed operation with 503 (docs/appliance, "Failures").
  if (status === 503 && endpoint.area === 'categories_legacy') return true
  return status >= 400 && (status === 500 || !isPassing(status))
}

function accessCheckFailure(answer: WireAnswer, said: Answered): ApplianceError {
  const retryAfter = retryAfterOf(answer)
  return new ApplianceError({
    kind: 'refused',
    status: answer.status,
    incident: { is: 'access-check-failed', ...said, retryAfter },
    transient: true,
    nothingDone: true,
    retryAfter,
  })
}

function retryAfterOf({ headers }: WireAnswer): number | undefined {
  const header = headers['retry-after']
  return readRetryAfter(Array.isArray(header) ? header[0] : header, Date.now())
}

function otherRefusal(answer: WireAnswer, said: Answered, endpoint: Endpoint): ApplianceError {
  const { status } = answer
  const retryAfter = retryAfterOf(answer)
  // The older listener answers a failed operation with 503 (docs/appliance, "Failures").
  if (endpoint.area === 'categories_legacy' && status === 503 && retryAfter === undefined) {
    return new ApplianceError({ kind: 'failed', status, incident: { is: 'failure-reported', ...said } })
  }
  return new ApplianceError({
    kind: 'refused',
    status,
    incident: refusal(said, retryAfter, endpoint),
    transient: isPassing(status),
    retryAfter,
  })
}

function refusal(said: Answered, retryAfter: number | undefined, { area }: Endpoint): Incident {
  const { status } = said
  if (status < 400) return { is: 'request-redirected', ...said, area }
  if (status === 429 || status === 503) return { is: 'appliance-overloaded', ...said, retryAfter }
  return status >= 500 ? { is: 'server-error', ...said } : { is: 'request-refused', ...said, area }
}
