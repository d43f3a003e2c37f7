import type { Block, Literal } from './configuration'
import { literalOfParts, readTemplate } from './hcl-template'

/**
 * The blocks of a configuration in JSON (`.tf.json`), such as the `cdk.tf.json` that CDKTF writes; none if the text is not JSON.
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

/** A value of a JSON document, with the line on which it begins. */
type JsonValue = JsonText | JsonList | JsonObject | JsonOther

interface JsonText {
  readonly kind: 'text'
  readonly line: number
  readonly text: string
}

interface JsonList {
  readonly kind: 'list'
  readonly line: number
  readonly items: readonly JsonValue[]
}

interface JsonObject {
  readonly kind: 'object'
  readonly line: number
  readonly members: readonly JsonMember[]
}

/** A number, `true`, `false` or `null`. */
interface JsonOther {
  readonly kind: 'other'
  readonly line: number
  readonly source: string
}

interface JsonMember {
  readonly name: string
  /** Of the name. */
  readonly line: number
  readonly value: JsonValue
}

/** Reads a JSON document. @returns undefined for what is no JSON, or is nested deeper than a configuration is */
export function readJson(text: string): JsonValue | undefined {
  try {
    const reader = new Reader(text)
    const value = reader.value(0)
    reader.end()
    return value
  } catch (error) {
    if (error instanceof NoJson) return undefined
    throw error
  }
}

class NoJson extends Error {}

const deepest = 64
const token = /"(?:[^"\\\n]|\\[^\n])*"|[[\]{},:]|-?[\w.+-]+/y
const whiteSpace = /[\s\uFEFF]*/y

class Reader {
  readonly #text: string
  #at = 0
  #line = 1

  constructor(text: string) {
    this.#text = text
  }

  value(depth: number): JsonValue {
    const { text, line } = this.#take()
    if (depth > deepest) throw new NoJson()
    if (text === '[') return { kind: 'list', line, items: this.#items(depth) }
    if (text === '{') return { kind: 'object', line, members: this.#members(depth) }
    if (text.startsWith('"')) return { kind: 'text', line, text: meaningOf(text) }
    if (/^(?:true|false|null|-?\d[\w.+-]*)$/u.test(text)) return { kind: 'other', line, source: text }
    throw new NoJson()
  }

  end(): void {
    this.#skip()
    if (this.#at < this.#text.length) throw new NoJson()
  }

  #items(depth: number): readonly JsonValue[] {
    const items: JsonValue[] = []
    if (this.#takes(']')) return items
    do items.push(this.value(depth + 1))
    while (this.#takes(','))
    if (!this.#takes(']')) throw new NoJson()
    return items
  }

  #members(depth: number): readonly JsonMember[] {
    const members: JsonMember[] = []
    if (this.#takes('}')) return members
    do {
      const { text, line } = this.#take()
      if (!text.startsWith('"') || !this.#takes(':')) throw new NoJson()
      members.push({ name: meaningOf(text), line, value: this.value(depth + 1) })
    } while (this.#takes(','))
    if (!this.#takes('}')) throw new NoJson()
    return members
  }

  #takes(sign: string): boolean {
    this.#skip()
    if (this.#text[this.#at] !== sign) return false
    this.#at += 1
    return true
  }

  #take(): { readonly text: string; readonly line: number } {
    this.#skip()
    token.lastIndex = this.#at
    const text = token.exec(this.#text)?.[0]
    if (text === undefined) throw new NoJson()
    this.#at += text.length
    return { text, line: this.#line }
  }

  #skip(): void {
    whiteSpace.lastIndex = this.#at
    const skipped = whiteSpace.exec(this.#text)?.[0] ?? ''
    for (const character of skipped) if (character === '\n') this.#line += 1
    this.#at += skipped.length
  }
}

/** @throws {NoJson} for an escape that JSON does not have */
function meaningOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    throw new NoJson()
  }
}
