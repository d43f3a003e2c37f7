import { field, optional, repeated } from '../protobuf/field'
import { message } from '../protobuf/message'
import { string } from '../protobuf/value-types'
import { ServerCapabilities } from './capabilities'
import { Diagnostic } from './diagnostics'
import { unary } from './rpc'

const TypeMetadata = message('GetMetadata.TypeMetadata', { typeName: field(1, string) })
const FunctionMetadata = message('GetMetadata.FunctionMetadata', { name: field(1, string) })

/** The names of everything that the provider offers, without schemas. */
export const GetMetadata = unary('GetMetadata', {
  request: {},
  response: {
    serverCapabilities: field(1, optional(ServerCapabilities)),
    diagnostics: field(2, repeated(Diagnostic)),
    dataSources: field(3, repeated(TypeMetadata)),
    resources: field(4, repeated(TypeMetadata)),
    functions: field(5, repeated(FunctionMetadata)),
    ephemeralResources: field(6, repeated(TypeMetadata)),
    listResources: field(7, repeated(TypeMetadata)),
    actions: field(9, repeated(TypeMetadata)),
  },
})
