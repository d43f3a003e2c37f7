import { isUtf8 } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import type { IncidentOf } from './incidents'
import { quotable } from './quotation/quotation'
import { noSecrets } from './quotation/secrets'

/** An answer without what compressed it, or why there is none: a clause, or that it is larger than it may be. */
type Uncompressed = { readonly bytes: Buffer } | { readonly problem: string } | 'too large'

/**
 * Takes off the gzip of an answer, which no request asks for. What begins as gzip is gzip, declared or not: no JSON begins so, and a server
 * in between may take one off and leave the other. Everything else that is declared stays unread.
 *
 * @param contentEncoding the header, if there is one
 * @param longest bytes that the answer may have without it
 */
export function uncompressed(
  bytes: Buffer,
  contentEncoding: string | undefined,
  longest: number,
): Uncompressed {
  const declared = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  const isOther = declared.length > 1 || !declared.every((coding) => /^(?:x-)?gzip$/.test(coding))
  if (isOther && bytes.length > 0) return { problem: `which is compressed with ${namesOf(declared)}` }
  if (!isGzip(bytes)) return { bytes }
  try {
    const content = gunzipSync(bytes, { maxOutputLength: longest })
    return isGzip(content) ? { problem: 'which is compressed with gzip more than once' } : { bytes: content }
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
    if (code === 'ERR_BUFFER_TOO_LARGE') return 'too large'
    return {
      problem: `which is compressed with gzip and ${code === 'Z_BUF_ERROR' ? 'breaks off' : 'damaged'}`,
    }
  }
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** Of a header, what can be a name. */
function namesOf(codings: readonly string[]): string {
  return codings.map((coding) => coding.replace(/[^\w.-]/g, '').slice(0, 20) || '?').join(', ')
}

/** A text that came over the wire. */
interface Decoded {
  /** Bytes that are not UTF-8 are replacement characters. */
  readonly text: string
  /** What it is written in, as a clause, if that is not UTF-8. */
  readonly encoding?: string
}

/**
 * Reads a text as UTF-8, which JSON is (RFC 8259, 8.1), whatever is declared: servers declare one encoding for everything that they send.
 *
 * @param contentType the header, if there is one
 */
export function decoded(bytes: Buffer, contentType: string | undefined): Decoded {
  const text = bytes.toString('utf8')
  return isUtf8(bytes) ? { text } : { text, encoding: encodingOf(contentType) }
}

function encodingOf(contentType = ''): string {
  const [, declared = 'utf-8'] = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType) ?? []
  if (/^utf-?8$/i.test(declared)) return `most likely ${likeliest}`
  return `its header says ${declared.toUpperCase()}`
}

/** It is what databases and scripts of western Europe have written before UTF-8. */
const likeliest = 'ISO-8859-1'

/**
 * Whether a text whose letters were lost, because it is not UTF-8, may be another one. ASCII letters are the same in all encodings that a
 * server may use, so only others can be lost.
 *
 * @param compared how both are compared apart from that
 */
export function mayBeSame(
  illegible: string,
  text: string,
  compared: (text: string) => string = (same) => same,
): boolean {
  return isIllegible(illegible) && compared(inAscii(illegible)) === compared(inAscii(text))
}

/** Whether letters of a text were lost. */
export function isIllegible(text: string): boolean {
  return text.includes(lost)
}

/** The texts of an answer whose letters were lost; undefined if none has lost any. @param encoding undefined if the answer is in UTF-8 */
export function lostLetters(
  texts: readonly (string | null | undefined)[],
  encoding: string | undefined,
): IncidentOf<'texts-illegible'> | undefined {
  const illegible = texts.filter((text) => text !== null && text !== undefined).filter(isIllegible)
  if (encoding === undefined || illegible.length === 0) return undefined
  const shown = illegible.slice(0, named).map((text) => quotable(text, noSecrets))
  return { is: 'texts-illegible', shown, count: illegible.length, encoding }
}

/** So many texts are named one by one. */
const named = 3

function inAscii(text: string): string {
  return text.normalize('NFC').replace(/\P{ASCII}+/gu, lost)
}

const lost = '\uFFFD'
