import type { Literal, MapLiteral } from '../configuration'
import { literalOfParts } from './template'
import type { Token } from './tokens'

/**
 * What some tokens are as a value.
 * @param tokens the whole value and nothing else; at least one
 * @param text the file that they are from
 */
export function literalOf(tokens: readonly Token[], text: string, depth = 0): Literal {
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

export const lineEnd = '\n'

/** Values that are nested deeper are left as they are written. */
const deepest = 20

const opening = new Set(['(', '[', '{'])
const closing = new Set([')', ']', '}'])

/** By how much a token changes the depth of brackets. */
export function nesting(token: Token): -1 | 0 | 1 {
  if (token.kind !== 'sign') return 0
  if (opening.has(token.text)) return 1
  return closing.has(token.text) ? -1 : 0
}

export function isSign(token: Token | undefined, text: string): boolean {
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
