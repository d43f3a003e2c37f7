import type { PartialMessage } from '../protobuf/message'
import type { SchemaAttribute } from '../protocol/tfplugin6'
import {
  isListValue,
  isObjectValue,
  listType,
  mapType,
  type ObjectValue,
  objectType,
  setType,
  typeFromJson,
  type Value,
  type ValueType,
} from '../values/value'

/** The attributes of an object, as a host is told them. */
export type WireAttributes = readonly PartialMessage<SchemaAttribute>[]

/** The type of the objects that have these attributes. */
export function objectTypeOf(attributes: WireAttributes): ValueType {
  return objectType(Object.fromEntries(attributes.map((each) => [each.name ?? '', typeOf(each)])))
}

/** The type of one attribute. */
export function typeOf({ type, nestedType }: PartialMessage<SchemaAttribute>): ValueType {
  if (!nestedType) return typeFromJson(JSON.parse(Buffer.from(type ?? []).toString('utf8')))
  const object = objectTypeOf(nestedType.attributes ?? [])
  if (nestedType.nesting === 'list') return listType(object)
  if (nestedType.nesting === 'set') return setType(object)
  return nestedType.nesting === 'map' ? mapType(object) : object
}

/** A value with all attributes of an object; those that are left out are null. */
export function complete(attributes: WireAttributes, values: ObjectValue): ObjectValue {
  return Object.fromEntries(
    attributes.map((attribute) => [
      attribute.name ?? '',
      completed(attribute, values[attribute.name ?? ''] ?? null),
    ]),
  )
}

function completed({ nestedType }: PartialMessage<SchemaAttribute>, value: Value): Value {
  if (!nestedType) return value
  const attributes = nestedType.attributes ?? []
  const element = (each: Value) => (isObjectValue(each) ? complete(attributes, each) : each)
  if (isListValue(value)) return value.map(element)
  if (nestedType.nesting !== 'map') return element(value)
  return isObjectValue(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, element(each)]))
    : value
}
