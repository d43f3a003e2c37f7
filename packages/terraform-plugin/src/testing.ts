export { Interruption } from './grpc/interruption'
export { Status } from './grpc/status'
export { magicCookie } from './plugin/handshake'
export { certificatePem, createCertificate, type SelfSignedCertificate } from './plugin/tls/certificate'
export { field } from './protobuf/field'
export { type Message, type MessageType, message, type PartialMessage } from './protobuf/message'
export { enumeration } from './protobuf/value-types'
export type { Rpc } from './protocol/rpc'
export type { Call, ProviderRpcs, RequestOf, ResponseOf } from './protocol/service'
export {
  type Diagnostic,
  type FunctionParameter,
  type FunctionSignature,
  GetFunctions,
  providerService,
  providerServiceName,
  type Schema,
  SchemaAttribute,
  type SchemaObject,
} from './protocol/tfplugin6'
export { callFunction } from './provider/functions/call-function'
export type { FunctionDocumentation, ProviderFunction } from './provider/functions/function-definition'
export type { IdentityAttribute, IdentityAttributes } from './provider/identity/identity'
export { identityAttributes } from './provider/identity/identity-values'
export { definitionOf, definitionsOf } from './provider/late-definition'
export { bytesOfRecord } from './provider/private-data'
export { schemaMessage } from './provider/procedures/schema-message'
export type { Listed } from './provider/query/list-definition'
export type { ProviderServer } from './provider/server'
export { type Attribute, isConfigurable } from './schema/attribute'
export { nestedMap, nestedSet, number, setOf } from './schema/builders'
export type { Parameter, Parameters, TypedValue } from './schema/parameter'
export {
  HostFailure,
  invokeAsHost,
  planAsHost,
  problemsOfActionSchemas,
  validateWithoutBlockAsHost,
} from './testing/action-host'
export {
  type IdentitySchema,
  identityProblem,
  identitySchemaProblems,
  identityValue,
} from './testing/identity-rules'
export { type ChangeToPlan, planningHost } from './testing/planning-host'
export { PluginClient, tlsCredentials } from './testing/plugin-client'
export { listEvents, type QueryResult, queryList } from './testing/query-list'
export { decodeValue } from './values/msgpack-decode'
export { encodeValue } from './values/msgpack-encode'
export { typeFromJson, typeToJson, type ValueType } from './values/type'
export type { Value } from './values/value'
