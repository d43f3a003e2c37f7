import { Decimal, type TerraformNumber } from './numbers'
import { typeToJson, type ValueType } from './type'
import { isUnknown, type Unknown } from './unknown'

/**
 * A value of Terraform's language in JavaScript. Lists, sets and tuples are arrays; objects and maps are plain objects
 * (maps without a prototype, so that every key is only a key).
 */
export type Value =
  | null
  | string
  | boolean
  | TerraformNumber
  | Unknown
  | DynamicValue
  | readonly Value[]
  | { readonly [key: string]: Value }

/** A value that carries its own type, where the schema leaves the type open. */
export class DynamicValue {
  readonly type: ValueType
  readonly value: Value

  constructor(type: ValueType, value: Value) {
    this.type = type
    this.value = value
  }
}

/** The value of an object or of a map. */
export type ObjectValue = { readonly [key: string]: Value }

/** Whether a value is an object or a map. */
export function isObjectValue(value: unknown): value is ObjectValue {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !isUnknown(value) &&
    !(value instanceof Decimal) &&
    !(value instanceof DynamicValue)
  )
}

/** Whether a value is a list, a set or a tuple. */
export function isListValue(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value)
}

/** Whether two values of one type are the same to Terraform: the order of a set means nothing. */
export function sameValue(type: ValueType, one: Value, other: Value): boolean {
  if (one === other) return true
  if (one === null || other === null) return false
  if (isUnknown(one) || isUnknown(other))
    return isUnknown(one) && isUnknown(other) && sameRefinements(one, other)
  switch (type.kind) {
    case 'number':
      return one instanceof Decimal && other instanceof Decimal && String(one) === String(other)
    case 'list':
      return isListValue(one) && isListValue(other) && sameElements(type.element, one, other)
    case 'set':
      return isListValue(one) && isListValue(other) && sameMembers(type.element, one, other)
    case 'map':
      return isObjectValue(one) && isObjectValue(other) && sameEntries(() => type.element, one, other)
    case 'object':
      return (
        isObjectValue(one) && isObjectValue(other) && sameEntries((name) => type.attributes[name], one, other)
      )
    case 'tuple':
      return isListValue(one) && isListValue(other) && sameTuple(type.elements, one, other)
    case 'dynamic':
      return (
        one instanceof DynamicValue &&
        other instanceof DynamicValue &&
        JSON.stringify(typeToJson(one.type)) === JSON.stringify(typeToJson(other.type)) &&
        sameValue(one.type, one.value, other.value)
      )
    default:
      return false
  }
}

function sameRefinements(one: Unknown, other: Unknown): boolean {
  if (one.refinements === null || other.refinements === null) return one.refinements === other.refinements
  return one.refinements.equals(other.refinements)
}

function sameElements(type: ValueType, one: readonly Value[], other: readonly Value[]): boolean {
  return (
    one.length === other.length && one.every((value, index) => sameValue(type, value, other[index] ?? null))
  )
}

function sameTuple(types: readonly ValueType[], one: readonly Value[], other: readonly Value[]): boolean {
  return (
    one.length === other.length &&
    types.every((type, index) => sameValue(type, one[index] ?? null, other[index] ?? null))
  )
}

function sameMembers(type: ValueType, one: readonly Value[], other: readonly Value[]): boolean {
  if (one.length !== other.length) return false
  if (isAllStrings(one) && isAllStrings(other)) return sameStrings(new Set(one), new Set(other))
  const left = [...other]
  return one.every((value) => {
    const found = left.findIndex((candidate) => sameValue(type, value, candidate))
    if (found >= 0) left.splice(found, 1)
    return found >= 0
  })
}

function isAllStrings(values: readonly Value[]): values is readonly string[] {
  return values.every((value) => typeof value === 'string')
}

function sameStrings(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((value) => other.has(value))
}

function sameEntries(
  typeOf: (key: string) => ValueType | undefined,
  one: ObjectValue,
  other: ObjectValue,
): boolean {
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => {
      const type = typeOf(key)
      return (
        type !== undefined &&
        Object.hasOwn(other, key) &&
        sameValue(type, one[key] ?? null, other[key] ?? null)
      )
    })
  )
}
