import { field, optional, repeated } from '../protobuf/field'
import { type MessageType, message } from '../protobuf/message'
import { bytes, int32, int64, string } from '../protobuf/value-types'
import { ClientCapabilities, Deferred } from './capabilities'
import { Diagnostic } from './diagnostics'
import { DynamicValue } from './dynamic-value'
import { unary } from './rpc'

/** `google.protobuf.Timestamp`: time since 1970 in UTC, nanoseconds counting forward. */
export const Timestamp = message('Timestamp', {
  seconds: field(1, int64),
  nanos: field(2, int32),
})
export type Timestamp = MessageType<typeof Timestamp>

export const ValidateEphemeralResourceConfig = unary('ValidateEphemeralResourceConfig', {
  request: {
    typeName: field(1, string),
    config: field(2, optional(DynamicValue)),
  },
  response: { diagnostics: field(1, repeated(Diagnostic)) },
})

export const OpenEphemeralResource = unary('OpenEphemeralResource', {
  request: {
    typeName: field(1, string),
    config: field(2, optional(DynamicValue)),
    clientCapabilities: field(3, optional(ClientCapabilities)),
  },
  response: {
    diagnostics: field(1, repeated(Diagnostic)),
    renewAt: field(2, optional(Timestamp)),
    result: field(3, optional(DynamicValue)),
    private: field(4, optional(bytes)),
    deferred: field(5, optional(Deferred)),
  },
})

export const RenewEphemeralResource = unary('RenewEphemeralResource', {
  request: {
    typeName: field(1, string),
    private: field(2, optional(bytes)),
  },
  response: {
    diagnostics: field(1, repeated(Diagnostic)),
    renewAt: field(2, optional(Timestamp)),
    private: field(3, optional(bytes)),
  },
})

export const CloseEphemeralResource = unary('CloseEphemeralResource', {
  request: {
    typeName: field(1, string),
    private: field(2, optional(bytes)),
  },
  response: { diagnostics: field(1, repeated(Diagnostic)) },
})
