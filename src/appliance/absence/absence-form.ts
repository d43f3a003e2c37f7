import type { RawAnswer } from '../raw-answer'

/** An answer, and the value that was asked for: a site, or a login. */
export interface AskedAnswer {
  readonly asked: string
  readonly answer: RawAnswer
}

/** What the answer for something that does not exist looks like on one appliance. */
export interface AbsenceForm {
  /** Whether an answer has this form, but for the value that was asked for and for what varies anyway. */
  fits(asked: string, answer: RawAnswer): boolean
}

/**
 * The form that the answers for several values have in common, none of which exists. The values themselves and the paths of the
 * requests are expected to differ, and so may single words and numbers, such as a time or the number of a request. Undefined
 * where the answers differ in more than that: then nobody can say what absence looks like.
 *
 * @param samples two at least
 */
export function absenceForm(samples: readonly AskedAnswer[]): AbsenceForm | undefined {
  const [status, ...otherStatuses] = samples.map(({ answer }) => answer.status)
  if (otherStatuses.some((other) => other !== status)) return undefined
  const [first = [], ...others] = samples.map((sample): readonly Piece[] => tokensOf(marked(sample)))
  const pieces = others.reduce<readonly Piece[] | undefined>(
    (one, other) => one && inCommon(one, other),
    first,
  )
  if (pieces === undefined) return undefined
  return {
    fits(asked, answer) {
      return answer.status === status && pattern(pieces, asked, answer).test(canonicalText(answer))
    },
  }
}

/** Whether two answers say the same to the letter, but for what was asked for, and where. */
export function sayTheSame(one: AskedAnswer, other: AskedAnswer): boolean {
  return one.answer.status === other.answer.status && marked(one) === marked(other)
}

/**
 * The text of an answer, comparable: JSON without its white space and with its keys in order, as a server may write a map in any;
 * any other text on one line.
 */
function canonicalText({ value, text }: RawAnswer): string {
  return value === undefined ? text.replace(/\s+/g, ' ').trim() : JSON.stringify(withKeysInOrder(value))
}

function withKeysInOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeysInOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, each]) => [key, withKeysInOrder(each)]))
}

/** Stand for the path of the request and for the value that was asked for; no answer holds such characters. */
const pathMark = '\uE000'
const askedMark = '\uE001'

function marked({ asked, answer }: AskedAnswer): string {
  const text = canonicalText(answer).replace(/[\uE000-\uE001]/g, ' ')
  return text
    .replace(new RegExp(escaped(inText(answer.path, answer)), 'gi'), pathMark)
    .replace(new RegExp(escaped(inText(asked, answer)), 'gi'), askedMark)
}

/** A literal text, or undefined for a word that varies. */
type Piece = string | undefined

function inCommon(pieces: readonly Piece[], others: readonly Piece[]): readonly Piece[] | undefined {
  if (pieces.length !== others.length) return undefined
  const common = pieces.map((piece, index) => (piece === others[index] ? piece : undefined))
  const onlyWordsVary = common.every(
    (piece, index) => piece !== undefined || [pieces, others].every(isWord(index)),
  )
  return onlyWordsVary ? common : undefined
}

/** A piece that varies already was a word. */
function isWord(index: number) {
  return (pieces: readonly Piece[]): boolean => wholeWord.test(pieces[index] ?? 'word')
}

/** A word, or a number with its fraction. */
const word = String.raw`[\p{L}\p{N}_]+(?:\.\d+)?`
const wholeWord = new RegExp(`^${word}$`, 'u')

function tokensOf(text: string): readonly string[] {
  return text.match(new RegExp(`${word}|[^]`, 'gu')) ?? []
}

function pattern(pieces: readonly Piece[], asked: string, answer: RawAnswer): RegExp {
  const source = pieces.map((piece) => {
    if (piece === undefined) return word
    if (piece === pathMark) return escaped(inText(answer.path, answer))
    return escaped(piece === askedMark ? inText(asked, answer) : piece)
  })
  return new RegExp(`^${source.join('')}$`, 'iu')
}

/** As the canonical text writes it. */
function inText(part: string, { value }: RawAnswer): string {
  return value === undefined ? part : JSON.stringify(part).slice(1, -1)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
