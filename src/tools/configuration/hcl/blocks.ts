import type { Block, Literal, TemplatePart } from '../configuration'
import { isSign, lineEnd, literalOf, nesting } from './literal'
import { type Token, tokensOf } from './tokens'

/**
 * The blocks at the top level of a file of HCL, with their attributes. This is no parser: it never throws, and what it cannot read it leaves out.
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
