import type { PartialMessage } from '../protobuf/message'
import type { DynamicValue } from '../protocol/tfplugin6'
import type { Attributes } from '../schema/attribute'
import { objectOf } from '../schema/object-type'
import { decodeValue } from '../values/msgpack-decode'
import { encodeValue } from '../values/msgpack-encode'
import { isObjectValue, type ObjectValue, type Value } from '../values/value'

/**
 * The object that Terraform sent for a schema, or null. It is in msgpack, and in JSON only where there is none.
 * @throws {MalformedMessagePack} when the bytes are no value of the schema
 */
export async function readObject(
  attributes: Attributes,
  wire: PartialMessage<DynamicValue> | undefined,
): Promise<ObjectValue | null> {
  const type = objectOf(attributes)
  if (wire?.msgpack?.length) return objectOrNull(decodeValue(type, wire.msgpack))
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
