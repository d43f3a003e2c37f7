import { field, optional, repeated } from '../protobuf/field'
import { type MessageType, message } from '../protobuf/message'
import { bool, bytes, int64, string } from '../protobuf/value-types'
import { ClientCapabilities, Deferred } from './capabilities'
import { AttributePath, Diagnostic } from './diagnostics'
import { DynamicValue } from './dynamic-value'
import { ResourceIdentityData } from './identity'
import { RawState } from './raw-state'
import { unary } from './rpc'

export const ValidateResourceConfig = unary('ValidateResourceConfig', {
  request: {
    typeName: field(1, string),
    config: field(2, optional(DynamicValue)),
    clientCapabilities: field(3, optional(ClientCapabilities)),
  },
  response: { diagnostics: field(1, repeated(Diagnostic)) },
})

/** Asked on every read of a state, also when the versions match. */
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

export const ImportedResource = message('ImportResourceState.ImportedResource', {
  typeName: field(1, string),
  state: field(2, optional(DynamicValue)),
  private: field(3, bytes),
  identity: field(4, optional(ResourceIdentityData)),
})
export type ImportedResource = MessageType<typeof ImportedResource>

export const ImportResourceState = unary('ImportResourceState', {
  request: {
    typeName: field(1, string),
    id: field(2, string),
    clientCapabilities: field(3, optional(ClientCapabilities)),
    identity: field(4, optional(ResourceIdentityData)),
  },
  response: {
    importedResources: field(1, repeated(ImportedResource)),
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
