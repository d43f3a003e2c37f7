import type { TemplatePart } from '../configuration'
import { readTemplate } from './template'

/** A piece of a file of HCL, without white space and comments. */
export type Token = Word | Text | Sign

interface Piece {
  /** Where it begins, from 1. */
  readonly line: number
  /** Its place in the file, in UTF-16 units. */
  readonly from: number
  readonly to: number
}

/** An identifier or a number. */
interface Word extends Piece {
  readonly kind: 'word'
  readonly text: string
}

/** Text in quotation marks, or a heredoc. */
interface Text extends Piece {
  readonly kind: 'text'
  readonly parts: readonly TemplatePart[]
}

/** A single character, or the end of a line. */
interface Sign extends Piece {
  readonly kind: 'sign'
  readonly text: string
}

/**
 * Splits a file of HCL into tokens, in one pass. It never throws: what is not closed ends with its line or with the file, as
 * `readTemplate` says.
 */
export function* tokensOf(text: string): Generator<Token> {
  let line = 1
  let at = 0
  while (at < text.length) {
    const skipped = match(ignored, text, at)
    if (skipped !== undefined) {
      line += lineFeedsIn(skipped)
      at += skipped.length
      continue
    }
    const token = tokenAt(text, at, line)
    yield token
    line += lineFeedsIn(text.slice(token.from, token.to))
    at = token.to
  }
}

/** White space but the end of a line, and comments. A comment over several lines ends none. */
const ignored = /[^\S\n]+|#[^\n]*|\/\/[^\n]*|\/\*.*?(?:\*\/|$)/sy
const word = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}\p{Pc}-]*/uy
const heredoc = /<<-?[\p{L}_][\p{L}\p{M}\p{N}\p{Pc}-]*[^\S\n]*\n/uy

function tokenAt(text: string, from: number, line: number): Token {
  if (text[from] === '"') {
    const { parts, to } = readTemplate(text, from + 1, true)
    return { kind: 'text', parts, line, from, to }
  }
  const found = match(word, text, from)
  if (found !== undefined) return { kind: 'word', text: found, line, from, to: from + found.length }
  const opening = match(heredoc, text, from)
  if (opening !== undefined) return heredocAt(text, from, opening, line)
  const sign = String.fromCodePoint(text.codePointAt(from) ?? 0)
  return { kind: 'sign', text: sign, line, from, to: from + sign.length }
}

/** Its content ends at a line that has its marker alone, and its token before the end of that line. */
function heredocAt(text: string, from: number, opening: string, line: number): Token {
  const isIndented = opening.startsWith('<<-')
  const marker = opening.slice(isIndented ? 3 : 2).trim()
  const closing = new RegExp(`^[^\\S\\n]*${marker}(?=[^\\S\\n]*$)`, 'gmu')
  const begin = from + opening.length
  closing.lastIndex = begin
  const found = closing.exec(text)
  const content = text.slice(begin, found?.index ?? text.length)
  const { parts } = readTemplate(isIndented ? unindented(content) : content, 0, false)
  return { kind: 'text', parts, line, from, to: found === null ? text.length : closing.lastIndex }
}

/** Without the white space that all lines begin with. */
function unindented(content: string): string {
  const lines = content.split('\n')
  let shared = Number.POSITIVE_INFINITY
  for (const line of lines) if (line.trim() !== '') shared = Math.min(shared, line.search(/\S/u))
  return lines.map((line) => line.slice(shared)).join('\n')
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function lineFeedsIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
