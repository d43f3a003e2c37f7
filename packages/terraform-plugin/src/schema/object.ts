import type { PartialMessage } from '../protobuf/message'
import type { DynamicValue } from '../protocol/tfplugin6'
import { decodeValue, type LongTexts } from '../values/msgpack-decode'
import { encodeValue } from '../values/msgpack-encode'
import {
  isObjectValue,
  type ObjectAttributes,
  type ObjectValue,
  type Value,
  type ValueType,
} from '../values/value'
import type { Attributes } from './attribute'

const made = new WeakMap<Attributes, ObjectType>()

export type ObjectType = ValueType & { readonly kind: 'object' }

/** The object that the attributes make, as a type of the wire. Made once for each schema. */
export function objectOf(attributes: Attributes): ObjectType {
  const known = made.get(attributes)
  if (known) return known
  const types: ObjectAttributes = Object.fromEntries(
    Object.entries(attributes).map(([name, { type }]) => [name, type]),
  )
  const type: ObjectType = { kind: 'object', attributes: types }
  made.set(attributes, type)
  return type
}

/** The object for a block that is not there, for which hosts send nothing: each attribute is null. */
export function withoutValues(attributes: Attributes): ObjectValue {
  return Object.fromEntries(Object.keys(attributes).map((name) => [name, null]))
}

/**
 * The object that Terraform sent for a schema, or null. It is in msgpack, and in JSON only where there is none.
 * @param texts long texts of other values of the request
 * @throws {MalformedMessagePack} when the bytes are no value of the schema
 */
export async function readObject(
  attributes: Attributes,
  wire: PartialMessage<DynamicValue> | undefined,
  texts?: LongTexts,
): Promise<ObjectValue | null> {
  const type = objectOf(attributes)
  if (wire?.msgpack?.length) return objectOrNull(decodeValue(type, wire.msgpack, texts))
  if (!wire?.json?.length) return null
  const { decodeJson } = await import('../values/json')
  return objectOrNull(decodeJson(type, Buffer.from(wire.json).toString('utf8')))
}

/** An object, or null, as an answer carries it: always in msgpack. */
export function writeObject(attributes: Attributes, value: ObjectValue | null): PartialMessage<DynamicValue> {
  return { msgpack: encodeValue(objectOf(attributes), value) }
}

function objectOrNull(value: Value): ObjectValue | null {
  return isObjectValue(value) ? value : null
}
