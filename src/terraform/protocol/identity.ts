import { field, map, optional, repeated } from '../protobuf/field'
import { type MessageType, message } from '../protobuf/message'
import { bool, bytes, int64, string } from '../protobuf/value-types'
import { Diagnostic } from './diagnostics'
import { DynamicValue } from './dynamic-value'
import { RawState } from './raw-state'
import { unary } from './rpc'

export const IdentityAttribute = message('ResourceIdentitySchema.IdentityAttribute', {
  name: field(1, string),
  type: field(2, bytes),
  requiredForImport: field(3, bool),
  optionalForImport: field(4, bool),
  description: field(5, string),
})
export type IdentityAttribute = MessageType<typeof IdentityAttribute>

export const ResourceIdentitySchema = message('ResourceIdentitySchema', {
  version: field(1, int64),
  identityAttributes: field(2, repeated(IdentityAttribute)),
})
export type ResourceIdentitySchema = MessageType<typeof ResourceIdentitySchema>

export const ResourceIdentityData = message('ResourceIdentityData', {
  identityData: field(1, optional(DynamicValue)),
})
export type ResourceIdentityData = MessageType<typeof ResourceIdentityData>

/** The only procedure whose UNIMPLEMENTED answer hosts accept. */
export const GetResourceIdentitySchemas = unary('GetResourceIdentitySchemas', {
  request: {},
  response: {
    identitySchemas: field(1, map(ResourceIdentitySchema)),
    diagnostics: field(2, repeated(Diagnostic)),
  },
})

export const UpgradeResourceIdentity = unary('UpgradeResourceIdentity', {
  request: {
    typeName: field(1, string),
    version: field(2, int64),
    rawIdentity: field(3, optional(RawState)),
  },
  response: {
    upgradedIdentity: field(1, optional(ResourceIdentityData)),
    diagnostics: field(2, repeated(Diagnostic)),
  },
})
