import type { Block, Literal, TemplateLiteral } from '../../configuration/configuration'

/** A module, once for each time that it is used: its blocks, and what their expressions stand for as far as that is written down. */
export interface Scope {
  /** Before the addresses of its resources, such as `module.lists["ads"].`; empty for a root module. */
  readonly prefix: string
  readonly blocks: readonly Block[]
  /** The full path of its folder. */
  readonly folder: string
  /** The full path of the folder of its root module, in which Terraform runs. */
  readonly rootFolder: string
  readonly locals: ReadonlyMap<string, Scoped>
  /** What the block `module` passes, and defaults; empty in a root module, whose variables are set from outside. */
  readonly variables: ReadonlyMap<string, Scoped>
  /** In a block with a `for_each` that is written down. */
  readonly each?: { readonly key: string; readonly value: Scoped }
}

/** A value, where it is written, and what its expressions stand for there. */
export interface Scoped {
  readonly literal: Literal
  /** Relative to the root of the repository. */
  readonly file: string
  readonly scope: Scope
}

/**
 * Follows references up to what is written down: a text, a list, a map, a number or `null`. Items of lists and maps are left as they
 * are. What only Terraform can evaluate stays an expression: the last one to which references lead.
 */
export function resolved(value: Scoped, depth = 0): Scoped {
  const { literal, scope, file } = value
  // References that lead round in a circle end here.
  if (depth > deepest) return value
  if (literal.kind === 'template') {
    const text = textOfTemplate(literal, value, depth)
    return text === undefined ? value : { literal: { kind: 'text', line: literal.line, text }, scope, file }
  }
  if (literal.kind !== 'expression') return value
  const [, beginning = '', further = ''] = reference.exec(literal.source) ?? []
  let found = referred(beginning, value)
  for (const [, name, key] of further.matchAll(step)) {
    const outer = found && resolved(found, depth + 1)
    const inner = outer?.literal.kind === 'map' ? outer.literal.entries.get(name ?? key ?? '') : undefined
    found = outer && inner && { ...outer, literal: inner }
  }
  return found ? resolved(found, depth + 1) : value
}

/** The text that a value stands for; undefined for what is no text, and for what only Terraform can evaluate. */
export function textOf(value: Scoped, depth = 0): string | undefined {
  const { literal } = resolved(value, depth)
  return literal.kind === 'text' ? literal.text : undefined
}

/** Whether a value is as if it were not there. */
export function isNull({ literal }: Scoped): boolean {
  return literal.kind === 'expression' && literal.source === 'null'
}

/** A value as it is written, for people. */
export function sourceOf(literal: Literal): string {
  switch (literal.kind) {
    case 'expression':
      return literal.source
    case 'text':
      return JSON.stringify(literal.text)
    case 'template':
      return `"${literal.parts.map((part) => (typeof part === 'string' ? part : `\${${part.expression}}`)).join('')}"`
    case 'list':
      return '[…]'
    case 'map':
      return '{…}'
  }
}

const deepest = 20

const reference = /^((?:var|local|path|each)\.[\w-]+)((?:\.[\w-]+|\["[^"\\$%]*"\])*)$/u
const step = /\.([\w-]+)|\["([^"]*)"\]/gu

function referred(source: string, { literal: { line }, scope, file }: Scoped): Scoped | undefined {
  const text = (value: string): Scoped => ({ literal: { kind: 'text', line, text: value }, scope, file })
  const [kind, name = ''] = source.split('.')
  switch (kind) {
    case 'var':
      return scope.variables.get(name)
    case 'local':
      return scope.locals.get(name)
    case 'path':
      // `path.cwd` depends on where Terraform is started.
      if (name === 'module') return text(scope.folder)
      return name === 'root' ? text(scope.rootFolder) : undefined
    case 'each':
      if (name === 'key') return scope.each && text(scope.each.key)
      return name === 'value' ? scope.each?.value : undefined
    default:
      return undefined
  }
}

function textOfTemplate(
  { parts, line }: TemplateLiteral,
  { scope, file }: Scoped,
  depth: number,
): string | undefined {
  let text = ''
  for (const part of parts) {
    const expression = typeof part === 'string' ? undefined : part.expression
    const piece =
      expression === undefined
        ? part
        : textOf({ literal: { kind: 'expression', line, source: expression }, scope, file }, depth + 1)
    if (typeof piece !== 'string') return undefined
    text += piece
  }
  return text
}
