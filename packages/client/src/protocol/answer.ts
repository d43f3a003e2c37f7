import { parsedJson } from '@webfilter/appliance-names'
import { addressText } from '../addresses'
import type { Endpoint } from '../endpoints'
import { ApplianceError } from '../errors'
import { tooLarge } from '../http/transport'
import type { Incident, IncidentOf, Incidents } from '../incidents'
import { type Quoted, quotable, quotationOf } from '../quotation/quotation'
import { listSize } from './route'

/** A complete answer that was read as JSON, with what errors about it need. */
export interface Answer {
  /** Method and full URL. */
  readonly request: string
  /** The HTTP status: that of a success, or of a failure that the JSON reports. */
  readonly status: number
  /** What the JSON says; nothing is known of its shape. */
  readonly value: unknown
  /** What it is written in, as a clause, if that is not UTF-8: then letters of its texts are lost. */
  readonly encoding: string | undefined
  /** What the text begins with, fit to be quoted; of a page of HTML its words. */
  readonly beginning: string
  /** Makes a text that stands in the answer fit to be quoted. */
  quote(part: string): string
  /** What it says in its own words, fit to be quoted, where these are the texts of its envelope. */
  words(texts: { readonly error: string; readonly info: string }): string
  /** The error for an answer with these words that does not let the caller in. */
  refusal(words: string, cause: RefusalCause): ApplianceError
}

/**
 * Reads a text as JSON. Throws `unreadable` where it is none, where it contradicts itself, or where it has so many values, or is nested
 * so deeply, that nothing can be made of it.
 *
 * @param values how many there may be
 * @param encoding what it is written in, as a clause, if that is not UTF-8
 */
export function readAnswer(
  request: string,
  text: string,
  endpoint: Endpoint,
  status = 200,
  values = listSize.values,
  encoding?: string,
): Answer {
  const { value, problem, repeatsStatus } = readJson(text, values)
  const answer = {
    request,
    status,
    value,
    encoding,
    quote: (part: string) => quotable(part),
    words: (texts: Pick<Quoted, 'error' | 'info'>) => quotationOf({ text, ...texts }),
    refusal: (words: string, cause: RefusalCause) =>
      callerRefusal({ request, status, words, cause }, endpoint),
    // Most answers are never quoted.
    get beginning() {
      return quotationOf({ text })
    },
  }
  if (problem === 'not JSON') throw unreadable({ is: 'answer-not-json', request, words: answer.beginning })
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
  return unreadable({ is: 'answer-unreadable', request, words: beginning, problem: what })
}

/** What is said of the entries of a list that are left out. */
export function unreadableEntries(
  list: string,
  entries: readonly unknown[],
  quote: Answer['quote'],
): IncidentOf<'entries-unreadable'> {
  const quoted = entries.slice(0, mostQuoted).map((entry) => quote(JSON.stringify(entry) ?? ''))
  return { is: 'entries-unreadable', list, count: entries.length, quoted }
}

const mostQuoted = 3

function unreadable(incident: Incident): ApplianceError {
  return new ApplianceError({ kind: 'unreadable', incident })
}

/** An answer that does not let the caller in. */
interface Refusal {
  /** Method and full URL. */
  readonly request: string
  readonly status: number
  /** Its words, fit to be quoted. */
  readonly words: string
  readonly cause: RefusalCause
}

/** What an answer that does not let the caller in speaks of; most likely the token if it says nothing. */
export type RefusalCause = Incidents['caller-refused']['cause']

/** The error for a caller that is not let in. Neither token nor list of addresses changes during a run, so no request is repeated for it. */
export function callerRefusal(
  { request, status, words, cause }: Refusal,
  endpoint: Endpoint,
): ApplianceError {
  const { area, token } = endpoint
  const listener = addressText(endpoint)
  return new ApplianceError({
    kind: 'forbidden',
    status,
    incident: { is: 'caller-refused', request, status, words, cause, area, listener, token },
  })
}

/** What a text says as JSON. */
interface JsonText {
  /** Undefined, which JSON cannot say, where it says nothing as JSON, or nothing that may be looked into. */
  readonly value: unknown
  readonly problem: 'not JSON' | 'nested too deeply' | 'too many values' | undefined
  /**
   * The object that it holds has the key `status` twice in one spelling. Readers of JSON take the last one and say nothing: an
   * answer that says both false and true would look like a success.
   */
  readonly repeatsStatus: boolean
}

/**
 * Reads a text as JSON, once it is known what that costs: the smallest objects take thirty times their bytes in memory, and what
 * is nested without bound cannot be walked by recursion. The look before takes less time than the reading.
 *
 * @param values how many there may be
 */
export function readJson(text: string, values = listSize.values): JsonText {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text
  // A page for people is no JSON, however many commas are in it.
  if (!/^\s*[[{"\-\dtfn]/.test(json)) return nothing('not JSON')
  const shape = shapeOf(json, values)
  if (shape.values > values) return nothing('too many values')
  if (shape.depth > deepest) return nothing('nested too deeply')
  const value = parsedJson(json)
  if (value === undefined) return nothing('not JSON')
  return {
    value: longNumber.test(json) ? parsedJson(withoutRounding(json)) : value,
    problem: undefined,
    repeatsStatus: repeats(shape.statuses),
  }
}

/** So long is each number that may lose digits when it is read: those of at most 15 digits are held exactly. */
const longNumber = /\d[\d.]{15}/

/**
 * A text of JSON in which numbers that a reader would round are texts. One that is cut to what programs can hold would be the number of another
 * category or group.
 */
function withoutRounding(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (part) =>
    part.startsWith('"') || part.length <= mostExactDigits || String(Number(part)) === part
      ? part
      : `"${part}"`,
  )
}

const mostExactDigits = 15

/** The value alone. @param values how many there may be */
export function parseJson(text: string, values?: number): unknown {
  return readJson(text, values).value
}

/** No answer of the interface is nested more than five levels deep. */
const deepest = 100

function nothing(problem: JsonText['problem']): JsonText {
  return { value: undefined, problem, repeatsStatus: false }
}

function repeats(names: readonly string[]): boolean {
  return new Set(names).size < names.length
}

/** What is known of JSON before it is parsed. */
interface Shape {
  /** At least as many as there are. */
  readonly values: number
  /** How many levels there are. */
  readonly depth: number
  /** The keys of the outermost object that say `status` in any letter case, each as often as it stands there. */
  readonly statuses: readonly string[]
}

/** Goes through a text once, and stops where it is too much. The result means nothing for a text that is no JSON. */
function shapeOf(text: string, mostValues: number): Shape {
  const statuses: string[] = []
  let [values, level, depth] = [1, 0, 0]
  for (let at = 0; at < text.length && values <= mostValues && depth <= deepest; at += 1) {
    switch (text.charCodeAt(at)) {
      case quotationMark: {
        const end = endOfText(text, at)
        if (level === 1 && isStatus(text, at, end)) statuses.push(JSON.parse(text.slice(at, end + 1)))
        at = end
        break
      }
      case comma:
        values += 1
        break
      case brace:
      case bracket:
        values += 1
        level += 1
        if (level > depth) depth = level
        break
      case closingBrace:
      case closingBracket:
        level -= 1
    }
  }
  return { values, depth, statuses }
}

const [quotationMark, comma, backslash] = [0x22, 0x2c, 0x5c]
const [bracket, closingBracket, brace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Where the text ends that begins at a quotation mark. */
function endOfText(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === quotationMark) return at
    if (character === backslash) at += 1
  }
  return text.length
}

/** Whether it is a key, which a colon follows after any white space, and says `status`, in plain letters or not. */
function isStatus(text: string, begin: number, end: number): boolean {
  if (end - begin - 1 > longestStatus || !isKey(text, end)) return false
  const written = text.slice(begin, end + 1)
  if (!written.includes('\\')) return written.toLowerCase() === '"status"'
  return String(parsedJson(written)).toLowerCase() === 'status'
}

/** Each of its letters written as `\u0073`. */
const longestStatus = 6 * 'status'.length

function isKey(text: string, end: number): boolean {
  const colon = /\s*:/y
  colon.lastIndex = end + 1
  return colon.test(text)
}
