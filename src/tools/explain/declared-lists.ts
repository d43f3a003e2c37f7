import { basename, join, relative, sep } from 'node:path'
import { pathOfList } from '../../sites/files/list-text'
import {
  type Block,
  blockOf,
  type Configuration,
  folderOf,
  localFolder,
  overrides,
  type Written,
} from '../configuration/configuration'
import { scanRepository } from '../configuration/scan'
import { exists } from '../files'
import { type Phrase, say } from '../report/phrase'
import type { Place } from '../report/report'
import { type EvaluatedLists, EvaluatedValues } from './evaluated-lists'
import { type ListValues, WrittenValues } from './list-values'

/** A list of sites that is declared. */
export interface DeclaredList {
  /** Of the resource, such as `module.lists.appliance_category.ads["feed"]`. */
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

/** The category of a list, as far as it is known. */
export interface DeclaredCategory {
  readonly name?: string | undefined
  readonly id?: number | undefined
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

/** A text of a list, and where it is written. */
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

/** Something that may declare sites, and could not be read. */
export interface NotRead {
  readonly place: Place
  /** Of the resource or the module; undefined for a whole file. */
  readonly address?: string
  /** A clause behind the address: `only Terraform can evaluate sites: var.sites`. */
  readonly says: Phrase
  /** Whether a plan says it. */
  readonly needsPlan?: boolean
}

interface DeclaredLists {
  readonly lists: readonly DeclaredList[]
  readonly notRead: readonly NotRead[]
}

/**
 * The lists that are declared below a folder: those that an engine has evaluated, and those that the configurations write down without
 * anything to evaluate.
 *
 * @param root full path of the folder
 * @param evaluated those of plans and states, the former first
 */
export async function listsBelow(root: string, evaluated: readonly EvaluatedLists[]): Promise<DeclaredLists> {
  const configuration = await scanRepository(root)
  const initialized = new Set<string>()
  for (const folder of new Set(configuration.blocks.map(({ file }) => folderOf(file))))
    if (await exists(join(root, folder, '.terraform.lock.hcl'))) initialized.add(folder)
  return declaredLists(root, configuration, initialized, evaluated)
}

/**
 * @param initialized folders with a lock file of providers, relative to the root
 * @param evaluated see `listsBelow`
 */
export function declaredLists(
  root: string,
  configuration: Configuration,
  initialized: ReadonlySet<string>,
  evaluated: readonly EvaluatedLists[],
): DeclaredLists {
  const planned = new Planned(evaluated.filter(({ from }) => from === 'plan'))
  const lists: DeclaredList[] = []
  const missed: NotRead[] = []
  for (const use of usesIn(configuration, initialized, planned, root, missed)) {
    for (const block of use.lists) {
      const address = `${use.prefix}${block.labels.join('.')}`
      if (planned.hasBlock(use.rootFolder, address)) continue
      lists.push(...writtenLists(block, address, use, missed))
    }
  }
  const known = new Set(lists.map(keyOf))
  for (const source of evaluated) {
    for (const list of source.lists) {
      const { address, category } = list
      if (source.from === 'state' && planned.hasBlock(source.folder, address)) continue
      const folder = relative(root, source.folder).split(sep).join('/')
      const block = blockOf(address, { ...configuration, folder })
      const values = new EvaluatedValues(list, block, source, missed)
      const of = { address, category, rootFolder: source.folder, ...constructOf(block) }
      lists.push(...listsOf(values, of).filter((each) => !known.has(keyOf(each))))
    }
  }
  const unread = configuration.unread ?? []
  const files = unread.map(({ file, why }): NotRead => ({ place: { file }, says: [`the file ${why}`] }))
  return { lists, notRead: [...missed, ...files] }
}

/** Equal for the same file of the same resource. */
function keyOf({ rootFolder, address, content }: DeclaredList): string {
  return JSON.stringify([rootFolder, address, content.kind === 'file' ? content.path : ''])
}

/** What plans contain. */
class Planned {
  /** By the folders of their root modules: addresses without keys. */
  readonly #blocks = new Map<string, Set<string>>()
  readonly #complete = new Set<string>()

  constructor(plans: readonly EvaluatedLists[]) {
    for (const { folder, lists, isComplete } of plans) {
      this.#blocks.set(folder, new Set(lists.map(({ address }) => withoutKeys(address))))
      if (isComplete) this.#complete.add(folder)
    }
  }

  /** Whether a plan contains everything of a root module. */
  isComplete(rootFolder: string): boolean {
    return this.#complete.has(rootFolder)
  }

  hasBlock(rootFolder: string, address: string): boolean {
    return this.#blocks.get(rootFolder)?.has(withoutKeys(address)) === true
  }

  /** @param prefix of the addresses in a module, such as `module.lists.` */
  hasModule(rootFolder: string, prefix: string): boolean {
    const bare = withoutKeys(prefix)
    return [...(this.#blocks.get(rootFolder) ?? [])].some((address) => address.startsWith(bare))
  }
}

function withoutKeys(address: string): string {
  return address.replace(/\["(?:[^"\\]|\\.)*"\]|\[\d+\]/gu, '')
}

/** A module that is used once, from a root module on. */
interface Use {
  /** Relative to the root of the repository. */
  readonly folder: string
  /** Full paths. */
  readonly moduleFolder: string
  readonly rootFolder: string
  /** Before the addresses of its resources, such as `module.lists.`; empty for a root module. */
  readonly prefix: string
  /** The use around it. */
  readonly outer?: Use
  readonly lists: readonly Block[]
  /** The blocks of its folder. */
  readonly blocks: readonly Block[]
}

/** A few files can call each other any number of times: how many values their modules may have in all. */
const mostValues = 200_000

/**
 * The modules of a repository, from the root modules along the blocks `module` that are there once. A folder is a root module if no other folder uses it,
 * or if it was initialized as one.
 */
function usesIn(
  { blocks }: Configuration,
  initialized: ReadonlySet<string>,
  planned: Planned,
  root: string,
  missed: NotRead[],
): readonly Use[] {
  const folders = new Map<string, Block[]>()
  for (const block of blocks) {
    const known = folders.get(folderOf(block.file))
    if (known) known.push(block)
    else folders.set(folderOf(block.file), [block])
  }
  const used = new Set(blocks.filter(isCall).map(localFolder))
  const uses: Use[] = []
  for (const [folder, own] of folders) {
    const rootFolder = join(root, folder)
    if (used.has(folder) && !initialized.has(folder)) continue
    if (!planned.isComplete(rootFolder)) uses.push(useOf({ folder, rootFolder, prefix: '' }, own))
  }
  const leftOut = new Set<Block>()
  let values = 0
  // The list grows during the loop, and so does what each use has around it.
  for (const use of uses) {
    for (const call of use.blocks.filter(isCall)) {
      const address = `${use.prefix}module.${call.labels[0]}`
      const folder = localFolder(call)
      const own = folders.get(folder ?? '')
      const why = obstacleTo(call, folder, own, use)
      if (why !== undefined) {
        if (!planned.hasModule(use.rootFolder, `${address}.`)) missed.push(notRead(call, address, why, true))
        continue
      }
      const inner = useOf(
        { folder: folder ?? '', rootFolder: use.rootFolder, prefix: `${address}.`, outer: use },
        own ?? [],
      )
      values += 1 + valuesOf(inner)
      if (values <= mostValues) uses.push(inner)
      // Of each block once: it may be used as often as there are values.
      else if (leftOut.size < leftOut.add(call).size)
        missed.push(notRead(call, address, say`the modules have more than ${mostValues} values in all`, true))
    }
  }
  return uses

  function useOf(use: Pick<Use, 'folder' | 'rootFolder' | 'prefix' | 'outer'>, own: readonly Block[]): Use {
    return { ...use, moduleFolder: join(root, use.folder), blocks: own, lists: own.filter(isList) }
  }
}

/** Why a module is not followed: a clause. @param own the blocks of its folder */
function obstacleTo(
  call: Block,
  folder: string | undefined,
  own: readonly Block[] | undefined,
  use: Use,
): Phrase | undefined {
  if (folder === undefined || own === undefined) return say`the module is not a folder of this repository`
  const repeated = repetitionOf(call)
  if (repeated) return say`only Terraform can evaluate its ${[repeated]}`
  for (let each: Use | undefined = use; each !== undefined; each = each.outer)
    if (each.folder === folder) return say`the module contains itself`
  return undefined
}

function valuesOf({ blocks, lists }: Use): number {
  const written = lists.flatMap(({ attributes }) => [...attributes.values()])
  return written.reduce((sum, each) => sum + (each.kind === 'list' ? each.items.length : 1), blocks.length)
}

function isCall({ kind, labels }: Block): boolean {
  return kind === 'module' && labels.length === 1
}

function isList({ kind, labels }: Block): boolean {
  return kind === 'resource' && labels.length === 2 && /^appliance_category(?:_sites)?$/.test(labels[0] ?? '')
}

function repetitionOf({ attributes }: Block): 'for_each' | 'count' | undefined {
  if (attributes.has('for_each')) return 'for_each'
  return attributes.has('count') ? 'count' : undefined
}

function notRead(block: Block, address: string, says: Phrase, needsPlan = false): NotRead {
  return { place: placeIn(block), address, says, ...(needsPlan && { needsPlan }) }
}

function placeIn({ file, line }: Block): Place {
  return { file, ...(line !== undefined && { line }) }
}

/** The lists of a block that is there once. */
function writtenLists(block: Block, address: string, use: Use, missed: NotRead[]): readonly DeclaredList[] {
  const repeated = repetitionOf(block)
  if (overrides(basename(block.file)) || repeated) {
    const says = repeated
      ? say`only Terraform can evaluate its ${[repeated]}`
      : say`only Terraform can merge what overrides a block`
    missed.push(notRead(block, address, says, true))
    return []
  }
  const values = new WrittenValues(block, address, use, missed)
  const { rootFolder } = use
  return listsOf(values, {
    address,
    category: writtenCategory(block, use),
    rootFolder,
    ...constructOf(block),
  })
}

function constructOf(block: Block | undefined): Pick<DeclaredList, 'construct'> {
  return block?.construct === undefined ? {} : { construct: block.construct }
}

/** The lists of a resource: one of its own sites, and one of each file. */
function listsOf(
  values: ListValues,
  of: Omit<DeclaredList, 'content' | 'exceptions'>,
): readonly DeclaredList[] {
  const fileOf = ({ text, place }: InlineEntry): SitesFile => ({
    kind: 'file',
    path: pathOfList(of.rootFolder, text),
    place,
  })
  const entries = values.entries('sites')
  const single = values.text('sites_file')
  const files = [...(single ? [single] : []), ...(values.entries('sites_files') ?? [])].map(fileOf)
  const contents = [...(entries ? [{ kind: 'inline', entries } as const] : []), ...files]
  if (contents.length === 0) return []
  const excepted = values.entries('exceptions') ?? []
  const file = values.text('exceptions_file')
  const listFiles = values.text('list_exceptions')?.text === 'apply' ? files : []
  const exceptions =
    excepted.length === 0 && !file && listFiles.length === 0
      ? undefined
      : { entries: excepted, file: file && fileOf(file), listFiles }
  return contents.map((content) => ({ ...of, content, ...(exceptions && { exceptions }) }))
}

/** The category that a block fills: by its name, by its number, or by the resource or data source beside it that knows its number. */
function writtenCategory({ labels, attributes }: Block, { blocks }: Use): DeclaredCategory {
  if (labels[0] === 'appliance_category') return namedBy(attributes.get('name'))
  const value = attributes.get('category_id')
  const source = value?.kind === 'text' ? value.text : value?.kind === 'expression' ? value.source : ''
  if (/^\d{1,9}$/.test(source)) return { id: Number(source) }
  const [, data, name] = /^(data\.)?appliance_category\.([\w-]+)\.id$/u.exec(source) ?? []
  const kind = data === undefined ? 'resource' : 'data'
  const owner = blocks.find(
    (each) => each.kind === kind && each.labels[0] === 'appliance_category' && each.labels[1] === name,
  )
  return owner === undefined || repetitionOf(owner) ? {} : namedBy(owner.attributes.get('name'))
}

function namedBy(name: Written | undefined): DeclaredCategory {
  return name?.kind === 'text' ? { name: name.text } : {}
}
