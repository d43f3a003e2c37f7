import { field, optional, repeated } from '../protobuf/field'
import { bool, int64, string } from '../protobuf/value-types'
import { Diagnostic } from './diagnostics'
import { DynamicValue } from './dynamic-value'
import { ResourceIdentityData } from './identity'
import { serverStream, unary } from './rpc'

export const ValidateListResourceConfig = unary('ValidateListResourceConfig', {
  request: {
    typeName: field(1, string),
    config: field(2, optional(DynamicValue)),
    includeResourceObject: field(3, optional(DynamicValue)),
    limit: field(4, optional(DynamicValue)),
  },
  response: { diagnostics: field(1, repeated(Diagnostic)) },
})

/** One event per object that was found, at most `limit`. Every event needs an identity. */
export const ListResource = serverStream('ListResource', {
  request: {
    typeName: field(1, string),
    config: field(2, optional(DynamicValue)),
    includeResourceObject: field(3, bool),
    limit: field(4, int64),
  },
  event: {
    identity: field(1, optional(ResourceIdentityData)),
    displayName: field(2, string),
    resourceObject: field(3, optional(DynamicValue)),
    diagnostic: field(4, repeated(Diagnostic)),
  },
})
