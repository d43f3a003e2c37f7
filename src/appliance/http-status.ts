import { parseJson, quotable } from './answer'
import type { Endpoint } from './endpoints'
import { addressAdvice, refusesTheCaller, tellsOfFailure, textsIn } from './envelope'
import { ApplianceError } from './errors'
import type { WireAnswer } from './exchange'
import type { AskedRoute } from './raw-answer'
import { readRetryAfter } from './retries'
import { nameOf } from './route'

/**
 * The error that an HTTP status stands for; undefined where the text is to be read. That is so for a success, and for a failure
 * whose text is an envelope that says so: then the appliance has understood the request, whatever status it chose.
 *
 * @param hasAnswered whether the route has given an answer that was understood, so that it cannot be missing
 */
export function refusalOf(
  answer: WireAnswer,
  { request, route, endpoint }: AskedRoute,
  hasAnswered: boolean,
): ApplianceError | undefined {
  const { status } = answer
  if (status >= 200 && status < 300 && status !== 206) return undefined
  const beginning = quotable(answer.text, endpoint.secrets)
  const said = `${request} was answered with HTTP status ${status}${beginning ? ` and "${beginning}"` : ''}`
  if (status === 206) return partOfAnAnswer(said)
  if (status === 401 || status === 407) {
    return new ApplianceError({
      kind: 'forbidden',
      status,
      message: `${said}.`,
      advice: credentialsAdvice(endpoint),
    })
  }
  if (status === 403) {
    const advice = refusesTheCaller(textsIn(parseJson(answer.text)))
      ? addressAdvice
      : credentialsAdvice(endpoint)
    return new ApplianceError({ kind: 'forbidden', status, message: `${said}.`, advice })
  }
  if (mayCarryAnEnvelope(status, endpoint) && tellsOfFailure(parseJson(answer.text))) return undefined
  if (status === 404 || status === 405 || status === 501) {
    if (hasAnswered) return refusedByAKnownRoute(status, said)
    return new ApplianceError({
      kind: 'route-missing',
      status,
      message: `${said}: it does not have the route ${nameOf(route)}, which came with ${route.release}.`,
      advice: route.withoutIt,
    })
  }
  return otherRefusal(answer, said, endpoint)
}

/** Statuses that a proxy or a server under load gives say nothing of what was asked, whatever text goes with them. */
function mayCarryAnEnvelope(status: number, endpoint: Endpoint): boolean {
  // The older listener answers a failed operation with 503 (field notes, "Across the areas").
  if (status === 503 && endpoint.area === 'categories_legacy') return true
  return status >= 400 && (status === 500 || !passing.has(status))
}

/** The appliance has acted: whether it worked stands in the part that is missing. */
function partOfAnAnswer(said: string): ApplianceError {
  return new ApplianceError({
    kind: 'interrupted',
    status: 206,
    message: `${said}, which is a part of an answer.`,
    advice: 'Check that no proxy on the way cuts answers short, then try again.',
  })
}

function refusedByAKnownRoute(status: number, said: string): ApplianceError {
  return new ApplianceError({
    kind: 'refused',
    status,
    message: `${said}, although this route has answered before.`,
    advice: 'Check that nothing else answers in the place of the appliance, then try again.',
  })
}

const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/** Whether a failure with this status may pass by itself. */
export function isPassing(status: number): boolean {
  return passing.has(status)
}

function otherRefusal(answer: WireAnswer, said: string, endpoint: Endpoint): ApplianceError {
  const { status } = answer
  const header = answer.headers['retry-after']
  const retryAfter = readRetryAfter(Array.isArray(header) ? header[0] : header, Date.now())
  // The older listener answers a failed operation with 503 (field notes, "Across the areas").
  if (endpoint.area === 'categories_legacy' && status === 503 && retryAfter === undefined) {
    return new ApplianceError({
      kind: 'failed',
      status,
      message: `${said}, which means that it failed.`,
      advice: 'Look for the cause in the log of the appliance, and try again once it is gone.',
    })
  }
  return new ApplianceError({
    kind: 'refused',
    status,
    message: `${said}.`,
    advice: refusalAdvice(status, endpoint),
    transient: passing.has(status),
    retryAfter,
  })
}

function refusalAdvice(status: number, endpoint: Endpoint): string {
  if (status < 400) {
    return `Set base_url or endpoints.${endpoint.area}.url to the REST service itself, which does not redirect.`
  }
  if (status === 429 || status === 503) {
    return 'Lower max_concurrent_requests or wait a little, then try again.'
  }
  if (status >= 500) return 'Look for the cause in the log of the appliance, then try again.'
  return `Check that base_url or endpoints.${endpoint.area}.url leads to the REST service of the appliance.`
}

function credentialsAdvice(endpoint: Endpoint): string {
  // Field notes, "Authentication, 9000".
  if (endpoint.area === 'categories_legacy') {
    return 'Set token in endpoints.categories_legacy to the key of that listener, and its token_header to "ArticaKey".'
  }
  return `Check token and token_header, or those of endpoints.${endpoint.area}, against the key that the appliance expects.`
}
