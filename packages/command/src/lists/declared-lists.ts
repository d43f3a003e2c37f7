import { basename, join, relative, sep } from 'node:path'
import { pathOfList } from '@webfilter/site-lists'
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
import { type EvaluatedLists, EvaluatedValues, hasModule, Planned } from './evaluated-lists'
import {
  type DeclaredCategory,
  type InlineEntry,
  type ListValues,
  type NotRead,
  WrittenValues,
} from './list-values'

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
  /** All files of the list, that of the content among them; absent if there is no other one. */
  readonly files?: readonly SitesFile[]
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
  const modules = modulesOf(configuration)
  for (const [folder, blocks] of modules.roots(initialized)) {
    const rootFolder = join(root, folder)
    if (planned.isComplete(rootFolder)) continue
    const isEvaluated = (call: Block) =>
      evaluated.some((each) => hasModule(each, rootFolder, addressOf(call)))
    missed.push(
      ...blocks
        .filter((call) => isCall(call) && modules.mayHaveLists(call) && !isEvaluated(call))
        .map((call) =>
          notRead(call, addressOf(call), say`only a plan or the state has the lists of a module`),
        ),
    )
    const own = blocks.filter((block) => isList(block) && !planned.replaces(rootFolder, addressOf(block)))
    lists.push(...own.flatMap((block) => writtenLists(block, blocks, rootFolder, missed)))
  }
  const known = new Set(lists.map(keyOf))
  for (const source of evaluated) {
    for (const list of source.lists) {
      const { address, category } = list
      if (source.from === 'state' && planned.replaces(source.folder, address)) continue
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

/** The modules of a repository by their folders, relative to its root. */
function modulesOf({ blocks }: Configuration) {
  const folders = new Map<string, Block[]>()
  for (const block of blocks) {
    const folder = folderOf(block.file)
    const own = folders.get(folder) ?? []
    folders.set(folder, own)
    own.push(block)
  }
  const used = new Set(blocks.filter(isCall).map(localFolder))
  return {
    /** A folder is a root module if no other folder uses it, or if it was initialized as one. */
    roots: (initialized: ReadonlySet<string>) =>
      [...folders].filter(([folder]) => !used.has(folder) || initialized.has(folder)),

    /** Whether a module, or one that it uses, has lists: of one that is not a folder of the repository, that is not known. */
    mayHaveLists(call: Block): boolean {
      const seen = [localFolder(call)]
      // The list grows during the loop.
      for (const folder of seen) {
        const own = folder === undefined ? undefined : folders.get(folder)
        if (own === undefined || own.some(isList)) return true
        for (const next of own.filter(isCall).map(localFolder)) if (!seen.includes(next)) seen.push(next)
      }
      return false
    },
  }
}

function isCall({ kind, labels }: Block): boolean {
  return kind === 'module' && labels.length === 1
}

function isList({ kind, labels }: Block): boolean {
  return kind === 'resource' && labels.length === 2 && /^appliance_category(?:_sites)?$/.test(labels[0] ?? '')
}

/** Of a resource or a module in the root module. */
function addressOf({ kind, labels }: Block): string {
  return [...(kind === 'module' ? ['module'] : []), ...labels].join('.')
}

/** A block that an engine can evaluate, and nothing else. @param says a clause of why */
function notRead({ file, line }: Block, address: string, says: Phrase): NotRead {
  return { place: { file, ...(line !== undefined && { line }) }, address, says, needsPlan: true }
}

/** The attribute of a block that says how often it is there; undefined if it is there once. */
function repetitionOf({ attributes }: Block): 'for_each' | 'count' | undefined {
  if (attributes.has('for_each')) return 'for_each'
  return attributes.has('count') ? 'count' : undefined
}

/** Equal for the same file of the same resource. */
function keyOf({ rootFolder, address, content }: DeclaredList): string {
  return JSON.stringify([rootFolder, address, content.kind === 'file' ? content.path : ''])
}

/** The lists of a block that is there once. @param blocks those of its root module */
function writtenLists(
  block: Block,
  blocks: readonly Block[],
  rootFolder: string,
  missed: NotRead[],
): readonly DeclaredList[] {
  const address = addressOf(block)
  const repeated = repetitionOf(block)
  if (overrides(basename(block.file)) || repeated) {
    const says = repeated
      ? say`only Terraform can evaluate its ${[repeated]}`
      : say`only Terraform can merge what overrides a block`
    missed.push(notRead(block, address, says))
    return []
  }
  const values = new WrittenValues(block, address, rootFolder, missed)
  return listsOf(values, {
    address,
    category: writtenCategory(block, blocks),
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
  of: Omit<DeclaredList, 'content' | 'files' | 'exceptions'>,
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
  return contents.map((content) => ({
    ...of,
    content,
    ...(files.length > 1 && { files }),
    ...(exceptions && { exceptions }),
  }))
}

/** The category that a block fills: by its name, by its number, or by the resource or data source beside it that knows its number. */
function writtenCategory({ labels, attributes }: Block, blocks: readonly Block[]): DeclaredCategory {
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
