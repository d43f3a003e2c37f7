import {
  isObjectValue,
  isUnknown,
  numberType,
  type ObjectValue,
  objectType,
  stringType,
} from '@webfilter/terraform-plugin'
import { DynamicValue, typeToJson, type Value, type ValueType } from '@webfilter/terraform-plugin/testing'
import { EngineOnly } from './engine-only'

/**
 * A value of a type from what an expression evaluates to, as the language converts it.
 * @throws {EngineOnly} where it cannot be converted, which engines report
 */
export function conform(type: ValueType, value: Value): Value {
  if (value === null || isUnknown(value)) return value
  switch (type.kind) {
    case 'string':
    case 'number':
    case 'bool':
      return conformPrimitive(type, value)
    case 'list':
      return Array.isArray(value)
        ? value.map((each: Value) => conform(type.element, each))
        : refuse(type, value)
    case 'set':
      return Array.isArray(value)
        ? asSet(value.map((each: Value) => conform(type.element, each)))
        : refuse(type, value)
    case 'map':
      if (!isObjectValue(value)) return refuse(type, value)
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [key, conform(type.element, each)]),
      )
    case 'object':
      return isObjectValue(value) ? conformObject(type.attributes, value) : refuse(type, value)
    case 'tuple':
      return Array.isArray(value)
        ? type.elements.map((element, index) => conform(element, (value[index] as Value | undefined) ?? null))
        : refuse(type, value)
    case 'dynamic':
      return new DynamicValue(typeOf(value), value)
  }
}

function conformPrimitive(type: ValueType, value: Value): Value {
  const text = typeof value === 'object' ? undefined : String(value)
  if (text === undefined) return refuse(type, value)
  if (type.kind === 'string') return text
  if (type.kind === 'bool') return text === 'true' || text === 'false' ? text === 'true' : refuse(type, value)
  if (typeof value === 'bigint') return value
  return text !== '' && typeof value !== 'boolean' && !Number.isNaN(Number(text))
    ? Number(text)
    : refuse(type, value)
}

/** An attribute that is left out is null. */
function conformObject(attributes: Readonly<Record<string, ValueType>>, value: ObjectValue): ObjectValue {
  const stray = Object.keys(value).find((name) => !Object.hasOwn(attributes, name))
  if (stray !== undefined) throw new EngineOnly(`the argument ${stray}, which is not expected`)
  return Object.fromEntries(
    Object.entries(attributes).map(([name, type]) => [name, conform(type, value[name] ?? null)]),
  )
}

/** Sets have their elements once, and in the order in which they are sent. */
function asSet(values: readonly Value[]): readonly Value[] {
  const once = new Map(values.map((value) => [JSON.stringify(value), value]))
  return [...once.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value)
}

/** The type that the language gives to a value. */
function typeOf(value: Value): ValueType {
  if (typeof value === 'string') return stringType
  if (typeof value === 'number') return numberType
  if (typeof value === 'boolean') return { kind: 'bool' }
  if (Array.isArray(value)) return { kind: 'tuple', elements: value.map(typeOf) }
  if (isObjectValue(value))
    return objectType(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, typeOf(each)])))
  return { kind: 'dynamic' }
}

function refuse(type: ValueType, value: Value): never {
  throw new EngineOnly(`${JSON.stringify(value)} for ${JSON.stringify(typeToJson(type))}`)
}
