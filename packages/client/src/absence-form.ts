import { createHash } from 'node:crypto'
import type { RawAnswer } from './protocol/route-caller'

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
 * What two answers have in common, for values neither of which exists; undefined if they differ in more than that. The value itself, the path of
 * the request and times are expected to differ, and so are words that vary: see `varies`.
 */
export function absenceForm(one: AskedAnswer, other: AskedAnswer): AbsenceForm | undefined {
  const { status } = one.answer
  const [ones, others] = [tokensOf(marked(one)), tokensOf(marked(other))]
  if (status !== other.answer.status || ones.length !== others.length) return undefined
  const pieces: Piece[] = []
  for (const [index, token] of ones.entries()) {
    const theirs = others[index] ?? ''
    if (token === theirs) pieces.push(token)
    else if (varies(token) && varies(theirs)) pieces.push(undefined)
    else return undefined
  }
  return formOf(status, pieces)
}

/** Whether a word may vary by itself, as a number or the identifier of a request does. Other words are those of two different failures. */
function varies(token: string): boolean {
  return /\p{N}/u.test(token) || /^[0-9a-f]{8,}$/i.test(token)
}

/** Whether two answers are equal to the letter, but for the value, the path and the time of the request. */
export function areAlike(one: AskedAnswer, other: AskedAnswer): boolean {
  return one.answer.status === other.answer.status && marked(one) === marked(other)
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
      return consistsOf(text, pieces, behindMarks)
    },
  }
}

/** A part of the request, as the answer for it writes it. */
function expected(part: string, { value }: RawAnswer): string {
  return folded(withoutTimes(inText(part, value !== undefined)))
}

/** Whether a text consists of these pieces. A word that varies is as long as it can be: the time grows with the length of the text alone. */
function consistsOf(
  text: string,
  pieces: readonly Piece[],
  behindMarks: ReadonlyMap<string, string>,
): boolean {
  let end = 0
  for (const piece of pieces) {
    const literal = piece === undefined ? undefined : (behindMarks.get(piece) ?? folded(piece))
    const found = literal ?? wordAt(text, end)
    const isThere = literal === undefined ? varies(found) : text.startsWith(literal, end)
    if (!isThere) return false
    end += found.length
  }
  return end === text.length
}

/** The word that begins at a place of a text; empty if none does. */
function wordAt(text: string, place: number): string {
  const sought = new RegExp(word, 'uy')
  sought.lastIndex = place
  return sought.exec(text)?.[0] ?? ''
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

/** A UUID; a word, or a number with its fractions and unit. A text is cut into the longest ones, and single characters. */
const uuid = String.raw`[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?![\p{L}\p{N}_])`
const word = String.raw`${uuid}|[\p{L}\p{N}_]+(?:\.\p{N}[\p{L}\p{N}_]*)*`
const token = new RegExp(`${word}|.`, 'gsu')

function tokensOf(text: string): readonly string[] {
  return text.match(token) ?? []
}

/** As the canonical text writes it. */
function inText(part: string, isJson: boolean): string {
  return isJson ? JSON.stringify(part).slice(1, -1) : part
}

/** Nothing that is longer is looked at; characters. An appliance says in a sentence that something does not exist. */
export const longestAbsence = 20_000
