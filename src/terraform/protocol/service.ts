import type { PartialMessage } from '../protobuf/message'
import { InvokeAction, PlanAction, ValidateActionConfig } from './actions'
import { ReadDataSource, ValidateDataResourceConfig } from './data-sources'
import {
  CloseEphemeralResource,
  OpenEphemeralResource,
  RenewEphemeralResource,
  ValidateEphemeralResourceConfig,
} from './ephemeral-resources'
import { CallFunction, GetFunctions } from './functions'
import { GetResourceIdentitySchemas, UpgradeResourceIdentity } from './identity'
import { ListResource, ValidateListResourceConfig } from './list-resources'
import {
  ApplyResourceChange,
  GenerateResourceConfig,
  ImportResourceState,
  MoveResourceState,
  PlanResourceChange,
  ReadResource,
  UpgradeResourceState,
  ValidateResourceConfig,
} from './managed-resources'
import { GetMetadata } from './metadata'
import {
  ConfigureProvider,
  GetProviderSchema,
  StopProvider,
  ValidateProviderConfig,
} from './provider-configuration'
import type { Rpc, RpcKind } from './rpc'

/** The full name of the gRPC service that a provider of protocol 6 serves. */
export const providerServiceName = 'tfplugin6.Provider'

/** Every procedure of the service, by its name on the wire: protocol 6.11 without state stores. */
export const providerService = {
  GetMetadata,
  GetProviderSchema,
  ValidateProviderConfig,
  ConfigureProvider,
  StopProvider,

  ValidateResourceConfig,
  UpgradeResourceState,
  ReadResource,
  PlanResourceChange,
  ApplyResourceChange,
  ImportResourceState,
  MoveResourceState,
  GenerateResourceConfig,

  GetResourceIdentitySchemas,
  UpgradeResourceIdentity,

  ValidateDataResourceConfig,
  ReadDataSource,

  GetFunctions,
  CallFunction,

  ValidateEphemeralResourceConfig,
  OpenEphemeralResource,
  RenewEphemeralResource,
  CloseEphemeralResource,

  ValidateListResourceConfig,
  ListResource,

  ValidateActionConfig,
  PlanAction,
  InvokeAction,
} as const satisfies Readonly<Record<string, Rpc<unknown, unknown, RpcKind>>>

export type ProviderRpcs = typeof providerService
export type RpcName = keyof ProviderRpcs

/** The decoded request of a procedure: every property present. */
export type RequestOf<Name extends RpcName> =
  ProviderRpcs[Name] extends Rpc<infer Request, infer _Response, RpcKind> ? Request : never

/** The answer of a procedure, or one event of its stream: every property may be left out. */
export type ResponseOf<Name extends RpcName> =
  ProviderRpcs[Name] extends Rpc<infer _Request, infer Response, RpcKind> ? PartialMessage<Response> : never

/** What a handler learns of the call beside its request. */
export interface Call {
  /** Aborted when the host cancels the call, its deadline passes, or the host has died. */
  readonly signal: AbortSignal
  /** Calls `listener` when the last of the answer has left, or cannot leave any more. */
  whenAnswered(listener: () => void): void
}

/** The handlers of all procedures. One that throws fails its call; expected failures are diagnostics in the answer. */
export type ProviderService = {
  readonly [Name in RpcName]: (
    request: RequestOf<Name>,
    call: Call,
  ) => ProviderRpcs[Name]['kind'] extends 'unary'
    ? Promise<ResponseOf<Name>> | ResponseOf<Name>
    : AsyncIterable<ResponseOf<Name>>
}
