import { join } from 'node:path'
import { say } from '../report/phrase'
import { type Block, folderOf, localFolder } from './configuration'
import { Expansion, type NotRead, notRead, type Written } from './expansion'
import { instancesOf, type Module, type Scope } from './scope'

/**
 * The modules of a repository, from the root modules along the blocks `module` to all that they use. A folder is a root module if no other
 * folder uses it, or if it was initialized as one.
 */
export class ModuleTree {
  /** Modules that are elsewhere or contain themselves, and what only Terraform can evaluate: of those that were reached so far. */
  readonly notRead: NotRead[] = []
  readonly expansion: Expansion
  readonly #modules = new Map<string, Module>()
  readonly #root: string
  readonly #roots: readonly string[]
  readonly #inputs: ReadonlyMap<string, Written>

  /**
   * @param root full path of the root of the repository
   * @param initialized folders with a lock file of providers, relative to the root
   * @param inputs the values of variables of the root modules, as far as they are known
   */
  constructor(
    blocks: readonly Block[],
    root: string,
    initialized: ReadonlySet<string>,
    expansion = new Expansion(),
    inputs: ReadonlyMap<string, Written> = new Map(),
  ) {
    this.expansion = expansion
    this.#inputs = inputs
    this.#root = root
    const folders = new Map<string, Block[]>()
    for (const block of blocks) {
      const folder = folderOf(block.file)
      const known = folders.get(folder)
      if (known) known.push(block)
      else folders.set(folder, [block])
    }
    for (const [folder, own] of folders) this.#modules.set(folder, moduleOf(own))
    const used = new Set(blocks.filter(isCall).map((call) => localFolder(call)))
    this.#roots = [...folders.keys()].filter((folder) => !used.has(folder) || initialized.has(folder))
  }

  /** All uses of modules, each before those that it contains. */
  *uses(): Generator<Scope> {
    // A list of what is left instead of calls, because modules may be nested as deep as there are folders.
    const left: Use[] = this.#roots.map((folder) => ({ folder, rootFolder: folder, prefix: '' })).reverse()
    for (let use = left.pop(); use !== undefined; use = left.pop()) {
      const { call } = use
      if (call !== undefined && !this.expansion.take()) {
        this.expansion.leaveOut(call.block, use.prefix.slice(0, -1))
        continue
      }
      const module = this.#modules.get(use.folder)
      if (module === undefined) continue
      const scope = this.#scopeOf(use, module)
      yield scope
      const further = module.calls.flatMap((block) => this.#usesBy(block, scope, use))
      for (const next of further.reverse()) left.push(next)
    }
  }

  #usesBy(block: Block, scope: Scope, outer: Use): readonly Use[] {
    const address = `${scope.prefix}module.${block.labels[0]}`
    if (!this.expansion.take()) {
      this.expansion.leaveOut(block, address)
      return []
    }
    const folder = localFolder(block)
    if (folder === undefined || !this.#modules.has(folder)) {
      this.notRead.push(notRead(block, address, say`the module is not a folder of this repository`))
      return []
    }
    if (isWithin(folder, outer)) {
      this.notRead.push(notRead(block, address, say`the module contains itself`))
      return []
    }
    const { instances, uncertainty } = instancesOf(block, address, scope)
    if (uncertainty && !this.expansion.isOver) this.notRead.push(notRead(block, address, uncertainty))
    return [...instances].map(([key, inner]) => ({
      folder,
      rootFolder: outer.rootFolder,
      prefix: `${address}${key}.`,
      call: { block, scope: inner },
      outer,
    }))
  }

  #scopeOf({ folder, rootFolder, prefix, call }: Use, module: Module): Scope {
    return {
      module,
      prefix,
      folder: join(this.#root, folder),
      rootFolder: join(this.#root, rootFolder),
      ...(call ? { call } : { inputs: this.#inputs }),
      instances: new Map(),
      expansion: this.expansion,
    }
  }
}

function moduleOf(blocks: readonly Block[]): Module {
  const categories = new Map<string, Block>()
  const locals = new Map<string, Written>()
  const defaults = new Map<string, Written>()
  for (const block of blocks) {
    const { kind, labels, attributes, file } = block
    const [type = '', name] = labels
    if (kind === 'locals') for (const [each, literal] of attributes) locals.set(each, { literal, file })
    const literal = attributes.get('default')
    if (kind === 'variable' && literal) defaults.set(type, { literal, file })
    const key = `${kind} ${name}`
    if (type === 'appliance_category' && !categories.has(key)) categories.set(key, block)
  }
  return { calls: blocks.filter(isCall), lists: blocks.filter(isList), categories, locals, defaults }
}

function isList({ kind, labels }: Block): boolean {
  return kind === 'resource' && labels.length === 2 && /^appliance_category(?:_sites)?$/.test(labels[0] ?? '')
}

/** A module that is to be read, as a root module or because of a block `module`. */
interface Use extends Pick<Scope, 'prefix' | 'call'> {
  /** Both relative to the root of the repository. */
  readonly folder: string
  readonly rootFolder: string
  /** The use around it. */
  readonly outer?: Use
}

function isWithin(folder: string, use: Use): boolean {
  for (let each: Use | undefined = use; each !== undefined; each = each.outer)
    if (each.folder === folder) return true
  return false
}

function isCall({ kind, labels }: Block): boolean {
  return kind === 'module' && labels.length === 1
}
