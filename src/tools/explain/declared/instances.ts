import type { Block } from '../../configuration/configuration'
import { type Phrase, say } from '../../review/phrase'
import { resolved, type Scope, type Scoped, textOf } from './scope'

/** A block, once for each object that there is of it. */
export interface Instance {
  /** Behind its address: empty, `["ads"]`, `[0]`, or `[*]` if only Terraform can evaluate which there are. */
  readonly key: string
  readonly scope: Scope
}

export interface Instances {
  readonly instances: readonly Instance[]
  /** Set if only Terraform can evaluate how many there are: a clause. */
  readonly uncertainty?: Phrase
}

/** The objects of a block, by its `for_each` or `count`. */
export function instancesOf({ attributes, file }: Block, scope: Scope): Instances {
  const [each, count] = [attributes.get('for_each'), attributes.get('count')]
  if (each) {
    const entries = entriesOf({ literal: each, scope, file })
    if (entries === undefined) return uncertain(scope, 'for_each')
    return {
      instances: entries.map(([key, value]) => ({
        key: `[${JSON.stringify(key)}]`,
        scope: { ...scope, each: { key, value } },
      })),
    }
  }
  if (!count) return { instances: [{ key: '', scope }] }
  const { literal } = resolved({ literal: count, scope, file })
  const source = literal.kind === 'expression' ? literal.source : ''
  if (!/^\d{1,3}$/.test(source)) return uncertain(scope, 'count')
  return { instances: Array.from({ length: Number(source) }, (_, index) => ({ key: `[${index}]`, scope })) }
}

function uncertain(scope: Scope, attribute: 'for_each' | 'count'): Instances {
  const uncertainty = say`only Terraform can evaluate its ${[attribute]}, so there may be no such object, or several`
  return { instances: [{ key: '[*]', scope }], uncertainty }
}

/** The keys and values of a map, or of a set of texts; undefined if one of them is not written down. */
function entriesOf(value: Scoped): readonly (readonly [string, Scoped])[] | undefined {
  const found = resolved(value)
  const { literal } = found
  if (literal.kind === 'map') {
    // In JSON, keys are templates too.
    const isWritten = !literal.isPartial && [...literal.entries.keys()].every((key) => !/[$%]\{/u.test(key))
    return isWritten
      ? [...literal.entries].map(([key, entry]) => [key, { ...found, literal: entry }])
      : undefined
  }
  if (literal.kind !== 'list') return undefined
  const entries: (readonly [string, Scoped])[] = []
  for (const item of literal.items) {
    const text = textOf({ ...found, literal: item })
    if (text === undefined) return undefined
    entries.push([text, { ...found, literal: { kind: 'text', line: item.line, text } }])
  }
  return entries
}
