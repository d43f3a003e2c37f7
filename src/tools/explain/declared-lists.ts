import { basename, join } from 'node:path'
import { pathOfList } from '../../sites/files/list-text'
import { type Block, folderOf, overrides } from '../configuration/configuration'
import { type NotRead, notRead } from '../configuration/expansion'
import { ModuleTree } from '../configuration/modules'
import { scanRepository } from '../configuration/scan'
import {
  constantText,
  expressionPhrase,
  instancesOf,
  isNull,
  resolved,
  type Scope,
  type Scoped,
} from '../configuration/scope'
import { exists } from '../files'
import { say } from '../report/phrase'
import type { Place } from '../report/report'

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
  /** Absent for a list without exceptions. */
  readonly exceptions?: DeclaredExceptions
}

/** What leaves sites out of a list. */
export interface DeclaredExceptions {
  readonly entries: readonly InlineEntry[]
  readonly file: SitesFile | undefined
  /** The files of the list itself, if the exceptions in them are taken; otherwise empty. */
  readonly listFiles: readonly SitesFile[]
}

interface InlineSites {
  readonly kind: 'inline'
  readonly entries: readonly InlineEntry[]
}

export interface InlineEntry {
  readonly text: string
  readonly place: Place
}

export interface SitesFile {
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

/** The lists that the configurations below a folder declare. @param root full path of the folder */
export async function listsBelow(root: string): Promise<DeclaredLists> {
  const { blocks, unread = [] } = await scanRepository(root)
  const initialized = new Set<string>()
  for (const folder of new Set(blocks.map(({ file }) => folderOf(file))))
    if (await exists(join(root, folder, '.terraform.lock.hcl'))) initialized.add(folder)
  const { lists, notRead } = declaredLists(new ModuleTree(blocks, root, initialized))
  const files = unread.map(({ file, why }): NotRead => ({ place: { file }, says: [`the file ${why}`] }))
  return { lists, notRead: [...notRead, ...files] }
}

/** The lists of sites in all modules, once for each time that they are used. */
export function declaredLists(tree: ModuleTree): DeclaredLists {
  const lists: DeclaredList[] = []
  const missed: NotRead[] = []
  const { expansion } = tree
  for (const use of tree.uses()) {
    for (const block of use.module.lists) {
      const address = `${use.prefix}${block.labels.join('.')}`
      if (expansion.take()) addLists(block, address, use, { lists, missed })
      else expansion.leaveOut(block, address)
    }
  }
  // First what was left out, which shows how much there is of the rest.
  return { lists, notRead: [...expansion.leftOut(), ...tree.notRead, ...missed] }
}

/** Adds the lists of all objects of a block. */
function addLists(
  block: Block,
  address: string,
  use: Scope,
  { lists, missed }: { readonly lists: DeclaredList[]; readonly missed: NotRead[] },
): void {
  if (overrides(basename(block.file))) {
    missed.push(notRead(block, address, say`only Terraform can merge what overrides a block`))
    return
  }
  const { expansion } = use
  const { instances, uncertainty } = instancesOf(block, address, use)
  if (uncertainty && !expansion.isOver) missed.push(notRead(block, address, uncertainty))
  for (const [key, scope] of instances) {
    const own: NotRead[] = []
    const read = listsOf({ block, address: `${address}${key}`, scope, missed: own })
    // What was left out may be a part of this list too.
    if (expansion.isOver) expansion.leaveOut(block, `${address}${key}`)
    else {
      lists.push(...read)
      missed.push(...own)
    }
  }
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
  const entries = inlineEntries('sites', reading)
  const files = [fileOf('sites_file', reading), ...sitesFiles(reading)].filter((file) => file !== undefined)
  const contents = [...(entries ? [{ kind: 'inline', entries } as const] : []), ...files]
  const exceptions = contents.length === 0 ? undefined : declaredExceptions(reading, files)
  return contents.map((content) => ({ ...of, content, ...(exceptions && { exceptions }) }))
}

/** Undefined if the list has none. What cannot be read of them is missed like a part of the list. */
function declaredExceptions(reading: ReadBlock, files: readonly SitesFile[]): DeclaredExceptions | undefined {
  const entries = inlineEntries('exceptions', reading) ?? []
  const file = fileOf('exceptions_file', reading)
  const { block, address, missed } = reading
  const own = attributeOf('list_exceptions', reading)
  if (own && own.literal.kind !== 'text')
    missed.push(notRead(block, address, expressionPhrase('list_exceptions', own), own))
  const isTaken = own?.literal.kind === 'text' && own.literal.text === 'apply'
  const listFiles = isTaken ? files : []
  return entries.length === 0 && !file && listFiles.length === 0 ? undefined : { entries, file, listFiles }
}

/** Undefined if the attribute is not set, or cannot be read as a list. */
function inlineEntries(name: string, reading: ReadBlock): readonly InlineEntry[] | undefined {
  const { block, address, missed } = reading
  const list = attributeOf(name, reading)
  if (list === undefined) return undefined
  if (list.literal.kind !== 'list') {
    missed.push(notRead(block, address, expressionPhrase(name, list), list))
    return undefined
  }
  const entries: InlineEntry[] = []
  for (const literal of list.literal.items) {
    const entry = resolved({ ...list, literal })
    if (entry.literal.kind === 'text') entries.push({ text: entry.literal.text, place: placeOfValue(entry) })
    else missed.push(notRead(block, address, expressionPhrase(`an entry of ${name}`, entry), entry))
  }
  return entries
}

function fileOf(name: string, reading: ReadBlock): SitesFile | undefined {
  const { block, address, scope, missed } = reading
  const file = attributeOf(name, reading)
  if (file === undefined) return undefined
  if (file.literal.kind !== 'text') {
    missed.push(notRead(block, address, expressionPhrase(name, file), file))
    return undefined
  }
  return { kind: 'file', path: pathOfList(scope.rootFolder, file.literal.text), place: placeOfValue(file) }
}

/** Each of several files. */
function sitesFiles(reading: ReadBlock): readonly SitesFile[] {
  const { block, address, scope, missed } = reading
  const files = attributeOf('sites_files', reading)
  if (files === undefined) return []
  if (files.literal.kind !== 'list') {
    missed.push(notRead(block, address, expressionPhrase('sites_files', files), files))
    return []
  }
  return files.literal.items.flatMap((literal) => {
    const file = resolved({ ...files, literal })
    if (file.literal.kind === 'text') {
      return [
        { kind: 'file', path: pathOfList(scope.rootFolder, file.literal.text), place: placeOfValue(file) },
      ]
    }
    missed.push(notRead(block, address, expressionPhrase('a file of sites_files', file), file))
    return []
  })
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
  const block = scope.module.categories.get(`${data === undefined ? 'resource' : 'data'} ${name}`)
  const literal = block?.attributes.get('name')
  if (!block || !literal) return {}
  const use = scope.each?.outside ?? scope
  const { instances } = instancesOf(block, `${use.prefix}${data ?? ''}${block.labels.join('.')}`, use)
  const instance = instances.get(index === undefined ? '' : `[${keyOf(index, scope, block.file)}]`)
  return instance ? namedBy(constantText({ literal, scope: instance, file: block.file })) : {}
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
