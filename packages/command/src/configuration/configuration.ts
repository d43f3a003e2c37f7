import { posix } from 'node:path'
import type { Place } from '../report/report'

/** The configuration of a repository, as it is written in its files. */
export interface Configuration {
  /** The folder of the root module, relative to the root of the repository, with `/`; empty for the root itself. */
  readonly folder: string
  /** The files that were read, relative to the root, with `/`: those of the root module first. */
  readonly files: readonly string[]
  /** In the order of the files and of their lines. */
  readonly blocks: readonly Block[]
}

/** A block at the top level of a file, such as `resource "appliance_category" "ads" { … }`. */
export interface Block {
  /** `resource`, `data`, `module`, `provider`, `locals`, `moved`, … */
  readonly kind: string
  readonly labels: readonly string[]
  /** Relative to the root of the repository, with `/`. */
  readonly file: string
  /** Of its header, from 1; absent in JSON. */
  readonly line?: number
  /** Its own attributes; those of the blocks in it are left out. */
  readonly attributes: ReadonlyMap<string, Written>
  /** The path of the construct from which CDKTF wrote the block, such as `stack/policy/ads`. */
  readonly construct?: string
}

/** The value of an attribute as it is written. Nothing is evaluated. */
export type Written =
  /** A text without anything to evaluate in it. */
  | { readonly kind: 'text'; readonly line?: number; readonly text: string }
  /**
   * Anything else, as it is written: a reference such as `var.url`, a number, a call, a template. Without `${` and `}` if a text consists
   * of a reference alone.
   */
  | { readonly kind: 'expression'; readonly source: string }
  /** `[a, b]` with nothing in it but items. A list in it is an expression. */
  | { readonly kind: 'list'; readonly items: readonly Written[] }

/** The value of a text between quotation marks, whose escapes are read. */
export function writtenText(content: string, line?: number): Written {
  if (!/[$%]\{/u.test(content)) return { kind: 'text', ...(line !== undefined && { line }), text: content }
  const reference = /^\$\{\s*([\w.-]+)\s*\}$/u.exec(content)?.[1]
  return { kind: 'expression', source: reference ?? JSON.stringify(content) }
}

/**
 * The place of a resource in the root module: its own block, or the one that calls its module. Readers of a plan know the root module,
 * and the repository does not contain modules from a registry. Without such a block, the place of the `removed` block that names the
 * resource.
 */
export function placeOfResource(address: string, configuration: Configuration): Place | undefined {
  const { modules, kind, labels } = partsOf(address)
  const [call] = modules
  const own =
    call === undefined
      ? blockIn(configuration.folder, kind, labels, configuration)
      : blockIn(configuration.folder, 'module', [call], configuration)
  const block = own ?? removalOf(address, configuration)
  if (!block) return undefined
  const { file, line, construct } = block
  return { file, ...(line !== undefined && { line }), ...(construct !== undefined && { construct }) }
}

/** The block of a resource itself, also in modules whose files are in the repository. */
export function blockOf(address: string, configuration: Configuration): Block | undefined {
  const { modules, kind, labels } = partsOf(address)
  let folder = configuration.folder
  for (const name of modules) {
    const call = blockIn(folder, 'module', [name], configuration)
    const next = call && localFolder(call)
    if (next === undefined) return undefined
    folder = next
  }
  return blockIn(folder, kind, labels, configuration)
}

/** The `removed` block of a resource, or of the module that had it. */
function removalOf(address: string, { folder, blocks }: Configuration): Block | undefined {
  const bare = withoutKeys(address)
  return blocks.find(({ kind, file, attributes }) => {
    const from = attributes.get('from')
    if (kind !== 'removed' || folderOf(file) !== folder || from === undefined) return false
    const source = from.kind === 'text' ? from.text : from.kind === 'expression' ? from.source : undefined
    return source !== undefined && (bare === source || bare.startsWith(`${source}.`))
  })
}

/** The names in an address such as `module.lists["a.b"].appliance_category.ads[0]`: those of the calls from the root on, and the labels. */
export function partsOf(address: string) {
  const names = withoutKeys(address).split('.')
  const modules: string[] = []
  let at = 0
  for (; names[at] === 'module'; at += 2) modules.push(names[at + 1] ?? '')
  const kind = names[at] === 'data' ? 'data' : 'resource'
  return { modules, kind, labels: names.slice(kind === 'data' ? at + 1 : at) }
}

/** An address without the keys of `for_each` and `count`. */
export function withoutKeys(address: string): string {
  return address.replace(/\["(?:[^"\\]|\\.)*"\]|\[\d+\]/gu, '')
}

function blockIn(
  folder: string,
  kind: string,
  labels: readonly string[],
  { blocks }: Configuration,
): Block | undefined {
  return blocks.find(
    (block) =>
      block.kind === kind &&
      block.labels.length === labels.length &&
      block.labels.every((label, index) => label === labels[index]) &&
      folderOf(block.file) === folder,
  )
}

/** The folder of a file, both relative to the root of the repository with `/`; empty for the root itself. */
export function folderOf(file: string): string {
  const folder = posix.dirname(file)
  return folder === '.' ? '' : folder
}

/** The folder of the module that a block calls, if its source is a path within the repository. */
export function localFolder({ file, attributes }: Block): string | undefined {
  const source = attributes.get('source')
  if (source?.kind !== 'text' || !/^\.\.?(?:\/|$)/u.test(source.text)) return undefined
  const folder = posix.join(folderOf(file), source.text)
  if (folder === '..' || folder.startsWith('../')) return undefined
  return folder === '.' || folder === './' ? '' : folder.replace(/\/$/u, '')
}

/** Whether a file changes the blocks of other files of its folder. */
export function overrides(name: string): boolean {
  return /(?:^|_)override\.(?:tf|tofu)(?:\.json)?$/u.test(name)
}
