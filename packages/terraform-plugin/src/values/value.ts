import { Decimal, type TerraformNumber } from './numbers'

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

/**
 * Types of Terraform's language, as the wire and the codecs see them.
 *
 * Schemas are written with the attribute builders; what is here is what those boil down to.
 */
export type ValueType =
  | { readonly kind: 'string' | 'number' | 'bool' | 'dynamic' }
  | { readonly kind: 'list' | 'set' | 'map'; readonly element: ValueType }
  | { readonly kind: 'tuple'; readonly elements: readonly ValueType[] }
  | { readonly kind: 'object'; readonly attributes: ObjectAttributes }

export type ObjectAttributes = { readonly [name: string]: ValueType }

export const stringType: ValueType = { kind: 'string' }
export const numberType: ValueType = { kind: 'number' }
export const boolType: ValueType = { kind: 'bool' }
export const dynamicType: ValueType = { kind: 'dynamic' }

export const listType = (element: ValueType): ValueType => ({ kind: 'list', element })
export const setType = (element: ValueType): ValueType => ({ kind: 'set', element })
export const mapType = (element: ValueType): ValueType => ({ kind: 'map', element })
export const tupleType = (elements: readonly ValueType[]): ValueType => ({ kind: 'tuple', elements })
export const objectType = (attributes: ObjectAttributes): ValueType => ({ kind: 'object', attributes })

/** The type as Terraform writes it in JSON: `"string"`, `["list","string"]`, `["object",{…}]`. */
export function typeToJson(type: ValueType): TypeJson {
  switch (type.kind) {
    case 'list':
    case 'set':
    case 'map':
      return [type.kind, typeToJson(type.element)]
    case 'tuple':
      return ['tuple', type.elements.map(typeToJson)]
    case 'object':
      return [
        'object',
        Object.fromEntries(Object.entries(type.attributes).map(([name, of]) => [name, typeToJson(of)])),
      ]
    default:
      return type.kind
  }
}

type TypeJson =
  | string
  | readonly [string, TypeJson | readonly TypeJson[] | { readonly [name: string]: TypeJson }]

/**
 * Reads a type that Terraform sent beside a dynamic value.
 * @throws {TypeError} when the JSON is no type
 */
export function typeFromJson(json: unknown): ValueType {
  if (json === 'string' || json === 'number' || json === 'bool' || json === 'dynamic') return { kind: json }
  if (Array.isArray(json) && json.length >= 2) {
    const [kind, of]: readonly unknown[] = json
    if (kind === 'list' || kind === 'set' || kind === 'map') return { kind, element: typeFromJson(of) }
    if (kind === 'tuple' && Array.isArray(of)) return tupleType(of.map(typeFromJson))
    if (kind === 'object' && typeof of === 'object' && of !== null) {
      return objectType(
        Object.fromEntries(Object.entries(of).map(([name, type]) => [name, typeFromJson(type)])),
      )
    }
  }
  throw new TypeError(`${JSON.stringify(json)} is not a Terraform type.`)
}

/**
 * A value that Terraform does not know yet: "(known after apply)".
 *
 * Terraform may say what it does know about it (a prefix, bounds, that it is not null). Those refinements are kept as the
 * bytes that came, because a plan must repeat the configuration's unknown exactly.
 */
export class Unknown {
  readonly refinements: Buffer | null

  constructor(refinements: Buffer | null = null) {
    this.refinements = refinements
  }

  toString(): string {
    return '(known after apply)'
  }

  toJSON(): string {
    return this.toString()
  }
}

/** The unknown of which nothing more is known. */
export const unknown = new Unknown()

/** Whether the value itself is unknown, and not only something inside it. */
export function isUnknown(value: unknown): value is Unknown {
  return value instanceof Unknown
}

/** Whether anything inside the value is still unknown. */
export function containsUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true
  if (Array.isArray(value)) return value.some(containsUnknown)
  if (isPlainObject(value)) return Object.values(value).some(containsUnknown)
  return false
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** The way from a value's root to one of its parts: attribute names, positions of lists, keys of maps. */
export type Path = readonly PathStep[]

export type PathStep = string | number | { readonly key: string }

/** The path as a person would write it: `endpoints.notes.url`, `sites[3]`, `headers["X-Team"]`. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`
      if (typeof step === 'object') return `[${JSON.stringify(step.key)}]`
      return index === 0 ? step : `.${step}`
    })
    .join('')
}
