import type { Block } from '../../configuration/configuration'
import { instancesOf } from './instances'
import { resolved, type Scope, textOf } from './scope'

/** The category of a list, as far as the configuration writes it down. */
export interface DeclaredCategory {
  readonly name?: string
  readonly id?: number
}

/** The category that a block fills: by its name, by its number, or by the resource or data source that knows its number. */
export function declaredCategory(block: Block, scope: Scope): DeclaredCategory {
  const { labels, attributes, file } = block
  const literal = attributes.get(labels[0] === 'appliance_category' ? 'name' : 'category_id')
  if (!literal) return {}
  const value = { literal, scope, file }
  if (labels[0] === 'appliance_category') return namedBy(textOf(value))
  const { literal: reference, scope: there } = resolved(value)
  const source = reference.kind === 'expression' ? reference.source : textOf(value)
  if (source !== undefined && /^\d{1,9}$/.test(source)) return { id: Number(source) }
  return nameOfOwner(source ?? '', there)
}

/** The category of a resource or data source of the same module, to whose number an expression refers. */
function nameOfOwner(source: string, scope: Scope): DeclaredCategory {
  const [, data, name, index] = owner.exec(source) ?? []
  const kind = data === undefined ? 'resource' : 'data'
  const block = scope.blocks.find(
    ({ kind: other, labels }) => other === kind && labels[0] === 'appliance_category' && labels[1] === name,
  )
  const literal = block?.attributes.get('name')
  if (!block || !literal) return {}
  const { each: _, ...outside } = scope
  const { instances } = instancesOf(block, outside)
  const key = index === undefined ? '' : `[${keyOf(index, scope, block.file)}]`
  const instance = instances.find((each) => each.key === key)
  return instance ? namedBy(textOf({ literal, scope: instance.scope, file: block.file })) : {}
}

const owner = /^(data\.)?appliance_category\.([\w-]+)(?:\[([^\]]*)\])?\.id$/u

/** What stands between brackets, as it is in addresses. */
function keyOf(index: string, scope: Scope, file: string): string {
  if (!/^each\.\w+$/u.test(index)) return index
  return JSON.stringify(
    textOf({ literal: { kind: 'expression', line: 1, source: index }, scope, file }) ?? index,
  )
}

function namedBy(name: string | undefined): DeclaredCategory {
  return name === undefined ? {} : { name }
}
