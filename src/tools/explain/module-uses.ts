import { join } from 'node:path'
import { type Block, type Configuration, folderOf, localFolder } from '../configuration/configuration'
import { type Phrase, say } from '../report/phrase'
import type { Planned } from './evaluated-lists'
import type { NotRead } from './list-values'

/** A module that is used once, from a root module on. */
export interface ModuleUse extends UsedFolder {
  /** Full paths. */
  readonly moduleFolder: string
  readonly rootFolder: string
  /** The use around it. */
  readonly outer?: ModuleUse
  /** The blocks of its folder. */
  readonly blocks: readonly Block[]
  /** Those of resources with a list of sites. */
  readonly lists: readonly Block[]
}

interface UsedFolder {
  /** Relative to the root of the repository. */
  readonly folder: string
  /** Before the addresses of its resources, such as `module.lists.`; empty for a root module. */
  readonly prefix: string
}

/**
 * The modules of a repository, from the root modules along the blocks `module` that are there once. A folder is a root module if no other
 * folder uses it, or if it was initialized as one. Those that a plan contains as a whole are left out.
 *
 * @param initialized folders with a lock file of providers, relative to the root
 * @param root full path of the root of the repository
 * @param missed gets the modules that are not followed
 */
export function moduleUses(
  { blocks }: Configuration,
  initialized: ReadonlySet<string>,
  planned: Planned,
  root: string,
  missed: NotRead[],
): readonly ModuleUse[] {
  const folders = byFolder(blocks)
  const used = new Set(blocks.filter(isCall).map(localFolder))
  const roots = [...folders].filter(([folder]) => !used.has(folder) || initialized.has(folder))
  const uses = roots
    .map(([folder, own]) => useOf({ folder, prefix: '' }, own))
    .filter(({ rootFolder }) => !planned.isComplete(rootFolder))
  const leftOut = new Set<Block>()
  let values = 0
  // The list grows during the loop.
  for (const use of uses) {
    for (const call of use.blocks.filter(isCall)) {
      const address = `${use.prefix}module.${call.labels[0]}`
      const inner = innerUse(call, `${address}.`, use)
      if (!('folder' in inner)) {
        if (!planned.hasModule(use.rootFolder, `${address}.`)) missed.push(notRead(call, address, inner))
        continue
      }
      values += 1 + valuesOf(inner)
      if (values <= mostValues) uses.push(inner)
      // Of each block once: it may be used as often as there are values.
      else if (leftOut.size < leftOut.add(call).size)
        missed.push(notRead(call, address, say`the modules have more than ${mostValues} values in all`))
    }
  }
  return uses

  /** A module that is called, or why it is not followed: a clause. */
  function innerUse(call: Block, prefix: string, outer: ModuleUse): ModuleUse | Phrase {
    const folder = localFolder(call)
    const own = folder === undefined ? undefined : folders.get(folder)
    if (folder === undefined || own === undefined) return say`the module is not a folder of this repository`
    const repeated = repetitionOf(call)
    if (repeated) return say`only Terraform can evaluate its ${[repeated]}`
    for (let each: ModuleUse | undefined = outer; each !== undefined; each = each.outer)
      if (each.folder === folder) return say`the module contains itself`
    return useOf({ folder, prefix }, own, outer)
  }

  function useOf(of: UsedFolder, own: readonly Block[], outer?: ModuleUse): ModuleUse {
    const moduleFolder = join(root, of.folder)
    const rootFolder = outer?.rootFolder ?? moduleFolder
    return {
      ...of,
      moduleFolder,
      rootFolder,
      blocks: own,
      lists: own.filter(isList),
      ...(outer && { outer }),
    }
  }
}

/** A few files can call each other any number of times: how many values their modules may have in all. */
const mostValues = 200_000

function byFolder(blocks: readonly Block[]): ReadonlyMap<string, readonly Block[]> {
  const folders = new Map<string, Block[]>()
  for (const block of blocks) {
    const known = folders.get(folderOf(block.file))
    if (known) known.push(block)
    else folders.set(folderOf(block.file), [block])
  }
  return folders
}

function valuesOf({ blocks, lists }: ModuleUse): number {
  const written = lists.flatMap(({ attributes }) => [...attributes.values()])
  return written.reduce((sum, each) => sum + (each.kind === 'list' ? each.items.length : 1), blocks.length)
}

function isCall({ kind, labels }: Block): boolean {
  return kind === 'module' && labels.length === 1
}

function isList({ kind, labels }: Block): boolean {
  return kind === 'resource' && labels.length === 2 && /^appliance_category(?:_sites)?$/.test(labels[0] ?? '')
}

/** The attribute of a block that says how often it is there; undefined if it is there once. */
export function repetitionOf({ attributes }: Block): 'for_each' | 'count' | undefined {
  if (attributes.has('for_each')) return 'for_each'
  return attributes.has('count') ? 'count' : undefined
}

/** A block that an engine can evaluate, and nothing else. @param says a clause of why */
export function notRead({ file, line }: Block, address: string, says: Phrase): NotRead {
  return { place: { file, ...(line !== undefined && { line }) }, address, says, needsPlan: true }
}
