import { isObjectValue, isUnknown, type ObjectValue, unknown } from '@webfilter/terraform-plugin'
import { DynamicValue, type Value } from '@webfilter/terraform-plugin/testing'
import { EngineOnly } from './engine-only'
import { call } from './functions'
import { type ExpressionNode, parseExpression } from './hcl'

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

const read = new Map<string, Promise<Expression>>()

/** An expression by its code. Many have the same. */
function readCode(code: string): Promise<Expression> {
  const known = read.get(code) ?? parseExpression(code).then((node) => readNode(node, code))
  read.set(code, known)
  return known
}

async function readNode(node: ExpressionNode | null | undefined, code: string): Promise<Expression> {
  if (!node) throw new EngineOnly(`the expression ${code}`)
  const { type = 'brackets', meta = {} } = node
  if (type === 'object') return await readObject(meta.items as Readonly<Record<string, string>>)
  if (type === 'for') return await readFor(meta)
  const parts = await Promise.all(node.children.map((child) => readNode(child, code)))
  const [only] = parts
  // A text of nothing but one value is that value.
  if (only && parts.length === 1 && (type === 'brackets' || type === 'templateWrap')) return only
  if (type === 'scopeTraversal') return traversal(namesOf(meta))
  const evaluate = evaluations[type]?.(parts, meta)
  if (!evaluate) throw new EngineOnly(`the expression ${code}`)
  return combined(parts, evaluate)
}

type Meta = Readonly<Record<string, unknown>>

/** How a node of each type is evaluated, by its parts. */
const evaluations: Readonly<
  Record<string, (parts: readonly Expression[], meta: Meta) => Expression['evaluate'] | undefined>
> = {
  literalValue: (_, meta) => () => literal(meta),
  template: (parts) => (scope) => joined(parts.map((part) => part.evaluate(scope))),
  tuple: (parts) => (scope) => parts.map((part) => part.evaluate(scope)),
  function:
    (parts, { name, expandedFinalArgument }) =>
    (scope) => {
      const values = parts.map((part) => part.evaluate(scope))
      const last = values.at(-1)
      const spread =
        expandedFinalArgument === true && Array.isArray(last) ? [...values.slice(0, -1), ...last] : values
      return call(String(name), spread, scope.folder)
    },
  conditional:
    ([condition, yes, no]) =>
    (scope) => {
      const chosen = condition?.evaluate(scope) ?? null
      return isUnknown(chosen) ? unknown : ((chosen ? yes : no)?.evaluate(scope) ?? null)
    },
  relativeTraversal:
    ([source], meta) =>
    (scope) =>
      steps(source?.evaluate(scope) ?? null, namesOf(meta)),
  index:
    ([collection, key]) =>
    (scope) =>
      step(collection?.evaluate(scope) ?? null, key?.evaluate(scope) ?? null),
  binaryOp([left, right], { operator }) {
    const operate = operators[String(operator)]
    return operate && ((scope) => known([left, right], scope, (one, other = null) => operate(one, other)))
  },
  unaryOp:
    ([operand], { operator }) =>
    (scope) =>
      known([operand], scope, (value) => (operator === 'negate' ? -Number(value) : !value)),
}

/** What is made of values; unknown where one of them is. */
function known(
  parts: readonly (Expression | undefined)[],
  scope: Scope,
  make: (one: Value, other?: Value) => Value,
): Value {
  const [one = null, other = null] = parts.map((part) => part?.evaluate(scope) ?? null)
  return isUnknown(one) || isUnknown(other) ? unknown : make(one, other)
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
