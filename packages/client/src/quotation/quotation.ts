import { onOneLine } from '@webfilter/text'
import { isPage, readPage, withoutPasswords } from './html'
import { withoutKeyMaterial } from './key-material'
import type { Redaction } from './secrets'
import { sentSecrets } from './sent-secrets'

/** An answer, of which what it says is to be quoted. */
export interface Quoted {
  /** All of it. */
  readonly text: string
  /** What its envelope says in words; left out or empty where it has no envelope, or one without words. */
  readonly error?: string
  readonly info?: string
}

/**
 * What an answer says in its own words, on one line and short enough for a message, with secrets and keys redacted: the words of an
 * envelope; of a page of HTML its title and the last line of a traceback, or else the beginning of what it shows; of anything else,
 * and of what says nothing in words, its beginning. Empty only where the answer holds nothing but white space.
 */
export function quotationOf(
  { text, error = '', info = '' }: Quoted,
  secrets: Redaction = sentSecrets,
): string {
  // A key that no request has sent is not among the secrets.
  const andKeys: Redaction = { redact: (part, wasCut) => withoutKeyMaterial(secrets.redact(part, wasCut)) }
  const words = isPage(text) ? wordsOfPage(text, andKeys) : wordsOf(error, info)
  return quotable(words, andKeys) || quotable(text, andKeys)
}

function wordsOf(error: string, info: string): string {
  return error === info || error === '' || info === '' ? error || info : `${error}: ${info}`
}

/** Secrets are redacted in the page, which may escape them, then in what is left without its tags, before lines are chosen from it. */
function wordsOfPage(html: string, secrets: Redaction): string {
  const page = readPage(secrets.redact(html))
  const title = secrets.redact(page.title).trim()
  const text = secrets.redact(page.text)
  const words = [title, lastLineOfTraceback(text)].filter((part) => part !== '')
  return words.length > 0 ? words.join(': ') : text
}

const longestQuote = 200

/** How much is looked at of what is left of a text: its beginning may be mostly white space. */
const longestLook = 20 * longestQuote

/** The beginning of a text from elsewhere, with secrets redacted and on one line, for messages. */
export function quotable(text: string, secrets: Redaction = sentSecrets): string {
  // What is shortened first could be cut within a secret, of which too little would be left to be known.
  const quote = onOneLine(withoutPasswords(secrets.redact(text).slice(0, longestLook)))
  return quote.length > longestQuote ? `${quote.slice(0, longestQuote)}…` : quote
}

/**
 * The line of a traceback that says what happened: the last one, with the name of the error in front (docs/appliance, "List categories").
 * Of several, one the cause of the next, that of the last. Empty where the text holds none.
 *
 * @param text with the line breaks of the traceback, and the white space by which its other lines are indented
 */
export function lastLineOfTraceback(text: string): string {
  const begin = text.lastIndexOf(heading)
  if (begin === -1) return ''
  const lines = text
    .slice(begin + heading.length)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && line !== ':')
  const line = lines.find((each) => isError.test(each)) ?? lines.at(-1) ?? ''
  return line.trim()
}

const heading = 'Traceback (most recent call last)'

/** `KeyError: 'name'`, `package.module.Problem: what happened`, or a name alone; places and sources are indented. */
const isError = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*(?::\s.*)?$/u
