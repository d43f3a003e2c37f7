import { ApplianceError } from './errors'
import { isNestedTooDeeply } from './nesting'
import { repeatsStatus } from './repeated-status'

/** A complete answer that was read as JSON, with what is needed to tell of it. */
export interface Answer {
  /** Method and full URL. */
  readonly request: string
  /** The HTTP status: that of a success, or of a failure that the JSON tells of. */
  readonly status: number
  /** What the JSON says; nothing is known of its shape. */
  readonly value: unknown
  /** The first characters of the text, fit to be quoted. */
  readonly beginning: string
  /** Makes a text that stands in the answer fit to be quoted. */
  quote(part: string): string
}

/**
 * Reads a text as JSON. Throws `unreadable` where it is none, where it contradicts itself, or where it is nested so deeply that
 * nothing can be made of it.
 */
export function readAnswer(request: string, text: string, secrets: readonly string[], status = 200): Answer {
  const quote = (part: string) => quotable(part, secrets)
  const value = parseJson(text)
  const answer = {
    request,
    status,
    value,
    quote,
    // Most answers are never quoted.
    get beginning() {
      return quote(text)
    },
  }
  if (value === undefined) throw unreadableAnswer(answer, 'which is not JSON')
  if (isNestedTooDeeply(value)) throw unreadableAnswer(answer, 'which is nested too deeply')
  if (repeatsStatus(text)) throw unreadableAnswer(answer, 'which tells its Status twice')
  return answer
}

/** What a text says as JSON. Undefined, which JSON cannot say, where it says nothing as JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** The error for an answer of a shape that cannot be made sense of; `what` is a clause such as "which is not JSON". */
export function unreadableAnswer(
  answer: Pick<Answer, 'request' | 'beginning'>,
  what: string,
): ApplianceError {
  const said = answer.beginning === '' ? 'nothing' : `"${answer.beginning}"`
  return new ApplianceError({
    kind: 'unreadable',
    message: `${answer.request} was answered with ${said}, ${what}.`,
    advice:
      'Check that the URL is that of the REST service of the appliance and not of its console or of a proxy.',
  })
}

const longestQuote = 200

/** How much of a text is looked at: its beginning may be mostly white space, or secrets that are struck out. */
const longestLook = 20 * longestQuote

/** The beginning of a text from elsewhere, with secrets struck out and on one line, for messages. */
export function quotable(text: string, secrets: readonly string[]): string {
  const struck = secrets.flatMap(spellings).sort((one, other) => other.length - one.length)
  let quote = text.slice(0, longestLook)
  for (const secret of struck) quote = quote.replaceAll(secret, '***')
  if (text.length > longestLook) quote = withoutBeginningAtEnd(quote, struck)
  quote = quote.replace(passwordField, '$1"***"')
  quote = quote.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return quote.length > longestQuote ? `${quote.slice(0, longestQuote)}…` : quote
}

/** Where a secret stands across the place where the look ends, its beginning is struck out. */
function withoutBeginningAtEnd(look: string, secrets: readonly string[]): string {
  const lengths = secrets.map((secret) => {
    let length = Math.min(secret.length - 1, look.length)
    while (length > 0 && !look.endsWith(secret.slice(0, length))) length -= 1
    return length
  })
  const longest = Math.max(0, ...lengths)
  return longest === 0 ? look : `${look.slice(0, -longest)}***`
}

/** A field of JSON whose name speaks of a password, whoever it belongs to: a record of a directory may hold its hash. */
const passwordField =
  /("[^"\n]*(?:passw|pwd)[^"\n]*"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|\{[^}]*\}?|[^\s,}]+)/gi

/** A secret as it is, and as JSON (that of PHP and Go too, which escape more), forms and URLs write it. */
function spellings(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  const escaped = inJson.replace(/[<>&\u007f-\uffff]/g, (character) => unicodeEscape(character))
  const encoded = encodeURIComponent(secret)
  const all = [
    secret,
    inJson,
    // A request that is echoed within a text.
    JSON.stringify(inJson).slice(1, -1),
    inJson.replaceAll('/', '\\/'),
    escaped,
    escaped.replaceAll('/', '\\/'),
    encoded,
  ]
  return [...new Set([...all, encoded.replaceAll('%20', '+')])]
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
