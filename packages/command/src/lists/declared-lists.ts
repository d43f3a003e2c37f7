import { basename, join } from 'node:path'
import { pathOfList } from '@webfilter/site-lists'
import {
  type Block,
  type Configuration,
  folderOf,
  localFolder,
  overrides,
} from '../configuration/configuration'
import { scanRepository } from '../configuration/scan'
import { exists } from '../files'
import type { Place } from '../report/report'
import { type InlineEntry, WrittenValues } from './list-values'

/** A list of sites that is declared. */
export interface DeclaredList {
  /** Of the resource, such as `module.lists.appliance_category.ads["feed"]`. */
  readonly address: string
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

/**
 * The lists that the configurations below a folder write down without anything to evaluate.
 * @param root full path of the folder
 */
export async function listsBelow(root: string): Promise<readonly DeclaredList[]> {
  const configuration = await scanRepository(root)
  const initialized = new Set<string>()
  for (const folder of new Set(configuration.blocks.map(({ file }) => folderOf(file))))
    if (await exists(join(root, folder, '.terraform.lock.hcl'))) initialized.add(folder)
  return declaredLists(root, configuration, initialized)
}

/** @param initialized folders with a lock file of providers, relative to the root */
export function declaredLists(
  root: string,
  configuration: Configuration,
  initialized: ReadonlySet<string>,
): readonly DeclaredList[] {
  return rootModules(configuration, initialized).flatMap(([folder, blocks]) =>
    blocks.filter(isList).flatMap((block) => writtenLists(block, join(root, folder))),
  )
}

/** The blocks of each root module. A folder is one if no other folder uses it, or if it was initialized as one. */
function rootModules({ blocks }: Configuration, initialized: ReadonlySet<string>) {
  const folders = new Map<string, Block[]>()
  for (const block of blocks) {
    const folder = folderOf(block.file)
    const own = folders.get(folder) ?? []
    folders.set(folder, own)
    own.push(block)
  }
  const used = new Set(blocks.filter(isCall).map(localFolder))
  return [...folders].filter(([folder]) => !used.has(folder) || initialized.has(folder))
}

function isCall({ kind, labels }: Block): boolean {
  return kind === 'module' && labels.length === 1
}

function isList({ kind, labels }: Block): boolean {
  return kind === 'resource' && labels.length === 2 && /^appliance_category(?:_sites)?$/.test(labels[0] ?? '')
}

/** The lists of a block that is there once. */
function writtenLists(block: Block, rootFolder: string): readonly DeclaredList[] {
  const { attributes, labels, file } = block
  if (overrides(basename(file)) || attributes.has('for_each') || attributes.has('count')) return []
  return listsOf(new WrittenValues(block, rootFolder), { address: labels.join('.'), rootFolder })
}

/** The lists of a resource: one of its own sites, and one of each file. */
function listsOf(
  values: WrittenValues,
  of: Pick<DeclaredList, 'address' | 'rootFolder'>,
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
