import { basename, resolve } from 'node:path'
import { type Block, overrides } from '../configuration/configuration'
import { say } from '../report/phrase'
import type { Place } from '../report/report'
import {
  constantText,
  expressionPhrase,
  instancesOf,
  isNull,
  type NotRead,
  notRead,
  resolved,
  type Scope,
  type Scoped,
} from './modules'

/** A list of sites that a configuration declares. */
export interface DeclaredList {
  /** Of the resource, such as `module.lists.appliance_category.ads["feed"]`; `[*]` if only Terraform can evaluate which there are. */
  readonly address: string
  /** The path of the construct from which CDKTF wrote the resource. */
  readonly construct?: string
  readonly category: DeclaredCategory
  /** Full path of the folder of its root module. */
  readonly rootFolder: string
  readonly content: InlineSites | SitesFile
}

interface InlineSites {
  readonly kind: 'inline'
  readonly entries: readonly InlineEntry[]
}

interface InlineEntry {
  readonly text: string
  readonly place: Place
}

interface SitesFile {
  readonly kind: 'file'
  /** Full path. */
  readonly path: string
  /** Of the attribute that names it. */
  readonly place: Place
}

interface DeclaredLists {
  readonly lists: readonly DeclaredList[]
  readonly notRead: readonly NotRead[]
}

/** The lists of sites in all modules, once for each time that they are used. */
export function declaredLists(uses: readonly Scope[]): DeclaredLists {
  const lists: DeclaredList[] = []
  const missed: NotRead[] = []
  for (const use of uses) {
    for (const block of use.blocks) {
      if (!isList(block)) continue
      const address = `${use.prefix}${block.labels.join('.')}`
      if (overrides(basename(block.file))) {
        missed.push(notRead(block, address, say`only Terraform can merge what overrides a block`))
        continue
      }
      const { instances, uncertainty } = instancesOf(block, use)
      if (uncertainty) missed.push(notRead(block, address, uncertainty))
      for (const { key, scope } of instances)
        lists.push(...listsOf({ block, address: `${address}${key}`, scope, missed }))
    }
  }
  return { lists, notRead: missed }
}

function isList({ kind, labels }: Block): boolean {
  return kind === 'resource' && labels.length === 2 && /^appliance_category(?:_sites)?$/.test(labels[0] ?? '')
}

interface ReadBlock {
  readonly block: Block
  readonly address: string
  readonly scope: Scope
  /** What is found that cannot be read. */
  readonly missed: NotRead[]
}

function listsOf(reading: ReadBlock): readonly DeclaredList[] {
  const { block, address, scope } = reading
  const of = {
    address,
    ...(block.construct === undefined ? {} : { construct: block.construct }),
    category: declaredCategory(block, scope),
    rootFolder: scope.rootFolder,
  }
  const contents = [inlineSites(reading), sitesFile(reading)]
  return contents.flatMap((content) => (content ? [{ ...of, content }] : []))
}

function inlineSites(reading: ReadBlock): InlineSites | undefined {
  const { block, address, missed } = reading
  const sites = attributeOf('sites', reading)
  if (sites === undefined) return undefined
  if (sites.literal.kind !== 'list') {
    missed.push(notRead(block, address, expressionPhrase('sites', sites), sites))
    return undefined
  }
  const entries: InlineEntry[] = []
  for (const literal of sites.literal.items) {
    const entry = resolved({ ...sites, literal })
    if (entry.literal.kind === 'text') entries.push({ text: entry.literal.text, place: placeOfValue(entry) })
    else missed.push(notRead(block, address, expressionPhrase('an entry of sites', entry), entry))
  }
  return { kind: 'inline', entries }
}

function sitesFile(reading: ReadBlock): SitesFile | undefined {
  const { block, address, scope, missed } = reading
  const file = attributeOf('sites_file', reading)
  if (file === undefined) return undefined
  if (file.literal.kind !== 'text') {
    missed.push(notRead(block, address, expressionPhrase('sites_file', file), file))
    return undefined
  }
  return { kind: 'file', path: resolve(scope.rootFolder, file.literal.text), place: placeOfValue(file) }
}

/** Undefined if it is not set. */
function attributeOf(name: string, { block: { attributes, file }, scope }: ReadBlock): Scoped | undefined {
  const literal = attributes.get(name)
  const value = literal && resolved({ literal, scope, file })
  return value === undefined || isNull(value) ? undefined : value
}

function placeOfValue({ file, literal: { line } }: Scoped): Place {
  return { file, line }
}

/** The category of a list, as far as the configuration writes it down. */
export interface DeclaredCategory {
  readonly name?: string
  readonly id?: number
}

/** The category that a block fills: by its name, by its number, or by the resource or data source that knows its number. */
function declaredCategory(block: Block, scope: Scope): DeclaredCategory {
  const { labels, attributes, file } = block
  const literal = attributes.get(labels[0] === 'appliance_category' ? 'name' : 'category_id')
  if (!literal) return {}
  const value = { literal, scope, file }
  if (labels[0] === 'appliance_category') return namedBy(constantText(value))
  const { literal: reference, scope: there } = resolved(value)
  const source = reference.kind === 'expression' ? reference.source : constantText(value)
  if (source !== undefined && /^\d{1,9}$/.test(source)) return { id: Number(source) }
  return nameOfOwner(source ?? '', there)
}

/** The category of a resource or data source of the same module, to whose number an expression refers. */
function nameOfOwner(source: string, scope: Scope): DeclaredCategory {
  const [, data, name, index] = owner.exec(source) ?? []
  const kind = data === undefined ? 'resource' : 'data'
  const block = scope.blocks.find(
    ({ kind: other, labels }) => other === kind && labels[0] === 'appliance_category' && labels[1] === name,
  )
  const literal = block?.attributes.get('name')
  if (!block || !literal) return {}
  const { each: _, ...outside } = scope
  const { instances } = instancesOf(block, outside)
  const key = index === undefined ? '' : `[${keyOf(index, scope, block.file)}]`
  const instance = instances.find((each) => each.key === key)
  return instance ? namedBy(constantText({ literal, scope: instance.scope, file: block.file })) : {}
}

const owner = /^(data\.)?appliance_category\.([\w-]+)(?:\[([^\]]*)\])?\.id$/u

/** What stands between brackets, as it is in addresses. */
function keyOf(index: string, scope: Scope, file: string): string {
  if (!/^each\.\w+$/u.test(index)) return index
  return JSON.stringify(
    constantText({ literal: { kind: 'expression', line: 1, source: index }, scope, file }) ?? index,
  )
}

function namedBy(name: string | undefined): DeclaredCategory {
  return name === undefined ? {} : { name }
}
