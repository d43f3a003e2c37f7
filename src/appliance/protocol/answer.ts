import type { Diagnostic } from '@webfilter/terraform-plugin'
import { answerNotJson, answerUnreadable } from '../../diagnostics/answers'
import { ApplianceError } from '../errors'
import { tooLarge } from '../http/connection-errors'
import { type Quoted, quotable, quotationOf } from '../quotation/quotation'
import type { Endpoint } from '../settings/endpoints'
import { listSize } from './answer-size'
import { callerRefusal } from './caller-refusal'
import { readJson } from './json-text'

/** A complete answer that was read as JSON, with what is needed to tell of it. */
export interface Answer {
  /** Method and full URL. */
  readonly request: string
  /** The HTTP status: that of a success, or of a failure that the JSON tells of. */
  readonly status: number
  /** What the JSON says; nothing is known of its shape. */
  readonly value: unknown
  /** What the text begins with, fit to be quoted; of a page of HTML its words. */
  readonly beginning: string
  /** Makes a text that stands in the answer fit to be quoted. */
  quote(part: string): string
  /** What it says in its own words, fit to be quoted, where these are the texts of its envelope. */
  words(texts: { readonly error: string; readonly info: string }): string
  /** The error for an answer with these words that does not let in a caller from this address. */
  refusal(words: string): ApplianceError
}

/**
 * Reads a text as JSON. Throws `unreadable` where it is none, where it contradicts itself, or where it has so many values, or is nested
 * so deeply, that nothing can be made of it.
 *
 * @param values how many there may be
 */
export function readAnswer(
  request: string,
  text: string,
  endpoint: Endpoint,
  status = 200,
  values = listSize.values,
): Answer {
  const { secrets } = endpoint
  const { value, problem, repeatsStatus } = readJson(text, values)
  const answer = {
    request,
    status,
    value,
    quote: (part: string) => quotable(part, secrets),
    words: (texts: Pick<Quoted, 'error' | 'info'>) => quotationOf({ text, ...texts }, secrets),
    refusal: (words: string) => callerRefusal({ request, status, words, cause: 'address' }, endpoint),
    // Most answers are never quoted.
    get beginning() {
      return quotationOf({ text }, secrets)
    },
  }
  if (problem === 'not JSON') throw unreadable(answerNotJson({ request, words: answer.beginning }))
  if (problem === 'too many values') throw tooLarge(request, endpoint, `${values} values`)
  if (problem === 'nested too deeply') throw unreadableAnswer(answer, 'which is nested too deeply')
  if (repeatsStatus) throw unreadableAnswer(answer, 'which contains Status twice')
  return answer
}

/** The error for an answer of a shape that cannot be made sense of; `what` is a clause such as "which is not JSON". */
export function unreadableAnswer(
  answer: Pick<Answer, 'request' | 'beginning'>,
  what: string,
): ApplianceError {
  const { request, beginning } = answer
  return unreadable(answerUnreadable({ request, words: beginning, problem: what }))
}

function unreadable(told: Diagnostic): ApplianceError {
  return new ApplianceError({ kind: 'unreadable', told })
}
