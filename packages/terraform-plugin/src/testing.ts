// The face for tests and for tools that read definitions: a host without an engine.

// The host: calls a provider as Terraform does, and applies the checks that engines make.

export { Bridge, type BridgedObject } from './testing/bridge'
export { crashed, inconsistentPlan } from './testing/core/applying'
export {
  type Configuration,
  type Declared,
  type DeclaredProvider,
  deposedAddress,
  deposedKey,
  type Found,
  type Instance,
  type Lifecycle,
  type State,
} from './testing/core/declared'
export type { Action, AppliedChange, PlannedChange } from './testing/core/planned-change'
export type { HowPlanned } from './testing/core/planning'
export {
  type AnyProvider,
  merged,
  noPrivate,
  ProviderRun,
  type Schemas,
  schemasOf,
  silence,
  type Told,
  type TypeSchema,
} from './testing/core/provider-run'
export { type Applied, type Move, type Plan, TerraformCore } from './testing/core/terraform-core'
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
export { complete, objectTypeOf, typeOf, type WireAttributes } from './testing/wire-schema'

// The start of a provider's process: the handshake, and the certificates of both sides.

export { certificatePem, createCertificate, type SelfSignedCertificate } from './plugin/certificate'
export { magicCookie } from './plugin/serve-plugin'

// The wire: messages and procedures, values, and how a call is interrupted.

export { Interruption, Status } from './grpc/status'
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
export { ManagedObject, ManagedObjects } from './provider/managed-object'
export { bytesOfRecord } from './provider/private-data'
export { schemaMessage } from './provider/schemas'
export { decodeValue } from './values/msgpack-decode'
export { encodeValue } from './values/msgpack-encode'
export {
  DynamicValue,
  dynamicType,
  typeFromJson,
  typeToJson,
  type Value,
  type ValueType,
} from './values/value'

// Definitions as the server sees them: for documentation, and for tests that go through all of them.

export { definitionOf, definitionsOf, type Listed } from './provider/definition'
export {
  callFunction,
  type FunctionDocumentation,
  type Parameter,
  type Parameters,
  type ProviderFunction,
  type TypedValue,
} from './provider/function'
export { type IdentityAttribute, type IdentityAttributes, identityAttributes } from './provider/identity'
export type { ProviderServer } from './provider/server'
export { type Attribute, isConfigurable } from './schema/attribute'
export { wholeNumber } from './schema/builders'
