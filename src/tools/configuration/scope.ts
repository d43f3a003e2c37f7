import { Name, type Phrase, say } from '../report/phrase'
import type { Block, Literal, TemplateLiteral } from './configuration'
import type { Expansion, Written } from './expansion'

/** One use of a module: its blocks, and the values to which their expressions refer, as far as the files contain them. */
export interface Scope {
  readonly module: Module
  /** Before the addresses of its resources, such as `module.lists["ads"].`; empty for a root module. */
  readonly prefix: string
  /** The full path of its folder. */
  readonly folder: string
  /** The full path of the folder of its root module, in which Terraform runs. */
  readonly rootFolder: string
  /** Of a root module: the values of its variables, as far as they are known. */
  readonly inputs?: ReadonlyMap<string, Written>
  /** The block `module`, which passes values; undefined in a root module, whose variables are set from outside. */
  readonly call?: { readonly block: Block; readonly scope: Scope }
  /** In a block with a `for_each` that is written down; outside is the scope of the module. */
  readonly each?: { readonly key: string; readonly value: Scoped; readonly outside: Scope }
  /** The objects of its blocks that were asked for. */
  readonly instances: Map<Block, Instances>
  readonly expansion: Expansion
}

/** What the files of a folder contain, once for all uses of it. */
export interface Module {
  /** The blocks `module`. */
  readonly calls: readonly Block[]
  /** Resources that have a list of sites. */
  readonly lists: readonly Block[]
  /** Resources and data sources that are a category, by their kind and name: `data ads`. */
  readonly categories: ReadonlyMap<string, Block>
  readonly locals: ReadonlyMap<string, Written>
  /** Of its variables. */
  readonly defaults: ReadonlyMap<string, Written>
}

/** A value, its place, and the scope of its expressions. */
export interface Scoped extends Written {
  readonly scope: Scope
}

/**
 * Follows references to a value that the files contain: a text, a list, a map, a number or `null`. Items of lists and maps are not
 * followed. What only Terraform can evaluate stays an expression: the last one to which references lead.
 */
export function resolved(value: Scoped, depth = 0): Scoped {
  const { literal, scope, file } = value
  // References in a circle end here.
  if (depth > deepest || !scope.expansion.take()) return value
  if (literal.kind === 'template') {
    const text = textOfTemplate(literal, value, depth)
    return text === undefined ? value : { literal: { kind: 'text', line: literal.line, text }, scope, file }
  }
  if (literal.kind !== 'expression') return value
  const [, beginning = '', further = ''] = reference.exec(literal.source) ?? []
  let found = referenceTarget(beginning, value)
  for (const [, name, text, source] of further.matchAll(step)) {
    const outer = found && resolved(found, depth + 1)
    const key = name ?? text ?? (source === undefined ? undefined : textOf(source, value, depth + 1))
    const inner = outer?.literal.kind === 'map' ? outer.literal.entries.get(key ?? '') : undefined
    found = outer && inner && { ...outer, literal: inner }
  }
  return found ? resolved(found, depth + 1) : value
}

/** The text of a value; undefined if it is no text, or only Terraform can evaluate it. */
export function constantText(value: Scoped, depth = 0): string | undefined {
  const { literal } = resolved(value, depth)
  return literal.kind === 'text' ? literal.text : undefined
}

/** Whether a value is `null`, which is the same as no attribute. */
export function isNull({ literal }: Scoped): boolean {
  return literal.kind === 'expression' && literal.source === 'null'
}

/** A value as it is written, for people. */
function sourceOf(literal: Literal): string {
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

const reference = /^((?:var|local|path|each)\.[\w-]+)((?:\.[\w-]+|\["[^"\\$%]*"\]|\[[\w.-]+\])*)$/u
const step = /\.([\w-]+)|\["([^"]*)"\]|\[([\w.-]+)\]/gu

/** The text to which an expression leads. */
function textOf(
  source: string,
  { literal: { line }, scope, file }: Scoped,
  depth: number,
): string | undefined {
  return constantText({ literal: { kind: 'expression', line, source }, scope, file }, depth)
}

function referenceTarget(source: string, { literal: { line }, scope, file }: Scoped): Scoped | undefined {
  const text = (value: string): Scoped => ({ literal: { kind: 'text', line, text: value }, scope, file })
  const [kind, name = ''] = source.split('.')
  switch (kind) {
    case 'var':
      return variableOf(name, scope)
    case 'local':
      return inScope(scope.module.locals.get(name), scope.each?.outside ?? scope)
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

/** Attributes of the block `module` itself; all others are variables of the module. */
const attributesOfCall: ReadonlySet<string> = new Set([
  'source',
  'version',
  'for_each',
  'count',
  'providers',
  'depends_on',
])

/** The variables of a root module are set by files, options and the environment. */
function variableOf(name: string, scope: Scope): Scoped | undefined {
  const { call, each, module, inputs } = scope
  if (call === undefined) return inScope(inputs?.get(name), each?.outside ?? scope)
  const literal = attributesOfCall.has(name) ? undefined : call.block.attributes.get(name)
  if (literal !== undefined) return { literal, scope: call.scope, file: call.block.file }
  return inScope(module.defaults.get(name), each?.outside ?? scope)
}

function inScope(value: Written | undefined, scope: Scope): Scoped | undefined {
  return value && { ...value, scope }
}

function textOfTemplate({ parts }: TemplateLiteral, template: Scoped, depth: number): string | undefined {
  const { scope } = template
  let text = ''
  for (const part of parts) {
    const expression = typeof part === 'string' ? undefined : part.expression
    const piece = expression === undefined ? part : textOf(expression, template, depth + 1)
    // Texts that repeat others grow as fast as lists do.
    if (typeof piece !== 'string' || !scope.expansion.take(Math.ceil(piece.length / 64))) return undefined
    text += piece
  }
  return text
}

/** The objects of a block. */
interface Instances {
  /** By the ends of their addresses: empty, `["ads"]`, `[0]`, or `[*]` if only Terraform can evaluate which there are. */
  readonly instances: ReadonlyMap<string, Scope>
  /** Set if only Terraform can evaluate how many there are: a clause. */
  readonly uncertainty?: Phrase
}

/** The objects of a block, by its `for_each` or `count`. @param address without their keys */
export function instancesOf(block: Block, address: string, scope: Scope): Instances {
  const known = scope.instances.get(block)
  if (known) return known
  const found = foundInstances(block, address, scope)
  scope.instances.set(block, found)
  return found
}

function foundInstances(block: Block, address: string, scope: Scope): Instances {
  const { attributes, file } = block
  const [each, count] = [attributes.get('for_each'), attributes.get('count')]
  if (!each && !count) return { instances: new Map([['', scope]]) }
  if (each) {
    const entries = entriesOf({ literal: each, scope, file })
    if (entries === undefined) return uncertain(scope, 'for_each')
    return expanded(block, address, scope, entries.length, (index) => entries[index])
  }
  const literal = count && resolved({ literal: count, scope, file }).literal
  const source = literal?.kind === 'expression' ? literal.source : ''
  if (!/^\d{1,9}$/.test(source)) return uncertain(scope, 'count')
  return expanded(block, address, scope, Number(source))
}

/** As many of the objects as there is room for. @param entryAt of a `for_each` */
function expanded(
  block: Block,
  address: string,
  scope: Scope,
  all: number,
  entryAt: (index: number) => readonly [string, Scoped] | undefined = () => undefined,
): Instances {
  const instances = new Map<string, Scope>()
  for (let index = 0; index < all; index += 1) {
    const [key, value] = entryAt(index) ?? []
    const place = key === undefined ? `[${index}]` : `[${JSON.stringify(key)}]`
    if (!scope.expansion.take()) {
      scope.expansion.leaveOut(block, `${address}${place}`, all - index)
      break
    }
    instances.set(
      place,
      key === undefined || value === undefined ? scope : { ...scope, each: { key, value, outside: scope } },
    )
  }
  return { instances }
}

function uncertain(scope: Scope, attribute: 'for_each' | 'count'): Instances {
  const uncertainty = say`only Terraform can evaluate its ${[attribute]}, so there may be no such object, or several`
  return { instances: new Map([['[*]', scope]]), uncertainty }
}

/** The keys and values of a map, or of a set of texts; undefined if the files do not contain all of them. */
function entriesOf(value: Scoped): readonly (readonly [string, Scoped])[] | undefined {
  const found = resolved(value)
  const { literal } = found
  if (literal.kind === 'map') {
    // In JSON, keys are templates too.
    const isWritten = !literal.isPartial && [...literal.entries.keys()].every((key) => !/[$%]\{/u.test(key))
    return isWritten
      ? [...literal.entries].map(([key, entry]) => [key, { ...found, literal: entry }])
      : undefined
  }
  if (literal.kind !== 'list') return undefined
  const entries: (readonly [string, Scoped])[] = []
  for (const item of literal.items) {
    const text = constantText({ ...found, literal: item })
    if (text === undefined) return undefined
    entries.push([text, { ...found, literal: { kind: 'text', line: item.line, text } }])
  }
  return entries
}

/** A clause about a value that only Terraform can evaluate. @param what a noun */
export function expressionPhrase(what: string, { literal }: Scoped): Phrase {
  return say`only Terraform can evaluate ${[what]}: ${new Name(sourceOf(literal))}`
}
