import { ApplianceError } from './errors'

/** A complete answer with a successful HTTP status, read as JSON, with what is needed to tell of it. */
export interface Answer {
  /** Method and full URL. */
  readonly request: string
  /** What the JSON says; nothing is known of its shape. */
  readonly value: unknown
  /** The first characters of the text, fit to be quoted. */
  readonly beginning: string
}

/** Reads a text as JSON. Throws `unreadable` where it is none. */
export function readAnswer(request: string, text: string, secrets: readonly string[]): Answer {
  const beginning = quotable(text, secrets)
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return { request, value, beginning }
  } catch {
    throw unreadableAnswer({ request, beginning }, 'which is not JSON')
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

/** The beginning of a text from elsewhere, with secrets struck out and on one line, for messages. */
export function quotable(text: string, secrets: readonly string[]): string {
  // A secret may stand across the place where the quote ends, so it is struck out before; far more is not looked at.
  let quote = text.slice(0, 20 * longestQuote)
  for (const secret of secrets.flatMap(spellings)) quote = quote.replaceAll(secret, '***')
  quote = quote.replace(passwordField, '$1"***"')
  quote = quote.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return quote.length > longestQuote ? `${quote.slice(0, longestQuote)}…` : quote
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
