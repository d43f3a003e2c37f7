import { field, map, optional, repeated } from '../protobuf/field'
import { string } from '../protobuf/value-types'
import { ActionSchema } from './actions'
import { ClientCapabilities, ServerCapabilities } from './capabilities'
import { Diagnostic } from './diagnostics'
import { DynamicValue } from './dynamic-value'
import { FunctionSignature } from './functions'
import { unary } from './rpc'
import { Schema } from './schema'

/** Everything the provider offers. The answer may have at most 64 MiB. */
export const GetProviderSchema = unary('GetProviderSchema', {
  request: {},
  response: {
    provider: field(1, optional(Schema)),
    resourceSchemas: field(2, map(Schema)),
    dataSourceSchemas: field(3, map(Schema)),
    diagnostics: field(4, repeated(Diagnostic)),
    providerMeta: field(5, optional(Schema)),
    serverCapabilities: field(6, optional(ServerCapabilities)),
    functions: field(7, map(FunctionSignature)),
    ephemeralResourceSchemas: field(8, map(Schema)),
    listResourceSchemas: field(9, map(Schema)),
    actionSchemas: field(11, map(ActionSchema)),
  },
})

export const ValidateProviderConfig = unary('ValidateProviderConfig', {
  request: { config: field(1, optional(DynamicValue)) },
  response: { diagnostics: field(2, repeated(Diagnostic)) },
})

/** Asked in every plan, apply and destroy process, also in one that changes nothing. */
export const ConfigureProvider = unary('ConfigureProvider', {
  request: {
    terraformVersion: field(1, string),
    config: field(2, optional(DynamicValue)),
    clientCapabilities: field(3, optional(ClientCapabilities)),
  },
  response: { diagnostics: field(1, repeated(Diagnostic)) },
})

/** The person pressed Ctrl-C: end the calls in flight early, with the state they have reached. */
export const StopProvider = unary('StopProvider', {
  request: {},
  response: { error: field(1, string) },
})
