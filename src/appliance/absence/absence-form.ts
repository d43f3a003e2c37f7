import { createHash } from 'node:crypto'
import { answerUnrelated } from '../../diagnostics/absence'
import { ApplianceError } from '../errors'
import { isPassing } from '../http/retries'
import { failureOf, isKnownRefusal, readEnvelope, textsIn } from '../protocol/envelope'
import type { RawAnswer } from '../protocol/route-caller'

/** An answer, and the value that was asked for: a site, or a login. */
export interface AskedAnswer {
  readonly asked: string
  readonly answer: RawAnswer
}

/** The form of an appliance's answers for something that does not exist. */
export interface AbsenceForm {
  /** Whether an answer has this form, but for the value that was asked for and for what varies anyway. */
  fits(asked: string, answer: RawAnswer): boolean
  /** The same for the same form, in every run: a digest, as an answer may contain private data. */
  readonly fingerprint: string
}

/**
 * What the answers for several values have in common, none of which exists:
 * - `form`: the value itself, the path of the request and times are expected to differ; so may single words, if they are numbers or
 *   hold digits, such as the number of a request, or if no two of four answers have the same one.
 * - `more`: words differ that may be random too, or belong to two different failures. Four answers will decide.
 * - `differ`: the answers differ in more than that, so the form of an absence cannot be determined.
 *
 * @param samples two at least
 */
export function absenceForm(
  samples: readonly AskedAnswer[],
): { readonly kind: 'form'; readonly form: AbsenceForm } | { readonly kind: 'more' | 'differ' } {
  const status = statusOf(samples)
  const tokens = samples.map((sample) => tokensOf(marked(sample)))
  const [first = [], ...others] = tokens
  if (status === undefined || others.some(({ length }) => length !== first.length)) return { kind: 'differ' }
  const pieces: Piece[] = []
  let isDoubtful = false
  for (const [index, token] of first.entries()) {
    const all = tokens.map((each) => each[index] ?? '')
    if (all.every((each) => each === token)) pieces.push(token)
    else if (all.every(isWord)) {
      pieces.push(undefined)
      isDoubtful ||= !isRandom(all)
    } else return { kind: 'differ' }
  }
  if (isDoubtful) return { kind: samples.length < samplesOfRandomWords ? 'more' : 'differ' }
  return { kind: 'form', form: formOf(status, pieces) }
}

/** Whether two answers are equal to the letter, but for the value, the path and the time of the request. */
export function areAlike(one: AskedAnswer, other: AskedAnswer): boolean {
  return one.answer.status === other.answer.status && marked(one) === marked(other)
}

/** So many answers that all hold another word are enough to call the word random. */
const samplesOfRandomWords = 4

/** The words of two different failures differ too, but hold no digits, or come more than once. */
function isRandom(words: readonly string[]): boolean {
  if (words.every((each) => /\p{N}/u.test(each))) return true
  return words.length >= samplesOfRandomWords && new Set(words).size === words.length
}

/** Undefined if the answers have different ones. */
function statusOf(samples: readonly AskedAnswer[]): number | undefined {
  const statuses = new Set(samples.map(({ answer }) => answer.status))
  const [status] = statuses
  return statuses.size === 1 ? status : undefined
}

/** A literal text, or undefined for a word that varies. */
type Piece = string | undefined

function formOf(status: number, pieces: readonly Piece[]): AbsenceForm {
  const text = JSON.stringify([status, pieces.map((piece) => piece ?? null)])
  return {
    fingerprint: createHash('sha256').update(text).digest('base64url').slice(0, 22),
    fits(asked, answer) {
      // Longer ones are never taken for an absence.
      if (answer.status !== status || answer.text.length > longestAbsence) return false
      const [path = '', decoded = path] = pathsOf(answer).map((each) => expected(each, answer))
      const behindMarks = new Map([
        [pathMark, decoded],
        [askedMark, expected(asked, answer)],
      ])
      const text = folded(canonicalText(answer)).replaceAll(path, () => decoded)
      return consistsOf(text, literalsBetweenWords(pieces, behindMarks))
    },
  }
}

/** A part of the request, as the answer for it writes it. */
function expected(part: string, { value }: RawAnswer): string {
  return folded(withoutTimes(inText(part, value !== undefined)))
}

/** What stands before, between and behind the words that vary; empty at the two ends where there is nothing. */
function literalsBetweenWords(
  pieces: readonly Piece[],
  behindMarks: ReadonlyMap<string, string>,
): readonly string[] {
  const literals = ['']
  for (const piece of pieces) {
    if (piece === undefined) literals.push('')
    else literals.push(`${literals.pop()}${behindMarks.get(piece) ?? folded(piece)}`)
  }
  return literals
}

/**
 * Whether a text consists of these literals with any word between each two of them. Words may contain what separates them, so several
 * positions may be reached behind a literal; but of those in one run of words only the first matters, as a word that begins there can
 * end wherever one that begins later can. The time grows with the length of the text and not with the ways to cut it.
 */
function consistsOf(text: string, literals: readonly string[]): boolean {
  const [first = '', ...others] = literals
  if (others.length === 0 || !text.startsWith(first)) return text === first
  const runEnds = endsOfRuns(text)
  let reached: ReadonlySet<number> = new Set([first.length])
  for (const literal of others) {
    reached = new Set([...reached].flatMap((start) => behindWordAnd(literal, text, start, runEnds)))
  }
  return reached.has(text.length)
}

/** Positions behind a literal that follows a word which begins at `start`: the first in the same run, and all at its end or behind it. */
function behindWordAnd(
  literal: string,
  text: string,
  start: number,
  runEnds: Readonly<Uint32Array>,
): readonly number[] {
  const end = runEnds[start] ?? 0
  const found: number[] = []
  for (let at = start + 1; at <= end; at += 1) {
    const behind = at + literal.length
    if (text[at - 1] === '.' || !text.startsWith(literal, at)) continue
    if (behind >= end) found.push(behind)
    else if (runEnds[behind] !== 0) {
      found.push(behind)
      at = Math.max(at, end - literal.length - 1)
    }
  }
  return found
}

/** For each position at which a word may begin, where the longest one ends; 0 for the others. */
function endsOfRuns(text: string): Uint32Array {
  const ends = new Uint32Array(text.length)
  for (const { index, 0: run } of text.matchAll(words))
    ends.fill(index + run.length, index, index + run.length)
  return ends.map((end, at) => (text[at] === '.' ? 0 : end))
}

/** The same for letters of either case, and as long as before: an appliance may write a login in small letters. */
function folded(text: string): string {
  return text.replace(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  })
}

/** Stand for the path of the request, for the value that was asked for, and for a time. Private characters of Unicode. */
const pathMark = '\uE000'
const askedMark = '\uE001'
const timeMark = '\uE002'

function marked({ asked, answer }: AskedAnswer): string {
  const isJson = answer.value !== undefined
  const inPlaceOf = (text: string, part: string, mark: string) =>
    replaced(text, withoutTimes(inText(part, isJson)), mark)
  const withPath = pathsOf(answer).reduce(
    (text, path) => inPlaceOf(text, path, pathMark),
    canonicalText(answer),
  )
  return inPlaceOf(withPath, asked, askedMark)
}

/** A text with a mark in place of a part of it, in any letter case. */
function replaced(text: string, part: string, mark: string): string {
  const [whole, sought] = [folded(text), folded(part)]
  const kept: string[] = []
  let place = 0
  for (let at = whole.indexOf(sought); at !== -1 && sought !== ''; at = whole.indexOf(sought, place)) {
    kept.push(text.slice(place, at))
    place = at + sought.length
  }
  return [...kept, text.slice(place)].join(mark)
}

/**
 * The text of an answer, comparable: JSON without its white space and with its keys in order, as a server may write a map in any;
 * any other text on one line; times left out.
 */
function canonicalText({ value, text }: RawAnswer): string {
  const plain =
    value === undefined ? text.replace(/\s+/g, ' ').trim() : JSON.stringify(withKeysInOrder(value))
  return withoutTimes(plain.replace(/[\uE000-\uE002]/g, ' '))
}

function withKeysInOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeysInOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, each]) => [key, withKeysInOrder(each)]))
}

/** Answers of one moment contain the same time, and later ones another. */
function withoutTimes(text: string): string {
  return text.replace(
    /(?<!\d)(?:\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?|\d\d?:\d\d:\d\d(?:[.,]\d+)?)(?!\d)/g,
    timeMark,
  )
}

/** A path may be echoed as it was sent, or decoded. */
function pathsOf({ path }: RawAnswer): readonly string[] {
  const decoded = decodeURIComponent(path)
  return decoded === path ? [path] : [path, decoded]
}

/** A word, or a number with its fractions and unit. A text is cut into the longest ones. */
const words = /[\p{L}\p{N}_]+(?:\.\p{N}[\p{L}\p{N}_]*)*/gu

function isWord(token: string): boolean {
  return /^[\p{L}\p{N}_]/u.test(token)
}

/** Words, and single characters. */
function tokensOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+(?:\.\p{N}[\p{L}\p{N}_]*)*|./gsu) ?? []
}

/** As the canonical text writes it. */
function inText(part: string, isJson: boolean): string {
  return isJson ? JSON.stringify(part).slice(1, -1) : part
}

/** Nothing that is longer is looked at; characters. An appliance says in a sentence that something does not exist. */
const longestAbsence = 20_000

/** Statuses that refuse the caller or the method, or announce a part of an answer. */
const refusals: ReadonlySet<number> = new Set([206, 401, 403, 405, 407, 501])

/**
 * Whether an answer can mean that something does not exist. A refusal of the caller, a service that is off, a page for people, and what
 * a proxy or a server under load answers cannot.
 */
export function canMeanAbsence({ status, isHtml, text, value, refusal }: RawAnswer): boolean {
  if (refusal?.nothingDone) return false
  const isAnswer = (status >= 200 && status < 300) || (status >= 400 && status <= 500)
  if (!isAnswer || refusals.has(status) || (isPassing(status) && status !== 500)) return false
  return !isHtml && text.length <= longestAbsence && !isKnownRefusal(textsIn(value))
}

/** Whether an answer shows how a missing route is answered: a refusal of the caller and one that passes do not. */
export function isEvidenceOfRoutes({ status, refusal }: RawAnswer): boolean {
  return !refusal?.nothingDone && ![401, 403, 407].includes(status) && (!isPassing(status) || status === 500)
}

/** What an answer says instead, if it cannot mean an absence. */
export function refusalBehind(raw: RawAnswer): ApplianceError {
  try {
    const answer = raw.read()
    const envelope = readEnvelope(answer)
    return envelope.succeeded ? unrelatedAnswer(raw) : failureOf(answer, envelope)
  } catch (error) {
    if (error instanceof ApplianceError) return error
    throw error
  }
}

/** The error for an answer that is neither what was asked for nor an absence. */
export function unrelatedAnswer(answer: RawAnswer): ApplianceError {
  return new ApplianceError({
    kind: 'unreadable',
    status: answer.status,
    diagnostic: answerUnrelated({ request: answer.request, answer: quoted(answer) }),
  })
}

/** An answer for a message: what it says, and its HTTP status where that is none of a plain success. */
export function quoted({ status, words }: RawAnswer): string {
  const text = words === '' ? 'nothing' : `"${words}"`
  return status === 200 ? text : `HTTP status ${status} and ${text}`
}
