import { isPage, readPage } from './page'
import { withoutPasswords } from './password-field'
import type { Secrets } from './secrets'
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
export function quotationOf({ text, error = '', info = '' }: Quoted, secrets: Secrets): string {
  const words = isPage(text) ? wordsOfPage(text, secrets) : wordsOf(error, info)
  return quotable(words, secrets) || quotable(text, secrets)
}

function wordsOf(error: string, info: string): string {
  return error === info || error === '' || info === '' ? error || info : `${error}: ${info}`
}

/** Secrets are struck out of the page, which may escape them, then of what is left without its tags, before lines are chosen from it. */
function wordsOfPage(html: string, secrets: Secrets): string {
  const page = readPage(secrets.struckFrom(html))
  const title = secrets.struckFrom(page.title).trim()
  const text = secrets.struckFrom(page.text)
  const words = [title, lastLineOfTraceback(text)].filter((part) => part !== '')
  return words.length > 0 ? words.join(': ') : text
}

const longestQuote = 200

/** How much is looked at of what is left of a text: its beginning may be mostly white space. */
const longestLook = 20 * longestQuote

/** The beginning of a text from elsewhere, with secrets struck out and on one line, for messages. */
export function quotable(text: string, secrets: Secrets): string {
  // What is shortened first could be cut within a secret, of which too little would be left to be known.
  const quote = withoutPasswords(secrets.struckFrom(text).slice(0, longestLook))
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  return quote.length > longestQuote ? `${quote.slice(0, longestQuote)}…` : quote
}
