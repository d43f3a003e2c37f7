export { Interruption, Status } from './grpc/status'
export { certificatePem, createCertificate, type SelfSignedCertificate } from './plugin/certificate'
export { magicCookie } from './plugin/serve-plugin'
export { enumeration, field } from './protobuf/field'
export { type Message, type MessageType, message, type PartialMessage } from './protobuf/message'
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
export type { Listed } from './provider/definition'
export { definitionOf, definitionsOf } from './provider/definition'
export type {
  FunctionDocumentation,
  Parameter,
  Parameters,
  ProviderFunction,
  TypedValue,
} from './provider/function'
export { callFunction } from './provider/function'
export type { IdentityAttribute, IdentityAttributes } from './provider/identity'
export { identityAttributes } from './provider/identity'
export { bytesOfRecord } from './provider/private-data'
export { schemaMessage } from './provider/schemas'
export type { ProviderServer } from './provider/server'
export { type Attribute, isConfigurable } from './schema/attribute'
export { nestedMap, nestedSet, number, setOf } from './schema/builders'
export {
  type ChangeToPlan,
  HostFailure,
  type IdentitySchema,
  identityProblem,
  identitySchemaProblems,
  identityValue,
  invokeAsHost,
  planAsHost,
  planningHost,
  problemsOfActionSchemas,
  validateWithoutBlockAsHost,
} from './testing/host'
export { PluginClient, tlsCredentials } from './testing/plugin-client'
export { listEvents, type QueryResult, queryList } from './testing/query-list'
export { decodeValue } from './values/msgpack-decode'
export { encodeValue } from './values/msgpack-encode'
export type { Value } from './values/value'
export { typeFromJson, typeToJson, type ValueType } from './values/value'
