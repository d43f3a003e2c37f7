import { answerUnrelated } from '../../diagnostics/absence'
import { ApplianceError } from '../errors'
import { failureOf, isKnownRefusal, readEnvelope, textsIn } from '../protocol/envelope'
import { isPassing } from '../protocol/http-status'
import type { RawAnswer } from '../protocol/raw-answer'

/** Nothing that is longer is looked at; characters. An appliance says in a sentence that something does not exist. */
const longestAbsence = 20_000

/** Statuses that refuse the caller or the method, or announce a part of an answer. */
const refusals: ReadonlySet<number> = new Set([206, 401, 403, 405, 407, 501])

/**
 * Whether an answer can mean that something does not exist. A refusal of the caller, a service that is off, a page for people, and what
 * a proxy or a server under load answers cannot.
 */
export function mayTellAbsence({ status, isHtml, text, value, refusal }: RawAnswer): boolean {
  if (refusal?.nothingDone) return false
  const isAnswer = (status >= 200 && status < 300) || (status >= 400 && status <= 500)
  if (!isAnswer || refusals.has(status) || (isPassing(status) && status !== 500)) return false
  return !isHtml && text.length <= longestAbsence && !isKnownRefusal(textsIn(value))
}

/** Whether an answer says how a route is answered that does not exist: a refusal of the caller and one that passes do not. */
export function tellsOfRoutes({ status, refusal }: RawAnswer): boolean {
  return !refusal?.nothingDone && ![401, 403, 407].includes(status) && (!isPassing(status) || status === 500)
}

/** What an answer says instead, if it cannot mean an absence. */
export function refusalBehind(raw: RawAnswer): ApplianceError {
  try {
    const answer = raw.read()
    const envelope = readEnvelope(answer)
    return envelope.succeeded ? tellsNothing(raw) : failureOf(answer, envelope)
  } catch (error) {
    if (error instanceof ApplianceError) return error
    throw error
  }
}

/** The error for an answer that is neither what was asked for nor an absence. */
export function tellsNothing(answer: RawAnswer): ApplianceError {
  return new ApplianceError({
    kind: 'unreadable',
    status: answer.status,
    told: answerUnrelated({ request: answer.request, answer: quoted(answer) }),
  })
}

/** An answer for a message: what it says, and its HTTP status where that is none of a plain success. */
export function quoted({ status, words }: RawAnswer): string {
  const text = words === '' ? 'nothing' : `"${words}"`
  return status === 200 ? text : `HTTP status ${status} and ${text}`
}
