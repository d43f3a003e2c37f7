import { field, optional, repeated } from '../protobuf/field'
import { string } from '../protobuf/value-types'
import { ClientCapabilities, Deferred } from './capabilities'
import { Diagnostic } from './diagnostics'
import { DynamicValue } from './dynamic-value'
import { unary } from './rpc'

export const ValidateDataResourceConfig = unary('ValidateDataResourceConfig', {
  request: {
    typeName: field(1, string),
    config: field(2, optional(DynamicValue)),
  },
  response: { diagnostics: field(1, repeated(Diagnostic)) },
})

export const ReadDataSource = unary('ReadDataSource', {
  request: {
    typeName: field(1, string),
    config: field(2, optional(DynamicValue)),
    providerMeta: field(3, optional(DynamicValue)),
    clientCapabilities: field(4, optional(ClientCapabilities)),
  },
  response: {
    state: field(1, optional(DynamicValue)),
    diagnostics: field(2, repeated(Diagnostic)),
    deferred: field(3, optional(Deferred)),
  },
})
