import { join } from 'node:path'
import type { Block } from '../../configuration/configuration'
import { folderOf, localFolder } from '../../configuration/folders'
import { say } from '../../review/phrase'
import { instancesOf } from './instances'
import { type NotRead, notRead } from './not-read'
import type { Scope, Scoped } from './scope'

/** All uses of the modules of a repository. */
export interface ModuleTree {
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
      const further = [...call.attributes].filter(([name]) => !ofTheCall.has(name))
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
      // Of a root module, files, options and the environment set variables.
      if (kind !== 'variable' || passed === undefined || name === undefined) continue
      if (literal) variables.set(name, { literal, scope, file })
    }
    for (const [name, value] of passed ?? []) variables.set(name, value)
    return scope
  }
}

/** Modules that use others several times over have more uses with each step; no repository has so many. */
const mostUses = 10_000

const ofTheCall: ReadonlySet<string> = new Set([
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
