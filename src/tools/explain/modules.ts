import { join } from 'node:path'
import {
  type Block,
  folderOf,
  type Literal,
  localFolder,
  type TemplateLiteral,
} from '../configuration/configuration'
import { Name, type Phrase, say } from '../report/phrase'
import type { Place } from '../report/report'

/** All uses of the modules of a repository. */
interface ModuleTree {
  readonly uses: readonly Scope[]
  /** Modules that are elsewhere, or are used as often as only Terraform can evaluate. */
  readonly notRead: readonly NotRead[]
}

/**
 * Follows the blocks `module` from the root modules to all modules that they use. A folder is a root module if no other folder uses
 * it, or if it was initialised as one.
 *
 * @param root full path of the root of the repository
 * @param initialised folders with a lock file of providers, relative to the root
 */
export function moduleTree(
  blocks: readonly Block[],
  root: string,
  initialised: ReadonlySet<string>,
): ModuleTree {
  const folders = new Map<string, Block[]>()
  for (const block of blocks) {
    const folder = folderOf(block.file)
    const known = folders.get(folder)
    if (known) known.push(block)
    else folders.set(folder, [block])
  }
  const used = new Set(blocks.filter(isCall).map((call) => localFolder(call)))
  const walk = new Walk(folders, root)
  for (const folder of folders.keys())
    if (!used.has(folder) || initialised.has(folder))
      walk.visit({ folder, prefix: '', rootFolder: folder, above: [] })
  return walk
}

interface Visit {
  readonly folder: string
  readonly prefix: string
  readonly rootFolder: string
  /** The folders of the modules around it. */
  readonly above: readonly string[]
  /** What the block `module` passes; undefined in a root module. */
  readonly passed?: ReadonlyMap<string, Scoped>
}

class Walk implements ModuleTree {
  readonly uses: Scope[] = []
  readonly notRead: NotRead[] = []
  readonly #folders: ReadonlyMap<string, readonly Block[]>
  readonly #root: string

  constructor(folders: ReadonlyMap<string, readonly Block[]>, root: string) {
    this.#folders = folders
    this.#root = root
  }

  visit(visit: Visit): void {
    const scope = this.#scopeOf(visit)
    this.uses.push(scope)
    for (const call of scope.blocks.filter(isCall)) this.#follow(call, scope, visit)
  }

  #follow(call: Block, scope: Scope, { folder, prefix, rootFolder, above }: Visit): void {
    const address = `${prefix}module.${call.labels[0]}`
    const source = localFolder(call)
    if (source === undefined || !this.#folders.has(source)) {
      this.notRead.push(notRead(call, address, say`the module is not a folder of this repository`))
      return
    }
    if (source === folder || above.includes(source) || this.uses.length >= mostUses) {
      this.notRead.push(notRead(call, address, say`the module contains itself`))
      return
    }
    const { instances, uncertainty } = instancesOf(call, scope)
    if (uncertainty) this.notRead.push(notRead(call, address, uncertainty))
    for (const { key, scope: inner } of instances) {
      const further = [...call.attributes].filter(([name]) => !attributesOfCall.has(name))
      const passed = new Map(
        further.map(([name, literal]) => [name, { literal, scope: inner, file: call.file }] as const),
      )
      this.visit({
        folder: source,
        prefix: `${address}${key}.`,
        rootFolder,
        above: [...above, folder],
        passed,
      })
    }
  }

  #scopeOf({ folder, prefix, rootFolder, passed }: Visit): Scope {
    const blocks = this.#folders.get(folder) ?? []
    const locals = new Map<string, Scoped>()
    const variables = new Map<string, Scoped>()
    const folders = { folder: join(this.#root, folder), rootFolder: join(this.#root, rootFolder) }
    const scope: Scope = { prefix, blocks, ...folders, locals, variables }
    for (const { kind, labels, attributes, file } of blocks) {
      if (kind === 'locals')
        for (const [name, literal] of attributes) locals.set(name, { literal, scope, file })
      const [name, literal] = [labels[0], attributes.get('default')]
      // The variables of a root module are set by files, options and the environment.
      if (kind !== 'variable' || passed === undefined || name === undefined) continue
      if (literal) variables.set(name, { literal, scope, file })
    }
    for (const [name, value] of passed ?? []) variables.set(name, value)
    return scope
  }
}

/** A limit, because modules that use others several times over multiply their uses. */
const mostUses = 10_000

/** Attributes of the block `module` itself; all others are variables of the module. */
const attributesOfCall: ReadonlySet<string> = new Set([
  'source',
  'version',
  'for_each',
  'count',
  'providers',
  'depends_on',
])

function isCall({ kind, labels }: Block): boolean {
  return kind === 'module' && labels.length === 1
}

/** One use of a module: its blocks, and the values to which their expressions refer, as far as the files contain them. */
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

/** A value, its place, and the scope of its expressions. */
export interface Scoped {
  readonly literal: Literal
  /** Relative to the root of the repository. */
  readonly file: string
  readonly scope: Scope
}

/**
 * Follows references to a value that the files contain: a text, a list, a map, a number or `null`. Items of lists and maps are not
 * followed. What only Terraform can evaluate stays an expression: the last one to which references lead.
 */
export function resolved(value: Scoped, depth = 0): Scoped {
  const { literal, scope, file } = value
  // References in a circle end here.
  if (depth > deepest) return value
  if (literal.kind === 'template') {
    const text = textOfTemplate(literal, value, depth)
    return text === undefined ? value : { literal: { kind: 'text', line: literal.line, text }, scope, file }
  }
  if (literal.kind !== 'expression') return value
  const [, beginning = '', further = ''] = reference.exec(literal.source) ?? []
  let found = referenceTarget(beginning, value)
  for (const [, name, key] of further.matchAll(step)) {
    const outer = found && resolved(found, depth + 1)
    const inner = outer?.literal.kind === 'map' ? outer.literal.entries.get(name ?? key ?? '') : undefined
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

const reference = /^((?:var|local|path|each)\.[\w-]+)((?:\.[\w-]+|\["[^"\\$%]*"\])*)$/u
const step = /\.([\w-]+)|\["([^"]*)"\]/gu

function referenceTarget(source: string, { literal: { line }, scope, file }: Scoped): Scoped | undefined {
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
        : constantText({ literal: { kind: 'expression', line, source: expression }, scope, file }, depth + 1)
    if (typeof piece !== 'string') return undefined
    text += piece
  }
  return text
}

/** One object of a block. */
interface Instance {
  /** The end of its address: empty, `["ads"]`, `[0]`, or `[*]` if only Terraform can evaluate which there are. */
  readonly key: string
  readonly scope: Scope
}

interface Instances {
  readonly instances: readonly Instance[]
  /** Set if only Terraform can evaluate how many there are: a clause. */
  readonly uncertainty?: Phrase
}

/** The objects of a block, by its `for_each` or `count`. */
export function instancesOf({ attributes, file }: Block, scope: Scope): Instances {
  const [each, count] = [attributes.get('for_each'), attributes.get('count')]
  if (each) {
    const entries = entriesOf({ literal: each, scope, file })
    if (entries === undefined) return uncertain(scope, 'for_each')
    return {
      instances: entries.map(([key, value]) => ({
        key: `[${JSON.stringify(key)}]`,
        scope: { ...scope, each: { key, value } },
      })),
    }
  }
  if (!count) return { instances: [{ key: '', scope }] }
  const { literal } = resolved({ literal: count, scope, file })
  const source = literal.kind === 'expression' ? literal.source : ''
  if (!/^\d{1,3}$/.test(source)) return uncertain(scope, 'count')
  return { instances: Array.from({ length: Number(source) }, (_, index) => ({ key: `[${index}]`, scope })) }
}

function uncertain(scope: Scope, attribute: 'for_each' | 'count'): Instances {
  const uncertainty = say`only Terraform can evaluate its ${[attribute]}, so there may be no such object, or several`
  return { instances: [{ key: '[*]', scope }], uncertainty }
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

/** Something that may declare sites, and could not be read. */
export interface NotRead {
  readonly place: Place
  /** Of the resource or the module; undefined for a whole file. */
  readonly address?: string
  /** A clause behind the address: `sites is an expression: var.sites`. */
  readonly says: Phrase
}

/** @param where what could not be read, if it is not the header of the block */
export function notRead(block: Block, address: string, says: Phrase, where?: Scoped): NotRead {
  const place = where
    ? { file: where.file, line: where.literal.line }
    : { file: block.file, line: block.line }
  return { place, address, says }
}

/** A clause about a value that only Terraform can evaluate. @param what a noun */
export function expressionPhrase(what: string, { literal }: Scoped): Phrase {
  return say`only Terraform can evaluate ${[what]}: ${new Name(sourceOf(literal))}`
}
