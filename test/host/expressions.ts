import { getExpressionAst } from '@cdktn/hcl2json'
import { isObjectValue, isUnknown, type ObjectValue, unknown } from '@webfilter/terraform-plugin'
import { DynamicValue, type Value } from '@webfilter/terraform-plugin/testing'
import { EngineOnly } from './engine-only'
import { call } from './functions'

/** A value of a configuration, which may refer to others. */
export interface Expression {
  /** What it refers to, each by all of its names: `["appliance_category", "ads", "id"]`. */
  readonly references: readonly (readonly string[])[]
  evaluate(scope: Scope): Value
}

/** What names stand for where an expression is evaluated. */
export interface Scope {
  /**
   * The value of the first of these names, and how many of them it takes.
   * @throws {EngineOnly} where it is no name that the host knows
   */
  find(names: readonly string[]): { readonly value: Value; readonly taken: number }
  /** The folder of the configuration. */
  readonly folder: string
}

/**
 * Reads what `hcl2json` makes of an attribute: JSON whose texts are templates.
 * @throws {EngineOnly} where it has an expression that the host does not evaluate
 */
export async function readExpression(json: unknown): Promise<Expression> {
  if (typeof json === 'string') return await readTemplate(json)
  if (Array.isArray(json)) {
    const parts = await Promise.all(json.map(readExpression))
    return combined(parts, (scope) => parts.map((part) => part.evaluate(scope)))
  }
  if (typeof json === 'object' && json !== null) {
    const parts = await Promise.all(
      Object.entries(json).map(
        async ([key, value]) => [await readTemplate(key), await readExpression(value)] as const,
      ),
    )
    return combined(parts.flat(), (scope) =>
      Object.fromEntries(parts.map(([key, value]) => [String(key.evaluate(scope)), value.evaluate(scope)])),
    )
  }
  return constant(json as Value)
}

function constant(value: Value): Expression {
  return { references: [], evaluate: () => value }
}

function combined(parts: readonly Expression[], evaluate: Expression['evaluate']): Expression {
  return { references: parts.flatMap(({ references }) => references), evaluate }
}

async function readTemplate(text: string): Promise<Expression> {
  const parts = partsOf(text)
  const [first] = parts
  if (parts.every(({ isCode }) => !isCode))
    return constant(
      parts
        .map((part) => part.text)
        .join('')
        .normalize('NFC'),
    )
  if (parts.length === 1 && first) return await readCode(first.text)
  const read = await Promise.all(
    parts.map((part) => (part.isCode ? readCode(part.text) : constant(part.text))),
  )
  return combined(read, (scope) => joined(read.map((part) => part.evaluate(scope))))
}

/** A text of which a part is unknown is unknown. */
function joined(values: readonly Value[]): Value {
  return values.some(isUnknown) ? unknown : values.map(String).join('').normalize('NFC')
}

/** The parts of a template: its text, and the code between `${` and `}`. */
function partsOf(template: string): readonly { readonly isCode: boolean; readonly text: string }[] {
  const parts: { isCode: boolean; text: string }[] = []
  let rest = template
  while (rest !== '') {
    const begin = /(?<!\$)\$\{|(?<!%)%\{/.exec(rest)
    if (begin?.[0] === '%{') throw new EngineOnly('directives in templates')
    const text = (begin ? rest.slice(0, begin.index) : rest).replaceAll('$${', '${').replaceAll('%%{', '%{')
    if (text !== '') parts.push({ isCode: false, text })
    if (!begin) break
    const end = endOfCode(rest, begin.index + 2)
    parts.push({ isCode: true, text: rest.slice(begin.index + 2, end).trim() })
    rest = rest.slice(end + 1)
  }
  return parts
}

/** Where the brace closes behind which a template goes on. */
function endOfCode(text: string, from: number): number {
  let depth = 0
  let isQuoted = false
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\\') at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '{') depth += 1
    else if (character === '}' && depth-- === 0) return at
  }
  throw new EngineOnly(`the template ${text}`)
}

/** A node of the tree that `hcl2json` makes of an expression. */
interface Node {
  readonly type?: string
  readonly children: readonly Node[]
  readonly meta?: Readonly<Record<string, unknown>>
}

const read = new Map<string, Promise<Expression>>()

/** An expression by its code. Many have the same. */
function readCode(code: string): Promise<Expression> {
  const known =
    read.get(code) ?? getExpressionAst('main.tf', code).then((node) => readNode(node as Node | null, code))
  read.set(code, known)
  return known
}

async function readNode(node: Node | null, code: string): Promise<Expression> {
  if (!node) throw new EngineOnly(`the expression ${code}`)
  const children = () => Promise.all(node.children.map((child) => readNode(child, code)))
  const meta = node.meta ?? {}
  switch (node.type) {
    case 'literalValue':
      return constant(literal(meta))
    case 'scopeTraversal':
      return traversal(namesOf(meta))
    case 'templateWrap':
    case 'template': {
      const parts = await children()
      const [only] = parts
      if (node.type === 'templateWrap' && only) return only
      return combined(parts, (scope) => joined(parts.map((part) => part.evaluate(scope))))
    }
    case 'tuple': {
      const parts = await children()
      return combined(parts, (scope) => parts.map((part) => part.evaluate(scope)))
    }
    case 'object':
      return await readObject(meta.items as Readonly<Record<string, string>>)
    case 'function': {
      const parts = await children()
      const name = String(meta.name)
      const isSpread = meta.expandedFinalArgument === true
      return combined(parts, (scope) => {
        const values = parts.map((part) => part.evaluate(scope))
        const last = values.at(-1)
        return call(
          name,
          isSpread && Array.isArray(last) ? [...values.slice(0, -1), ...last] : values,
          scope.folder,
        )
      })
    }
    case 'conditional': {
      const [condition, yes, no] = await children()
      if (!condition || !yes || !no) break
      return combined([condition, yes, no], (scope) => {
        const chosen = condition.evaluate(scope)
        return isUnknown(chosen) ? unknown : (chosen ? yes : no).evaluate(scope)
      })
    }
    case 'relativeTraversal': {
      const [source] = await children()
      if (!source) break
      return combined([source], (scope) => steps(source.evaluate(scope), namesOf(meta)))
    }
    case 'index': {
      const [collection, key] = await children()
      if (!collection || !key) break
      return combined([collection, key], (scope) => step(collection.evaluate(scope), key.evaluate(scope)))
    }
    case 'binaryOp': {
      const [left, right] = await children()
      const operate = operators[String(meta.operator)]
      if (!left || !right || !operate) break
      return combined([left, right], (scope) => {
        const [one, other] = [left.evaluate(scope), right.evaluate(scope)]
        return isUnknown(one) || isUnknown(other) ? unknown : operate(one, other)
      })
    }
    case 'unaryOp': {
      const [operand] = await children()
      if (!operand) break
      const isNegation = meta.operator === 'negate'
      return combined([operand], (scope) => {
        const value = operand.evaluate(scope)
        return isUnknown(value) ? unknown : isNegation ? -Number(value) : !value
      })
    }
    case 'for':
      return await readFor(meta)
    case undefined:
      // Brackets.
      if (node.children.length === 1) return await readNode(node.children[0] ?? null, code)
  }
  throw new EngineOnly(`the expression ${code}`)
}

function literal({ type, value }: Readonly<Record<string, unknown>>): Value {
  if (type === 'number') return Number(value)
  if (type === 'bool') return value === 'true'
  return type === 'string' ? String(value) : null
}

/** The names of a traversal; an index is the name of an element. */
function namesOf({ traversal: segments }: Readonly<Record<string, unknown>>): readonly string[] {
  return (segments as readonly { readonly segment: string }[]).map(({ segment }) =>
    segment.startsWith('"') ? (JSON.parse(segment) as string) : segment,
  )
}

function traversal(names: readonly string[]): Expression {
  return {
    references: [names],
    evaluate(scope) {
      const { value, taken } = scope.find(names)
      return steps(value, names.slice(taken))
    },
  }
}

function steps(value: Value, names: readonly string[]): Value {
  const found = names.reduce<Value>(step, value)
  return found instanceof DynamicValue ? found.value : found
}

function step(from: Value, key: Value): Value {
  const value = from instanceof DynamicValue ? from.value : from
  if (isUnknown(value) || isUnknown(key)) return unknown
  if (Array.isArray(value)) return (value[Number(key)] as Value | undefined) ?? null
  if (isObjectValue(value) && Object.hasOwn(value, String(key))) return value[String(key)] ?? null
  throw new EngineOnly(`the missing attribute ${String(key)}`)
}

const operators: Readonly<Record<string, (one: Value, other: Value) => Value>> = {
  equal: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  notEqual: (one, other) => JSON.stringify(one) !== JSON.stringify(other),
  logicalAnd: (one, other) => one === true && other === true,
  logicalOr: (one, other) => one === true || other === true,
  add: (one, other) => Number(one) + Number(other),
  subtract: (one, other) => Number(one) - Number(other),
  multiply: (one, other) => Number(one) * Number(other),
  greaterThan: (one, other) => Number(one) > Number(other),
  lessThan: (one, other) => Number(one) < Number(other),
}

async function readObject(items: Readonly<Record<string, string>>): Promise<Expression> {
  const parts = await Promise.all(
    Object.entries(items).map(async ([key, value]) => {
      const isName = /^[\w-]+$/.test(key)
      return [isName ? constant(key) : await readCode(key), await readCode(value)] as const
    }),
  )
  return combined(parts.flat(), (scope) =>
    Object.fromEntries(parts.map(([key, value]) => [String(key.evaluate(scope)), value.evaluate(scope)])),
  )
}

async function readFor(meta: Readonly<Record<string, unknown>>): Promise<Expression> {
  const { keyVar, valVar, collectionExpression, keyExpression, valueExpression, conditionalExpression } =
    meta as Readonly<Record<string, string | undefined>>
  if (meta.groupedValue === true) throw new EngineOnly('grouping in for expressions')
  const collection = await readCode(collectionExpression ?? '')
  const condition = await readCode(conditionalExpression || 'true')
  const key = keyExpression ? await readCode(keyExpression) : undefined
  const value = await readCode(valueExpression ?? '')
  const own = new Set([keyVar, valVar])
  const parts = [collection, condition, value, ...(key ? [key] : [])]
  return {
    references: parts.flatMap(({ references }) => references).filter(([first]) => !own.has(first)),
    evaluate(scope) {
      const elements = collection.evaluate(scope)
      if (isUnknown(elements)) return unknown
      const entries: readonly (readonly [Value, Value])[] = Array.isArray(elements)
        ? elements.map((element: Value, index) => [index, element] as const)
        : Object.entries(elements as ObjectValue)
      const scopes = entries
        .map(([name, element]) =>
          within(scope, { ...(keyVar && { [keyVar]: name }), [valVar ?? '']: element }),
        )
        .filter((inner) => condition.evaluate(inner) === true)
      if (!key) return scopes.map((inner) => value.evaluate(inner))
      return Object.fromEntries(scopes.map((inner) => [String(key.evaluate(inner)), value.evaluate(inner)]))
    },
  }
}

/** A scope in which further names stand for values. */
export function within(scope: Scope, names: ObjectValue): Scope {
  return {
    folder: scope.folder,
    find([first = '', ...rest]) {
      const value = names[first]
      return value === undefined ? scope.find([first, ...rest]) : { value, taken: 1 }
    },
  }
}
