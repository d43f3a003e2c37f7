import type { Block, Literal } from '../configuration'
import { literalOfParts, readTemplate } from '../hcl/template'
import { type JsonMember, type JsonValue, readJson } from './tree'

/**
 * The blocks of a configuration in JSON (`.tf.json`), such as the `cdk.tf.json` that CDKTF writes. What is no JSON has none.
 * @param file the name of the file in the blocks
 */
export function blocksOfJson(text: string, file: string): readonly Block[] {
  const blocks: Block[] = []
  for (const { name: kind, value } of membersOf(readJson(text))) {
    if (kind !== comment) add(kind, [], value, value.line)
  }
  return blocks

  /** Each label is a level of objects, and a list has several blocks of one header. */
  function add(kind: string, labels: readonly string[], value: JsonValue, line: number): void {
    if (value.kind === 'list') {
      for (const item of value.items) add(kind, labels, item, item.line)
    } else if (labels.length < (labelsOf.get(kind) ?? 0)) {
      for (const member of membersOf(value)) {
        if (member.name !== comment) add(kind, [...labels, member.name], member.value, member.line)
      }
    } else if (value.kind === 'object') {
      blocks.push({ kind, labels, file, line, ...bodyOf(value.members) })
    }
  }
}

/** The name under which comments and the metadata of CDKTF are kept. */
const comment = '//'

/** How many labels the blocks have that have any. */
const labelsOf: ReadonlyMap<string, number> = new Map([
  ['resource', 2],
  ['data', 2],
  ['ephemeral', 2],
  ['action', 2],
  ['module', 1],
  ['provider', 1],
  ['variable', 1],
  ['output', 1],
  ['check', 1],
])

function bodyOf(members: readonly JsonMember[]): Pick<Block, 'attributes' | 'construct'> {
  const attributes = new Map<string, Literal>()
  for (const { name, value } of members) if (name !== comment) attributes.set(name, literalOf(value))
  const construct = constructIn(members)
  return { attributes, ...(construct === undefined ? {} : { construct }) }
}

function constructIn(members: readonly JsonMember[]): string | undefined {
  const path = valueAt(valueAt(valueAt(members, comment), 'metadata'), 'path')
  return path?.kind === 'text' ? path.text : undefined
}

function valueAt(holder: readonly JsonMember[] | JsonValue | undefined, name: string): JsonValue | undefined {
  const members = holder !== undefined && 'kind' in holder ? membersOf(holder) : holder
  return members?.find((member) => member.name === name)?.value
}

function membersOf(value: JsonValue | undefined): readonly JsonMember[] {
  return value?.kind === 'object' ? value.members : []
}

function literalOf(value: JsonValue): Literal {
  const { line } = value
  switch (value.kind) {
    case 'text':
      return literalOfParts(readTemplate(value.text, 0, false).parts, line)
    case 'list':
      return { kind: 'list', line, items: value.items.map(literalOf) }
    case 'object':
      return {
        kind: 'map',
        line,
        entries: new Map(value.members.map((each) => [each.name, literalOf(each.value)])),
      }
    case 'other':
      return { kind: 'expression', line, source: value.source }
  }
}
