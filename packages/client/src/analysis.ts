import * as z from 'zod/mini'
import { type Answer, unreadableAnswer } from './protocol/answer'
import {
  caselessObject,
  lenientFlag,
  lenientInteger,
  lenientText,
  listOrNothing,
  lowerCaseKeys,
  orNull,
  readSuccess,
} from './protocol/envelope'
import { type Assumption, envelopeSize, type Route } from './protocol/route'
import type { RouteCaller } from './protocol/route-caller'

/** The analysis area of one appliance (docs/appliance, "Analyze a website"). */
export interface Analysis {
  /**
   * Lets the appliance try the way to a website, directly and through its proxy. What fails on the way is part of the
   * result; throws `ApplianceError` where there is no result.
   *
   * @param website a host, or host and port: `example.org:8443`
   */
  website(website: string, signal: AbortSignal): Promise<WebsiteAnalysis>
}

/** The analysis area of the appliance that the caller reaches. Sends nothing by itself. */
export function createAnalysis(caller: RouteCaller): Analysis {
  return {
    async website(website, signal) {
      return readAnalysis(await caller.ask(analysisRoute, { parameters: { domain: website } }, signal))
    },
  }
}

export const analysisRoute: Route = {
  area: 'analysis',
  method: 'GET',
  path: '/analyze/website/direct/[domain]',
  changes: false,
  answer: envelopeSize,
  // Nothing is changed, but each request makes the appliance look up names and open connections.
  repeatable: 'unless-timed-out',
  release: 'release 4.50 Service Pack 1, or hotfix 20240914-17',
  withoutIt: 'Update the appliance, or test the website from another machine.',
}

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Missing fields of a website analysis',
    assumed: 'Any field may be missing as long as one exists.',
    ifWrong: 'The attribute is null although the appliance has a value for it.',
  },
  {
    topic: 'Failure of the request through the proxy',
    assumed:
      'If proxy_error and proxy_error_str contradict each other, the text decides: only a failure has one.',
    ifWrong: 'proxy_error is the opposite of what happened. Compare it with proxy_response_code.',
  },
]

const lenientTexts = listOrNothing(lenientText)

const proxyDnsSchema = caselessObject({
  dnsname: orNull(lenientText),
  dns_success: orNull(lenientFlag),
  dns_error: orNull(lenientText),
  dns_result: orNull(lenientText),
})

/** The fields of docs/appliance, "Analyze a website". */
const analysisShape = {
  domain_test: orNull(lenientFlag),
  domain_record: orNull(lenientText),
  telnet: orNull(lenientFlag),
  telnet_error: orNull(lenientText),
  proto: orNull(lenientText),
  port: orNull(lenientInteger),
  domain: orNull(lenientText),
  query_url: orNull(lenientText),
  direct_http: orNull(lenientFlag),
  direct_http_error: orNull(lenientText),
  direct_http_err_code: orNull(lenientInteger),
  direct_http_response_headers: lenientTexts,
  proxy_enable: orNull(lenientFlag),
  proxy_url: orNull(lenientText),
  proxy_error: orNull(lenientFlag),
  proxy_error_str: orNull(lenientText),
  proxy_response_headers: lenientTexts,
  proxy_response_code: orNull(lenientInteger),
  proxy_dns: listOrNothing(proxyDnsSchema),
}

const analysisSchema = z.object(analysisShape)

/** What the appliance found on its way to a website; null if it does not say. */
export type WebsiteAnalysis = Readonly<z.infer<typeof analysisSchema>>

/**
 * Reads the answer of the analysis route. A failure on the way to the website stands in a field of the result (docs/appliance, "Analyze a
 * website"); without any such field the answer is a failure of the route itself, or nothing that can be read.
 */
export function readAnalysis(answer: Answer): WebsiteAnalysis {
  const fields = lowerCaseKeys(answer.value)
  if (!fields || !Object.keys(analysisShape).some((name) => name in fields)) {
    readSuccess(answer)
    throw unreadableAnswer(answer, 'which is not a website analysis')
  }
  const parsed = analysisSchema.safeParse(fields)
  if (!parsed.success) throw unreadableAnswer(answer, 'which contains a list in an unknown format')
  const { direct_http_response_headers, proxy_response_headers, proxy_dns } = parsed.data
  return {
    ...parsed.data,
    direct_http_response_headers: direct_http_response_headers.filter(isLasting),
    proxy_error: proxyFailed(parsed.data),
    proxy_response_headers: proxy_response_headers.filter(isLasting),
    proxy_dns: proxy_dns.map((server) => ({ ...server, dns_result: inOrder(server.dns_result) })),
  }
}

/** Whether a header, `Name: value`, is one that another answer of the same website would have, too. */
function isLasting(header: string): boolean {
  const [name = ''] = header.split(':', 1)
  return !ofOneAnswer.has(name.trim().toLowerCase())
}

/** Headers that belong to the one answer: its time, its place in a cache, a session that it begins, the number of the request. */
const ofOneAnswer: ReadonlySet<string> = new Set([
  'age',
  'cf-ray',
  'date',
  'expires',
  'server-timing',
  'set-cookie',
  'traceparent',
  'x-amz-cf-id',
  'x-amz-id-2',
  'x-amz-request-id',
  'x-correlation-id',
  'x-request-id',
  'x-runtime',
  'x-timer',
  'x-trace-id',
])

/** DNS servers rotate addresses: each answer has another order. */
function inOrder(addresses: string | null): string | null {
  if (addresses === null) return null
  const each = addresses.split(',').map((address) => address.trim())
  return each.sort().join(', ')
}

function proxyFailed({ proxy_error, proxy_error_str }: WebsiteAnalysis): boolean | null {
  if (proxy_error === null || proxy_error_str === null) return proxy_error
  return proxy_error_str.trim() !== ''
}
