import type { Block, Literal, MapLiteral, TemplatePart } from './configuration'
import { literalOfParts, readTemplate } from './hcl-template'

/**
 * The blocks at the top level of a file of HCL, with their attributes. Never throws: what it cannot read, it leaves out.
 * @param file the name of the file in the blocks
 */
export function blocksOfHcl(text: string, file: string): readonly Block[] {
  const tokens = [...tokensOf(text)]
  const blocks: Block[] = []
  let at = 0
  while (at < tokens.length) {
    const first = tokens[at]
    const header = headerAt(tokens, at)
    if (first?.kind === 'word' && isSign(tokens[header.to], '{')) {
      const body = bodyAt(tokens, header.to + 1, text)
      blocks.push({
        kind: first.text,
        labels: header.labels,
        file,
        line: first.line,
        attributes: body.attributes,
      })
      at = body.to
    } else at = endOfValue(tokens, Math.max(header.to, at), at) + 1
  }
  return blocks
}

/** A word and the labels behind it, up to what follows. */
function headerAt(
  tokens: readonly Token[],
  from: number,
): { readonly labels: readonly string[]; readonly to: number } {
  const labels: string[] = []
  if (tokens[from]?.kind !== 'word') return { labels, to: from }
  let to = from + 1
  for (let token = tokens[to]; token && token.kind !== 'sign'; token = tokens[to]) {
    labels.push(token.kind === 'word' ? token.text : token.parts.filter(isText).join(''))
    to += 1
  }
  return { labels, to }
}

function isText(part: TemplatePart): part is string {
  return typeof part === 'string'
}

/** The attributes of a body, up to the brace that closes it. */
function bodyAt(
  tokens: readonly Token[],
  from: number,
  text: string,
): { readonly attributes: ReadonlyMap<string, Literal>; readonly to: number } {
  const attributes = new Map<string, Literal>()
  let at = from
  while (at < tokens.length && !isSign(tokens[at], '}')) {
    const { to } = headerAt(tokens, at)
    const name = tokens[at]
    const end = endOfValue(tokens, to, at)
    const isAttribute = to === at + 1 && isSign(tokens[to], '=') && !isSign(tokens[to + 1], '=')
    if (name?.kind === 'word' && isAttribute && end > to + 1) {
      attributes.set(name.text, literalOf(tokens.slice(to + 1, end), text))
    }
    at = isSign(tokens[end], '}') ? end : end + 1
  }
  return { attributes, to: at + 1 }
}

/** Where a value or a block ends: at the end of a line outside of brackets, or at a bracket that it has not opened. */
function endOfValue(tokens: readonly Token[], from: number, least: number): number {
  let depth = 0
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!token) break
    depth += nesting(token)
    if (depth < 0 || (depth === 0 && isSign(token, lineEnd))) return Math.max(at, least)
  }
  return tokens.length
}

/**
 * The value of some tokens.
 * @param tokens the whole value and nothing else; at least one
 * @param text the file that they are from
 */
function literalOf(tokens: readonly Token[], text: string, depth = 0): Literal {
  const [first] = tokens
  const line = first?.line ?? 1
  if (first?.kind === 'text' && tokens.length === 1) return literalOfParts(first.parts, line)
  if (depth < deepest && closes(tokens, 0, tokens.length)) {
    const inside = tokens.slice(1, -1)
    const content = inside.filter((token) => !isSign(token, lineEnd))
    const isMade = isWord(content[0], 'for')
    if (isSign(first, '[') && !isMade) return { kind: 'list', line, items: itemsOf(content, text, depth) }
    if (isSign(first, '{') && !isMade) return { kind: 'map', line, ...entriesOf(inside, text, depth) }
  }
  const inner = argumentOfConversion(tokens)
  if (inner !== undefined && depth < deepest) {
    const literal = literalOf(inner, text, depth + 1)
    if (literal.kind === 'list') return literal
  }
  return { kind: 'expression', line, source: text.slice(first?.from ?? 0, tokens.at(-1)?.to ?? 0) }
}

const lineEnd = '\n'

/** Values that are nested deeper stay expressions. */
const deepest = 20

const opening = new Set(['(', '[', '{'])
const closing = new Set([')', ']', '}'])

/** By how much a token changes the depth of brackets. */
function nesting(token: Token): -1 | 0 | 1 {
  if (token.kind !== 'sign') return 0
  if (opening.has(token.text)) return 1
  return closing.has(token.text) ? -1 : 0
}

function isSign(token: Token | undefined, text: string): boolean {
  return token?.kind === 'sign' && token.text === text
}

function isWord(token: Token | undefined, text: string): boolean {
  return token?.kind === 'word' && token.text === text
}

/** Whether a bracket at the first token is closed by the last one, and not before. */
function closes(tokens: readonly Token[], from: number, to: number): boolean {
  const [first, last] = [tokens[from], tokens[to - 1]]
  if (!first || !last || nesting(first) !== 1 || nesting(last) !== -1) return false
  let depth = 0
  for (let at = from; at < to; at += 1) {
    const token = tokens[at]
    if (token) depth += nesting(token)
    if (depth === 0) return at === to - 1
  }
  return false
}

/** Of `toset([…])`, which has the same elements. */
function argumentOfConversion(tokens: readonly Token[]): readonly Token[] | undefined {
  const [name] = tokens
  if (!isWord(name, 'toset') && !isWord(name, 'tolist')) return undefined
  if (!isSign(tokens[1], '(') || !closes(tokens, 1, tokens.length)) return undefined
  const inside = tokens.slice(2, -1).filter((token) => !isSign(token, lineEnd))
  return inside.length === 0 ? undefined : inside
}

function itemsOf(tokens: readonly Token[], text: string, depth: number): readonly Literal[] {
  return split(tokens, [',']).map((item) => literalOf(item, text, depth + 1))
}

function entriesOf(
  tokens: readonly Token[],
  text: string,
  depth: number,
): Pick<MapLiteral, 'entries' | 'isPartial'> {
  const entries = new Map<string, Literal>()
  const written = split(tokens, [',', lineEnd])
  let read = 0
  for (const [name, separator, ...value] of written) {
    const key = isSign(separator, '=') || isSign(separator, ':') ? keyOf(name) : undefined
    if (key === undefined || value.length === 0) continue
    entries.set(key, literalOf(value, text, depth + 1))
    read += 1
  }
  return { entries, ...(read < written.length && { isPartial: true }) }
}

function keyOf(token: Token | undefined): string | undefined {
  if (token?.kind === 'word') return token.text
  if (token?.kind !== 'text') return undefined
  const literal = literalOfParts(token.parts, token.line)
  return literal.kind === 'text' ? literal.text : undefined
}

/** The parts between separators outside of brackets; empty ones are left out. */
function split(tokens: readonly Token[], separators: readonly string[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    depth += nesting(token)
    if (depth === 0 && token.kind === 'sign' && separators.includes(token.text)) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}

/** A piece of a file of HCL, without white space and comments. */
type Token = Word | Text | Sign

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
function* tokensOf(text: string): Generator<Token> {
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
  const begin = from + opening.length
  const { contentEnd, to } = closingLine(text, begin, marker)
  const content = text.slice(begin, contentEnd)
  const { parts } = readTemplate(isIndented ? unindented(content) : content, 0, false)
  return { kind: 'text', parts, line, from, to }
}

/** Where the first line begins that holds only the marker, and where the marker ends in it; the end of the text for both without one. */
function closingLine(
  text: string,
  begin: number,
  marker: string,
): { readonly contentEnd: number; readonly to: number } {
  for (let at = begin; at < text.length; ) {
    const lineFeed = text.indexOf('\n', at)
    const end = lineFeed === -1 ? text.length : lineFeed
    const line = text.slice(at, end)
    if (line.trim() === marker) return { contentEnd: at, to: at + line.trimEnd().length }
    at = end + 1
  }
  return { contentEnd: text.length, to: text.length }
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
