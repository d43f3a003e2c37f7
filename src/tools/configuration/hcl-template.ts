import type { Literal, TemplatePart } from './configuration'

/** A text as HCL writes it, read up to its end. */
export interface ReadTemplate {
  readonly parts: readonly TemplatePart[]
  /** Behind its last character; behind the closing quotation mark, if it has one. */
  readonly to: number
}

/**
 * Reads the inside of a text, with `${…}` and `%{…}` in it. Never throws: a quoted text that is not closed ends with its line, and a
 * template that is not closed with the file.
 *
 * @param from behind the opening quotation mark, if there is one
 * @param isQuoted whether the text ends at a quotation mark and has escapes with backslashes; else it ends with `text`
 */
export function readTemplate(text: string, from: number, isQuoted: boolean): ReadTemplate {
  const parts: TemplatePart[] = []
  let plain = ''
  let at = from
  const take = (length: number, meaning = text.slice(at, at + length)) => {
    plain += meaning
    at += length
  }
  while (at < text.length) {
    const character = text[at]
    if (isQuoted && character === '"') return { parts: ended(parts, plain), to: at + 1 }
    if (isQuoted && character === '\n') break
    if (isQuoted && character === '\\') {
      const { length, meaning } = escapeAt(text, at)
      take(length, meaning)
    } else if (beginsDoubled(text, at)) take(3, text.slice(at + 1, at + 3))
    else if (beginsTemplate(text, at)) {
      const end = endOfTemplate(text, at)
      const closed = text[end - 1] === '}' ? end - 1 : end
      parts.push(...ended([], plain), { expression: expressionIn(text.slice(at + 2, closed)) })
      plain = ''
      at = end
    } else take(lengthOfPlain(text, at))
  }
  return { parts: ended(parts, plain), to: at }
}

/** The value of a text with such parts. */
export function literalOfParts(parts: readonly TemplatePart[], line: number): Literal {
  const [first, ...others] = parts
  if (first === undefined) return { kind: 'text', line, text: '' }
  if (others.length > 0) return { kind: 'template', line, parts }
  if (typeof first === 'string') return { kind: 'text', line, text: first }
  return { kind: 'expression', line, source: first.expression }
}

function ended(parts: readonly TemplatePart[], plain: string): readonly TemplatePart[] {
  return plain === '' ? parts : [...parts, plain]
}

function lengthOfPlain(text: string, at: number): number {
  ordinary.lastIndex = at + 1
  return 1 + (ordinary.exec(text)?.[0].length ?? 0)
}

const ordinary = /[^"\\$%\n]*/y

/** `$${` and `%%{` stand for `${` and `%{` as they are. */
function beginsDoubled(text: string, at: number): boolean {
  return text.startsWith('$${', at) || text.startsWith('%%{', at)
}

function beginsTemplate(text: string, at: number): boolean {
  return text.startsWith('${', at) || text.startsWith('%{', at)
}

/** `~` beside a brace removes white space, and is no part of the expression. */
function expressionIn(inside: string): string {
  return inside.replace(/^~/u, '').replace(/~$/u, '').trim()
}

function escapeAt(text: string, at: number): { readonly length: number; readonly meaning: string } {
  unicodeEscape.lastIndex = at
  const [whole, four, eight] = unicodeEscape.exec(text) ?? []
  const code = Number.parseInt(four ?? eight ?? '', 16)
  if (whole !== undefined && code <= 0x10_ff_ff) {
    return { length: whole.length, meaning: String.fromCodePoint(code) }
  }
  const escaped = text[at + 1]
  // The line ends here, escaped or not.
  if (escaped === undefined || escaped === '\n') return { length: 1, meaning: '\\' }
  return { length: 2, meaning: escapes[escaped] ?? escaped }
}

const unicodeEscape = /\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8}))/y
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/**
 * The end of a template that begins at `${` or `%{`: behind its brace. Texts in it may contain templates again. There is no recursion, so
 * that no file can exhaust the stack.
 */
function endOfTemplate(text: string, from: number): number {
  const open: ('braces' | 'text')[] = ['braces']
  let at = from + 2
  while (at < text.length && open.length > 0) {
    const isText = open.at(-1) === 'text'
    const step = isText ? stepInText(text, at) : stepInBraces(text, at)
    if (step.closes) open.pop()
    if (step.opens !== undefined) open.push(step.opens)
    at += step.length
  }
  return at
}

interface Step {
  readonly length: number
  readonly opens?: 'braces' | 'text'
  readonly closes?: true
}

function stepInText(text: string, at: number): Step {
  if (text[at] === '"') return { length: 1, closes: true }
  if (text[at] === '\n') return { length: 0, closes: true }
  if (text[at] === '\\') return { length: text[at + 1] === '\n' ? 1 : 2 }
  if (beginsDoubled(text, at)) return { length: 3 }
  if (beginsTemplate(text, at)) return { length: 2, opens: 'braces' }
  return { length: lengthOfPlain(text, at) }
}

function stepInBraces(text: string, at: number): Step {
  if (text[at] === '}') return { length: 1, closes: true }
  if (text[at] === '{') return { length: 1, opens: 'braces' }
  if (text[at] === '"') return { length: 1, opens: 'text' }
  inBraces.lastIndex = at
  return { length: Math.max(1, inBraces.exec(text)?.[0].length ?? 0) }
}

const inBraces = /\/\*.*?(?:\*\/|$)|[^{}"/]+/sy
