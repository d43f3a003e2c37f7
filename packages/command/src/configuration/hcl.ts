import { type Block, type Written, writtenText } from './configuration'

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
      const { attributes, to } = bodyAt(tokens, header.to + 1, text)
      blocks.push({ kind: first.text, labels: header.labels, file, line: first.line, attributes })
      at = to
    } else at = endOfValue(tokens, header.to) + 1
  }
  return blocks
}

/** A word and the labels behind it, up to what follows. */
function headerAt(tokens: readonly Token[], from: number) {
  const labels: string[] = []
  if (tokens[from]?.kind !== 'word') return { labels, to: from }
  let to = from + 1
  for (let token = tokens[to]; token && token.kind !== 'sign'; token = tokens[to]) {
    labels.push(token.kind === 'word' ? token.text : token.text.replace(/^"|"$/g, ''))
    to += 1
  }
  return { labels, to }
}

/** The attributes of a body, up to the brace that closes it. Those of the blocks in it are left out. */
function bodyAt(tokens: readonly Token[], from: number, text: string) {
  const attributes = new Map<string, Written>()
  let at = from
  while (at < tokens.length && !isSign(tokens[at], '}')) {
    const { to } = headerAt(tokens, at)
    const name = tokens[at]
    const end = endOfValue(tokens, to)
    const isAttribute = to === at + 1 && isSign(tokens[to], '=') && !isSign(tokens[to + 1], '=')
    if (name?.kind === 'word' && isAttribute && end > to + 1) {
      const value = tokens.slice(to + 1, end)
      attributes.set(name.text, simpleValue(value) ?? listOf(value, text) ?? expressionOf(value, text))
    }
    at = isSign(tokens[end], '}') ? end : end + 1
  }
  return { attributes, to: at + 1 }
}

/** Where a value or a block ends: at the end of a line outside of brackets, or at a bracket that it has not opened. */
function endOfValue(tokens: readonly Token[], from: number): number {
  let depth = 0
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!token) break
    depth += nesting(token)
    if (depth < 0 || (depth === 0 && isSign(token, lineEnd))) return at
  }
  return tokens.length
}

/** Of a text in quotation marks that has no escape but those of JSON. */
function simpleValue([first, ...others]: readonly Token[]): Written | undefined {
  if (first?.kind !== 'text' || others.length > 0 || !first.text.startsWith('"')) return undefined
  try {
    return writtenText(String(JSON.parse(first.text)), first.line)
  } catch {
    return undefined
  }
}

/** A list in brackets. */
function listOf(tokens: readonly Token[], text: string): Written | undefined {
  const [first] = tokens
  if (!first || !isSign(first, '[') || !isSign(tokens.at(-1), ']')) return undefined
  const content = tokens.slice(1, -1).filter((token) => !isSign(token, lineEnd))
  if (content[0]?.kind === 'word' && content[0].text === 'for') return undefined
  const items = partsOf(content)?.map((item) => simpleValue(item) ?? expressionOf(item, text))
  return items && { kind: 'list', items }
}

function expressionOf(tokens: readonly Token[], text: string): Written {
  return { kind: 'expression', source: text.slice(tokens[0]?.from, tokens.at(-1)?.to) }
}

/** The parts between commas outside of brackets; empty ones are left out. Undefined if a bracket closes that no part has opened. */
function partsOf(tokens: readonly Token[]): readonly (readonly Token[])[] | undefined {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    depth += nesting(token)
    if (depth < 0) return undefined
    if (depth === 0 && isSign(token, ',')) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}

const lineEnd = '\n'

/** By how much a token changes the depth of brackets. */
function nesting({ kind, text }: Token): -1 | 0 | 1 {
  if (kind !== 'sign') return 0
  if ('([{'.includes(text)) return 1
  return ')]}'.includes(text) ? -1 : 0
}

function isSign(token: Token | undefined, text: string): boolean {
  return token?.kind === 'sign' && token.text === text
}

/** A piece of a file of HCL as it is written, without white space and comments. */
interface Token {
  /** An identifier or a number; a text in quotation marks or a heredoc; a single character or the end of a line. */
  readonly kind: 'word' | 'text' | 'sign'
  readonly text: string
  /** Where it begins, from 1. */
  readonly line: number
  /** Its place in the file, in UTF-16 units. */
  readonly from: number
  readonly to: number
}

/**
 * Splits a file of HCL into tokens, in one pass. It never throws: a text that is not closed ends with its line, and a template, a heredoc
 * or a comment that is not closed with the file.
 */
export function* tokensOf(text: string): Generator<Token> {
  let line = 1
  let at = 0
  while (at < text.length) {
    const skipped = match(ignored, text, at)
    const { kind, to } =
      skipped === undefined ? tokenAt(text, at) : { kind: undefined, to: at + skipped.length }
    const piece = text.slice(at, to)
    if (kind !== undefined) yield { kind, text: piece, line, from: at, to }
    line += piece.split('\n').length - 1
    at = to
  }
}

/** White space but the end of a line, and comments. A comment over several lines ends none. */
const ignored = /[^\S\n]+|#[^\n]*|\/\/[^\n]*|\/\*.*?(?:\*\/|$)/sy
const word = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}\p{Pc}-]*/uy
const heredoc = /<<-?[\p{L}_][\p{L}\p{M}\p{N}\p{Pc}-]*[^\S\n]*\n/uy

function tokenAt(text: string, from: number): Pick<Token, 'kind' | 'to'> {
  if (text[from] === '"') return { kind: 'text', to: endOfText(text, from) }
  const found = match(word, text, from)
  if (found !== undefined) return { kind: 'word', to: from + found.length }
  const begin = match(heredoc, text, from)
  if (begin !== undefined) return { kind: 'text', to: endOfHeredoc(text, from, begin) }
  return { kind: 'sign', to: from + String.fromCodePoint(text.codePointAt(from) ?? 0).length }
}

/**
 * The end of a text that begins at a quotation mark: behind the one that closes it. Templates in it may contain texts again. There is no
 * recursion, so that no file can exhaust the stack.
 */
function endOfText(text: string, from: number): number {
  const open = [inText]
  let at = from + 1
  for (let inside = open.at(-1); inside && at < text.length; inside = open.at(-1)) {
    const piece = match(inside.piece, text, at) ?? text.charAt(at)
    // The end of the line ends a text, and is none of it.
    const isLineEnd = inside === inText && piece === lineEnd
    if (isLineEnd || piece === inside.end) open.pop()
    else if (inside.opening.test(piece)) open.push(piece === '"' ? inText : inBraces)
    if (!isLineEnd) at += piece.length
  }
  return at
}

/** In a text, and in the braces of a template: what is read at once, what ends it, and what opens another one. */
const inText = { piece: /\\[^\n]|\$\$\{|%%\{|[$%]\{|["\n]|[^"\\$%\n]+/y, end: '"', opening: /^[$%]\{$/u }
const inBraces = { piece: /[{}"]|\/\*.*?(?:\*\/|$)|[^{}"/]+/sy, end: '}', opening: /^[{"]$/u }

/** Behind the marker on the first line that has it alone. */
function endOfHeredoc(text: string, from: number, begin: string): number {
  const marker = begin.replace(/^<<-?/u, '').trim()
  for (let at = from + begin.length; at < text.length; ) {
    const lineFeed = text.indexOf('\n', at)
    const end = lineFeed === -1 ? text.length : lineFeed
    const line = text.slice(at, end)
    if (line.trim() === marker) return at + line.trimEnd().length
    at = end + 1
  }
  return text.length
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
