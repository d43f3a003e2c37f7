import { field } from '../protobuf/field'
import { type MessageType, message } from '../protobuf/message'
import { bytes } from '../protobuf/value-types'

/** A cty value in msgpack; in JSON only where msgpack is empty. Answers are always msgpack. */
export const DynamicValue = message('DynamicValue', {
  msgpack: field(1, bytes),
  json: field(2, bytes),
})
export type DynamicValue = MessageType<typeof DynamicValue>
