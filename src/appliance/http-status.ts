import { quotable } from './answer'
import type { Endpoint } from './endpoints'
import { addressAdvice, lowerCaseKeys, refusesTheCaller, textOf } from './envelope'
import { ApplianceError } from './errors'
import type { WireAnswer } from './exchange'
import { readRetryAfter } from './retries'
import { nameOf, type Route } from './route'

/** The error that an HTTP status stands for, or undefined where it is a success and the answer has to be read. */
export function refusalOf(
  answer: WireAnswer,
  request: string,
  route: Route,
  endpoint: Endpoint,
): ApplianceError | undefined {
  const { status } = answer
  if (status >= 200 && status < 300) return undefined
  const beginning = quotable(answer.text, endpoint.secrets)
  const said = `${request} was answered with HTTP status ${status}${beginning ? ` and "${beginning}"` : ''}`
  if (status === 401 || status === 407) {
    return new ApplianceError({
      kind: 'forbidden',
      status,
      message: `${said}.`,
      advice: credentialsAdvice(endpoint),
    })
  }
  if (status === 403) {
    const advice = refusesTheCaller(textsOf(answer.text)) ? addressAdvice : credentialsAdvice(endpoint)
    return new ApplianceError({ kind: 'forbidden', status, message: `${said}.`, advice })
  }
  if (status === 404 || status === 405 || status === 501) {
    return new ApplianceError({
      kind: 'route-missing',
      status,
      message: `${said}: it does not have the route ${nameOf(route)}, which came with ${route.release}.`,
      advice: route.withoutIt,
    })
  }
  return otherRefusal(answer, said, endpoint)
}

const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

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

function textsOf(text: string): { error: string; info: string } {
  try {
    const fields = lowerCaseKeys(JSON.parse(text))
    return { error: textOf(fields?.error), info: textOf(fields?.info) }
  } catch {
    return { error: '', info: '' }
  }
}
