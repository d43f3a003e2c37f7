import { isPage, readPage } from './page'
import { withoutSecrets } from './secrets'
import { lastLineOfTraceback } from './traceback'

/** An answer, of which what it says is to be quoted. */
export interface Quoted {
  /** All of it. */
  readonly text: string
  /** What its envelope says in words; left out or empty where it has no envelope, or one without words. */
  readonly error?: string
  readonly info?: string
}

/**
 * What an answer says in its own words, on one line and short enough for a message, with secrets struck out: the words of an
 * envelope; of a page of HTML its title and the last line of a traceback, or else the beginning of what it shows; of anything else,
 * and of what says nothing in words, its beginning. Empty only where the answer holds nothing but white space.
 */
export function quotationOf({ text, error = '', info = '' }: Quoted, secrets: readonly string[]): string {
  const words = isPage(text) ? wordsOfPage(withoutSecrets(text, secrets, longestPage)) : wordsOf(error, info)
  return quotable(words, secrets) || quotable(text, secrets)
}

/** Of a page only so much is looked at; characters. */
const longestPage = 200_000

function wordsOf(error: string, info: string): string {
  return error === info || error === '' || info === '' ? error || info : `${error}: ${info}`
}

function wordsOfPage(html: string): string {
  const { title, text } = readPage(html)
  const words = [title.trim(), lastLineOfTraceback(text)].filter((part) => part !== '')
  return words.length > 0 ? words.join(': ') : text
}

const longestQuote = 200

/** How much of a text is looked at: its beginning may be mostly white space, or secrets that are struck out. */
const longestLook = 20 * longestQuote

/** The beginning of a text from elsewhere, with secrets struck out and on one line, for messages. */
export function quotable(text: string, secrets: readonly string[]): string {
  const quote = withoutSecrets(text, secrets, longestLook)
    .replace(passwordField, '$1"***"')
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  return quote.length > longestQuote ? `${quote.slice(0, longestQuote)}…` : quote
}

/** A field of JSON whose name speaks of a password, whoever it belongs to: a record of a directory may hold its hash. */
const passwordField =
  /("[^"\n]*(?:passw|pwd)[^"\n]*"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|\{[^}]*\}?|[^\s,}]+)/gi
