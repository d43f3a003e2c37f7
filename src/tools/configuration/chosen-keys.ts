import { join } from 'node:path'
import { isJsonObject } from '@webfilter/terraform-plugin'
import { type Configuration, folderOf, type Literal } from './configuration'
import type { Written } from './expansion'
import { literalOfParts, readTemplate } from './hcl-template'
import { ModuleTree } from './modules'
import { constantText, instancesOf, resolved, type Scope } from './scope'

/** The instance of a block to which an attribute of a resource refers by a key, such as `readers` for `this[each.value.group].gid`. */
export interface ChosenKey {
  readonly key: string
  /** Whether the key stands behind the block itself; not behind a variable or an output, which may have other keys. */
  readonly isOfBlock: boolean
}

/** Finds the key that an attribute chooses: of a resource, by its whole address. Undefined where only Terraform can evaluate it. */
export type ChosenKeys = (address: string, attribute: string) => ChosenKey | undefined

/**
 * The keys that the files of a configuration write down, through `for_each`, local values, and the variables of modules.
 *
 * @param root full path of the root of the repository
 * @param variables of the root module, by their names, as JSON has them
 */
export function chosenKeys(
  { folder, blocks }: Configuration,
  root: string,
  variables: Readonly<Record<string, unknown>>,
): ChosenKeys {
  let uses: ReadonlyMap<string, Scope> | undefined
  return (address, attribute) => {
    uses ??= usesOf()
    const { modules = '', type, name, instance = '' } = resourceAddress.exec(address)?.groups ?? {}
    const use = uses.get(modules)
    const block = blocks.find(
      ({ kind, labels, file }) =>
        kind === 'resource' &&
        labels[0] === type &&
        labels[1] === name &&
        join(root, folderOf(file)) === use?.folder,
    )
    const literal = block?.attributes.get(attribute)
    if (use === undefined || block === undefined || literal?.kind !== 'expression') return undefined
    const scope = instancesOf(block, `${modules}${type}.${name}`, use).instances.get(instance)
    return scope && keyIn(literal.source, { scope, file: block.file, line: literal.line })
  }

  /** By the prefixes of their addresses. */
  function usesOf(): ReadonlyMap<string, Scope> {
    const inputs = new Map(
      Object.entries(variables).map(([name, value]) => [name, { literal: literalOf(value), file: '' }]),
    )
    const tree = new ModuleTree(blocks, root, new Set([folder]), undefined, inputs)
    const start = join(root, folder)
    return new Map([...tree.uses()].flatMap((use) => (use.rootFolder === start ? [[use.prefix, use]] : [])))
  }
}

const key = String.raw`\[(?:"(?:[^"\\]|\\.)*"|\d+)\]`
const resourceAddress = new RegExp(
  String.raw`^(?<modules>(?:module\.[\w-]+(?:${key})?\.)*)(?<type>[\w-]+)\.(?<name>[\w-]+)(?<instance>${key})?$`,
  'u',
)

/** The key between the last brackets of an expression. */
function keyIn(
  source: string,
  { scope, file, line }: Pick<Written, 'file'> & { readonly scope: Scope; readonly line: number },
): ChosenKey | undefined {
  const to = source.lastIndexOf(']')
  let [from, depth] = [to, 0]
  for (; from >= 0; from -= 1) {
    if (source[from] === ']') depth += 1
    else if (source[from] === '[') depth -= 1
    if (depth === 0) break
  }
  if (to < 0 || from < 0 || !/^(?:\.\w+)?$/u.test(source.slice(to + 1))) return undefined
  const inside = source.slice(from + 1, to).trim()
  const literal: Literal = inside.startsWith('"')
    ? literalOfParts(readTemplate(inside, 1, true).parts, line)
    : { kind: 'expression', line, source: inside }
  const chosen = constantText(resolved({ literal, scope, file }))
  if (chosen === undefined) return undefined
  return {
    key: chosen,
    isOfBlock:
      /^[\w-]+\.[\w-]+$/u.test(source.slice(0, from)) && !/^(?:var|local|each|module)\./u.test(source),
  }
}

/** A value as a configuration would write it. */
function literalOf(value: unknown): Literal {
  const line = 1
  if (typeof value === 'string') return { kind: 'text', line, text: value }
  if (Array.isArray(value)) return { kind: 'list', line, items: value.map(literalOf) }
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([name, each]) => [name, literalOf(each)] as const)
    return { kind: 'map', line, entries: new Map(entries) }
  }
  return { kind: 'expression', line, source: String(value) }
}
