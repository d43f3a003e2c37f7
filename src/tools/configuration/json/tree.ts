/** A value of a JSON document, with the line on which it begins. */
export type JsonValue = JsonText | JsonList | JsonObject | JsonOther

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

export interface JsonObject {
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

export interface JsonMember {
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
