import type { Answered, Incidents } from '@webfilter/appliance-client'
import { caseOf, error, warning } from '@webfilter/terraform-plugin/diagnostics'
import { numberText } from '@webfilter/text'
import { counted, durationText, settingName } from './wording'

// Answers that refuse a request, or that the provider cannot read.

export const callerRefused = error(
  'caller-refused',
  'The appliance denies access',
  ({ request, status, words, cause, area, token }: Incidents['caller-refused']) => {
    const answer = statusAndWords({ status, words })
    const [first, second] =
      cause === 'token'
        ? [
            tokenAdvice({ area, token }),
            `If the token is correct, the source address may be the cause. ${addressAdvice}`,
          ]
        : [
            addressAdvice,
            `If it is already allowed, the token may be the cause. ${tokenAdvice({ area, token })}`,
          ]
    const what = {
      address: ': the address of this machine is not allowed',
      either: ', which does not say whether the token or the address of this machine is the cause',
      token: ': most likely, the token is missing or wrong',
    }
    return [
      `The appliance denied access with ${answer}${what[cause]}. The request was ${request}.`,
      `${first} ${second}`,
    ]
  },
  {
    canBeWarning: true,
  },
)

const addressAdvice =
  'Add the address of this machine to the source addresses that may use the REST service of the appliance.'

function tokenAdvice({ area, token }: Pick<Incidents['caller-refused'], 'area' | 'token'>): string {
  // The older listener has a token and a header of its own (docs/appliance, "Authentication").
  if (area === 'categories_legacy') {
    return 'Set token in endpoints.categories_legacy to the token of that listener, and its token_header to "ArticaKey".'
  }
  if (token === undefined) {
    return (
      `Set APPLIANCE_TOKEN or APPLIANCE_${area.toUpperCase()}_TOKEN in the environment, or token or endpoints.${area}.token in the ` +
      'configuration, to the token that the appliance expects.'
    )
  }
  return `Compare ${settingName(token.setting)} with the token that the appliance expects, and check token_header: the token is sent as ${token.headers.join(' and ')}.`
}

export const proxyRefused = error(
  'proxy-refused',
  'A proxy requires its own user name and password',
  ({ request, status, words }: Incidents['proxy-refused']) => [
    `A proxy between Terraform and the appliance rejected the request${because({ status, words })}. The request was ${request}.`,
    'Add the user name and password of the proxy to HTTPS_PROXY or HTTP_PROXY, as http://user:password@host:port, or add the ' +
      'appliance to NO_PROXY.',
  ],
  { group: 'not-reached', canBeWarning: true },
)

export const callerRefusedAgain = error(
  'caller-refused-again',
  'The appliance denies access for the same reason',
  // Without the request, so that all messages of a listener are the same, and reports can join them.
  ({ listener }: { readonly listener: string }) => [
    `The appliance at ${listener} also denied this request, most likely because of the token or the address of this machine.`,
    'Follow the message of this run with the code caller-refused, which says what to correct. The same correction solves this error.',
  ],
  { canBeWarning: true },
)

export const pathValueUnusable = error(
  'path-value-unusable',
  'A value cannot be part of a path of the REST interface',
  ({ route, parameter, value }: Incidents['path-value-unusable']) => [
    `${JSON.stringify(value)} cannot be the ${parameter} of ${route}: the request would reach another path. Nothing was sent.`,
    'Use a value that is not empty, does not consist of dots, and contains no slash, backslash or control character.',
  ],
  { canBeWarning: true },
)

export const routeMissing = error(
  'route-missing',
  'The appliance does not have this route',
  ({ request, status, words, route, release, withoutIt, prefix }: Incidents['route-missing']) => [
    `The appliance does not have the route ${route}, which came with ${release}. It answered ${statusAndWords({ status, words })}. The request ` +
      `was ${request}.`,
    prefix
      ? `Remove the path ${prefix.path} from ${settingName(prefix.address)}, unless a server in front of the appliance requires it. If the path is right: ` +
        `${withoutIt}`
      : withoutIt,
  ],
  {
    canBeWarning: true,
  },
)

export const answeredElsewhere = error(
  'answered-elsewhere',
  'Another service seems to answer instead of the appliance',
  ({ request, evidence, ...answer }: Incidents['answered-elsewhere']) => {
    const reasons = {
      comparison: 'a route that does not exist gets a different answer',
      'other routes': 'it comes with the list that the appliance returned',
    }
    return [
      `The answer is ${statusAndWords(answer)}, as if the appliance did not have this route. However, the route exists: ${reasons[evidence]}. ` +
        `The request was ${request}.`,
      'Check that no proxy or other service answers instead of the appliance, then try again.',
    ]
  },
  { group: 'not-reached', canBeWarning: true },
)

export const routeVanished = caseOf(
  answeredElsewhere,
  'A route that worked before is rejected',
  ({ request, status, words }: Incidents['route-vanished']) => [
    `A request to a route that worked earlier was rejected${because({ status, words })}. The request was ${request}.`,
    'Check that no proxy or other service answers instead of the appliance, then try again.',
  ],
)

export const requestRedirected = error(
  'request-redirected',
  'The request was redirected to another address',
  ({ request, status, words, area }: Incidents['request-redirected']) => [
    `The request was redirected to another address${because({ status, words })}. The request was ${request}.`,
    `Set base_url or endpoints.${area}.url to the address of the REST service itself, which does not redirect.`,
  ],
  { group: 'not-reached', canBeWarning: true },
)

export const applianceOverloaded = error(
  'appliance-overloaded',
  'The appliance is overloaded',
  ({ request, status, words, retryAfter }: Incidents['appliance-overloaded']) => [
    `The appliance rejected the request because it is overloaded${because({ status, words })}.${waitAskedFor(retryAfter)} The request was ${request}.`,
    waitAskedFor(retryAfter) === ''
      ? 'Lower max_concurrent_requests, or wait before you try again.'
      : 'Wait that long before you try again. If it happens again, lower max_concurrent_requests.',
  ],
  {
    group: 'not-reached',
    canBeWarning: true,
  },
)

export const accessCheckFailed = caseOf(
  applianceOverloaded,
  'The appliance was too busy to check who is asking',
  ({ request, status, words, retryAfter }: Incidents['access-check-failed']) => [
    `The appliance was too busy to check who is asking, and did nothing with the request${because({ status, words })}.` +
      `${waitAskedFor(retryAfter)} The request was ${request}.`,
    'Apply again. If it happens again, lower max_concurrent_requests.',
  ],
)

export const serverError = error(
  'server-error',
  'The appliance failed while processing a request',
  ({ request, status, words }: Incidents['server-error']) => [
    `The appliance failed while processing the request${because({ status, words })}. The request was ${request}.`,
    'Look for the cause in the log of the appliance, then try again.',
  ],
  { group: 'not-reached', canBeWarning: true },
)

export const requestRefused = error(
  'request-refused',
  'A request was rejected with an HTTP error',
  ({ request, status, words, area }: Incidents['request-refused']) => [
    `The request was rejected${because({ status, words })}. The request was ${request}.`,
    `Check that base_url or endpoints.${area}.url is the address of the REST service of the appliance.`,
  ],
  { canBeWarning: true },
)

export const answerCutShort = error(
  'answer-cut-short',
  'An answer is incomplete',
  ({ request, status, words }: Incidents['answer-cut-short']) => [
    `Only a part of the answer arrived${because({ status, words })}. The request was ${request}.`,
    'Check that no proxy between Terraform and the appliance truncates answers, then try again.',
  ],
  { group: 'not-reached', canBeWarning: true },
)

export const failureReported = error(
  'failure-reported',
  'The appliance rejected a request',
  ({ request, status, words }: Incidents['failure-reported']) => [
    `The appliance rejected the request${because({ status, words })}. The request was ${request}.`,
    'Look for the quoted text in the log of the appliance, and try again after its cause is fixed.',
  ],
  {
    canBeWarning: true,
  },
)

export const serviceDisabled = error(
  'service-disabled',
  'A service of the appliance is disabled',
  ({ request, status, words }: Incidents['service-disabled']) => [
    `The appliance rejected the request because a service is disabled${because({ status, words })}. The request was ${request}.`,
    'In the console of the appliance, enable the service that the answer names.',
  ],
  { canBeWarning: true },
)

export const failureWithoutStatus = caseOf(
  failureReported,
  'The appliance returned an error without a failed status',
  ({ request, status, words }: Incidents['failure-without-status']) => [
    `The answer contains an error, but its Status is not false${because({ status, words })}. The request was ${request}.`,
    'Look for the quoted text in the log of the appliance, and try again after its cause is fixed.',
  ],
)

export const answerUnreadable = error(
  'answer-unreadable',
  'An answer of the appliance is not understood',
  ({ request, words, problem }: Incidents['answer-unreadable']) => [
    `The provider does not understand the answer${words === '' ? '' : ` "${words}"`}, ${problem}. The request was ${request}.`,
    'Check that the URL is that of the REST service of the appliance rather than of its console or a proxy.',
  ],
  { canBeWarning: true },
)

export const answerNotJson = caseOf(
  answerUnreadable,
  'An answer of the appliance is not JSON',
  ({ request, words }: Incidents['answer-not-json']) => [
    `The answer is not JSON${words === '' ? '' : `: "${words}"`}. The request was ${request}.`,
    'Check that the URL is that of the REST service of the appliance rather than of its console or a proxy, and that nothing in between ' +
      'truncates answers.',
  ],
)

export const answerTooLarge = caseOf(
  answerUnreadable,
  'An answer of the appliance is too large',
  ({ request, area, most }: Incidents['answer-too-large']) => [
    `The answer is larger than any that an appliance sends, and was not read beyond ${most}. The request was ${request}.`,
    `Check that base_url or endpoints.${area}.url is the address of the REST service of the appliance. Send the same request with another ` +
      'client, such as curl, to see the answer.',
  ],
)

export const answerMisencoded = error(
  'answer-misencoded',
  'An answer of the appliance is not in UTF-8',
  ({ what, shown, wanted, encoding }: Incidents['answer-misencoded']) => [
    `The appliance returned ${what} as "${shown}", which is not in UTF-8 (${encoding}). Whether it is ${JSON.stringify(wanted)} cannot be ` +
      'determined, so nothing was treated as missing.',
    'Set the appliance, or the server in front of it, to UTF-8. Or rename it in the console of the appliance to a name of ASCII letters, ' +
      'and use that name in the configuration.',
  ],
  { canBeWarning: true },
)

export const entriesUnreadable = warning(
  'entries-unreadable',
  'Entries of a list cannot be read',
  ({ list, count, quoted }: Incidents['entries-unreadable']) => [
    `The list of ${list} has ${counted(count, 'entry')} without a readable number or name: ${quoted.join(' and ')}` +
      `${count > quoted.length ? ` and ${numberText(count - quoted.length)} more` : ''}. ${count === 1 ? 'It is' : 'They are'} left out.`,
    `Correct ${count === 1 ? 'the entry' : 'these entries'} in the console of the appliance. Until then, nothing that is missing from the list counts as gone unless the appliance ` +
      'shows it by other answers.',
  ],
)

export const textsIllegible = warning(
  'texts-illegible',
  'Texts of the appliance are not in UTF-8',
  ({ shown, count, encoding }: Incidents['texts-illegible']) => [
    `${counted(count, 'text')} of the appliance ${count === 1 ? 'is' : 'are'} not in UTF-8 (${encoding}), so letters of ` +
      `${count === 1 ? 'it' : 'them'} are lost: ${shown.map((each) => `"${each}"`).join(', ')}${count > shown.length ? ' and others' : ''}.`,
    'Do not use such a text in a configuration. Set the appliance, or the server in front of it, to UTF-8, and read again.',
  ],
)

/** A sentence, if the appliance asked for a wait that can be told. */
function waitAskedFor(milliseconds: number | undefined): string {
  if (!milliseconds || !Number.isFinite(milliseconds)) return ''
  return ` The appliance asked to wait ${durationText(Math.ceil(milliseconds / 1_000) * 1_000)}.`
}

/** The end of a sentence, with the words of the answer and its HTTP status unless that is 200; empty if it has neither. */
function because({ status, words }: Pick<Answered, 'status' | 'words'>): string {
  return status === 200 && words === '' ? '' : `: ${statusAndWords({ status, words })}`
}

/** What an answer says, in a sentence. */
export function statusAndWords({ status, words }: Pick<Answered, 'status' | 'words'>): string {
  if (status === 200) return words === '' ? 'nothing' : `"${words}"`
  return `HTTP status ${status}${words === '' ? '' : ` and "${words}"`}`
}
