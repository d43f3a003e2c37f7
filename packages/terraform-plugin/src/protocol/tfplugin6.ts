// Copyright IBM Corp. 2014, 2026
// SPDX-License-Identifier: MPL-2.0

// The messages and procedures of Terraform's plugin protocol version 6.11: made from tfplugin6.proto by `npm run protocol`, never edited.

import {
  bool,
  bytes,
  enumeration,
  field,
  int32,
  int64,
  map,
  oneof,
  optional,
  repeated,
  string,
} from '../protobuf/field'
import { type Message, type MessageType, message, recursive } from '../protobuf/message'
import { serverStream, unary } from './rpc'

export const ServerCapabilities = message('ServerCapabilities', {
  planDestroy: field(1, bool),
  getProviderSchemaOptional: field(2, bool),
  moveResourceState: field(3, bool),
  generateResourceConfig: field(4, bool),
})
export type ServerCapabilities = MessageType<typeof ServerCapabilities>

export const DiagnosticSeverity = enumeration({
  invalid: 0,
  error: 1,
  warning: 2,
})
export type DiagnosticSeverity = typeof DiagnosticSeverity.zero

export const AttributePathStep = message('AttributePath.Step', {
  selector: oneof({
    attributeName: [1, string],
    elementKeyString: [2, string],
    elementKeyInt: [3, int64],
  }),
})
export type AttributePathStep = MessageType<typeof AttributePathStep>

export const AttributePath = message('AttributePath', {
  steps: field(1, repeated(AttributePathStep)),
})
export type AttributePath = MessageType<typeof AttributePath>

export const Diagnostic = message('Diagnostic', {
  severity: field(1, DiagnosticSeverity),
  summary: field(2, string),
  detail: field(3, string),
  attribute: field(4, optional(AttributePath)),
})
export type Diagnostic = MessageType<typeof Diagnostic>

export const GetMetadataDataSourceMetadata = message('GetMetadata.DataSourceMetadata', {
  typeName: field(1, string),
})
export type GetMetadataDataSourceMetadata = MessageType<typeof GetMetadataDataSourceMetadata>

export const GetMetadataResourceMetadata = message('GetMetadata.ResourceMetadata', {
  typeName: field(1, string),
})
export type GetMetadataResourceMetadata = MessageType<typeof GetMetadataResourceMetadata>

export const GetMetadataFunctionMetadata = message('GetMetadata.FunctionMetadata', {
  name: field(1, string),
})
export type GetMetadataFunctionMetadata = MessageType<typeof GetMetadataFunctionMetadata>

export const GetMetadataEphemeralMetadata = message('GetMetadata.EphemeralMetadata', {
  typeName: field(1, string),
})
export type GetMetadataEphemeralMetadata = MessageType<typeof GetMetadataEphemeralMetadata>

export const GetMetadataListResourceMetadata = message('GetMetadata.ListResourceMetadata', {
  typeName: field(1, string),
})
export type GetMetadataListResourceMetadata = MessageType<typeof GetMetadataListResourceMetadata>

export const GetMetadataStateStoreMetadata = message('GetMetadata.StateStoreMetadata', {
  typeName: field(1, string),
})
export type GetMetadataStateStoreMetadata = MessageType<typeof GetMetadataStateStoreMetadata>

export const GetMetadataActionMetadata = message('GetMetadata.ActionMetadata', {
  typeName: field(1, string),
})
export type GetMetadataActionMetadata = MessageType<typeof GetMetadataActionMetadata>

export const StringKind = enumeration({
  plain: 0,
  markdown: 1,
})
export type StringKind = typeof StringKind.zero

export const SchemaObjectNestingMode = enumeration({
  invalid: 0,
  single: 1,
  list: 2,
  set: 3,
  map: 4,
})
export type SchemaObjectNestingMode = typeof SchemaObjectNestingMode.zero

export const SchemaObject = message('Schema.Object', {
  attributes: field(1, repeated(recursive((): Message<SchemaAttribute> => SchemaAttribute))),
  nesting: field(3, SchemaObjectNestingMode),
  minItems: field(4, int64),
  maxItems: field(5, int64),
})
export type SchemaObject = MessageType<typeof SchemaObject>

export interface SchemaAttribute {
  readonly name: string
  readonly type: Uint8Array
  readonly description: string
  readonly required: boolean
  readonly optional: boolean
  readonly computed: boolean
  readonly sensitive: boolean
  readonly descriptionKind: StringKind
  readonly deprecated: boolean
  readonly nestedType: SchemaObject | undefined
  readonly writeOnly: boolean
  readonly deprecationMessage: string
}

export const SchemaAttribute: Message<SchemaAttribute> = message('Schema.Attribute', {
  name: field(1, string),
  type: field(2, bytes),
  description: field(3, string),
  required: field(4, bool),
  optional: field(5, bool),
  computed: field(6, bool),
  sensitive: field(7, bool),
  descriptionKind: field(8, StringKind),
  deprecated: field(9, bool),
  nestedType: field(10, optional(SchemaObject)),
  writeOnly: field(11, bool),
  deprecationMessage: field(12, string),
})

export const SchemaNestedBlockNestingMode = enumeration({
  invalid: 0,
  single: 1,
  list: 2,
  set: 3,
  map: 4,
  group: 5,
})
export type SchemaNestedBlockNestingMode = typeof SchemaNestedBlockNestingMode.zero

export const SchemaNestedBlock = message('Schema.NestedBlock', {
  typeName: field(1, string),
  block: field(2, optional(recursive((): Message<SchemaBlock> => SchemaBlock))),
  nesting: field(3, SchemaNestedBlockNestingMode),
  minItems: field(4, int64),
  maxItems: field(5, int64),
})
export type SchemaNestedBlock = MessageType<typeof SchemaNestedBlock>

export interface SchemaBlock {
  readonly version: number
  readonly attributes: readonly SchemaAttribute[]
  readonly blockTypes: readonly SchemaNestedBlock[]
  readonly description: string
  readonly descriptionKind: StringKind
  readonly deprecated: boolean
  readonly deprecationMessage: string
  readonly computed: boolean
}

export const SchemaBlock: Message<SchemaBlock> = message('Schema.Block', {
  version: field(1, int64),
  attributes: field(2, repeated(SchemaAttribute)),
  blockTypes: field(3, repeated(SchemaNestedBlock)),
  description: field(4, string),
  descriptionKind: field(5, StringKind),
  deprecated: field(6, bool),
  deprecationMessage: field(7, string),
  computed: field(8, bool),
})

export const Schema = message('Schema', {
  version: field(1, int64),
  block: field(2, optional(SchemaBlock)),
})
export type Schema = MessageType<typeof Schema>

export const FunctionParameter = message('Function.Parameter', {
  name: field(1, string),
  type: field(2, bytes),
  allowNullValue: field(3, bool),
  allowUnknownValues: field(4, bool),
  description: field(5, string),
  descriptionKind: field(6, StringKind),
})
export type FunctionParameter = MessageType<typeof FunctionParameter>

export const FunctionReturn = message('Function.Return', {
  type: field(1, bytes),
})
export type FunctionReturn = MessageType<typeof FunctionReturn>

export const FunctionSignature = message('Function', {
  parameters: field(1, repeated(FunctionParameter)),
  variadicParameter: field(2, optional(FunctionParameter)),
  return: field(3, optional(FunctionReturn)),
  summary: field(4, string),
  description: field(5, string),
  descriptionKind: field(6, StringKind),
  deprecationMessage: field(7, string),
})
export type FunctionSignature = MessageType<typeof FunctionSignature>

export const ActionSchema = message('ActionSchema', {
  schema: field(1, optional(Schema)),
})
export type ActionSchema = MessageType<typeof ActionSchema>

export const DynamicValue = message('DynamicValue', {
  msgpack: field(1, bytes),
  json: field(2, bytes),
})
export type DynamicValue = MessageType<typeof DynamicValue>

export const ClientCapabilities = message('ClientCapabilities', {
  deferralAllowed: field(1, bool),
  writeOnlyAttributesAllowed: field(2, bool),
  storePlannedPrivate: field(3, bool),
  computedBlocksAllowed: field(4, bool),
})
export type ClientCapabilities = MessageType<typeof ClientCapabilities>

export const RawState = message('RawState', {
  json: field(1, bytes),
  flatmap: field(2, map(string)),
})
export type RawState = MessageType<typeof RawState>

export const ResourceIdentitySchemaIdentityAttribute = message('ResourceIdentitySchema.IdentityAttribute', {
  name: field(1, string),
  type: field(2, bytes),
  requiredForImport: field(3, bool),
  optionalForImport: field(4, bool),
  description: field(5, string),
})
export type ResourceIdentitySchemaIdentityAttribute = MessageType<
  typeof ResourceIdentitySchemaIdentityAttribute
>

export const ResourceIdentitySchema = message('ResourceIdentitySchema', {
  version: field(1, int64),
  identityAttributes: field(2, repeated(ResourceIdentitySchemaIdentityAttribute)),
})
export type ResourceIdentitySchema = MessageType<typeof ResourceIdentitySchema>

export const ResourceIdentityData = message('ResourceIdentityData', {
  identityData: field(1, optional(DynamicValue)),
})
export type ResourceIdentityData = MessageType<typeof ResourceIdentityData>

export const DeferredReason = enumeration({
  unknown: 0,
  resourceConfigUnknown: 1,
  providerConfigUnknown: 2,
  absentPrereq: 3,
})
export type DeferredReason = typeof DeferredReason.zero

export const Deferred = message('Deferred', {
  reason: field(1, DeferredReason),
})
export type Deferred = MessageType<typeof Deferred>

export const ImportResourceStateImportedResource = message('ImportResourceState.ImportedResource', {
  typeName: field(1, string),
  state: field(2, optional(DynamicValue)),
  private: field(3, bytes),
  identity: field(4, optional(ResourceIdentityData)),
})
export type ImportResourceStateImportedResource = MessageType<typeof ImportResourceStateImportedResource>

export const Timestamp = message('Timestamp', {
  seconds: field(1, int64),
  nanos: field(2, int32),
})
export type Timestamp = MessageType<typeof Timestamp>

export const FunctionError = message('FunctionError', {
  text: field(1, string),
  functionArgument: field(2, optional(int64)),
})
export type FunctionError = MessageType<typeof FunctionError>

export const InvokeActionEventProgress = message('InvokeAction.Event.Progress', {
  message: field(1, string),
})
export type InvokeActionEventProgress = MessageType<typeof InvokeActionEventProgress>

export const InvokeActionEventCompleted = message('InvokeAction.Event.Completed', {
  diagnostics: field(1, repeated(Diagnostic)),
})
export type InvokeActionEventCompleted = MessageType<typeof InvokeActionEventCompleted>

export const GetMetadata = unary('GetMetadata', {
  request: {},
  response: {
    serverCapabilities: field(1, optional(ServerCapabilities)),
    diagnostics: field(2, repeated(Diagnostic)),
    dataSources: field(3, repeated(GetMetadataDataSourceMetadata)),
    resources: field(4, repeated(GetMetadataResourceMetadata)),
    functions: field(5, repeated(GetMetadataFunctionMetadata)),
    ephemeralResources: field(6, repeated(GetMetadataEphemeralMetadata)),
    listResources: field(7, repeated(GetMetadataListResourceMetadata)),
    stateStores: field(8, repeated(GetMetadataStateStoreMetadata)),
    actions: field(9, repeated(GetMetadataActionMetadata)),
  },
})

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
    stateStoreSchemas: field(10, map(Schema)),
    actionSchemas: field(11, map(ActionSchema)),
  },
})

export const ValidateProviderConfig = unary('ValidateProviderConfig', {
  request: {
    config: field(1, optional(DynamicValue)),
  },
  response: {
    diagnostics: field(2, repeated(Diagnostic)),
  },
})

export const ValidateResourceConfig = unary('ValidateResourceConfig', {
  request: {
    typeName: field(1, string),
    config: field(2, optional(DynamicValue)),
    clientCapabilities: field(3, optional(ClientCapabilities)),
  },
  response: {
    diagnostics: field(1, repeated(Diagnostic)),
  },
})

export const ValidateDataResourceConfig = unary('ValidateDataResourceConfig', {
  request: {
    typeName: field(1, string),
    config: field(2, optional(DynamicValue)),
  },
  response: {
    diagnostics: field(1, repeated(Diagnostic)),
  },
})

export const UpgradeResourceState = unary('UpgradeResourceState', {
  request: {
    typeName: field(1, string),
    version: field(2, int64),
    rawState: field(3, optional(RawState)),
  },
  response: {
    upgradedState: field(1, optional(DynamicValue)),
    diagnostics: field(2, repeated(Diagnostic)),
  },
})

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

export const ConfigureProvider = unary('ConfigureProvider', {
  request: {
    terraformVersion: field(1, string),
    config: field(2, optional(DynamicValue)),
    clientCapabilities: field(3, optional(ClientCapabilities)),
  },
  response: {
    diagnostics: field(1, repeated(Diagnostic)),
  },
})

export const ReadResource = unary('ReadResource', {
  request: {
    typeName: field(1, string),
    currentState: field(2, optional(DynamicValue)),
    private: field(3, bytes),
    providerMeta: field(4, optional(DynamicValue)),
    clientCapabilities: field(5, optional(ClientCapabilities)),
    currentIdentity: field(6, optional(ResourceIdentityData)),
  },
  response: {
    newState: field(1, optional(DynamicValue)),
    diagnostics: field(2, repeated(Diagnostic)),
    private: field(3, bytes),
    deferred: field(4, optional(Deferred)),
    newIdentity: field(5, optional(ResourceIdentityData)),
  },
})

export const PlanResourceChange = unary('PlanResourceChange', {
  request: {
    typeName: field(1, string),
    priorState: field(2, optional(DynamicValue)),
    proposedNewState: field(3, optional(DynamicValue)),
    config: field(4, optional(DynamicValue)),
    priorPrivate: field(5, bytes),
    providerMeta: field(6, optional(DynamicValue)),
    clientCapabilities: field(7, optional(ClientCapabilities)),
    priorIdentity: field(8, optional(ResourceIdentityData)),
    plannedPrivate: field(9, bytes),
  },
  response: {
    plannedState: field(1, optional(DynamicValue)),
    requiresReplace: field(2, repeated(AttributePath)),
    plannedPrivate: field(3, bytes),
    diagnostics: field(4, repeated(Diagnostic)),
    legacyTypeSystem: field(5, bool),
    deferred: field(6, optional(Deferred)),
    plannedIdentity: field(7, optional(ResourceIdentityData)),
  },
})

export const ApplyResourceChange = unary('ApplyResourceChange', {
  request: {
    typeName: field(1, string),
    priorState: field(2, optional(DynamicValue)),
    plannedState: field(3, optional(DynamicValue)),
    config: field(4, optional(DynamicValue)),
    plannedPrivate: field(5, bytes),
    providerMeta: field(6, optional(DynamicValue)),
    plannedIdentity: field(7, optional(ResourceIdentityData)),
  },
  response: {
    newState: field(1, optional(DynamicValue)),
    private: field(2, bytes),
    diagnostics: field(3, repeated(Diagnostic)),
    legacyTypeSystem: field(4, bool),
    newIdentity: field(5, optional(ResourceIdentityData)),
  },
})

export const ImportResourceState = unary('ImportResourceState', {
  request: {
    typeName: field(1, string),
    id: field(2, string),
    clientCapabilities: field(3, optional(ClientCapabilities)),
    identity: field(4, optional(ResourceIdentityData)),
  },
  response: {
    importedResources: field(1, repeated(ImportResourceStateImportedResource)),
    diagnostics: field(2, repeated(Diagnostic)),
    deferred: field(3, optional(Deferred)),
  },
})

export const MoveResourceState = unary('MoveResourceState', {
  request: {
    sourceProviderAddress: field(1, string),
    sourceTypeName: field(2, string),
    sourceSchemaVersion: field(3, int64),
    sourceState: field(4, optional(RawState)),
    targetTypeName: field(5, string),
    sourcePrivate: field(6, bytes),
    sourceIdentity: field(7, optional(RawState)),
    sourceIdentitySchemaVersion: field(8, int64),
  },
  response: {
    targetState: field(1, optional(DynamicValue)),
    diagnostics: field(2, repeated(Diagnostic)),
    targetPrivate: field(3, bytes),
    targetIdentity: field(4, optional(ResourceIdentityData)),
  },
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

export const GenerateResourceConfig = unary('GenerateResourceConfig', {
  request: {
    typeName: field(1, string),
    state: field(2, optional(DynamicValue)),
  },
  response: {
    config: field(1, optional(DynamicValue)),
    diagnostics: field(2, repeated(Diagnostic)),
  },
})

export const ValidateEphemeralResourceConfig = unary('ValidateEphemeralResourceConfig', {
  request: {
    typeName: field(1, string),
    config: field(2, optional(DynamicValue)),
  },
  response: {
    diagnostics: field(1, repeated(Diagnostic)),
  },
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
  response: {
    diagnostics: field(1, repeated(Diagnostic)),
  },
})

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

export const ValidateListResourceConfig = unary('ValidateListResourceConfig', {
  request: {
    typeName: field(1, string),
    config: field(2, optional(DynamicValue)),
    includeResourceObject: field(3, optional(DynamicValue)),
    limit: field(4, optional(DynamicValue)),
  },
  response: {
    diagnostics: field(1, repeated(Diagnostic)),
  },
})

export const GetFunctions = unary('GetFunctions', {
  request: {},
  response: {
    functions: field(1, map(FunctionSignature)),
    diagnostics: field(2, repeated(Diagnostic)),
  },
})

export const CallFunction = unary('CallFunction', {
  request: {
    name: field(1, string),
    arguments: field(2, repeated(DynamicValue)),
  },
  response: {
    result: field(1, optional(DynamicValue)),
    error: field(2, optional(FunctionError)),
  },
})

export const PlanAction = unary('PlanAction', {
  request: {
    actionType: field(1, string),
    config: field(2, optional(DynamicValue)),
    clientCapabilities: field(3, optional(ClientCapabilities)),
  },
  response: {
    diagnostics: field(1, repeated(Diagnostic)),
    deferred: field(2, optional(Deferred)),
  },
})

export const InvokeAction = serverStream('InvokeAction', {
  request: {
    actionType: field(1, string),
    config: field(2, optional(DynamicValue)),
    clientCapabilities: field(3, optional(ClientCapabilities)),
  },
  event: {
    type: oneof({
      progress: [1, InvokeActionEventProgress],
      completed: [2, InvokeActionEventCompleted],
    }),
  },
})

export const ValidateActionConfig = unary('ValidateActionConfig', {
  request: {
    typeName: field(1, string),
    config: field(2, optional(DynamicValue)),
  },
  response: {
    diagnostics: field(1, repeated(Diagnostic)),
  },
})

export const StopProvider = unary('StopProvider', {
  request: {},
  response: {
    error: field(1, string),
  },
})

/** The full name of the gRPC service that a provider serves. */
export const providerServiceName = 'tfplugin6.Provider'

/** Every procedure of the service, by its name on the wire, without those of state stores. */
export const providerService = {
  GetMetadata,
  GetProviderSchema,
  ValidateProviderConfig,
  ValidateResourceConfig,
  ValidateDataResourceConfig,
  UpgradeResourceState,
  GetResourceIdentitySchemas,
  UpgradeResourceIdentity,
  ConfigureProvider,
  ReadResource,
  PlanResourceChange,
  ApplyResourceChange,
  ImportResourceState,
  MoveResourceState,
  ReadDataSource,
  GenerateResourceConfig,
  ValidateEphemeralResourceConfig,
  OpenEphemeralResource,
  RenewEphemeralResource,
  CloseEphemeralResource,
  ListResource,
  ValidateListResourceConfig,
  GetFunctions,
  CallFunction,
  PlanAction,
  InvokeAction,
  ValidateActionConfig,
  StopProvider,
} as const
