import { field, map } from '../protobuf/field'
import { type MessageType, message } from '../protobuf/message'
import { bytes, string } from '../protobuf/value-types'

/** A state or an identity as it was stored: JSON, and in states older than Terraform 0.12 a flat map. */
export const RawState = message('RawState', {
  json: field(1, bytes),
  flatmap: field(2, map(string)),
})
export type RawState = MessageType<typeof RawState>
