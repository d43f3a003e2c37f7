import { error } from '../diagnostic'
import { named, type WrittenSetting } from '../written-setting'

// What came back from the appliance, and was not what was asked for.

/** An answer that refuses, or that nothing can be made of. */
export interface Answered {
  /** Method and full URL. */
  readonly request: string
  /** The HTTP status. */
  readonly status: number
  /** What the answer says in its own words, fit to be quoted; empty where it says nothing. */
  readonly words: string
}

/** What an appliance lets a caller in for. */
interface Credentials {
  readonly area: string
  /** Where the token comes from, and the headers that carry it; undefined where none is set. */
  readonly token: { readonly setting: WrittenSetting; readonly headers: readonly string[] } | undefined
}

export const callerRefused = error(
  'caller-refused',
  'The appliance does not let this caller in',
  ({
    request,
    status,
    words,
    cause,
    credentials,
  }: Answered & {
    /** Which of the two the answer itself tells of; else the one that is more likely. */
    readonly cause: 'address' | 'token'
    readonly credentials: Credentials
  }) => {
    const said = saidBy({ status, words })
    const [first, second] =
      cause === 'address'
        ? [addressAdvice, `If it is one of them, the key may be the cause. ${tokenAdvice(credentials)}`]
        : [
            tokenAdvice(credentials),
            `If the key is right, the source address may be the cause. ${addressAdvice}`,
          ]
    const what =
      cause === 'address'
        ? ': this machine is not allowed to ask'
        : ', most likely as the key is missing or wrong'
    return [
      `The appliance refused the caller with ${said}${what}. The request was ${request}.`,
      `${first} ${second}`,
    ]
  },
)

const addressAdvice =
  'Add the address of this machine to the source addresses that the appliance allows to use its REST service.'

function tokenAdvice({ area, token }: Credentials): string {
  // The older listener has a key and a header of its own (field notes, "Authentication, 9000").
  if (area === 'categories_legacy') {
    return 'Set token in endpoints.categories_legacy to the key of that listener, and its token_header to "ArticaKey".'
  }
  if (token === undefined) {
    return `Set token, or endpoints.${area}.token, to the key that the appliance expects.`
  }
  return `Check ${named(token.setting)} against the key that the appliance expects, and token_header: it is sent as ${token.headers.join(' and ')}.`
}

export const proxyRefused = error(
  'proxy-refused',
  'A proxy on the way does not let this caller through',
  ({ request, status, words }: Answered) => [
    refused({ status, words }, 'which is how a proxy asks for its own user and password', request),
    'Write user and password of the proxy into HTTPS_PROXY or HTTP_PROXY, as http://user:password@host:port, or name the appliance in NO_PROXY.',
  ],
)

export const callerRefusedAgain = error(
  'caller-refused-again',
  'The appliance does not let this caller in here either',
  ({ request, listener }: Pick<Answered, 'request'> & { readonly listener: string }) => [
    `The appliance refused the caller again at ${listener}. The request was ${request}.`,
    'See the causes in the message of this run that has the code caller-refused for this address.',
  ],
)

export const routeMissing = error(
  'route-missing',
  'The appliance does not have this route',
  ({
    request,
    status,
    words,
    route,
    release,
    withoutIt,
  }: Answered & {
    /** As the interface document names it: `GET /categories/list`. */
    readonly route: string
    /** That it came with. */
    readonly release: string
    /** A sentence of what to do. */
    readonly withoutIt: string
  }) => [
    `The appliance answered ${saidBy({ status, words })}: it does not have the route ${route}, which came with ${release}. The request was ${request}.`,
    withoutIt,
  ],
)

export const routeVanished = error(
  'route-vanished',
  'A route that has answered before is refused',
  ({ request, status, words }: Answered) => [
    refused({ status, words }, 'although this route has answered before', request),
    'Check that nothing else answers in the place of the appliance, then try again.',
  ],
)

export const requestRedirected = error(
  'request-redirected',
  'The appliance leads to another address',
  ({ request, status, words, area }: Answered & { readonly area: string }) => [
    refused({ status, words }, 'which leads to another address', request),
    `Set base_url or endpoints.${area}.url to the REST service itself, which does not redirect.`,
  ],
)

export const applianceOverloaded = error(
  'appliance-overloaded',
  'The appliance has too much to do',
  ({ request, status, words }: Answered) => [
    refused({ status, words }, 'as it has too much to do', request),
    'Lower max_concurrent_requests or wait a little, then try again.',
  ],
)

export const accessCheckFailed = error(
  'access-check-failed',
  'The appliance had too much to do to check who asks',
  ({ request, status, words }: Answered) => [
    refused({ status, words }, 'as it had too much to do to check who asks: it did nothing', request),
    'Apply again. If it happens again, lower max_concurrent_requests.',
  ],
)

export const serverError = error(
  'server-error',
  'The appliance failed with a request',
  ({ request, status, words }: Answered) => [
    refused({ status, words }, undefined, request),
    'Look for the cause in the log of the appliance, then try again.',
  ],
)

export const requestRefused = error(
  'request-refused',
  'The appliance refuses a request',
  ({ request, status, words, area }: Answered & { readonly area: string }) => [
    refused({ status, words }, undefined, request),
    `Check that base_url or endpoints.${area}.url leads to the REST service of the appliance.`,
  ],
)

export const answerCutShort = error(
  'answer-cut-short',
  'Only a part of an answer came',
  ({ request, status, words }: Answered) => [
    `The request was answered with ${saidBy({ status, words })}, which is a part of an answer. The request was ${request}.`,
    'Check that no proxy on the way cuts answers short, then try again.',
  ],
)

export const failureReported = error(
  'failure-reported',
  'The appliance reports a failure',
  ({ request, status, words }: Answered) => [
    `The appliance answered ${saidBy({ status, words })}, which means that it failed. The request was ${request}.`,
    'Look for the quoted text in the log of the appliance, and try again once its cause is gone.',
  ],
)

export const serviceDisabled = error(
  'service-disabled',
  'A service of the appliance is disabled',
  ({ request, status, words }: Answered) => [
    `The appliance answered ${saidBy({ status, words })}, which means that it failed. The request was ${request}.`,
    'Enable the service that the answer names in the console of the appliance.',
  ],
)

export const failureWithoutStatus = error(
  'failure-without-status',
  'The appliance answers with an error, but does not say that it failed',
  ({ request, status, words }: Answered) => [
    `The appliance answered ${saidBy({ status, words })}, which tells of an error and has no Status of false. The request was ${request}.`,
    'Look for the quoted text in the log of the appliance, and try again once its cause is gone.',
  ],
)

export const answerNotJson = error(
  'answer-not-json',
  'An answer of the appliance is not JSON',
  ({ request, words }: Pick<Answered, 'request' | 'words'>) => [
    `The answer is ${quoted(words)}, which is not JSON. The request was ${request}.`,
    'Check that the URL is that of the REST service of the appliance and not of its console or of a proxy, and that nothing on the way cuts its answers short.',
  ],
)

export const answerTooLarge = error(
  'answer-too-large',
  'An answer of the appliance is too large',
  ({
    request,
    area,
    most,
  }: Pick<Answered, 'request'> & {
    readonly area: string
    /** What an answer of the route has at most, such as `4 MiB`. */
    readonly most: string
  }) => [
    `The answer is larger than an appliance sends: it was not read beyond ${most}. The request was ${request}.`,
    `Check that base_url or endpoints.${area}.url leads to the REST service of the appliance, and look with another client, such as curl, ` +
      'at what it answers to this request.',
  ],
)

export const answerUnreadable = error(
  'answer-unreadable',
  'An answer of the appliance cannot be understood',
  ({
    request,
    words,
    problem,
  }: Pick<Answered, 'request' | 'words'> & {
    /** A clause such as `which has no list of categories`. */
    readonly problem: string
  }) => [
    `The answer is ${quoted(words)}, ${problem}. The request was ${request}.`,
    'Check that the URL is that of the REST service of the appliance and not of its console or of a proxy.',
  ],
)

function refused(
  answer: Pick<Answered, 'status' | 'words'>,
  clause: string | undefined,
  request: string,
): string {
  const further = clause === undefined ? '' : `, ${clause}`
  return `The appliance refused the request with ${saidBy(answer)}${further}. The request was ${request}.`
}

/** The HTTP status, unless it is 200, and the words. */
function saidBy({ status, words }: Pick<Answered, 'status' | 'words'>): string {
  if (status === 200) return quoted(words)
  return `HTTP status ${status}${words === '' ? '' : ` and ${quoted(words)}`}`
}

function quoted(words: string): string {
  return words === '' ? 'nothing' : `"${words}"`
}
