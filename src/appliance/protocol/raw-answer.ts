import type { ApplianceError } from '../errors'
import type { WireAnswer } from '../http/exchange'
import { quotationOf } from '../quotation/quotation'
import { type Answer, readAnswer } from './answer'
import { textsIn } from './envelope'
import { type AskedRoute, refusalOf } from './http-status'
import { parseJson } from './json-text'

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

/** @param hasAnswered whether the route has given an answer that was understood, so that it cannot be missing */
export function rawAnswer(answer: WireAnswer, asked: AskedRoute, hasAnswered: boolean): RawAnswer {
  const { request, path, endpoint, route } = asked
  const { values } = route.answer
  const { status, text, headers } = answer
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
      // PHP calls everything HTML unless it is told otherwise.
      return (
        /^\s*</.test(text) || (/\bhtml\b/i.test(String(headers['content-type'])) && this.value === undefined)
      )
    },
    get words() {
      return quotationOf({ text, ...textsIn(this.value) }, endpoint.secrets)
    },
    read() {
      if (refusal) throw refusal
      return readAnswer(request, text, endpoint, status, values)
    },
  }
}
