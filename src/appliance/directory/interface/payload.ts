import type { ApplianceError } from '../../errors'
import { type Answer, unreadableAnswer } from '../../protocol/answer'
import { type Envelope, lowerCaseKeys } from '../../protocol/envelope'
import { parseJson } from '../../protocol/json-text'
import { isNothing } from './values'

/** A success of a directory route, with what is needed to tell of it. */
export interface DirectoryAnswer {
  readonly answer: Answer
  readonly envelope: Envelope
}

/**
 * What an answer carries beside its envelope. The interface document gives `Data` (2.3) and does not show it; a field named
 * after what was asked for, and `Info` where it holds more than a sentence, are taken too, as is the same field within
 * `Data`. Undefined where the answer carries nothing of the kind.
 *
 * @param names in lower case, such as `groups`
 */
export function payloadOf({ envelope }: DirectoryAnswer, names: readonly string[]): unknown {
  const { fields } = envelope
  const info = heldBy(fields.info)
  const values = ['data', ...names].filter((name) => name in fields).map((name) => heldBy(fields[name]))
  const all = typeof info === 'object' && info !== null ? [...values, info] : values
  const payload = all.find((value) => !isNothing(value)) ?? all[0]
  const inner = lowerCaseKeys(payload)
  const wrapped = inner && names.find((name) => typeof inner[name] === 'object')
  return inner && wrapped !== undefined ? inner[wrapped] : payload
}

/** A text that holds JSON is what it holds. */
function heldBy(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  return parseJson(value) ?? value
}

/** Whether an answer says something instead of carrying anything: then it is no empty list. */
export function saysSomethingElse({ envelope }: DirectoryAnswer, payload: unknown): boolean {
  return payload === undefined && typeof envelope.fields.info === 'string' && envelope.info !== ''
}

/** The error for a payload of a shape that cannot be made sense of; `what` is a clause such as "which is no record". */
export function unreadablePayload({ answer }: DirectoryAnswer, what: string): ApplianceError {
  return unreadableAnswer(answer, what)
}
