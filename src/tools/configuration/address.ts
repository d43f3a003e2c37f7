import type { Block, Configuration } from './configuration'
import { folderOf, localFolder } from './folders'

/** Where something is in a repository. */
export interface ConfiguredPlace {
  /** Relative to the root of the repository, with `/`. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** The path of the construct, in what CDKTF wrote. */
  readonly construct?: string
}

/**
 * The block of the root module to which the address of a resource leads: its own block, or the one that calls its module. That is where
 * someone looks who knows the root module, and where a module from a registry can be seen at all. Of a resource without a block, the
 * `removed` block that names it.
 */
export function placeOf(address: string, configuration: Configuration): ConfiguredPlace | undefined {
  const { modules, kind, labels } = partsOf(address)
  const [call] = modules
  const own =
    call === undefined
      ? blockIn(configuration.folder, kind, labels, configuration)
      : blockIn(configuration.folder, 'module', [call], configuration)
  const block = own ?? removalOf(address, configuration)
  return block && placeOfBlock(block)
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

function placeOfBlock({ file, line, construct }: Block): ConfiguredPlace {
  return { file, line, ...(construct === undefined ? {} : { construct }) }
}

interface AddressParts {
  /** The names of the calls, from the root on. */
  readonly modules: readonly string[]
  readonly kind: 'resource' | 'data'
  readonly labels: readonly string[]
}

/** The names in an address such as `module.lists["a.b"].appliance_category.ads[0]`. */
export function partsOf(address: string): AddressParts {
  const names = withoutKeys(address).split('.')
  const modules: string[] = []
  let at = 0
  for (; names[at] === 'module'; at += 2) modules.push(names[at + 1] ?? '')
  const kind = names[at] === 'data' ? 'data' : 'resource'
  return { modules, kind, labels: names.slice(kind === 'data' ? at + 1 : at) }
}

function withoutKeys(address: string): string {
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
